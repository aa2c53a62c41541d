import Foundation
import SegueFormats
import SeguePixels
import SegueRendering
import SegueStudio
import SegueTestSupport
import SegueTransitions
import Testing

/// What pages may name, and what they may add.
@Suite struct ShelfTests {
  private func png(_ width: Int, _ height: Int) throws -> [UInt8] {
    try Bitmap(PixelSize(width: width, height: height), filledWith: .white).encoded(as: Formats.PNG())
  }

  @Test func uploadsHaveNamesOfTheirOwn() throws {
    let shelf = Shelf()
    let names = try ["a.png", "../../a.png", "/tmp/a.png", "a", "a", "\u{1}\u{2}", ""].map {
      try shelf.add(upload: $0, png(4, 4))
    }
    #expect(names == ["a.png", "a-2.png", "a-3.png", "a", "a-2", "picture", "picture-2"])
    #expect(shelf.path("a.png") == "a.png")
    #expect(try shelf.picture("a-2.png").size == PixelSize(width: 4, height: 4))
  }

  @Test func theNumberOfANameStandsBeforeItsExtension() throws {
    let shelf = Shelf()
    let names = try ["my.photo.png", "my.photo.png", "v1.2/my.photo.png"].map {
      try shelf.add(upload: $0, png(4, 4))
    }
    #expect(names == ["my.photo.png", "my.photo-2.png", "my.photo-3.png"])
  }

  @Test func uploadsBeyondTheLimitAreRefused() throws {
    let shelf = Shelf(options: DecodeOptions(maxPixels: 100))
    #expect(try shelf.add(upload: "a.png", png(10, 10)) == "a.png")
    #expect(throws: ImageError.self) { try shelf.add(upload: "b.png", png(11, 10)) }
    #expect(throws: ImageError.self) { try shelf.add(upload: "c.png", [1, 2, 3, 4]) }
    #expect(throws: ImageError.self) { try shelf.add(upload: "d.png", Array(png(10, 10).dropLast(20))) }
    #expect(shelf.pictures.map(\.name) == ["a.png"])
  }

  /// All but the first two are read when they are looked at.
  @Test func filesBeyondTheLimitAreRefused() throws {
    let folder = try TemporaryFolder()
    let files = ["a.png", "b.png", "c.png"].map(folder.file)
    for (file, width) in zip(files, [10, 10, 11]) { try Data(png(width, 10)).write(to: URL(filePath: file)) }
    let shelf = Shelf(options: DecodeOptions(maxPixels: 109))
    try shelf.add(files: files)
    #expect(throws: ImageError.self) { try shelf.picture("c.png") }
    let larger = Shelf(options: DecodeOptions(maxPixels: 110))
    try larger.add(files: files)
    #expect(try larger.picture("c.png").size == PixelSize(width: 11, height: 10))
    #expect(throws: (any Error).self) { try larger.add(files: [files[0], folder.file("nosuch.png")]) }
  }

  @Test func shadersComeWithTheirPictures() throws {
    let folder = try TemporaryFolder()
    try Data(png(2, 2)).write(to: URL(filePath: folder.file("noise.png")))
    let source =
      "/*{\"INPUTS\": [], \"IMPORTED\": {\"noise\": {\"PATH\": \"noise.png\"}}}*/ void main() { gl_FragColor = IMG_THIS_PIXEL(noise); }"
    try source.write(toFile: folder.file("a.fs"), atomically: true, encoding: .utf8)
    let shelf = Shelf(shaders: [("a.fs", folder.file("a.fs"))])
    let filter = try shelf.chainFiles.filter("a.fs")
    #expect(try (Bitmap(width: 3, height: 3) --> filter).frame()[1, 1] == .white)
    // Nobody may name it.
    #expect(throws: (any Error).self) { try shelf.picture(folder.file("noise.png")) }
  }

  @Test func tablesAreNoPictures() throws {
    let shelf = Shelf()
    #expect(try shelf.add(upload: "look.cube", Array("LUT_3D_SIZE 2".utf8)) == "look.cube")
    #expect(try shelf.add(upload: "look.cube", [1]) == "look-2.cube")
    #expect(shelf.tableNames == ["look.cube", "look-2.cube"] && shelf.pictures.isEmpty)
    guard case .bytes(let bytes) = try shelf.chainFiles.file("look.cube").content else {
      Issue.record("a table is bytes")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self) == "LUT_3D_SIZE 2")
    let large = [UInt8](repeating: 32, count: Shelf.mostTable + 1)
    #expect(throws: Refused.self) { try shelf.add(upload: "large.cube", large) }
  }

  @Test func manyPicturesAreRefused() throws {
    let shelf = Shelf()
    let file = try png(1, 1)
    for number in 0..<Shelf.mostPictures { _ = try shelf.add(upload: "\(number)", file) }
    #expect(throws: Refused.self) { try shelf.add(upload: "one more", file) }
  }
}
