/// One option or argument of a command as the parser and the help see it. Written once.
struct Parameter: Sendable {
  /// How it appears on the command line.
  enum Form: Sendable, Equatable {
    /// `--name`, with nothing after it.
    case flag
    /// `--name VALUE`, `--name=VALUE`.
    case option(valueName: String, repeats: Bool)
    /// A word of its own.
    case argument(required: Bool, repeats: Bool)
  }
  /// Headings of the help.
  enum Section: String, Sendable, CaseIterable {
    case arguments = "ARGUMENTS"
    case main = "OPTIONS"
    case selection = "SELECTION"
    case tiles = "TILES"
    case limits = "LIMITS"
    case geometry = "GEOMETRY"
    case output = "OUTPUT"
    case running = "RUNNING"
  }
  /// The long name without dashes; an argument's name in capitals.
  let name: String
  /// One letter that stands for it.
  var short: Character?
  /// Flag, option or argument.
  let form: Form
  /// Where the help lists it.
  var section = Section.main
  /// What it does, without a full stop.
  let help: String
  /// What holds when it is not given.
  var defaultText: String?
  /// What is allowed, in words; empty for flags.
  var allowed = ""
  /// The same for the help.
  var brief = ""
  /// Whether a text is allowed.
  var accepts: @Sendable (String) -> Bool = { _ in true }

  /// `--name`, or the name of an argument.
  var title: String {
    if case .argument = form { return name }
    return "--" + name
  }
}

/// An option with a value of its own type: what is declared, and how its value is asked for.
struct Option<Value: Sendable>: Sendable {
  /// What parser and help need.
  let parameter: Parameter
  /// The value when the option is not given.
  let fallback: Value
  /// Reads what ``Parameter/accepts`` lets through.
  let read: @Sendable (String) -> Value?

  /// Declares an option. `defaultText` replaces the written form of `fallback` in the help.
  init(
    _ name: String, short: Character? = nil, _ valueName: String, _ kind: ValueKind<Value>,
    default fallback: Value, defaultText: String? = nil, repeats: Bool = false,
    section: Parameter.Section = .main, help: String
  ) {
    self.fallback = fallback
    read = kind.read
    parameter = Parameter(
      name: name, short: short, form: .option(valueName: valueName, repeats: repeats),
      section: section, help: help, defaultText: defaultText ?? kind.show(fallback),
      allowed: kind.allowed, brief: kind.brief, accepts: { kind.read($0) != nil })
  }
}

/// A switch that is off unless given.
struct Flag: Sendable {
  /// What parser and help need.
  let parameter: Parameter

  /// Declares a flag.
  init(
    _ name: String, short: Character? = nil, section: Parameter.Section = .main, help: String
  ) {
    parameter = Parameter(name: name, short: short, form: .flag, section: section, help: help)
  }
}

/// A word that is no option.
struct Argument: Sendable {
  /// What parser and help need.
  let parameter: Parameter

  /// Declares an argument; the order of declaration is the order on the command line.
  init(
    _ name: String, required: Bool = true, repeats: Bool = false, allowed: String = "",
    help: String, accepts: @escaping @Sendable (String) -> Bool = { _ in true }
  ) {
    parameter = Parameter(
      name: name, form: .argument(required: required, repeats: repeats), section: .arguments,
      help: help, allowed: allowed, accepts: accepts)
  }
}
