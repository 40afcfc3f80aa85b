import MapMath

extension TileID {
  /// The address in a text such as `3/7/4`, or `nil`.
  init?(path text: some StringProtocol) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 3, let z = numbers[0], let x = numbers[1], let y = numbers[2] else {
      return nil
    }
    self.init(z: z, x: x, y: y)
  }

  /// The address at the end of a file's path such as `out/3/7/4.mvt`, or `nil`.
  init?(endOf path: String) {
    let components = path.split(separator: "/").suffix(3)
    guard let file = components.last, let row = file.split(separator: ".").first else { return nil }
    self.init(path: (components.dropLast() + [row]).joined(separator: "/"))
  }
}
