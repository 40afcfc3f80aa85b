import OverlayReader
import TileArchive

extension BuildError {
  /// What a failure inside a build over `inputs` is to its caller.
  init(_ error: any Error, inputs: [BuildOptions.Input]) {
    switch error {
    case let error as BuildError: self = error
    case let error as ArchiveError: self = .output(error)
    case let failure as InputQueue.Failure:
      self.init(failure.error, path: inputs[failure.input].path)
    case is CancellationError: self = .cancelled
    default: self = .internalFault(String(describing: error))
    }
  }

  /// A reader's error about the input `path`.
  init(_ error: ReaderError, path: String) {
    func malformed(_ line: Int, _ problem: String, column: Int = 0) -> BuildError {
      .malformed(path: path, line: line, column: column, problem: problem)
    }
    self =
      switch error {
      case .io(let path, let code): .input(path: path, errno: code)
      case .changed: .inputChanged(path: path)
      case .emptyInput: malformed(0, "empty input")
      case .malformed(let line, let column, let problem):
        malformed(line, problem.description, column: column)
      case .truncatedGzip(let bytes):
        malformed(0, "the gzip stream is cut off after \(bytes) bytes of text")
      case .corruptGzip(let bytes):
        malformed(0, "the gzip stream is damaged after \(bytes) bytes of text")
      case .unsupportedFormat(let format):
        malformed(
          0,
          "\(format.rawValue) is not supported; overlay documents and GeoJSON are, plain or gzip")
      case .unsupportedCRS(let name, let line, let feature):
        malformed(
          line,
          "the crs is \(name); positions must be longitude and latitude"
            + (feature.map {
              " (first feature: \($0.id.map { "id \($0), " } ?? "")index \($0.index), line \($0.line))"
            } ?? ""))
      case .notGeoJSON(let line, let found):
        malformed(line, "found \(found); allowed is a FeatureCollection, a Feature or a geometry")
      case .recordTooLarge(let line, let limit):
        malformed(line, "a feature of more than \(limit) bytes")
      case .outOfMemory: .internalFault("no memory for the parser")
      }
  }
}
