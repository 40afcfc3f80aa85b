import FeatureFilter
import JSONText
import TileArchive
import TilePipeline

extension BuildCommand {
  static let filter = Option<String?>(
    "filter", "JSON", .text("a filter"), default: nil, section: .selection,
    help: """
      Take only features that pass a filter in the style specification's syntax, such as \
      '["==", ["get", "kind"], "road"]', or @FILE with one
      """)
  static let include = Option<String?>(
    "include", "NAME", .text("a property's name"), default: nil, repeats: true,
    section: .selection,
    help: "Make an attribute of this property, and of no others but those named so")
  static let exclude = Option<String?>(
    "exclude", "NAME", .text("a property's name"), default: nil, repeats: true,
    section: .selection, help: "Make no attribute of this property")
  static let idFrom = Option<String?>(
    "id-from", "NAME", .text("a property's name"), default: nil, section: .selection,
    help: "Take the features' ids from this property")
  static let layerZooms = Option<String?>(
    "layer-zooms", "LAYER=MIN-MAX", .text("LAYER=MIN-MAX", accepts: { zoomRange($0) != nil }),
    default: nil, repeats: true, section: .selection,
    help: "Draw the source layer LAYER only in these tile zooms")

  /// What of the inputs is taken.
  static func selection(from arguments: ParsedArguments) throws(UsageError) -> FeatureSelection {
    var selection = FeatureSelection()
    func names(_ option: Option<String?>) -> [String] {
      arguments.entries.filter { $0.name == option.parameter.name }.map(\.text)
    }
    let included = names(include)
    if !included.isEmpty { selection.included = Set(included) }
    selection.excluded = Set(names(exclude))
    selection.idProperty = arguments[idFrom]
    if let text = arguments[filter] { selection.filter = try parseFilter(text) }
    return selection
  }

  private static func parseFilter(_ text: String) throws(UsageError) -> FilterExpression {
    var bytes = Array(text.utf8)
    if text.hasPrefix("@") {
      do throws(ArchiveError) {
        bytes = try WholeFile.read(String(text.dropFirst()), limit: 1 << 20)
      } catch {
        throw .contradiction(
          found: "--filter \(text), which cannot be read", allowed: "allowed is @FILE or JSON")
      }
    }
    guard let document = try? JSONValue(parsing: bytes) else {
      throw .contradiction(
        found: "--filter \(text), which is not JSON",
        allowed: "a filter looks like [\"==\", [\"get\", \"kind\"], \"road\"]")
    }
    do throws(FilterError) {
      return try FilterExpression(document)
    } catch {
      throw .contradiction(
        found: "--filter: \(error.found)" + (error.place.isEmpty ? "" : " at \(error.place)"),
        allowed: "allowed is \(error.allowed)")
    }
  }

  /// The zooms of layers that have their own.
  static func layerZooms(from arguments: ParsedArguments) -> [String: ClosedRange<Int>] {
    var result: [String: ClosedRange<Int>] = [:]
    for entry in arguments.entries where entry.name == layerZooms.parameter.name {
      if let (name, zooms) = zoomRange(entry.text) { result[name] = zooms }
    }
    return result
  }

  /// LAYER=MIN-MAX or LAYER=ZOOM.
  static func zoomRange(_ text: String) -> (name: String, zooms: ClosedRange<Int>)? {
    guard let sign = text.lastIndex(of: "="), sign > text.startIndex else { return nil }
    let ends = text[text.index(after: sign)...].split(
      separator: "-", omittingEmptySubsequences: false
    )
    .map { Int($0) }
    guard ends.count <= 2, let first = ends.first, let low = first, let last = ends.last,
      let high = last, 0 <= low, low <= high
    else { return nil }
    return (String(text[..<sign]), low...high)
  }
}
