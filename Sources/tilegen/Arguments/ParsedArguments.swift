/// What stood on the command line, in its order, every text already checked.
struct ParsedArguments: Sendable, Equatable {
  /// One option, flag or argument.
  struct Entry: Sendable, Equatable {
    /// Name of the ``Parameter``.
    var name: String
    /// Its text; empty for flags.
    var text: String
  }
  /// In the order of the command line.
  var entries: [Entry] = []

  /// The value of an option: that given last, or the default.
  subscript<Value>(_ option: Option<Value>) -> Value {
    guard let entry = entries.last(where: { $0.name == option.parameter.name }) else {
      return option.fallback
    }
    return option.read(entry.text) ?? option.fallback
  }

  /// All values of an option that repeats, in order.
  func all<Value>(_ option: Option<Value>) -> [Value] {
    entries.filter { $0.name == option.parameter.name }.compactMap { option.read($0.text) }
  }

  /// Whether a flag is given.
  subscript(_ flag: Flag) -> Bool { entries.contains { $0.name == flag.parameter.name } }

  /// All texts of an argument.
  subscript(_ argument: Argument) -> [String] {
    entries.filter { $0.name == argument.parameter.name }.map(\.text)
  }
}
