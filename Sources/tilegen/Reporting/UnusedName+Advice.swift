import TilePipeline

extension UnusedName {
  /// The message, and what may have been meant.
  var advice: String {
    if let near = nearestName(to: name, among: known) {
      return message + "; did you mean \(near)?"
    }
    switch known.count {
    case 0: return message
    case ...8: return message + "; there are " + known.joined(separator: ", ")
    default: return message + "; there are " + known.prefix(8).joined(separator: ", ") + " and more"
    }
  }
}
