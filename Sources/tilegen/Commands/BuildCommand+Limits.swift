import TilePipeline

extension BuildCommand {
  static let maxTileBytes = Option<Int?>(
    "max-tile-bytes", "SIZE", .byteSize(1...(1 << 30), or: "none"), default: nil,
    section: .limits,
    help: "Report tiles that take more bytes as they are stored; under --strict the build fails")
  static let maxTileFeatures = Option<Int?>(
    "max-tile-features", "N", .integer(1...1_000_000_000, or: "none"), default: nil,
    section: .limits,
    help: "Report tiles that have more features in all layers; under --strict the build fails")
}
