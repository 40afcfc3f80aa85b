/// The version of the program, as CHANGELOG.md numbers it.
enum Version {
  /// Semantic version.
  static let text = "0.1.0"
}
