import Foundation
import TestSupport
import Testing

@Suite("Outputs that are broken")
struct DamagedOutputTests {
  @Test(
    "cannot be brought up to date, not even for a list, and are made anew",
    arguments: [["--dry-run"], []])
  func damaged(options: [String]) throws {
    let place = try LifeFolder(LifeCase(output: "set.mbtiles", mode: .incremental))
    try place.reset()
    // Pages behind the middle are rows of tiles, and the last ones their index.
    var archive = try Data(contentsOf: place.work.appendingPathComponent("set.mbtiles"))
    let broken = archive.count / 2..<archive.count
    archive.replaceSubrange(broken, with: Data(repeating: 0x41, count: broken.count))
    try archive.write(to: place.work.appendingPathComponent("set.mbtiles"))
    let before = try place.state()
    let run = try place.tilegen.run(place.command + options, in: place.work)
    #expect(run.code == 73)
    #expect(run.output == "")
    #expect(
      run.error.hasSuffix(
        "set.mbtiles: error: is broken or cut short and cannot be brought up to date;"
          + " --replace without --incremental makes it anew\n"), "\(run.error)")
    #expect(try place.state() == before)
    let anew = try place.tilegen.run(
      place.command.filter { $0 != "--incremental" } + ["--replace"], in: place.work)
    #expect(anew.code == 0, "\(anew.error)")
  }
}
