extension UsageError {
  /// The error in words: what was found, and what is allowed.
  var message: String {
    switch self {
    case .unknownCommand(let name, let nearest):
      "there is no command '\(name)'" + Self.suggestion(nearest)
    case .unknownOption(let name, let nearest):
      "there is no option \(name)" + Self.suggestion(nearest)
    case .missingValue(let option, let valueName):
      "\(option) needs a value: \(option) \(valueName)"
    case .unexpectedValue(let option, let value):
      "\(option) takes no value, found '\(value)'"
    case .notAllowed(let option, let value, let allowed):
      "\(option): '\(value)' is not allowed; allowed is \(allowed)"
    case .missing(let what):
      "\(what) is missing"
    case .unexpectedArgument(let text):
      "unexpected argument '\(text)'"
    case .contradiction(let found, let allowed):
      "\(found); \(allowed)"
    }
  }

  private static func suggestion(_ nearest: String?) -> String {
    nearest.map { "; did you mean \($0)?" } ?? ""
  }
}
