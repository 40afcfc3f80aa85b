// swift-tools-version: 6.3
import PackageDescription

/// Settings of every Swift target: each warning is an error, and imports are explicit.
let swift: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
let c: [CSetting] = [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]
let cxx: [CXXSetting] = [
  .enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error),
]

let package = Package(
  name: "OverlayTiles",
  products: [
    .library(name: "OverlayTiles", targets: ["OverlayTiles"]),
    .executable(name: "tilegen", targets: ["tilegen"]),
  ],
  targets: [
    // System libraries, found by pkg-config.
    .systemLibrary(
      name: "SystemProtobufC", path: "Sources/System/ProtobufC", pkgConfig: "libprotobuf-c",
      providers: [.apt(["libprotobuf-c-dev"]), .brew(["protobuf-c"])]),
    .systemLibrary(
      name: "SystemDeflate", path: "Sources/System/Deflate", pkgConfig: "libdeflate",
      providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .systemLibrary(
      name: "SystemZlib", path: "Sources/System/Zlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "SystemSimdJSON", path: "Sources/System/SimdJSON", pkgConfig: "simdjson",
      providers: [.apt(["libsimdjson-dev"]), .brew(["simdjson"])]),
    .systemLibrary(
      name: "SystemGEOS", path: "Sources/System/GEOS", pkgConfig: "geos",
      providers: [.apt(["libgeos-dev"]), .brew(["geos"])]),
    .systemLibrary(
      name: "SystemSQLite", path: "Sources/System/SQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "SystemCurl", path: "Sources/System/Curl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(
      name: "SystemPNG", path: "Sources/System/PNG", pkgConfig: "libpng",
      providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),

    .systemLibrary(
      name: "SystemMicroHTTPD", path: "Sources/System/MicroHTTPD", pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),

    // C and C++ behind small C headers.
    .target(
      name: "CTileCodec",
      dependencies: ["SystemProtobufC", "SystemDeflate", "SystemZlib"],
      exclude: ["vector_tile.proto", "tile_frame.proto"], cSettings: c),
    .target(
      name: "CJSONTape", dependencies: ["SystemSimdJSON", "SystemZlib"], cxxSettings: cxx),
    .target(name: "CFileSystem", cSettings: c),
    .target(name: "CMemory", cSettings: c),
    .target(name: "CWebRanges", dependencies: ["SystemCurl"], cSettings: c),
    .target(
      name: "CVectorImage", cSettings: c,
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "CHTTPServer", dependencies: ["SystemMicroHTTPD"], cSettings: c),

    // Swift, bottom to top.
    .target(name: "MapMath", swiftSettings: swift),
    .target(name: "JSONText", swiftSettings: swift),
    .target(name: "OverlayModel", dependencies: ["MapMath"], swiftSettings: swift),
    .target(
      name: "OverlayReader",
      dependencies: ["CJSONTape", "MapMath", "OverlayModel"], swiftSettings: swift),
    .target(name: "TileGeometry", dependencies: ["MapMath"], swiftSettings: swift),
    .target(name: "Compression", dependencies: ["CTileCodec"], swiftSettings: swift),
    .target(
      name: "TileEncoding", dependencies: ["CTileCodec", "Compression", "MapMath"],
      swiftSettings: swift),
    .target(
      name: "TileArchive",
      dependencies: [
        "CFileSystem", "CWebRanges", "SystemSQLite", "MapMath", "JSONText", "Compression",
      ],
      swiftSettings: swift),
    .target(
      name: "TileInspection",
      dependencies: ["MapMath", "JSONText", "Compression", "TileArchive"], swiftSettings: swift),
    .target(
      name: "SpriteSheet",
      dependencies: ["CVectorImage", "SystemPNG", "OverlayModel", "MapMath", "JSONText"],
      swiftSettings: swift),
    .target(
      name: "MapStyle", dependencies: ["MapMath", "OverlayModel", "JSONText"],
      swiftSettings: swift),
    .target(
      name: "FeatureFilter", dependencies: ["JSONText"], swiftSettings: swift),
    .target(
      name: "TileServer",
      dependencies: [
        "CHTTPServer", "MapMath", "JSONText", "Compression", "TileArchive", "MapStyle",
      ], swiftSettings: swift),
    .target(
      name: "TilePipeline",
      dependencies: [
        "CMemory", "MapMath", "JSONText", "OverlayModel", "OverlayReader", "TileGeometry",
        "TileEncoding",
        "Compression", "TileArchive", "SpriteSheet", "MapStyle", "FeatureFilter",
      ], swiftSettings: swift),
    .target(
      name: "OverlayTiles",
      dependencies: ["MapMath", "OverlayModel", "TileArchive", "TilePipeline"],
      swiftSettings: swift),
    .executableTarget(
      name: "tilegen",
      dependencies: [
        "CMemory", "MapMath", "JSONText", "OverlayModel", "OverlayReader", "TilePipeline",
        "TileArchive", "TileEncoding", "TileInspection", "TileServer", "Compression",
        "FeatureFilter",
      ], swiftSettings: swift),

    // Benchmarks: tools/bench runs them.
    .target(
      name: "CAllocationCounter", path: "Benchmarks/CAllocationCounter",
      cSettings: c),
    .target(
      name: "BenchmarkHarness", dependencies: ["CAllocationCounter", "JSONText"],
      path: "Benchmarks/Harness", swiftSettings: swift),
    .executableTarget(
      name: "tilebench",
      dependencies: [
        "BenchmarkHarness", "MapMath", "OverlayReader", "TileGeometry", "TileEncoding",
        "Compression", "TileArchive", "TilePipeline", "TestSupport",
      ],
      path: "Benchmarks/Stages", swiftSettings: swift),

    // Tests.
    .target(
      name: "TestSupport", dependencies: ["MapMath", "CTileCodec", "TileEncoding", "TileGeometry"],
      path: "Tests/TestSupport", swiftSettings: swift),
    .testTarget(
      name: "MapMathTests", dependencies: ["MapMath", "TestSupport"], swiftSettings: swift),
    .testTarget(
      name: "FeatureFilterTests", dependencies: ["FeatureFilter", "JSONText"],
      swiftSettings: swift),
    .testTarget(
      name: "JSONTextTests", dependencies: ["JSONText", "TestSupport"], swiftSettings: swift),
    .testTarget(
      name: "OverlayModelTests", dependencies: ["OverlayModel", "MapMath", "TestSupport"],
      swiftSettings: swift),
    .testTarget(
      name: "OverlayReaderTests",
      dependencies: [
        "OverlayReader", "CJSONTape", "OverlayModel", "MapMath", "Compression", "TestSupport",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "TileGeometryTests", dependencies: ["TileGeometry", "SystemGEOS", "TestSupport"],
      swiftSettings: swift),
    .testTarget(
      name: "TileEncodingTests", dependencies: ["TileEncoding", "Compression", "TestSupport"],
      swiftSettings: swift),
    .testTarget(
      name: "CompressionTests", dependencies: ["Compression", "CTileCodec", "TestSupport"],
      swiftSettings: swift),
    .testTarget(
      name: "TileArchiveTests",
      dependencies: ["TileArchive", "Compression", "JSONText", "MapMath", "TestSupport"],
      swiftSettings: swift),
    .testTarget(
      name: "TileServerTests",
      dependencies: [
        "TileServer", "TileArchive", "Compression", "JSONText", "MapMath", "TestSupport",
      ], swiftSettings: swift),
    .testTarget(
      name: "TileInspectionTests",
      dependencies: [
        "TileInspection", "TileArchive", "Compression", "MapMath", "JSONText", "TestSupport",
      ], swiftSettings: swift),
    .testTarget(
      name: "MapStyleTests",
      dependencies: [
        "MapStyle", "SpriteSheet", "OverlayModel", "MapMath", "JSONText", "TestSupport",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "TilePipelineTests",
      dependencies: [
        "TilePipeline", "MapMath", "JSONText", "OverlayModel", "OverlayReader", "TileGeometry",
        "FeatureFilter",
        "TileEncoding", "TileArchive", "TestSupport",
      ], swiftSettings: swift),
    .testTarget(
      name: "OverlayTilesTests",
      // The tests import OverlayTiles alone; but the modules that it exports must be named here, or
      // a change in one of them does not recompile the tests.
      dependencies: [
        "OverlayTiles", "MapMath", "OverlayModel", "TilePipeline", "TileArchive", "JSONText",
        "TestSupport",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "BenchmarkHarnessTests",
      dependencies: ["BenchmarkHarness", "CAllocationCounter", "JSONText"],
      swiftSettings: swift),
    .testTarget(
      name: "TilegenTests",
      dependencies: [
        "tilegen", "Compression", "MapMath", "OverlayModel", "OverlayReader", "TileArchive",
        "TileEncoding", "TilePipeline", "TestSupport",
      ],
      swiftSettings: swift),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// Fuzz targets hold no main function but libFuzzer's entry point, so they build only with
// `tools/fuzz`, which sets this.
if Context.environment["OVERLAYTILES_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "TileDecoderFuzz", dependencies: ["TileEncoding", "Compression"],
      path: "Tests/Fuzz/TileDecoderFuzz", swiftSettings: swift))
  package.targets.append(
    .executableTarget(
      name: "OverlayReaderFuzz", dependencies: ["OverlayReader", "OverlayModel"],
      path: "Tests/Fuzz/OverlayReaderFuzz", swiftSettings: swift))
  package.targets.append(
    .executableTarget(
      name: "PolygonFuzz", dependencies: ["TestSupport"], path: "Tests/Fuzz/PolygonFuzz",
      swiftSettings: swift))
}
