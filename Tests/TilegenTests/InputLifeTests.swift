import Foundation
import TestSupport
import Testing

@Suite("Inputs that change or end while they are read")
struct InputLifeTests {
  let tilegen = BuiltProgram("tilegen")

  private func bash(_ script: String, in folder: TemporaryFolder) throws -> BuiltProgram.Result {
    try BuiltProgram("/bin/bash").run(["-c", script, tilegen.path], in: folder.url)
  }

  @Test("a file that grows is an error of reading, and nothing is written")
  func grows() throws {
    let folder = try TemporaryFolder()
    let point = #"{"type": "Point", "coordinates": [1, 5]}"# + "\n"
    try folder.write(Array(String(repeating: point, count: 60_000).utf8), to: "a.ndjson")
    let run = try bash(
      """
      "$0" build a.ndjson -o out -z 1 -q & build=$!
      while kill -0 $build 2>/dev/null; do echo '\(point.dropLast())' >> a.ndjson; done
      wait $build; echo $?; ls -A
      """, in: folder)
    #expect(run.output == "74\na.ndjson\n")
    #expect(
      run.error == "a.ndjson: error: changed while it was read; build again when it is complete\n")
  }

  @Test(
    "a pipe that ends inside a document is bad input, and the earlier output stays",
    arguments: [
      #"{"type": "FeatureCollection", "features": [{"type": "Feature", "#,
      #"{"type": "Point", "coordinates": [1, 5]}\n{"type": "Poi"#,
    ])
  func endsEarly(text: String) throws {
    let folder = try TemporaryFolder()
    let run = try bash(
      """
      echo '{"type": "Point", "coordinates": [1, 5]}' | "$0" build - -o out -z 1 -q
      before=$(cd out && find . -type f | sort | xargs md5sum)
      printf '\(text)' | "$0" build - -o out -z 1 -q --replace; echo $?
      [ "$before" = "$(cd out && find . -type f | sort | xargs md5sum)" ] && echo same; ls -A
      """, in: folder)
    #expect(run.output == "65\nsame\nout\n")
    #expect(run.error.hasPrefix("<stdin>:") && run.error.contains(": error: unexpected end"))
  }

  @Test("a gzip stream that ends early is bad input")
  func gzipEndsEarly() throws {
    let folder = try TemporaryFolder()
    let run = try bash(
      """
      for i in $(seq 500); do echo "{\\"type\\": \\"Point\\", \\"coordinates\\": [$i, 5]}"; done |
        gzip | head -c 900 | "$0" build - -o out -z 1 -q; echo $?; ls -A
      """, in: folder)
    #expect(run.output == "65\n")
    #expect(run.error.contains("the gzip stream is cut off"), "\(run.error)")
  }
}
