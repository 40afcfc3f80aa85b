/// The help pages, made from the tables of the commands.
enum HelpText {
  private static let width = 80
  private static let column = 28

  /// What `tilegen help` shows.
  static var overview: String {
    var lines = [
      "tilegen \(Version.text): turns map overlays into vector tiles and the style that draws them",
      "", "USAGE",
      "  tilegen COMMAND ...", "  tilegen help [COMMAND]", "  tilegen --version",
      "", "COMMANDS",
    ]
    for command in commands {
      let configuration = command.configuration
      lines += entry(configuration.commandName, configuration.abstract)
    }
    lines += [
      "", "EXIT CODES",
      "  0 good; 1 a check found something, or an overlay was skipped or a tile over a",
      "  limit under --strict; 64 wrong usage; 65 bad input; 70 a fault of tilegen;",
      "  73 an output cannot be created; 74 reading or writing failed",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// What `tilegen` alone shows.
  static var short: String {
    let names = commands.map { $0.configuration.commandName }.joined(separator: ", ")
    return """
      usage: tilegen COMMAND ...
      Commands: \(names). 'tilegen help' explains them.

      """
  }

  /// The page of one command: usage, every option with its default, examples.
  static func page(of command: any Command.Type) -> String {
    let configuration = command.configuration
    var lines = paragraph("tilegen \(configuration.commandName): \(configuration.abstract)")
    lines += ["", "USAGE", "  tilegen " + configuration.usage]
    for section in Parameter.Section.allCases {
      let parameters = command.allParameters.filter { $0.section == section }
      guard !parameters.isEmpty else { continue }
      lines += ["", section.rawValue]
      for parameter in parameters { lines += entry(synopsis(parameter), text(parameter)) }
    }
    for text in configuration.discussion { lines += [""] + paragraph(text) }
    if !configuration.examples.isEmpty {
      lines += ["", "EXAMPLES"]
      for example in configuration.examples {
        lines += ["  " + example.line]
        lines += wrap(example.meaning, indent: 6)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func synopsis(_ parameter: Parameter) -> String {
    switch parameter.form {
    case .argument: return parameter.name
    case .flag, .option:
      let start = parameter.short.map { "-\($0), " } ?? "    "
      guard case .option(let valueName, _) = parameter.form else { return start + parameter.title }
      return start + parameter.title + " " + valueName
    }
  }

  private static func text(_ parameter: Parameter) -> String {
    var notes: [String] = []
    if !parameter.brief.isEmpty { notes.append(parameter.brief) }
    if let value = parameter.defaultText { notes.append("default \(value)") }
    if case .option(_, true) = parameter.form { notes.append("may be repeated") }
    guard !notes.isEmpty else { return parameter.help }
    return parameter.help + " (" + notes.joined(separator: "; ") + ")"
  }

  /// A name, and its text in a column of its own.
  private static func entry(_ name: String, _ text: String) -> [String] {
    var lines = wrap(text, indent: column)
    if name.count + 4 > column { return ["  " + name] + lines }
    let padding = String(repeating: " ", count: column - 2 - name.count)
    lines[0] = "  " + name + padding + lines[0].dropFirst(column)
    return lines
  }

  private static func paragraph(_ text: String) -> [String] { wrap(text, indent: 0) }

  /// Breaks `text` at spaces into indented lines; never empty.
  private static func wrap(_ text: String, indent: Int) -> [String] {
    let start = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = start
    for word in text.split(separator: " ") {
      if line.count > indent, line.count + 1 + word.count > width {
        lines.append(line)
        line = start
      }
      line += (line.count > indent ? " " : "") + word
    }
    return lines + [line]
  }
}
