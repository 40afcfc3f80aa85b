/// A sum that does not drift, however many terms it has.
///
/// - SeeAlso: Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen"
///   (1974)
public struct CompensatedSum: Sendable {
  private var sum = 0.0
  private var lost = 0.0

  /// Zero.
  public init() {}

  /// Adds a term.
  public mutating func add(_ term: Double) {
    let next = sum + term
    lost += abs(sum) >= abs(term) ? (sum - next) + term : (term - next) + sum
    sum = next
  }

  /// The sum so far.
  public var value: Double { sum + lost }
}
