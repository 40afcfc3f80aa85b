internal import CJSONTape
internal import OverlayModel

/// The look that a feature's properties give by simplestyle.
///
/// A wrong value is noted and the default taken in its place; the feature is drawn all the same.
///
/// - SeeAlso: mapbox/simplestyle-spec 1.1.0.
struct Simplestyle {
  private var values: [(word: cjt_word, name: String, value: JSONTree)] = []

  /// Takes the keys of simplestyle from `properties`.
  init(_ properties: TapeNode) {
    for member in properties.children where Self.isKey(member) {
      values.append(
        (member.keyWord, String(decoding: member.key, as: UTF8.self), JSONTree(member)))
    }
  }

  private static func isKey(_ member: TapeNode) -> Bool {
    member.keyWord.rawValue >= cjt_word.stroke.rawValue && member.kind != .null
  }

  /// Appends bytes that are equal exactly for properties which give the same look.
  static func appendKey(of properties: TapeNode, to bytes: inout [UInt8]) {
    for member in properties.children where isKey(member) {
      bytes += [member.keyWord.rawValue, member.kind.rawValue]
      withUnsafeBytes(of: member.text.count) { bytes += $0 }
      bytes += member.text
    }
  }

  /// The overlay of a feature of `kind`.
  func overlay(for kind: FeatureBatch.Feature.Kind) -> ParsedOverlay {
    var notes: [Fault] = []
    let stroke = color(.stroke, opacity: .strokeOpacity, &notes) ?? Self.gray
    let strokeWidth =
      number(.strokeWidth, Allowed.strokeWidth, &notes, where: Allowed.isStrokeWidth) ?? 2
    var fill = color(.fill, opacity: .fillOpacity, &notes) ?? Self.gray
    if value(.fillOpacity) == nil { fill.alpha *= 0.6 }
    var overlay: Overlay
    switch kind {
    case .polyline:
      var look = PolylineLook()
      (look.strokeColor, look.strokeWidth) = (stroke, strokeWidth)
      overlay = Overlay(look: .polyline(look))
    case .polygon:
      var look = PolygonLook()
      (look.fillColor, look.strokeColor, look.strokeWidth) = (fill, stroke, strokeWidth)
      overlay = Overlay(look: .polygon(look))
    default:
      var look = MarkerLook()
      look.color = color(.markerColor, opacity: nil, &notes) ?? Self.markerGray
      look.snippet = text(.description, &notes)
      noteMarker(&notes)
      overlay = Overlay(look: .marker(look))
    }
    overlay.title = text(.title, &notes)
    return ParsedOverlay(overlay, notes: notes)
  }

  private static let gray = RGBA(red: 85 / 255, green: 85 / 255, blue: 85 / 255)
  private static let markerGray = RGBA(red: 126 / 255, green: 126 / 255, blue: 126 / 255)

  private func value(_ word: cjt_word) -> (name: String, value: JSONTree)? {
    values.last { $0.word == word }.map { ($0.name, $0.value) }
  }

  private func note(_ name: String, _ value: JSONTree, _ allowed: String, _ notes: inout [Fault]) {
    let isType: Bool
    switch value {
    case .number, .string: isType = false
    default: isType = true
    }
    notes.append(
      Fault(
        isType ? .memberType : .memberRange, "properties.\(name)", found: value.shown,
        allowed: "allowed is \(allowed); the default is taken"))
  }

  private func color(
    _ word: cjt_word, opacity: cjt_word?, _ notes: inout [Fault]
  ) -> RGBA? {
    var color: RGBA?
    if let (name, value) = value(word) {
      if case .string(let text) = value, let read = RGBA(css: text) ?? RGBA(css: "#" + text) {
        color = read
      } else {
        note(name, value, "a colour as text", &notes)
      }
    }
    guard let opacity else { return color }
    let alpha = number(opacity, "a number from 0 to 1", &notes) { (0...1).contains($0) }
    guard let alpha else { return color }
    var faded = color ?? Self.gray
    faded.alpha *= alpha
    return faded
  }

  private func number(
    _ word: cjt_word, _ allowed: String, _ notes: inout [Fault], where isAllowed: (Double) -> Bool
  ) -> Double? {
    guard let (name, value) = value(word) else { return nil }
    if case .number(let number, _) = value, number.isFinite, isAllowed(number) { return number }
    note(name, value, allowed, &notes)
    return nil
  }

  private func text(_ word: cjt_word, _ notes: inout [Fault]) -> String? {
    guard let (name, value) = value(word) else { return nil }
    if case .string(let text) = value { return text }
    note(name, value, "text", &notes)
    return nil
  }

  /// Sizes and symbols of markers have no place in the overlay model.
  private func noteMarker(_ notes: inout [Fault]) {
    for (word, common) in [(cjt_word.markerSize, "medium"), (.markerSymbol, "")] {
      guard let (name, value) = value(word) else { continue }
      if case .string(let text) = value, text.utf8.elementsEqual(common.utf8) { continue }
      notes.append(
        Fault(
          .unsupported, "properties.\(name)", found: value.shown,
          allowed: "the marker is drawn as the default pin; the property stays an attribute"))
    }
  }
}
