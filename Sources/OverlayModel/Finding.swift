/// Where in the input something stands.
public struct SourceLocation: Sendable, Hashable {
  /// Index of the input in the build's list of inputs.
  public var input: Int
  /// Line, from 1; 0 where the input has no lines.
  public var line: Int
  /// Feature or overlay of that input, from 0; -1 where no feature is meant.
  public var feature: Int

  /// Creates a location.
  public init(input: Int, line: Int, feature: Int) {
    (self.input, self.line, self.feature) = (input, line, feature)
  }
}

/// Something that was skipped or altered, and why: one entry of the report.
public struct Finding: Sendable, Equatable {
  /// What became of the overlay.
  public enum Effect: String, Sendable { case skipped, altered }
  /// Kinds of findings; the raw value is the `code` of report.json.
  public enum Code: String, Sendable, CaseIterable {
    case syntax, geometryMissing, geometryEmpty, geometryType, coordinateOutOfRange, tooFewPoints
    case zeroLength, memberType, memberRange, memberUnknown, styleUnknown, encodedPath
    case propertyRange, crs, imageMissing, ringSelfCrossing, holeOutside, emptyPolygon
    case ringRoundPole, polygonTangled
    case longEdge, latitudeBeyondMap, notDrawn, mapOption, ringTooSmall, unsupported,
      duplicateMember, idMissing
  }
  /// Skipped or altered.
  public var effect: Effect
  /// Where it stands.
  public var location: SourceLocation
  /// The feature's id as text, if it has one.
  public var id: String?
  /// The kind of finding.
  public var code: Code
  /// Path of the member, such as `overlay.spans[2].segments`.
  public var member: String
  /// What was found, in words.
  public var found: String
  /// What is allowed, or what was done, in words.
  public var allowed: String

  /// Creates a finding.
  public init(
    _ effect: Effect, _ code: Code, at location: SourceLocation, id: String? = nil,
    member: String, found: String, allowed: String
  ) {
    (self.effect, self.code, self.location, self.id) = (effect, code, location, id)
    (self.member, self.found, self.allowed) = (member, found, allowed)
  }

  /// One sentence: the member, what was found, what is allowed.
  public var message: String { "\(member): found \(found); \(allowed)" }
}
