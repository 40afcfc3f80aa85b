import Foundation
import TestSupport
import Testing

/// Places where an output cannot be written. What stands there stays as it was.
@Suite("Full disks and closed folders")
struct FullDiskTests {
  private func bash(
    _ script: String, _ place: LifeFolder
  ) throws -> BuiltProgram.Result {
    let command = ([place.tilegen.path] + place.command).map { "'\($0)'" }.joined(separator: " ")
    return try BuiltProgram("/bin/bash").run(["-c", "\(script)\n\(command)"], in: place.work)
  }

  @Test("no file may grow beyond a limit", arguments: LifeCase.all, [1, 20])
  func fileSize(life: LifeCase, kilobytes: Int) throws {
    let place = try LifeFolder(life)
    try place.reset()
    let run = try bash("ulimit -f \(kilobytes)", place)
    // What is smaller than the limit can be written.
    guard run.code != 0 else {
      #expect(try place.state() == place.new)
      return
    }
    #expect(run.code == 74)
    // SQLite does not always pass on why.
    let reasons = ["File too large"] + (life.output == "set.mbtiles" ? ["Input/output error"] : [])
    #expect(
      reasons.contains { run.error.hasSuffix(": error: cannot write: \($0)\n") }, "\(run.error)")
    #expect(run.error.split(separator: "\n").count == 1)
    #expect(try place.state() == place.old)
  }

  @Test("the disk is full", arguments: LifeCase.all)
  func full(life: LifeCase) throws {
    let place = try LifeFolder(life)
    try place.reset()
    // Room for what stands there, and for half of what shall come; tiles of a folder that stay the
    // same files need none.
    func space(_ files: [String: Data]) -> Int {
      files.values.reduce(0) { $0 + ($1.count + 4095) / 4096 * 4096 }
    }
    let keepsFiles = life == LifeCase(output: "set", mode: .incremental)
    let size = space(place.old) + (keepsFiles ? 8192 : space(place.new) / 2)
    let script = """
      mkdir disk && mount -t tmpfs -o size=\(size) none disk || exit 99
      mv set* disk 2>/dev/null; cd disk; ln -s ../input.ndjson .
      "$0" "$@"; code=$?; rm input.ndjson; cd ..; cp -a disk/. . && exit $code
      """
    guard let unshare = BuiltProgram.installed("unshare") else {
      try Test.cancel("unshare is not installed")
    }
    let run = try unshare.run(
      ["-m", "/bin/bash", "-c", script, place.tilegen.path] + place.command, in: place.work)
    // Containers and roots of chroot may not let go of their mounts.
    if run.code == 99 || run.error.hasPrefix("unshare: ") {
      try Test.cancel("no disk may be mounted here: \(run.error)")
    }
    try FileManager.default.removeItem(at: place.work.appendingPathComponent("disk"))
    #expect(run.code == 74, "\(run.error)")
    #expect(run.error.hasSuffix(": No space left on device\n"), "\(run.error)")
    #expect(run.error.split(separator: "\n").count == 1)
    #expect(try place.state() == place.old)
  }

  @Test("the folder may not be written to", arguments: LifeCase.all)
  func readOnly(life: LifeCase) throws {
    let place = try LifeFolder(life)
    try place.reset()
    let drop: [String] = getuid() == 0 ? ["--reuid=65534", "--regid=65534", "--clear-groups"] : []
    guard let setpriv = BuiltProgram.installed("setpriv") else {
      try Test.cancel("setpriv is not installed")
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: place.work.path)
    let run = try setpriv.run(drop + [place.tilegen.path] + place.command, in: place.work)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place.work.path)
    if run.error.contains("setpriv: failed") { try Test.cancel("\(run.error)") }
    #expect(run.code == 73)
    #expect(
      run.error.hasSuffix("\(life.output): error: cannot create: Permission denied\n"),
      "\(run.error)")
    #expect(try place.state() == place.old)
  }

  @Test("a dry run needs no right to write")
  func dryRun() throws {
    let place = try LifeFolder(LifeCase(output: "set.pmtiles", mode: .incremental))
    try place.reset()
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: place.work.path)
    let run = try place.tilegen.run(place.command + ["--dry-run"], in: place.work)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place.work.path)
    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.contains("make   0/0/0\n"))
    #expect(try place.state() == place.old)
  }
}
