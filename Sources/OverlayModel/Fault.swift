/// What is wrong with a member: a finding without its place.
package struct Fault: Error, Equatable {
  package var code: Finding.Code
  /// Path of the member, such as `overlay.spans[2].segments`.
  package var member: String
  /// In words.
  package var found: String
  /// In words, or what was done.
  package var allowed: String

  package init(_ code: Finding.Code, _ member: String, found: String, allowed: String) {
    (self.code, self.member, self.found, self.allowed) = (code, member, found, allowed)
  }

  package func finding(
    _ effect: Finding.Effect, at location: SourceLocation, id: String? = nil
  ) -> Finding {
    Finding(
      effect, code, at: location, id: id, member: member, found: found, allowed: allowed)
  }
}
