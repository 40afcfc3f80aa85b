internal import MapMath
internal import OverlayModel

extension Spans {
  /// Reads `overlay.spans`: an array of spans, or an object with a pattern.
  init(_ value: JSONTree, _ reader: inout MemberReader) throws(Fault) {
    let path = reader.path("spans")
    switch value {
    case .null: self = .none
    case .array(let elements):
      var spans: [StyleSpan] = []
      for (index, element) in elements.enumerated() {
        spans.append(try StyleSpan(element, path: "\(path)[\(index)]", &reader))
      }
      self = spans.isEmpty ? .none : .list(spans)
    case .object(let members):
      var inner = MemberReader(members, path: path)
      guard let pattern = inner.take("pattern") else {
        throw Fault(
          .memberRange, path, found: "an object without pattern",
          allowed: "allowed is an array of spans, or an object with a pattern")
      }
      self = .pattern(try SpanPattern(pattern, path: inner.path("pattern"), &inner))
      inner.finish()
      reader.adopt(inner.notes)
    default:
      throw Fault(
        .memberType, path, found: value.shown,
        allowed: "allowed is an array of spans, or an object with a pattern")
    }
  }
}

extension StyleSpan {
  fileprivate init(
    _ value: JSONTree, path: String, _ outer: inout MemberReader
  ) throws(Fault) {
    var reader = try MemberReader(
      value, path: path, allowed: "an object with style, color, gradient or stamp")
    let segments =
      try reader.number("segments", allowed: "a number above 0") { $0 > 0 } ?? 1
    let style: StyleReference
    if let reference = reader.take("style") {
      style = try StyleReference(reference, path: reader.path("style"), &reader)
      for name in ["color", "gradient", "stamp"] where reader.take(name) != nil {
        throw Fault(
          .memberRange, reader.path(name), found: "\(name) beside style",
          allowed: "allowed is one of the two")
      }
    } else {
      style = .inline(try StrokeStyle(&reader))
    }
    reader.finish()
    outer.adopt(reader.notes)
    self.init(style: style, segments: segments)
  }
}

extension StyleReference {
  /// A name, or a style in place.
  fileprivate init(
    _ value: JSONTree, path: String, _ outer: inout MemberReader
  ) throws(Fault) {
    if case .string(let name) = value {
      self = .named(name)
      return
    }
    var reader = try MemberReader(value, path: path, allowed: "the name of a style, or a style")
    self = .inline(try StrokeStyle(&reader))
    reader.finish()
    outer.adopt(reader.notes)
  }
}

extension StrokeStyle {
  /// Reads color or gradient, and stamp.
  init(_ reader: inout MemberReader) throws(Fault) {
    let color = try reader.color("color")
    let gradient = try Self.gradient(&reader)
    let stamp = try reader.take("stamp").map { (value) throws(Fault) in
      try StampStyle(value, path: reader.path("stamp"), &reader)
    }
    switch (color, gradient) {
    case (.some, .some):
      throw Fault(
        .memberRange, reader.path("gradient"), found: "gradient beside color",
        allowed: "allowed is one of the two")
    case (let color?, nil): self.init(base: .solid(color ?? .clear), stampStyle: stamp ?? nil)
    case (nil, let gradient?): self.init(base: gradient, stampStyle: stamp ?? nil)
    case (nil, nil):
      guard let stamp = stamp ?? nil else {
        throw Fault(
          .memberRange, reader.path, found: "no style",
          allowed: "allowed is one of style, color, gradient and stamp")
      }
      self.init(base: .solid(.clear), stampStyle: stamp)
    }
  }

  private static func gradient(_ reader: inout MemberReader) throws(Fault) -> Base? {
    guard let value = reader.take("gradient"), !value.isNull else { return nil }
    guard case .array(let ends) = value, ends.count == 2 else {
      throw reader.fault(.memberType, "gradient", value, "an array of two colours")
    }
    let path = reader.path("gradient")
    let from = try MemberReader.color(ends[0], path: "\(path)[0]") ?? .clear
    let to = try MemberReader.color(ends[1], path: "\(path)[1]") ?? .clear
    return .gradient(from, to)
  }
}

extension StampStyle {
  /// Reads {"sprite": file} or {"texture": file}; null is none.
  fileprivate init?(
    _ value: JSONTree, path: String, _ outer: inout MemberReader
  ) throws(Fault) {
    if value.isNull { return nil }
    let allowed = "an object with the image file of a sprite or of a texture"
    var reader = try MemberReader(value, path: path, allowed: allowed)
    let sprite = try reader.string(
      "sprite", allowed: "the name of an image file or a data: address")
    let texture = try reader.string(
      "texture", allowed: "the name of an image file or a data: address")
    switch (sprite, texture) {
    case (let sprite?, nil): self.init(kind: .sprite, image: sprite)
    case (nil, let texture?): self.init(kind: .texture, image: texture)
    default:
      throw Fault(
        .memberRange, path, found: sprite == nil ? "no image" : "both",
        allowed: "allowed is \(allowed)")
    }
    reader.finish()
    outer.adopt(reader.notes)
  }
}

extension SpanPattern {
  fileprivate init(
    _ value: JSONTree, path: String, _ outer: inout MemberReader
  ) throws(Fault) {
    var reader = try MemberReader(value, path: path, allowed: "an object with styles and lengths")
    let styles = try Self.styles(&reader)
    let lengths = try Self.lengths(&reader)
    let lengthKind = try reader.choice("lengthKind", of: LengthKind.self) ?? .geodesic
    let offset = try reader.number("offset", allowed: "a number") ?? 0
    reader.finish()
    outer.adopt(reader.notes)
    self.init(styles: styles, lengths: lengths, lengthKind: lengthKind, offset: offset)
  }

  private static func styles(_ reader: inout MemberReader) throws(Fault) -> [StyleReference] {
    var styles: [StyleReference] = []
    for (path, element) in try elements("styles", Allowed.styles, &reader) {
      styles.append(try StyleReference(element, path: path, &reader))
    }
    return styles
  }

  private static func lengths(_ reader: inout MemberReader) throws(Fault) -> [Double] {
    var lengths: [Double] = []
    for (path, element) in try elements("lengths", Allowed.lengths, &reader) {
      guard case .number(let length, _) = element, length.isFinite, length >= 0 else {
        throw Fault(
          .memberRange, path, found: element.shown, allowed: "allowed is \(Allowed.length)")
      }
      lengths.append(length)
    }
    let sum = lengths.reduce(0, +)
    guard sum > 0, sum.isFinite else {
      throw Fault(
        .memberRange, reader.path("lengths"), found: "a sum of \(sum)",
        allowed: "allowed is \(Allowed.lengths)")
    }
    return lengths
  }

  /// The elements of the array `name`, which has some, with their paths.
  private static func elements(
    _ name: String, _ allowed: String, _ reader: inout MemberReader
  ) throws(Fault) -> [(path: String, element: JSONTree)] {
    guard let value = reader.take(name) else {
      throw Fault(
        .memberRange, reader.path(name), found: "nothing", allowed: "allowed is \(allowed)")
    }
    guard case .array(let elements) = value, !elements.isEmpty else {
      throw reader.fault(.memberRange, name, value, allowed)
    }
    return elements.enumerated().map { ("\(reader.path(name))[\($0)]", $1) }
  }
}
