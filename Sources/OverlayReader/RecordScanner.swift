internal import CJSONTape

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Finds the records of an input, and the members of the document round them.
///
/// The scan goes from unit to unit (a bracket, a comma, a whole record, a whole member) and can
/// stop before any of them, so it needs no more text at hand than the largest unit. What stands
/// inside a record is left to the parser.
///
/// Documents may follow one another, as programs write them that print one after the other.
struct RecordScanner {
  /// A fault of the text and its offset.
  struct Fault: Error {
    var problem: cjt_fault
    init(_ problem: cjt_problem, at offset: Int) {
      self.problem = cjt_fault(problem: problem, offset: offset)
    }
  }

  /// A member of the document: its name without quotes, and its value.
  struct Member {
    var name: Range<Int>
    var value: Range<Int>
  }

  /// What one scan found, as ranges of the text.
  struct Found {
    var records: [Range<Int>] = []
    var members: [Member] = []
    /// Where the text ends that is done with.
    var consumed = 0
    /// A fault follows what was found; the next scan throws it.
    var isStopped = false
    /// The members are those of a record without `type` at the head of a line form.
    var isHeadRecord = false
    /// Text that is JSON, but not GeoJSON.
    var notGeoJSON: (offset: Int, found: String)?
    var foreignFormat: ForeignFormat?
  }

  private enum State {
    case start, elementOrEnd, element, commaOrEnd, memberCommaOrEnd, member, afterDocument
    case lines, sequence
  }

  private var state = State.start
  private var isFirstInSequence = true
  private var newlineSeen = false
  /// Whether the input is documents, one after the other, however they stand on lines.
  private var holdsDocuments = false
  /// Whether anything but white space has been seen.
  private(set) var hasContent = false
  /// Whether the records are paths as text, one a line, and not JSON.
  private(set) var isPathText = false
  /// Whether the input is a document with a list of features.
  private(set) var isCollection = false

  typealias Text = UnsafeBufferPointer<UInt8>

  /// Scans `text`, which continues where the last scan stopped; `isLast`: no more will come.
  ///
  /// What comes before a fault is returned first; the next scan throws it.
  mutating func scan(_ text: Text, isLast: Bool) throws(Fault) -> Found {
    var found = Found()
    do throws(Fault) {
      while try step(text, isLast: isLast, into: &found) {}
    } catch {
      if found.records.isEmpty, found.members.isEmpty { throw error }
      found.isStopped = true
    }
    return found
  }

  /// Takes one unit; false when there is none that is complete.
  private mutating func step(
    _ text: Text, isLast: Bool, into found: inout Found
  ) throws(Fault) -> Bool {
    let start = found.consumed
    switch state {
    case .lines: return try line(text, isLast: isLast, into: &found)
    case .sequence: return try sequence(text, isLast: isLast, into: &found)
    default: break
    }
    let at = Self.spaceEnd(text, start)
    if state == .afterDocument, !newlineSeen {
      newlineSeen = text[start..<at].contains(UInt8(ascii: "\n"))
    }
    // White space at the end stays, so that an unexpected end is named where the text ends.
    if at < text.count || state == .start || state == .afterDocument { found.consumed = at }
    guard at < text.count else {
      if isLast, hasContent, state != .afterDocument {
        throw Fault(.unexpectedEnd, at: Self.textEnd(text))
      }
      return false
    }
    hasContent = true
    let byte = text[at]
    switch state {
    case .start: return try head(text, isLast: isLast, into: &found)
    case .elementOrEnd:
      if byte == UInt8(ascii: "]") {
        found.consumed = at + 1
        state = .memberCommaOrEnd
        return true
      }
      return try element(text, at, isLast: isLast, into: &found)
    case .element: return try element(text, at, isLast: isLast, into: &found)
    case .commaOrEnd:
      switch byte {
      case UInt8(ascii: ","): state = .element
      case UInt8(ascii: "]"): state = .memberCommaOrEnd
      default: throw Fault(.commaOrBracketExpected, at: at)
      }
      found.consumed = at + 1
      return true
    case .memberCommaOrEnd:
      switch byte {
      case UInt8(ascii: ","): state = .member
      case UInt8(ascii: "}"): state = .afterDocument
      default: throw Fault(.commaOrBraceExpected, at: at)
      }
      found.consumed = at + 1
      return true
    case .member:
      guard let member = try Self.member(text, at, isLast: isLast) else { return false }
      found.members.append(member)
      found.consumed = member.value.upperBound
      state = .memberCommaOrEnd
      return true
    case .afterDocument:
      if newlineSeen && !holdsDocuments {
        state = .lines
        return true
      }
      guard byte == UInt8(ascii: "{") else { throw Fault(.trailing, at: at) }
      holdsDocuments = true
      return try document(text, at, isLast: isLast, into: &found)
    case .lines, .sequence: return false
    }
  }

  // MARK: Units

  private mutating func element(
    _ text: Text, _ at: Int, isLast: Bool, into found: inout Found
  ) throws(Fault) -> Bool {
    guard let end = try Self.valueEnd(text, at, isLast: isLast) else { return false }
    found.records.append(at..<end)
    found.consumed = end
    state = .commaOrEnd
    return true
  }

  private mutating func line(
    _ text: Text, isLast: Bool, into found: inout Found
  ) throws(Fault) -> Bool {
    let at = Self.spaceEnd(text, found.consumed)
    found.consumed = at
    guard at < text.count else { return false }
    guard var end = Self.lineEnd(text, at, isLast: isLast) else { return false }
    if !isPathText, end < text.count, Self.goesOn(text[Self.spaceStart(text, end) - 1]) {
      if case .collection(let start, let members) = Self.open(text, at) {
        try open(members, start, text, into: &found)
        return true
      }
      // The next line tells a value that is spread over lines from one that was cut off.
      guard end + 1 < text.count || isLast else { return false }
      if end + 1 < text.count, text[end + 1] != UInt8(ascii: "{") {
        guard let valueEnd = try Self.valueEnd(text, at, isLast: isLast),
          let last = Self.lineEnd(text, valueEnd, isLast: isLast)
        else { return false }
        end = last
      }
    }
    found.records.append(at..<Self.spaceStart(text, end))
    found.consumed = end
    return true
  }

  /// Takes a document that follows another.
  private mutating func document(
    _ text: Text, _ at: Int, isLast: Bool, into found: inout Found
  ) throws(Fault) -> Bool {
    if case .collection(let start, let members) = Self.open(text, at) {
      try open(members, start, text, into: &found)
      return true
    }
    guard let end = try Self.valueEnd(text, at, isLast: isLast) else { return false }
    found.records.append(at..<end)
    found.consumed = end
    return true
  }

  /// Goes into a collection whose features begin at `start`.
  private mutating func open(
    _ members: [Member], _ start: Int, _ text: Text, into found: inout Found
  ) throws(Fault) {
    try Self.validate(members, in: text)
    found.members += members
    found.consumed = start
    (isCollection, holdsDocuments) = (true, true)
    state = .elementOrEnd
  }

  private mutating func sequence(
    _ text: Text, isLast: Bool, into found: inout Found
  ) throws(Fault) -> Bool {
    var at = found.consumed
    while at < text.count, Self.isSpace(text[at]) || text[at] == 0x1e { at += 1 }
    guard at < text.count else {
      found.consumed = at
      return false
    }
    guard let end = Self.find(0x1e, in: text, from: at) ?? (isLast ? text.count : nil)
    else { return false }
    let record = at..<Self.spaceStart(text, end)
    if isFirstInSequence {
      isFirstInSequence = false
      if case .record(_, let members, true) = Self.open(Text(rebasing: text[record]), 0) {
        found.members = members.map { $0.moved(by: at) }
        try Self.validate(found.members, in: text)
        found.isHeadRecord = true
        found.consumed = end
        return false
      }
    }
    found.records.append(record)
    found.consumed = end
    return true
  }

  private mutating func head(
    _ text: Text, isLast: Bool, into found: inout Found
  ) throws(Fault) -> Bool {
    let at = found.consumed
    let start = Text(rebasing: text[at...])
    if !isLast, start.count < ForeignFormat.bytesNeeded { return false }
    if let format = ForeignFormat(of: start) {
      found.foreignFormat = format
      return false
    }
    switch Self.isPathText(start, isLast: isLast) {
    case nil: return false
    case true?:
      isPathText = true
      state = .lines
      return true
    case false?: break
    }
    switch text[at] {
    case 0x1e:
      state = .sequence
      return true
    case UInt8(ascii: "{"): break
    case UInt8(ascii: "["):
      found.notGeoJSON = (at, "an array")
      return false
    default:
      guard let scalar = Self.scalar(start) else { throw Fault(.valueExpected, at: at) }
      found.notGeoJSON = (at, scalar)
      return false
    }
    switch Self.open(text, at) {
    case .collection(let end, let members):
      try open(members, end, text, into: &found)
      return true
    case .record(let end, let members, let isHead):
      state = .afterDocument
      found.consumed = end
      if isHead {
        try Self.validate(members, in: text)
        found.members = members
        found.isHeadRecord = true
        return false
      }
      found.notGeoJSON = Self.foreignType(members, in: text).map { (at, $0) }
      found.records.append(at..<end)
      return true
    case .incomplete:
      let fault = cjt_validate(start.baseAddress, start.count)
      if !isLast, fault.problem == .unexpectedEnd { return false }
      if fault.problem == .unexpectedEnd { throw Fault(.unexpectedEnd, at: Self.textEnd(text)) }
      throw Fault(fault.problem == .none ? .unreadable : fault.problem, at: at + fault.offset)
    }
  }
}
