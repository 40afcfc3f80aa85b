/// Elementary functions that give the same bits on every machine.
///
/// The C library's differ between systems and versions by a last place, and tiles must not. These
/// use IEEE 754 multiplication, addition, division and square root in a fixed order and nothing
/// else. Each errs by less than 2 units in the last place within the ranges stated.
///
/// Coefficients are Chebyshev fits of the stated tail, made with 60 digits and rounded once.
public enum Elementary {
  /// The sine and cosine of `degrees`, of magnitude below 1e15; exact at multiples of 90.
  public static func sinCos(degrees: Double) -> (sin: Double, cos: Double) {
    let turns = nearestInteger(degrees / 90)
    let rest = degrees - turns * 90
    let angle = rest * 0x1.1df46a2529d39p-6
    return quarterTurns(turns, sinCosOfOctant(angle, low: rest * 0x1.5c1d8becdd291p-62))
  }

  /// The sine and cosine of `radians`, of magnitude below 1e6.
  static func sinCos(radians: Double) -> (sin: Double, cos: Double) {
    let turns = nearestInteger(radians * 0x1.45f306dc9c883p-1)
    // pi / 2 in two parts; the product with the first is exact.
    let high = radians - turns * 0x1.921fb54400000p0
    let low = turns * 0x1.0b4611a626331p-34
    let angle = high - low
    return quarterTurns(turns, sinCosOfOctant(angle, low: (high - angle) - low))
  }

  /// Sine and cosine of `angle + low`, |angle| <= pi / 4 and `low` below its last place.
  private static func sinCosOfOctant(
    _ angle: Double, low: Double
  ) -> (sin: Double, cos: Double) {
    let square = angle * angle
    var sine = 0x1.5e0a4fc16be59p-33
    sine = sine * square - 0x1.ae6008d114485p-26
    sine = sine * square + 0x1.71de37946ed6dp-19
    sine = sine * square - 0x1.a01a019e820aep-13
    sine = sine * square + 0x1.1111111110babp-7
    sine = sine * square - 0x1.5555555555555p-3
    var cosine = -0x1.907cd8ff5ede7p-37
    cosine = cosine * square + 0x1.1eeb67d026ec6p-29
    cosine = cosine * square - 0x1.27e4fa16cc2d1p-22
    cosine = cosine * square + 0x1.a01a019f4ddfdp-16
    cosine = cosine * square - 0x1.6c16c16c16963p-10
    cosine = cosine * square + 0x1.5555555555555p-5
    let half = 0.5 * square
    let lead = 1 - half
    let correction = ((1 - lead) - half) + (square * (square * cosine) - angle * low)
    return (angle + (low + angle * (square * sine)), lead + correction)
  }

  private static func quarterTurns(
    _ turns: Double, _ value: (sin: Double, cos: Double)
  ) -> (sin: Double, cos: Double) {
    let quadrant = abs(turns) < 0x1p53 ? Int64(turns) & 3 : 0
    switch quadrant {
    case 0: return value
    case 1: return (value.cos, -value.sin)
    case 2: return (-value.sin, -value.cos)
    default: return (-value.cos, value.sin)
    }
  }

  /// The angle of the vector (`x`, `y`) from the x axis, radians in -pi...pi; 0 for the zero
  /// vector. The sign of a zero `y` decides between -pi and pi.
  public static func atan2(_ y: Double, _ x: Double) -> Double {
    let (rise, run) = (abs(y), abs(x))
    let isSteep = rise > run
    let (small, large) = isSteep ? (run, rise) : (rise, run)
    guard large > 0 else { return 0 }
    // Beyond tan(pi / 8), turn by pi / 4.
    let isTurned = small > large * 0.41421356237309503
    let ratio = isTurned ? (small - large) / (small + large) : small / large
    let square = ratio * ratio
    var tail = 0x1.0a997ba33c1dbp-6
    tail = tail * square - 0x1.1b1992aa413c9p-5
    tail = tail * square + 0x1.74d3a7b43351ap-5
    tail = tail * square - 0x1.ac7858539e493p-5
    tail = tail * square + 0x1.e199c62156609p-5
    tail = tail * square - 0x1.110e84aa36d9dp-4
    tail = tail * square + 0x1.3b1392a9c2d8bp-4
    tail = tail * square - 0x1.745d165c497f3p-4
    tail = tail * square + 0x1.c71c71c2fc236p-4
    tail = tail * square - 0x1.249249248d739p-3
    tail = tail * square + 0x1.9999999999952p-3
    tail = tail * square - 0x1.5555555555555p-2
    let rest = ratio * (square * tail)
    // Multiples of pi / 4 in two parts.
    var angle =
      isTurned ? 0x1.921fb54442d18p-1 + (ratio + (rest + 0x1.1a62633145c07p-55)) : ratio + rest
    if isSteep { angle = 0x1.921fb54442d18p0 - (angle - 0x1.1a62633145c07p-54) }
    if x < 0 { angle = 0x1.921fb54442d18p1 - (angle - 0x1.1a62633145c07p-53) }
    return y.sign == .minus ? -angle : angle
  }

  /// e to the power `exponent`; 0 below -700. Made for exponents up to 700.
  static func exp(_ exponent: Double) -> Double {
    guard exponent > -700 else { return exponent.isNaN ? exponent : 0 }
    guard exponent < 700 else { return .infinity }
    let doublings = nearestInteger(exponent * 0x1.71547652b82fep0)
    let high = exponent - doublings * 0x1.62e42fefa3800p-1
    let rest = high - doublings * 0x1.ef35793c76730p-45
    var tail = 0x1.1f7315649f2d7p-29
    tail = tail * rest + 0x1.af4e092e1705bp-26
    tail = tail * rest + 0x1.27e4db5bb725ap-22
    tail = tail * rest + 0x1.71de02225a2f3p-19
    tail = tail * rest + 0x1.a01a01a6db488p-16
    tail = tail * rest + 0x1.a01a01abeccc3p-13
    tail = tail * rest + 0x1.6c16c16c162cfp-10
    tail = tail * rest + 0x1.11111111100d3p-7
    tail = tail * rest + 0x1.5555555555556p-5
    tail = tail * rest + 0x1.5555555555557p-3
    tail = tail * rest + 0x1.0000000000000p-1
    let power = 1 + (rest + rest * (rest * tail))
    return power * Double(bitPattern: UInt64(1023 + Int64(doublings)) << 52)
  }

  /// The natural logarithm of a positive, finite, normal `value`.
  static func log(_ value: Double) -> Double {
    let bits = value.bitPattern
    // Scaled to [0.75, 1.5), whose logarithms are small on both sides.
    let doublings = Int64(bitPattern: bits &- 0x3fe8_0000_0000_0000) >> 52
    let scaled = Double(bitPattern: bits &- UInt64(bitPattern: doublings) << 52)
    let ratio = (scaled - 1) / (scaled + 1)
    let square = ratio * ratio
    var tail = 0x1.16b68338bd78bp-3
    tail = tail * square + 0x1.0e88ea4725d3dp-3
    tail = tail * square + 0x1.3b29fcbbce66dp-3
    tail = tail * square + 0x1.745cab2727663p-3
    tail = tail * square + 0x1.c71c72e2f78d5p-3
    tail = tail * square + 0x1.24924923dba6ap-2
    tail = tail * square + 0x1.9999999999f30p-2
    tail = tail * square + 0x1.5555555555555p-1
    let logarithm = 2 * ratio + ratio * (square * tail)
    let exponent = Double(doublings)
    return exponent * 0x1.62e42fefa3800p-1 + (logarithm + exponent * 0x1.ef35793c76730p-45)
  }

  /// `value` rounded to an integer, ties to even, for magnitudes below 2^51.
  @inline(__always)
  static func nearestInteger(_ value: Double) -> Double {
    (value + 0x1.8p52) - 0x1.8p52
  }
}
