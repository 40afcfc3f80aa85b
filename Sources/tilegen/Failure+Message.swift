import OverlayModel
import TileArchive
import TilePipeline

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Failure {
  /// The lines for standard error, without line ends.
  var lines: [String] {
    switch self {
    case .usage(let error, let command):
      var page = command.map { "tilegen help " + $0 } ?? "tilegen help"
      if case .unknownCommand = error { page = "tilegen help" }
      return ["tilegen: error: \(error.message)", "'\(page)' shows what is allowed."]
    case .build(let error): return Self.lines(of: error)
    case .signal: return ["tilegen: stopped; no output was written"]
    case .reading(let path, let errno):
      return ["\(displayed(path)): error: cannot be read: \(Self.reason(errno))"]
    case .tile(let path, let problem): return ["\(displayed(path)): error: \(problem)"]
    case .set(let error): return [Self.line(of: error)]
    case .listening(let host, let port, let errno):
      return ["tilegen: error: cannot listen on \(host) port \(port): \(Self.reason(errno))"]
    case .writing(let errno):
      return ["tilegen: error: cannot write the output: \(Self.reason(errno))"]
    case .closedPipe: return []
    }
  }

  private static func line(of error: TileSetError) -> String {
    switch error {
    case .io(_, let path, let errno):
      "\(path): error: cannot be read: \(reason(errno))"
    case .interrupted(let path, let errno):
      "\(path): error: a run died while it changed it, and this cannot be completed now:"
        + " \(reason(errno)); it completes when the folder can be written"
    case .notATileSet(let path):
      "\(path): error: is no tile set; allowed are a folder of tiles z/x/y.mvt and an archive"
    case .damaged(let path, let part):
      "\(path): error: is broken or cut short: its \(part.rawValue)"
    case .unsupported(let path, let feature):
      "\(path): error: uses \(feature), which tilegen cannot read"
    case .web(let address, let problem):
      "\(address): error: cannot be read: \(problem)"
    }
  }

  private static func lines(of error: BuildError) -> [String] {
    switch error {
    case .input(let path, let errno):
      return ["\(displayed(path)): error: cannot be read: \(reason(errno))"]
    case .web(let address, let problem):
      return ["\(address): error: cannot be read: \(problem)"]
    case .inputChanged(let path):
      return [
        "\(displayed(path)): error: changed while it was read; build again when it is complete"
      ]
    case .malformed(let path, let line, let column, let problem):
      return ["\(place(path, line, column)): error: \(problem)"]
    case .strict(let path, let finding):
      return [findingLine(finding, path: path, severity: "error")]
    case .unusedNames(let names): return names.map { "tilegen: error: \($0.advice)" }
    case .overfull(let overfull):
      return LimitText(overfull: overfull).lines.map { "tilegen: error: \($0)" }
        + ["no output was written; without --strict such tiles are written and reported"]
    case .output(.busy(let path)):
      return [
        "\(path): error: another run is writing it; wait until it has ended, or name another output"
      ]
    case .output(.exists(let path)):
      return ["\(path): error: is there already; --replace replaces it"]
    case .output(.holdsOthers(let path, let name)):
      return [
        "\(path): error: holds \(name), which tilegen did not make and --replace would remove;"
          + " move it away, or name another output"
      ]
    case .output(.notOurs(let path)):
      return [
        "\(path): error: is there already and was not made by tilegen, so --replace leaves it alone"
      ]
    case .output(.damaged(let path)):
      return [
        "\(path): error: is broken or cut short and cannot be brought up to date;"
          + " --replace without --incremental makes it anew"
      ]
    case .output(.outOfMemory):
      return ["tilegen: error: memory ran out"]
    case .output(.io(let operation, let path, let errno)):
      return ["\(path): error: cannot \(operation): \(reason(errno))"]
    case .scratch(let operation, let directory, let errno):
      return [
        "\(directory): error: cannot \(operation) a scratch file: \(reason(errno))",
        "no output was written; --temp names another folder, --memory allows more memory",
      ]
    case .internalFault(let fact):
      return ["tilegen: error: a fault of the program itself, please report it: \(fact)"]
    case .cancelled:
      return ["tilegen: stopped; no output was written"]
    }
  }

  private static func reason(_ errno: Int32) -> String { String(cString: strerror(errno)) }
}

/// `FILE:LINE: warning: what was found; what is allowed; what was done`.
func findingLine(_ finding: Finding, path: String, severity: String) -> String {
  let id = finding.id.map { " (id \($0))" } ?? ""
  let feature = finding.location.feature < 0 ? "" : "feature \(finding.location.feature)\(id): "
  let effect = finding.effect == .skipped && severity != "error" ? "; skipped" : ""
  return "\(place(path, finding.location.line)): \(severity): \(feature)\(finding.message)\(effect)"
}

/// `FILE`, `FILE:LINE` or `FILE:LINE:COLUMN`; numbers below 1 are left out.
private func place(_ path: String, _ line: Int, _ column: Int = 0) -> String {
  guard line > 0 else { return displayed(path) }
  return displayed(path) + ":\(line)" + (column > 0 ? ":\(column)" : "")
}

/// A path, or what `-` stands for.
private func displayed(_ path: String) -> String { path == "-" ? "<stdin>" : path }
