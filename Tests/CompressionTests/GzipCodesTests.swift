import CTileCodec
import Testing

@Suite("gzip's C half")
struct GzipCodesTests {
  @Test("a buffer too small is a code, not an overrun", arguments: 0...24)
  func shortOutput(capacity: Int) throws {
    let deflater = try #require(unsafe ctc_deflater_create(6))
    defer { unsafe ctc_deflater_destroy(deflater) }
    let input = [UInt8](0..<200)
    // Bytes that do not repeat take their own length and more.
    var output = [UInt8](repeating: 0xee, count: 25)
    let packed = unsafe ctc_deflater_run(deflater, input, input.count, &output, capacity)
    #expect(packed == Int64(CTC_SHORT_BUFFER))
    #expect(output[capacity...].allSatisfy { $0 == 0xee })
  }

  @Test("expanding stops at the buffer's end")
  func shortExpansion() throws {
    let deflater = try #require(unsafe ctc_deflater_create(0))
    defer { unsafe ctc_deflater_destroy(deflater) }
    let inflater = try #require(unsafe ctc_inflater_create())
    defer { unsafe ctc_inflater_destroy(inflater) }
    let input = [UInt8](repeating: 5, count: 100)
    var packed = [UInt8](repeating: 0, count: unsafe ctc_deflater_bound(deflater, 100))
    let length = Int(unsafe ctc_deflater_run(deflater, input, 100, &packed, packed.count))
    var output = [UInt8](repeating: 0xee, count: 120)
    var consumed = 0
    #expect(
      unsafe ctc_inflater_run(inflater, packed, length, &output, 99, &consumed)
        == Int64(CTC_SHORT_BUFFER))
    #expect(output[99] == 0xee)
    #expect(unsafe ctc_inflater_run(inflater, packed, length, &output, 100, &consumed) == 100)
    #expect(consumed == length && output.prefix(100) == input[...])
    #expect(
      unsafe ctc_inflater_run(inflater, packed, 0, &output, 100, &consumed)
        == Int64(CTC_BAD_GZIP))
  }

  @Test("nothing at all is a member too, and destroying nothing does nothing")
  func nothing() throws {
    let deflater = try #require(unsafe ctc_deflater_create(6))
    defer { unsafe ctc_deflater_destroy(deflater) }
    var output = [UInt8](repeating: 0, count: 100)
    let length = Int(unsafe ctc_deflater_run(deflater, nil, 0, &output, output.count))
    // The header, a final block of the shortest or the stored form, checksum and size.
    #expect((20...23).contains(length))
    let inflater = try #require(unsafe ctc_inflater_create())
    defer { unsafe ctc_inflater_destroy(inflater) }
    var target: [UInt8] = [0xee]
    var consumed = 0
    #expect(unsafe ctc_inflater_run(inflater, output, length, &target, 0, &consumed) == 0)
    #expect(consumed == length && target == [0xee])
    ctc_deflater_destroy(nil)
    ctc_inflater_destroy(nil)
    ctc_packer_destroy(nil)
  }
}
