import Dispatch
import TileArchive

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The options that all commands share which look into tile sets.
enum TileSetOptions {
  static let path = Argument(
    "PATH", help: "A tile set: a folder of tiles z/x/y, or an archive")
  static let zooms = Option(
    "zoom", short: "z", "ZOOM", .zooms, default: 0...30, defaultText: "all",
    help: "Only these zooms, such as 5 or 3-8")
  static let box = Option<TileSelection.Box?>(
    "bbox", short: "b", "W,S,E,N", .box, default: nil,
    help: "Only tiles that meet this box in degrees; west beyond east crosses the antimeridian")
  static let threads = Option<Int?>(
    "threads", short: "j", "N", .integer(1...1024, or: "auto"), default: nil, section: .running,
    help: "Workers")
  static let json = Flag("json", help: "Write one JSON object instead of a table")

  /// What the two options select.
  static func selection(_ arguments: ParsedArguments) -> TileSelection {
    TileSelection(zooms: arguments[zooms], box: arguments[box])
  }

  /// The count of workers.
  static func threadCount(_ arguments: ParsedArguments) -> Int {
    arguments[threads] ?? sysconf(Int32(_SC_NPROCESSORS_ONLN))
  }

  /// Opens the tile set at `path`.
  static func open(_ path: String) throws(Failure) -> any TileSetReader {
    do throws(TileSetError) {
      return try openTileSet(path)
    } catch {
      throw .set(error)
    }
  }
}

extension ValueKind where Value == ClosedRange<Int> {
  /// One zoom, or the first and last with a hyphen between them.
  static let zooms = Self(
    allowed: "a zoom from 0 to 30, or two such as 3-8", brief: "",
    read: { text in
      let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard let first = ends.first.flatMap({ $0 }), let last = ends.last.flatMap({ $0 }),
        ends.count <= 2, 0 <= first, first <= last, last <= 30
      else { return nil }
      return first...last
    },
    show: { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" })
}

extension ValueKind where Value == TileSelection.Box? {
  /// Four numbers: west, south, east, north.
  static let box = Self(
    allowed: "west,south,east,north in degrees, such as 5.9,45.8,10.5,47.8", brief: "",
    read: { text in
      let sides = text.split(separator: ",", omittingEmptySubsequences: false).compactMap {
        Double($0)
      }
      guard sides.count == 4, text.split(separator: ",").count == 4,
        -180...180 ~= sides[0], -180...180 ~= sides[2], -90...90 ~= sides[1], -90...90 ~= sides[3],
        sides[1] <= sides[3]
      else { return nil }
      return .some(
        TileSelection.Box(west: sides[0], south: sides[1], east: sides[2], north: sides[3]))
    },
    show: { $0.map { "\($0.west),\($0.south),\($0.east),\($0.north)" } })
}
