import OverlayModel
import TileEncoding

extension AttributeEncoding {
  /// Appends `value` as a whole `Tile.Value` message.
  static func append(_ value: AttributeValue, to out: inout [UInt8]) {
    switch value {
    case .string(let text): encode(string: text, into: &out)
    case .int(let number): encode(int: number, into: &out)
    case .uint(let number): encode(uint: number, into: &out)
    case .double(let number): encode(double: number, into: &out)
    case .bool(let flag): encode(bool: flag, into: &out)
    }
  }
}
