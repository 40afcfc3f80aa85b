/// What the program is told.
struct ProgramOptions {
  /// What is wrong with the arguments.
  struct Failure: Error { var message: String }

  static let usage = """
    Measures the stages of tilegen on inputs made by seed.

      tools/bench [NAME...]          benchmarks whose names contain one of the words; all without
        --list                       only name them
        --samples N                  how often to time each (at least 9; 9)
        --instructions               count instructions too (needs valgrind)
        --save FILE                  keep the figures as JSON
        --compare FILE               show the change against kept figures
        --json                       print JSON instead of the table
        --check FOLDER               time nothing; compare counts with the thresholds in FOLDER

    CPU is user and system time of one call, the median of the samples; spread is how far their
    middle half reaches. A change in brackets is within the spread. Allocations are those of a call
    that has been made twice before.

    """

  var filters: [String] = []
  var samples = 9
  var instructions = false
  var json = false
  var list = false
  var help = false
  var save: String?
  var compare: String?
  var check: String?

  init(_ arguments: [String]) throws(Failure) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      func value() throws(Failure) -> String {
        guard let value = rest.popFirst() else {
          throw Failure(message: "\(argument) needs a value")
        }
        return value
      }
      switch argument {
      case "--list": list = true
      case "--help", "-h": help = true
      case "--json": json = true
      case "--instructions": instructions = true
      case "--save": save = try value()
      case "--compare": compare = try value()
      case "--check": check = try value()
      case "--samples":
        let text = try value()
        guard let count = Int(text), count >= 9 else {
          throw Failure(message: "--samples: found \(text); allowed are whole numbers from 9 on")
        }
        samples = count
      case _ where argument.hasPrefix("-"):
        throw Failure(message: "no option \(argument)")
      default: filters.append(argument)
      }
    }
  }

  /// Whether some benchmarks are left out.
  var isFiltered: Bool { !filters.isEmpty }

  /// Whether a benchmark of this name is wanted.
  func selects(_ name: String) -> Bool {
    filters.isEmpty || filters.contains { name.contains($0) }
  }
}
