public import FeatureFilter
import OverlayModel

/// Which features of the inputs are taken, and what of them goes into tiles.
public struct FeatureSelection: Sendable, Equatable {
  /// Only features that pass are drawn; `nil`: all.
  public var filter: FilterExpression?
  /// The properties that become attributes; `nil`: all.
  public var included: Set<String>?
  /// Properties that do not become attributes.
  public var excluded: Set<String> = []
  /// The property that gives features their ids; `nil`: the features' own ids.
  public var idProperty: String?

  /// Everything.
  public init() {}

  /// Whether it changes nothing.
  var isAll: Bool { self == FeatureSelection() }

  /// Takes out of `batch` what is not selected, and counts the features that did not pass.
  func apply(to batch: inout FeatureBatch) {
    guard !isAll else { return }
    let keyNumber = idProperty.flatMap { batch.keys.find(Array($0.utf8).span) }
    let isKept = keptKeys(batch.keys)
    var tags: [FeatureBatch.Tag] = []
    tags.reserveCapacity(batch.tags.count)
    var features: [FeatureBatch.Feature] = []
    features.reserveCapacity(batch.features.count)
    for var feature in batch.features {
      if let filter, !filter.accepts(BatchedFeature(feature: feature, batch: batch)) {
        batch.filteredCount += 1
        continue
      }
      if let idProperty { takeID(from: idProperty, keyNumber, &feature, &batch) }
      let start = Int32(tags.count)
      for t in feature.tags {
        let tag = batch.tags[Int(t)]
        if isKept[Int(tag.key)] { tags.append(tag) }
      }
      feature.tags = start..<Int32(tags.count)
      features.append(feature)
    }
    batch.tags = tags
    batch.features = features
  }

  private func keptKeys(_ keys: AttributePool) -> [Bool] {
    (0..<UInt32(keys.count)).map { number in
      let name = String(decoding: keys[number], as: UTF8.self)
      return included?.contains(name) != false && !excluded.contains(name)
    }
  }

  /// Gives a feature the id that its property says, or a finding that it has none.
  private func takeID(
    from name: String, _ key: UInt32?, _ feature: inout FeatureBatch.Feature,
    _ batch: inout FeatureBatch
  ) {
    var value: AttributeValue?
    if let key {
      for t in feature.tags where batch.tags[Int(t)].key == key {
        let number = batch.tags[Int(t)].value
        value = AttributeValue(pooled: batch.values[number])
        feature.otherID = Int32(number)
      }
    }
    switch value {
    case .uint(let number): (feature.id, feature.otherID) = (number, -1)
    case .int(let number) where number >= 0:
      (feature.id, feature.otherID) = (UInt64(number), -1)
    case .double(let number) where UInt64(exactly: number) != nil:
      (feature.id, feature.otherID) = (UInt64(exactly: number), -1)
    case .some: feature.id = nil
    case nil:
      batch.findings.append(
        Finding(
          .altered, .idMissing, at: feature.location, id: feature.id.map { String($0) },
          member: "properties.\(name)", found: "nothing",
          allowed: "a value for the id, as --id-from says; the feature keeps its own id"))
    }
  }
}

/// A feature of a batch as filters see it.
private struct BatchedFeature: FilterFeature {
  let feature: FeatureBatch.Feature
  let batch: FeatureBatch

  var geometryType: String {
    switch feature.kind {
    case .polyline: "LineString"
    case .polygon, .groundOverlay: "Polygon"
    case .marker, .circle: "Point"
    }
  }

  var id: FilterValue {
    if let id = feature.id { return .number(Double(id)) }
    guard feature.otherID >= 0 else { return .null }
    return AttributeValue(pooled: batch.values[UInt32(feature.otherID)]).map(FilterValue.init)
      ?? .null
  }

  func property(_ name: String) -> FilterValue? {
    guard let key = batch.keys.find(Array(name.utf8).span) else { return nil }
    for t in feature.tags where batch.tags[Int(t)].key == key {
      return AttributeValue(pooled: batch.values[batch.tags[Int(t)].value]).map(FilterValue.init)
    }
    return nil
  }
}

extension FilterValue {
  fileprivate init(_ value: AttributeValue) {
    self =
      switch value {
      case .string(let text): .string(text)
      case .int(let number): .number(Double(number))
      case .uint(let number): .number(Double(number))
      case .double(let number): .number(number)
      case .bool(let flag): .bool(flag)
      }
  }
}
