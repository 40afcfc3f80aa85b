internal import CJSONTape
internal import OverlayModel

/// A JSON value taken off the tape: for the small parts of a document that are read by name.
enum JSONTree {
  case null
  case bool(Bool)
  /// The value, and the text as written.
  case number(Double, text: String)
  case string(String)
  case array([JSONTree])
  case object([Member])
  /// An array or object that was not taken apart, in words.
  case opaque(String)

  struct Member {
    var name: String
    var value: JSONTree
  }

  init(_ node: TapeNode) {
    switch node.kind {
    case .null: self = .null
    case .no: self = .bool(false)
    case .yes: self = .bool(true)
    case .int: self = .number(Double(Int64(bitPattern: node.bits)), text: Self.text(node.text))
    case .uint: self = .number(Double(node.bits), text: Self.text(node.text))
    case .double: self = .number(node.double, text: Self.text(node.text))
    case .overflow: self = .number(.infinity, text: Self.text(node.text))
    case .string: self = .string(Self.text(node.text))
    case .rawArray, .rawObject, .coordinates: self = .opaque(node.shown)
    case .array: self = .array(node.children.map { JSONTree($0) })
    case .object:
      self = .object(
        node.children.map { Member(name: Self.text($0.key), value: JSONTree($0)) })
    }
  }

  private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// The value in words, as findings show it.
  var shown: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(_, let text): clipped(text)
    case .string(let text): "\"\(clipped(text))\""
    case .array(let elements): elements.isEmpty ? "an empty array" : "an array of \(elements.count)"
    case .object: "an object"
    case .opaque(let words): words
    }
  }

  private func clipped(_ text: String) -> String {
    text.count > 40 ? text.prefix(37) + "..." : text
  }
}
