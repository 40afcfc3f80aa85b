import TileArchive
import TilePipeline

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Whatever ends a command early. What it means for the shell and how it is worded stands here
/// and in `Failure+Message.swift`, and nowhere else.
enum Failure: Error, Sendable {
  /// The command line is wrong; the command, if one was named.
  case usage(UsageError, command: String?)
  /// The build stopped.
  case build(BuildError)
  /// A signal ended the run.
  case signal(Int32)
  /// A tile set or tile to look into cannot be read.
  case reading(path: String, errno: Int32)
  /// A tile is broken or not there: its path, and what is wrong.
  case tile(path: String, problem: String)
  /// A tile set cannot be read.
  case set(TileSetError)
  /// A server cannot listen.
  case listening(host: String, port: Int, errno: Int32)
  /// A standard stream cannot be written.
  case writing(errno: Int32)
  /// Nobody reads our output any more.
  case closedPipe

  /// What the shell is told.
  var exitCode: ExitCode {
    switch self {
    case .usage: .usage
    case .build(let error): Self.exitCode(of: error)
    case .signal(let number): ExitCode(rawValue: 128 + number) ?? .interrupted
    case .reading, .writing, .listening: .io
    case .tile: .badInput
    case .set(.io), .set(.interrupted), .set(.web): .io
    case .set: .badInput
    case .closedPipe: .good
    }
  }

  private static func exitCode(of error: BuildError) -> ExitCode {
    switch error {
    case .input, .inputChanged, .web: .io
    case .malformed: .badInput
    case .strict, .unusedNames, .overfull: .found
    case .output(.busy), .output(.exists), .output(.notOurs), .output(.holdsOthers),
      .output(.damaged):
      .cannotCreate
    case .output(.io(let operation, _, let errno)):
      isCreation(operation) && !isFull(errno) ? .cannotCreate : .io
    case .scratch(let operation, _, let errno):
      isCreation(operation) && !isFull(errno) ? .cannotCreate : .io
    case .internalFault, .output(.outOfMemory): .software
    case .cancelled: .interrupted
    }
  }

  /// Whether the disk, or what may be written of it, is full.
  private static func isFull(_ errno: Int32) -> Bool { [ENOSPC, EDQUOT, EFBIG].contains(errno) }

  private static func isCreation(_ operation: String) -> Bool {
    ["create", "open", "mkdir", "rename"].contains { operation.hasPrefix($0) }
  }
}
