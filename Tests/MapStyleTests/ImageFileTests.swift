import Foundation
import Testing

@testable import SpriteSheet

struct ImageFileTests {
  private func png(_ width: Int, _ height: Int) throws -> [UInt8] {
    try #require(raster(width, height) { [UInt8($0), UInt8($1), 7, 255] }.png())
  }

  /// The beginning of a JPEG: a comment, a table, then a frame of the given size.
  private func jpeg(width: UInt16, height: UInt16, frame: UInt8 = 0xc2) -> [UInt8] {
    let comment: [UInt8] = [0xff, 0xfe, 0, 5, 0xff, 0xc0, 0]
    let table: [UInt8] = [0xff, 0xc4, 0, 3, 1]
    let size = [height, width].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
    return [0xff, 0xd8] + comment + table + [0xff, 0xff, frame, 0, 17, 8] + size + [3, 1, 2]
  }

  /// Why `bytes` cannot be used; `nil` when they can.
  private func fault(_ bytes: [UInt8]) -> ImageError? {
    do throws(ImageError) {
      _ = try ImageFile(bytes: bytes, path: "a")
      return nil
    } catch {
      return error
    }
  }

  @Test("the size of a PNG and of a JPEG, whatever stands before its frame")
  func size() throws {
    let png = try ImageFile(bytes: png(9, 4), path: "a")
    #expect(png.format == .png && png.width == 9 && png.height == 4 && png.pathExtension == "png")
    for frame in [UInt8(0xc0), 0xc2, 0xcf] {
      let jpeg = try ImageFile(bytes: jpeg(width: 640, height: 300, frame: frame), path: "a")
      #expect(jpeg.format == .jpeg && jpeg.width == 640 && jpeg.height == 300)
      #expect(jpeg.pathExtension == "jpg")
    }
  }

  @Test("what is no PNG and no JPEG is named by its kind")
  func kinds() throws {
    let others: [(String, ImageError)] = [
      ("GIF89a", .wrongFormat(path: "a", found: .gif)),
      ("RIFF....WEBPVP8 ", .wrongFormat(path: "a", found: .webp)),
      ("%PDF-1.4", .wrongFormat(path: "a", found: .pdf)),
      ("<?xml version='1.0'?>\n<svg>", .wrongFormat(path: "a", found: .svg)),
      ("hello", .noImage(path: "a")), ("", .noImage(path: "a")),
    ]
    for (text, error) in others {
      #expect(fault(Array(text.utf8)) == error, "\(text)")
    }
    let wide = jpeg(width: 8193, height: 1)
    #expect(fault(wide) == .tooBig(path: "a", width: 8193, height: 1, limit: 8192))
    #expect(
      ImageError.wrongFormat(path: "maps/pin.svg", found: .svg).description
        == "pin.svg, which is an SVG")
  }

  @Test("a file cut anywhere is damaged, and never more")
  func cut() throws {
    let whole = jpeg(width: 3, height: 2)
    for count in 3..<(whole.count - 3) {
      let part = Array(whole.prefix(count))
      #expect(fault(part) == .damaged(path: "a"), "\(count)")
    }
    #expect(fault(jpeg(width: 0, height: 2)) == .damaged(path: "a"))
  }

  @Test("rows of a PNG are cut out; a JPEG stays as it is")
  func rows() throws {
    let file = try ImageFile(bytes: png(5, 6), path: "a")
    let part = try #require(file.cropped(toRows: 2..<4))
    #expect(part.width == 5 && part.height == 2)
    #expect(RasterImage(png: part.bytes) == raster(5, 2) { [UInt8($0), UInt8($1 + 2), 7, 255] })
    #expect(file.cropped(toRows: 0..<7) == nil && file.cropped(toRows: 1..<1) == nil)
    let jpeg = try ImageFile(bytes: jpeg(width: 4, height: 4), path: "a")
    #expect(jpeg.cropped(toRows: 0..<1) == nil)
  }

  @Test("the digest is FNV-1a, by its authors' vectors, and always eight digits")
  func digest() throws {
    #expect(ImageFile.fnv1a([]) == 0x811c_9dc5)
    #expect(ImageFile.fnv1a(Array("a".utf8)) == 0xe40c_292c)
    #expect(ImageFile.fnv1a(Array("foobar".utf8)) == 0xbf9c_f968)
    #expect(try ImageFile(bytes: png(1, 1), path: "a").digest.count == 8)
  }
}
