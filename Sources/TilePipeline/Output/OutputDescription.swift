import JSONText
import MapMath
import MapStyle
import OverlayModel
import SpriteSheet
import TileArchive

/// What stands beside the tiles: metadata, style and report, from a survey of the overlays.
struct OutputDescription {
  let metadata: TileSetMetadata
  let style: StylePlan
  private let options: BuildOptions
  private let grounds: GroundOverlays
  private let forms: [BaseMaps.Form]
  private let mapReport: JSONValue?

  init(
    options: BuildOptions, survey: OverlaySurvey, plans: [ZoomPlan],
    documents: [OverlayDocument], grounds: GroundOverlays, baseMaps: BaseMaps
  ) {
    (self.options, self.grounds) = (options, grounds)
    let address = OutputAddress(options)
    let bounds = OutputBounds(of: survey.bounds, plans)?.degrees ?? TileSetMetadata().bounds
    let stated = documents.lazy.compactMap(\.map).first
    let map = stated ?? MapOptions()
    forms = baseMaps.forms(for: map)
    mapReport = MapReport(map: map, isStated: stated != nil, forms: forms).section
    let images = grounds.images(at: address.files)
    let view = FirstView(of: survey.bounds, images, map: map, options)

    var metadata = TileSetMetadata()
    metadata.minZoom = options.minZoom
    metadata.maxZoom = options.maxZoom
    metadata.bounds = bounds
    let first = map.firstCamera ?? (view.center.longitude, view.center.latitude, view.zoom)
    metadata.center = (first.longitude, first.latitude, Int(min(max(first.zoom, 0), 24).rounded()))
    metadata.tileURL = address.tiles
    metadata.compressed = options.compress
    for (number, layer) in survey.layers.enumerated() {
      let zooms = survey.zooms[number] ?? options.minZoom...options.maxZoom
      metadata.layers.append(
        TileSetMetadata.VectorLayer(
          id: layer.name, fields: survey.fields[number],
          minZoom: zooms.lowerBound, maxZoom: zooms.upperBound))
    }
    self.metadata = metadata

    var style = StylePlan()
    style.tileURL = address.tiles
    style.minZoom = options.minZoom
    style.maxZoom = options.maxZoom
    style.bounds = bounds
    style.fallbackView = (view.center.longitude, view.center.latitude, view.zoom)
    style.groundImages = images
    style.names = survey.names
    style.map = map
    for (number, layer) in survey.layers.enumerated() {
      for role in layer.roles {
        var source = StylePlan.SourceLayer(
          name: layer.name, role: role.styleRole, zIndices: layer.zIndices.sorted(),
          markerKinds: survey.markerKinds[number].sorted { $0.text < $1.text })
        if layer.hasClusters && role == .marker { source.clusters = .standard }
        style.layers.append(source)
      }
    }
    if style.layers.contains(where: { [.marker, .stamp, .dot].contains($0.role) }) {
      style.spriteURL = address.files.address(of: "sprite")
    }
    self.style = style
  }

  /// Writes style.json, report.json, the sprite and the viewer.
  func write(
    to sink: any TileSetSink, images: MarkerImages, summary: BuildSummary
  ) throws(ArchiveError) {
    for form in forms {
      var plan = style
      plan.base = form.base
      plan.files = forms.map(\.file)
      try sink.addFile(
        name: form.file.name, bytes: StyleDocument.make(plan).serialized(.pretty))
    }
    if style.spriteURL != nil {
      let hasClusters = style.layers.contains { $0.clusters != nil }
      for file in images.spriteFiles(clusters: hasClusters) {
        try sink.addFile(name: file.name, bytes: file.bytes)
      }
    }
    for (name, file) in grounds.files { try sink.addFile(name: name, bytes: file.bytes) }
    try sink.addFile(
      name: "index.html",
      bytes: Viewer.page(
        title: style.name, maplibreJS: options.maplibreJS, names: style.names))
    let report = ReportDocument.make(
      summary, inputs: options.inputs.map(\.path), map: mapReport
    ).serialized(.pretty)
    try sink.addFile(name: "report.json", bytes: report)
    if let file = options.reportFile { try WholeFile.write(report, to: file) }
  }
}

extension StylePlan.ClusterLook {
  /// That of the images which come with every sprite of a build with clusters.
  fileprivate static let standard = Self(
    discs: ClusterImages.discs.map { Disc(image: $0.name, from: $0.from) },
    characterPrefix: ClusterImages.characterPrefix, advance: ClusterImages.advance,
    mostCharacters: ClusterImages.mostCharacters)
}

extension LayerRole {
  /// The role in the style.
  var styleRole: StylePlan.Role {
    switch self {
    case .polygon: .fill
    case .stroke: .stroke
    case .stamp: .stamp
    case .dot: .dot
    case .marker: .marker
    }
  }
}
