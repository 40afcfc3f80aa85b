internal import OverlayModel

/// Reads the members of one object by name, and checks their types and ranges.
///
/// A member that is absent leaves the caller's default; so does `null`, except for colours,
/// where it means none. Whatever else does not fit is thrown.
struct MemberReader {
  /// Where the object stands, such as `overlay.spans[2]`.
  let path: String
  private var members: [JSONTree.Member]
  private var known: [String] = []
  /// What was altered: members nobody asked for, or given twice.
  private(set) var notes: [Fault] = []

  init(_ members: [JSONTree.Member], path: String) {
    self.path = path
    self.members = members
  }

  init(_ value: JSONTree, path: String, allowed: String = "an object") throws(Fault) {
    guard case .object(let members) = value else {
      throw Fault(.memberType, path, found: value.shown, allowed: "allowed is \(allowed)")
    }
    self.init(members, path: path)
  }

  func path(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  /// The value of `name`; the last one where it is given more than once.
  mutating func take(_ name: String) -> JSONTree? {
    known.append(name)
    var value: JSONTree?
    var index = 0
    while index < members.count {
      guard members[index].isNamed(name) else {
        index += 1
        continue
      }
      if value != nil { note(.duplicateMember, name, "it twice", "the last one counts") }
      value = members.remove(at: index).value
    }
    return value
  }

  mutating func note(_ code: Finding.Code, _ name: String, _ found: String, _ allowed: String) {
    notes.append(Fault(code, path(name), found: found, allowed: allowed))
  }

  mutating func adopt(_ others: [Fault]) { notes += others }

  /// Notes every member that was not asked for.
  ///
  /// - Parameters:
  ///   - otherKinds: Members that mean something for other kinds than `kind`.
  ///   - notesOtherKinds: Whether those are worth a note.
  mutating func finish(
    otherKinds: [String] = [], of kind: String = "", notesOtherKinds: Bool = true
  ) {
    for member in members {
      if otherKinds.contains(where: member.isNamed) {
        if notesOtherKinds {
          note(
            .memberUnknown, member.name, "a member that a \(kind) does not have", "it is ignored")
        }
        continue
      }
      let near = nearest(to: member.name, of: known)
      note(
        .memberUnknown, member.name, "a member of no meaning here",
        near.map { "it is ignored; did you mean \"\($0)\"?" }
          ?? "it is ignored; allowed are \(known.joined(separator: ", "))")
    }
    members = []
  }

  func fault(_ code: Finding.Code, _ name: String, _ value: JSONTree, _ allowed: String) -> Fault {
    Fault(code, path(name), found: value.shown, allowed: "allowed is \(allowed)")
  }

  // MARK: Types

  mutating func bool(_ name: String) throws(Fault) -> Bool? {
    switch take(name) {
    case nil, .null: return nil
    case .bool(let value): return value
    case .some(let value): throw fault(.memberType, name, value, "true or false")
    }
  }

  mutating func string(_ name: String, allowed: String = "text") throws(Fault) -> String? {
    switch take(name) {
    case nil, .null: return nil
    case .string(let value): return value
    case .some(let value): throw fault(.memberType, name, value, allowed)
    }
  }

  /// A finite number for which `isAllowed` holds.
  mutating func number(
    _ name: String, allowed: String = "a number", where isAllowed: (Double) -> Bool = { _ in true }
  ) throws(Fault) -> Double? {
    switch take(name) {
    case nil, .null: return nil
    case .number(let value, let text):
      guard value.isFinite, isAllowed(value) else {
        throw fault(.memberRange, name, .number(value, text: text), allowed)
      }
      return value
    case .some(let value): throw fault(.memberType, name, value, allowed)
    }
  }

  mutating func integer(
    _ name: String, in range: ClosedRange<Int>, allowed: String
  ) throws(Fault) -> Int? {
    let limits = Double(range.lowerBound)...Double(range.upperBound)
    return try number(name, allowed: allowed) { limits.contains($0) && $0.rounded() == $0 }
      .map { Int($0) }
  }

  mutating func choice<Value: RawRepresentable & CaseIterable>(
    _ name: String, of type: Value.Type
  ) throws(Fault) -> Value? where Value.RawValue == String {
    let allowed = "one of " + type.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    switch take(name) {
    case nil, .null: return nil
    case .string(let text):
      guard let value = Value(rawValue: text) else {
        throw fault(.memberRange, name, .string(text), allowed)
      }
      return value
    case .some(let value): throw fault(.memberType, name, value, allowed)
    }
  }

  /// A colour: `nil` when absent, `.some(nil)` for null.
  mutating func color(_ name: String) throws(Fault) -> RGBA?? {
    guard let value = take(name) else { return nil }
    return .some(try Self.color(value, path: path(name)))
  }

  static func color(_ value: JSONTree, path: String) throws(Fault) -> RGBA? {
    switch value {
    case .null: return nil
    case .string(let text):
      guard let color = RGBA(css: text) else {
        throw Fault(.memberRange, path, found: value.shown, allowed: "allowed is \(colors)")
      }
      return color
    default: throw Fault(.memberType, path, found: value.shown, allowed: "allowed is \(colors)")
    }
  }

  private static let colors = "a CSS colour as text, \"clear\" or null"

  /// West, south, east and north.
  mutating func bounds(
    _ name: String, allowed: String, where isAllowed: (CoordinateBounds) -> Bool
  ) throws(Fault) -> CoordinateBounds? {
    func bounds(_ sides: [Double]) -> CoordinateBounds {
      CoordinateBounds(west: sides[0], south: sides[1], east: sides[2], north: sides[3])
    }
    return try numbers(name, count: 4, allowed: allowed) { isAllowed(bounds($0)) }.map(bounds)
  }

  /// `count` finite numbers.
  mutating func numbers(
    _ name: String, count: Int, allowed: String,
    where isAllowed: ([Double]) -> Bool = { _ in true }
  ) throws(Fault) -> [Double]? {
    switch take(name) {
    case nil, .null: return nil
    case .some(let value):
      guard case .array(let elements) = value else {
        throw fault(.memberType, name, value, allowed)
      }
      var numbers: [Double] = []
      for (index, element) in elements.enumerated() {
        guard case .number(let number, _) = element else {
          throw Fault(
            .memberType, "\(path(name))[\(index)]", found: element.shown,
            allowed: "allowed is \(allowed)")
        }
        guard number.isFinite else {
          throw Fault(
            .memberRange, "\(path(name))[\(index)]", found: element.shown,
            allowed: "allowed is \(allowed)")
        }
        numbers.append(number)
      }
      guard numbers.count == count, isAllowed(numbers) else {
        let text = elements.map(\.shown).joined(separator: ", ")
        throw Fault(
          .memberRange, path(name), found: "[\(text)]", allowed: "allowed is \(allowed)")
      }
      return numbers
    }
  }
}

extension JSONTree.Member {
  /// Whether the name is `text`, which is ASCII, byte for byte: equal strings of as many bytes.
  func isNamed(_ text: String) -> Bool {
    name.utf8.count == text.utf8.count && name == text
  }
}

/// The name among `names` that `text` is most likely a slip of, if any is near.
func nearest(to text: String, of names: [String]) -> String? {
  let best = names.map { (name: $0, distance: editDistance(text.lowercased(), $0.lowercased())) }
    .min { $0.distance < $1.distance }
  guard let best, best.distance <= max(1, best.name.utf8.count / 3) else { return nil }
  return best.name
}

/// How many bytes must be put in, taken out or exchanged (Levenshtein); 64 for long texts.
private func editDistance(_ first: String, _ second: String) -> Int {
  let a = Array(first.utf8)
  let b = Array(second.utf8)
  guard a.count <= 64, b.count <= 64 else { return 64 }
  var row = Array(0...b.count)
  for (i, byte) in a.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for j in b.indices {
      let exchanged = diagonal + (byte == b[j] ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(exchanged, row[j] + 1, diagonal + 1)
    }
  }
  return row[b.count]
}
