public import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program that the package builds, run as its users run it.
public struct BuiltProgram: Sendable {
  /// How a run ended.
  public struct Result: Sendable {
    /// The exit code, or minus the number of the signal that ended it.
    public var code: Int32
    /// Standard output.
    public var output: String
    /// Standard error.
    public var error: String
  }
  /// Absolute path of the program.
  public let path: String

  /// The product `name`, which stands beside the test bundle.
  public init(_ name: String) {
    let own = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    var folders = [own]
    // The bundle of macOS holds its program three folders deeper.
    folders.append(own.appendingPathComponent("../../.."))
    folders.append(packageRoot.appendingPathComponent(".build/debug"))
    let candidates = folders.map { $0.appendingPathComponent(name).standardizedFileURL.path }
    path = candidates.first { access($0, X_OK) == 0 } ?? name
  }

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments, without its own name.
  ///   - folder: Its working folder; `nil` is that of the test.
  ///   - input: Its standard input, at most what a pipe holds (64 kB).
  public func run(
    _ arguments: [String], in folder: URL? = nil, input: String = ""
  ) throws -> Result {
    let scratch = try TemporaryFolder()
    let process = try start(arguments, in: folder, input: input, scratch: scratch)
    return try process.wait()
  }

  /// Starts the program with its streams in files of `scratch`.
  public func start(
    _ arguments: [String], in folder: URL? = nil, input: String = "", scratch: TemporaryFolder
  ) throws -> Running {
    let (inputFile, outputFile, errorFile) = (
      scratch.url.appendingPathComponent("stdin"), scratch.url.appendingPathComponent("stdout"),
      scratch.url.appendingPathComponent("stderr")
    )
    try Data(input.utf8).write(to: inputFile)
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, inputFile.path, O_RDONLY, 0)
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, outputFile.path, flags, 0o600)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errorFile.path, flags, 0o600)
    // The shell only changes the folder, which posix_spawn cannot do everywhere.
    let folder = folder?.path ?? FileManager.default.currentDirectoryPath
    let shell = ["/bin/sh", "-c", #"cd "$1" && shift && exec "$@""#, "sh", folder, path]
    var words = (shell + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var identifier = Int32()
    let failure = posix_spawn(&identifier, shell[0], &actions, nil, &words, environ)
    guard failure == 0 else { throw SpawnError(path: path, errno: failure) }
    return Running(identifier: identifier, output: outputFile, error: errorFile)
  }

  /// A program that was started.
  public struct Running: Sendable {
    /// Its process.
    public let identifier: Int32
    let output: URL
    let error: URL

    /// Waits for its end.
    public func wait() throws -> Result {
      var status: Int32 = 0
      while waitpid(identifier, &status, 0) == -1, errno == EINTR {}
      let signal = status & 0x7f
      return Result(
        code: signal == 0 ? (status >> 8) & 0xff : -signal,
        output: try String(contentsOf: output, encoding: .utf8),
        error: try String(contentsOf: error, encoding: .utf8))
    }
  }

  /// A program that does not start.
  public struct SpawnError: Error {
    /// Its path.
    public let path: String
    /// Why.
    public let errno: Int32
  }
}

/// Where tests make files: in memory where the system has such a place, since outputs wait for the
/// disk, else where the environment says.
public let scratchRoot: URL = {
  let memory = "/dev/shm"
  return access(memory, R_OK | W_OK | X_OK) == 0
    ? URL(fileURLWithPath: memory) : FileManager.default.temporaryDirectory
}()

/// A folder that goes away with the last reference to it.
public final class TemporaryFolder: Sendable {
  /// Where it is.
  public let url: URL

  /// Makes a new empty folder.
  public init() throws {
    url = scratchRoot.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

/// The folder of Package.swift.
public let packageRoot = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

extension TemporaryFolder {
  /// Writes a file at `path` below the folder, with the folders that it needs.
  public func write(_ bytes: [UInt8], to path: String) throws {
    let file = url.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }
}
