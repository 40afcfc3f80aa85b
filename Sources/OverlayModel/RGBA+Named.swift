extension RGBA {
  /// Black.
  public static let black = RGBA(red: 0, green: 0, blue: 0)
  /// White.
  public static let white = RGBA(red: 1, green: 1, blue: 1)
  /// Half of white, as the SDK's: not the CSS colour of nearly that value.
  public static let gray = RGBA(red: 0.5, green: 0.5, blue: 0.5)
  /// A third of white.
  public static let darkGray = RGBA(red: 1 / 3, green: 1 / 3, blue: 1 / 3)
  /// Two thirds of white.
  public static let lightGray = RGBA(red: 2 / 3, green: 2 / 3, blue: 2 / 3)
  /// Red.
  public static let red = RGBA(red: 1, green: 0, blue: 0)
  /// Full green; the CSS colour of this name is darker.
  public static let green = RGBA(red: 0, green: 1, blue: 0)
  /// Blue.
  public static let blue = RGBA(red: 0, green: 0, blue: 1)
  /// Cyan.
  public static let cyan = RGBA(red: 0, green: 1, blue: 1)
  /// Yellow.
  public static let yellow = RGBA(red: 1, green: 1, blue: 0)
  /// Magenta.
  public static let magenta = RGBA(red: 1, green: 0, blue: 1)
  /// Orange.
  public static let orange = RGBA(red: 1, green: 0.5, blue: 0)
  /// Purple.
  public static let purple = RGBA(red: 0.5, green: 0, blue: 0.5)
  /// Brown.
  public static let brown = RGBA(red: 0.6, green: 0.4, blue: 0.2)
  /// Nothing at all.
  public static let clear = RGBA(red: 0, green: 0, blue: 0, alpha: 0)
}
