/// Reads the words of a command line by a command's table of parameters.
///
/// `--name VALUE`, `--name=VALUE`, `-n VALUE`, `-nVALUE`; `--` ends the options; `-` alone is an
/// argument. An option given twice counts the last time, unless it repeats.
struct ArgumentParser: Sendable {
  private let parameters: [Parameter]
  private let arguments: [Parameter]

  /// Prepares a parser for `parameters`.
  init(_ parameters: [Parameter]) {
    self.parameters = parameters
    arguments = parameters.filter { if case .argument = $0.form { true } else { false } }
  }

  /// Reads `words`; the first mistake ends it.
  func parse(_ words: [String]) throws(UsageError) -> ParsedArguments {
    var parsed = ParsedArguments()
    var rest = words[...]
    var optionsEnded = false
    var position = 0
    while let word = rest.popFirst() {
      if optionsEnded || word == "-" || !word.hasPrefix("-") {
        try take(argument: word, at: &position, into: &parsed)
      } else if word == "--" {
        optionsEnded = true
      } else if word.hasPrefix("--") {
        try take(long: word, &rest, into: &parsed)
      } else {
        try take(short: word, &rest, into: &parsed)
      }
    }
    return parsed
  }

  private func take(
    argument word: String, at position: inout Int, into parsed: inout ParsedArguments
  ) throws(UsageError) {
    guard position < arguments.count else { throw .unexpectedArgument(word) }
    let parameter = arguments[position]
    try check(word, for: parameter)
    parsed.entries.append(.init(name: parameter.name, text: word))
    if parameter.form != .argument(required: true, repeats: true),
      parameter.form != .argument(required: false, repeats: true)
    {
      position += 1
    }
  }

  private func take(
    long word: String, _ rest: inout ArraySlice<String>, into parsed: inout ParsedArguments
  ) throws(UsageError) {
    let halves = word.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(halves[0])
    guard let parameter = options.first(where: { $0.name == name }) else {
      throw .unknownOption("--" + name, nearest: suggestion(for: name))
    }
    let value = halves.count == 2 ? String(halves[1]) : nil
    try take(parameter, value, &rest, into: &parsed)
  }

  private func take(
    short word: String, _ rest: inout ArraySlice<String>, into parsed: inout ParsedArguments
  ) throws(UsageError) {
    let letter = word[word.index(after: word.startIndex)]
    guard let parameter = options.first(where: { $0.short == letter }) else {
      throw .unknownOption(word, nearest: suggestion(for: String(word.dropFirst())))
    }
    let attached = word.dropFirst(2)
    try take(parameter, attached.isEmpty ? nil : String(attached), &rest, into: &parsed)
  }

  private func take(
    _ parameter: Parameter, _ attached: String?, _ rest: inout ArraySlice<String>,
    into parsed: inout ParsedArguments
  ) throws(UsageError) {
    guard case .option(let valueName, _) = parameter.form else {
      if let attached { throw .unexpectedValue(option: parameter.title, value: attached) }
      parsed.entries.append(.init(name: parameter.name, text: ""))
      return
    }
    var value = attached
    if value == nil, let next = rest.first, !looksLikeOption(next) { value = rest.popFirst() }
    guard let value else {
      throw .missingValue(option: parameter.title, valueName: valueName)
    }
    try check(value, for: parameter)
    parsed.entries.append(.init(name: parameter.name, text: value))
  }

  private func check(_ text: String, for parameter: Parameter) throws(UsageError) {
    guard parameter.accepts(text) else {
      throw .notAllowed(option: parameter.title, value: text, allowed: parameter.allowed)
    }
  }

  /// `-1` is a value that gets a better message than "no such option".
  private func looksLikeOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), word.count > 1 else { return false }
    if word.hasPrefix("--") { return true }
    return word.count == 2 && options.contains { $0.short == word.last }
  }

  private var options: [Parameter] {
    parameters.filter { if case .argument = $0.form { false } else { true } }
  }

  private func suggestion(for name: String) -> String? {
    nearestName(to: name, among: options.map(\.name)).map { "--" + $0 }
  }
}
