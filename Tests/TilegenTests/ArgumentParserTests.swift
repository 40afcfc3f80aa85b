import Testing

@testable import tilegen

@Suite("The argument parser")
struct ArgumentParserTests {
  static let zoom = Option("max-zoom", short: "z", "ZOOM", .integer(0...24), default: 14, help: "")
  static let name = Option<String?>(
    "name", short: "n", "TEXT", .text("text"), default: nil, repeats: true, help: "")
  static let quiet = Flag("quiet", short: "q", help: "")
  static let input = Argument("INPUT", repeats: true, help: "")
  static let parser = ArgumentParser([
    zoom.parameter, name.parameter, quiet.parameter, input.parameter,
  ])

  func parse(_ words: String...) throws(UsageError) -> ParsedArguments {
    try Self.parser.parse(words)
  }

  @Test(
    "all ways to write a value mean the same",
    arguments: [["--max-zoom", "7"], ["--max-zoom=7"], ["-z", "7"], ["-z7"]])
  func spellings(words: [String]) throws {
    #expect(try Self.parser.parse(words)[Self.zoom] == 7)
  }

  @Test("an option that is not given has its default")
  func defaults() throws {
    let parsed = try parse()
    #expect(parsed[Self.zoom] == 14)
    #expect(parsed[Self.name] == nil)
    #expect(!parsed[Self.quiet])
    #expect(parsed[Self.input].isEmpty)
  }

  @Test("the last of several values counts")
  func lastWins() throws {
    #expect(try parse("-z", "1", "--max-zoom", "2")[Self.zoom] == 2)
  }

  @Test("order is kept, also between arguments and options that repeat")
  func order() throws {
    let parsed = try parse("a", "--name", "b", "c", "-n", "d", "-q")
    #expect(parsed.entries.map(\.text) == ["a", "b", "c", "d", ""])
    #expect(parsed[Self.input] == ["a", "c"])
    #expect(parsed[Self.quiet])
  }

  @Test("-- ends the options, and - is an argument")
  func endOfOptions() throws {
    #expect(try parse("-", "--", "--quiet", "-z")[Self.input] == ["-", "--quiet", "-z"])
  }

  @Test("a value may hold an equals sign and be empty where that is allowed")
  func equalsSign() throws {
    #expect(try parse("--name=a=b")[Self.name] == "a=b")
    #expect(throws: UsageError.notAllowed(option: "--name", value: "", allowed: "text")) {
      try parse("--name=")
    }
  }

  @Test(
    "mistakes are facts",
    arguments: [
      (["--max-zom", "3"], UsageError.unknownOption("--max-zom", nearest: "--max-zoom")),
      (["--xyzzy"], .unknownOption("--xyzzy", nearest: nil)),
      (["-x"], .unknownOption("-x", nearest: nil)),
      (["--max-zoom"], .missingValue(option: "--max-zoom", valueName: "ZOOM")),
      (["--max-zoom", "--quiet"], .missingValue(option: "--max-zoom", valueName: "ZOOM")),
      (["-n", "-q"], .missingValue(option: "--name", valueName: "TEXT")),
      (["--quiet=yes"], .unexpectedValue(option: "--quiet", value: "yes")),
      (["-qx"], .unexpectedValue(option: "--quiet", value: "x")),
      (
        ["--max-zoom", "-1"],
        .notAllowed(
          option: "--max-zoom", value: "-1", allowed: "a whole number from 0 to 24")
      ),
    ])
  func mistakes(words: [String], expected: UsageError) {
    #expect(throws: expected) { try Self.parser.parse(words) }
  }

  @Test("more arguments than the table has are refused")
  func tooMany() {
    let parser = ArgumentParser([Argument("PATH", help: "").parameter])
    #expect(throws: UsageError.unexpectedArgument("b")) { try parser.parse(["a", "b"]) }
  }
}

@Suite("Nearest names")
struct NearestNameTests {
  @Test(
    "the optimal string alignment distance",
    arguments: [
      ("", "abc", 3), ("kitten", "sitting", 3), ("ab", "ba", 1), ("ca", "abc", 3), ("x", "x", 0),
    ])
  func distances(a: String, b: String, expected: Int) {
    #expect(editDistance(Array(a), Array(b)) == expected)
    #expect(editDistance(Array(b), Array(a)) == expected)
  }

  @Test(
    "suggests what is near, and nothing else",
    arguments: [
      ("buidl", "build"), ("dcode", "decode"), ("dec", "decode"), ("hlep", "help"),
      ("frobnicate", nil), ("b", nil),
    ] as [(String, String?)])
  func suggestions(name: String, expected: String?) {
    #expect(nearestName(to: name, among: ["build", "decode", "help"]) == expected)
  }
}
