import OverlayModel

/// The values that one property has in all markers.
struct MarkerValues {
  let operation: MarkerClustering.Accumulation.Operation
  /// As long as there are markers; `nil` where one has no value that counts.
  private(set) var values: [AttributeValue?] = []

  init(_ operation: MarkerClustering.Accumulation.Operation) { self.operation = operation }

  /// Adds the value of the next marker.
  mutating func append(_ value: AttributeValue?) {
    switch value {
    case .string, .bool: values.append(operation == .concat ? value : nil)
    default: values.append(value)
    }
  }

  /// Markers with a value that counts.
  var count: Int { values.count { $0 != nil } }
}

/// What a cluster's markers have together of one property.
struct AccumulatedValue {
  private let operation: MarkerClustering.Accumulation.Operation
  private var count = 0
  /// While all are whole numbers that add up to one of 64 bits.
  private var whole: Int64? = 0
  private var number = 0.0
  private var extreme: AttributeValue?
  private var texts: [String] = []
  private var known: Set<String> = []

  init(_ operation: MarkerClustering.Accumulation.Operation) { self.operation = operation }

  /// Adds the value of a marker.
  mutating func add(_ values: MarkerValues, of marker: Int) {
    guard let value = values.values[marker] else { return }
    count += 1
    switch operation {
    case .sum, .mean:
      whole = whole.flatMap { sum in
        guard case .int(let next) = value else { return nil }
        let (total, overflow) = sum.addingReportingOverflow(next)
        return overflow ? nil : total
      }
      number += value.number
    case .min: if extreme.map({ value.number < $0.number }) ?? true { extreme = value }
    case .max: if extreme.map({ value.number > $0.number }) ?? true { extreme = value }
    case .concat:
      let most = MarkerClustering.Accumulation.mostTexts
      if texts.count <= most, known.insert(value.text).inserted {
        texts.append(texts.count == most ? "\u{2026}" : value.text)
      }
    }
  }

  /// The cluster's value; `nil` where no marker has one.
  var result: AttributeValue? {
    guard count > 0 else { return nil }
    switch operation {
    case .sum: return whole.map { .int($0) } ?? .double(number)
    case .mean: return .double(number / Double(count))
    case .min, .max: return extreme
    case .concat: return .string(texts.joined(separator: ","))
    }
  }
}

extension AttributeValue {
  /// The value as a number; 0 for texts and truth values.
  fileprivate var number: Double {
    switch self {
    case .int(let value): Double(value)
    case .uint(let value): Double(value)
    case .double(let value): value
    case .string, .bool: 0
    }
  }
}
