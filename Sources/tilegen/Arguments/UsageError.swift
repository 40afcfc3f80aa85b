/// What is wrong with a command line. The wording is in `UsageError+Message.swift`.
enum UsageError: Error, Sendable, Equatable {
  /// No command of that name, and the name that comes nearest.
  case unknownCommand(String, nearest: String?)
  /// No option of that name, and the name that comes nearest; both with their dashes.
  case unknownOption(String, nearest: String?)
  /// An option stands without its value.
  case missingValue(option: String, valueName: String)
  /// A flag with `=VALUE`.
  case unexpectedValue(option: String, value: String)
  /// A value outside of what its option allows.
  case notAllowed(option: String, value: String, allowed: String)
  /// A required argument or option is missing.
  case missing(String)
  /// One argument too many.
  case unexpectedArgument(String)
  /// Two options that contradict each other: what was given, and what is allowed.
  case contradiction(found: String, allowed: String)
}
