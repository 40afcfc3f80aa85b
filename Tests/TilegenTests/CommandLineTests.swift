import Foundation
import TestSupport
import Testing

@testable import tilegen

@Suite("The built program")
struct CommandLineTests {
  let tilegen = BuiltProgram("tilegen")

  @Test("says its version")
  func version() throws {
    let run = try tilegen.run(["--version"])
    #expect(run.code == 0)
    #expect(run.output == "tilegen \(Version.text)\n")
    #expect(run.error.isEmpty)
  }

  @Test("explains itself in short when called without anything, which is wrong usage")
  func bare() throws {
    let run = try tilegen.run([])
    #expect(run.code == 64)
    #expect(run.output.isEmpty)
    #expect(run.error.hasPrefix("usage: tilegen COMMAND"))
  }

  @Test("lists all commands", arguments: [["help"], ["--help"], ["-h"]])
  func overview(words: [String]) throws {
    let run = try tilegen.run(words)
    #expect(run.code == 0)
    for command in commands {
      #expect(run.output.contains("\n  \(command.configuration.commandName) "))
    }
  }

  @Test("a command's page shows every option with its default, in 80 columns", arguments: commands)
  func page(command: any tilegen.Command.Type) throws {
    let name = command.configuration.commandName
    let page = try tilegen.run(["help", name])
    #expect(page.code == 0)
    let words = page.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    for parameter in command.allParameters {
      #expect(words.contains(parameter.title))
      if let value = parameter.defaultText { #expect(words.contains("default \(value)")) }
    }
    #expect(page.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(try tilegen.run([name, "--help"]).output == page.output)
    #expect(try tilegen.run([name, "--nonsense", "-h"]).output == page.output)
  }

  @Test("the examples of a page are command lines that parse", arguments: commands)
  func examples(command: any tilegen.Command.Type) throws {
    for example in command.configuration.examples {
      let start = try #require(
        example.line.range(of: "tilegen \(command.configuration.commandName)"))
      let words = example.line[start.upperBound...].split(separator: " ").map(String.init)
      _ = try command.init(ArgumentParser(command.allParameters).parse(words))
    }
  }

  @Test(
    "wrong usage is 64, says what is wrong and leaves nothing",
    arguments: [
      (["bild"], "there is no command 'bild'; did you mean build?"),
      (["help", "buidl"], "there is no command 'buidl'; did you mean build?"),
      (["--versoin"], "there is no option --versoin; did you mean --version?"),
      (["build", "a", "-o", "out", "--maxzoom", "3"], "did you mean --max-zoom?"),
      (["build", "a", "-o", "out", "--max-zoom", "40"], "0 to 24"),
      (["build", "a", "-o", "out", "--max-zoom", "9999"], "0 to 24"),
      (["build", "a", "-o", "out", "--max-zoom", "-1"], "0 to 24"),
      (["build", "a", "-o", "out", "--max-zoom", "12.5"], "0 to 24"),
      (["build", "a", "-o", "out", "--min-zoom", "5", "--max-zoom", "4"], "--min-zoom 5"),
      (["build", "a", "-o", "out", "--extent", "1000"], "256, 512, 1024, 2048, 4096, 8192"),
      (["build", "a"], "--output OUT is missing"),
    ])
  func wrongUsage(words: [String], reason: String) throws {
    let folder = try TemporaryFolder()
    let run = try tilegen.run(words, in: folder.url)
    #expect(run.code == 64)
    #expect(run.output.isEmpty)
    #expect(run.error.hasPrefix("tilegen: error: "))
    #expect(run.error.contains(reason))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }
}
