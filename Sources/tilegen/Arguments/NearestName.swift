/// The candidate that a mistyped `name` most likely means, or `nil` when none is near.
///
/// A candidate is near when at most a third of its letters differ, or when one is the beginning
/// of the other.
func nearestName(to name: String, among candidates: [String]) -> String? {
  var best: (distance: Int, candidate: String)?
  for candidate in candidates {
    let isBeginning = name.count >= 3 && (candidate.hasPrefix(name) || name.hasPrefix(candidate))
    let distance = isBeginning ? 1 : editDistance(Array(name), Array(candidate))
    guard distance <= max(1, max(name.count, candidate.count) / 3) else { continue }
    if best.map({ distance < $0.distance }) ?? true { best = (distance, candidate) }
  }
  return best?.candidate
}

/// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`.
///
/// - SeeAlso: the restricted Damerau-Levenshtein ("optimal string alignment") distance.
func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      let isSwap = i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j]
      if isSwap { cost = min(cost, beforeLast[j - 1] + 1) }
      row.append(cost)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}
