import MapMath
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

  static let dropRate = Option(
    "drop-rate", "R", .number(1...1000), default: 1, section: .limits,
    help: """
      Of the markers of a zoom every R-th is drawn in the zoom before it, spread as all are; the \
      last zoom has all; 1 leaves none out
      """)
  static let cluster = Option<Double?>(
    "cluster", "PIXELS", .number(0.1...1024, or: "off"), default: nil, section: .limits,
    help: """
      Draw markers within PIXELS of each other, 512 a tile, as one point with their number, \
      point_count; the last zoom has none
      """)
  static let clusterMaxZoom = Option<Int?>(
    "cluster-max-zoom", "ZOOM", .integer(0...TileID.deepestZoom, or: "auto"), default: nil,
    section: .limits, help: "Last tile zoom with clusters; auto is one less than --max-zoom")
  static let accumulate = Option<String?>(
    "accumulate", "NAME=OPERATION",
    .text(
      "NAME=OPERATION with one of "
        + MarkerClustering.Accumulation.Operation.allCases.map(\.rawValue).joined(separator: ", "),
      accepts: { accumulation($0) != nil }),
    default: nil, repeats: true, section: .limits,
    help: """
      Give clusters the sum, min, max or mean of their markers' property NAME, or with concat its \
      different values
      """)

  static let coalesceFlag = Flag(
    "coalesce", section: .limits,
    help: """
      Make one feature of those that follow each other in a tile, look alike and have the same \
      attributes; overlays that have their like in their layer lose their ids
      """)
  static let dropSmallestFlag = Flag(
    "drop-smallest", section: .limits,
    help: """
      Leave the smallest overlays out of tiles over a limit, until they are within it: each from \
      that zoom and all before it, in whole; needs --max-tile-bytes or --max-tile-features
      """)

  static let limitParameters = [
    maxTileBytes.parameter, maxTileFeatures.parameter, dropSmallestFlag.parameter,
    dropRate.parameter, coalesceFlag.parameter, cluster.parameter, clusterMaxZoom.parameter,
    accumulate.parameter,
  ]

  /// Puts limits and strategies into `options`, whose zooms are set.
  static func setLimits(
    _ arguments: ParsedArguments, _ options: inout BuildOptions
  ) throws(UsageError) {
    options.limits.bytes = arguments[maxTileBytes]
    options.limits.features = arguments[maxTileFeatures]
    options.dropRate = arguments[dropRate]
    options.coalesce = arguments[coalesceFlag]
    options.dropSmallest = arguments[dropSmallestFlag]
    guard options.limits.bytes != nil || options.limits.features != nil || !options.dropSmallest
    else {
      throw .contradiction(
        found: "--drop-smallest without a limit",
        allowed: "it leaves out what exceeds --max-tile-bytes or --max-tile-features")
    }
    let accumulations = try accumulations(arguments)
    guard let distance = arguments[cluster] else {
      guard accumulations.isEmpty && arguments[clusterMaxZoom] == nil else {
        throw .contradiction(
          found: "--accumulate or --cluster-max-zoom without --cluster",
          allowed: "they say how clusters are made")
      }
      return
    }
    guard options.dropRate == 1 else {
      throw .contradiction(
        found: "--cluster with --drop-rate", allowed: "a marker is in a cluster or left out")
    }
    options.cluster = MarkerClustering(
      distance: distance, maxZoom: arguments[clusterMaxZoom], accumulations: accumulations)
  }

  private static func accumulations(
    _ arguments: ParsedArguments
  ) throws(UsageError) -> [MarkerClustering.Accumulation] {
    var accumulations: [MarkerClustering.Accumulation] = []
    for entry in arguments.entries where entry.name == accumulate.parameter.name {
      guard let next = accumulation(entry.text) else { continue }
      guard !accumulations.contains(where: { $0.name == next.name }) else {
        throw .contradiction(
          found: "--accumulate \(entry.text) is a second one for its property",
          allowed: "a cluster has one value of a name")
      }
      accumulations.append(next)
    }
    return accumulations
  }

  /// NAME=OPERATION.
  private static func accumulation(_ text: String) -> MarkerClustering.Accumulation? {
    guard let sign = text.lastIndex(of: "="), sign > text.startIndex else { return nil }
    return MarkerClustering.Accumulation.Operation(
      rawValue: String(text[text.index(after: sign)...])
    ).map { MarkerClustering.Accumulation(String(text[..<sign]), $0) }
  }
}
