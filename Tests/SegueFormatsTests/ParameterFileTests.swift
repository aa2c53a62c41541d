import CSegueCodecs
import Foundation
import SegueFiles
import SegueFormats
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite("Parameter files") struct ParameterFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("A file that is no picture is read up to the limit")
  func limitOfTheOptions() throws {
    let file = try folder.write([1, 2, 3], "film.cube")
    // 16 bytes for the pixel, and 16 MiB for other content.
    let (options, limit) = (DecodeOptions(maxPixels: 1), 16 + 1 << 24)
    truncate(file, limit)
    let read = try ParameterFile(contentsOf: file, options: options)
    guard case .bytes(let bytes) = read.content else {
      Issue.record("it is taken for a picture")
      return
    }
    #expect(bytes.count == limit && bytes.starts(with: [1, 2, 3, 0]))
    #expect(try read.name == file && read.lumaPlane() == nil)
    truncate(file, limit + 1)
    #expect(throws: FileError.tooLarge(file: file, limit: limit)) {
      try ParameterFile(contentsOf: file, options: options)
    }
  }

  /// The file is sparse, and the test reads none of it.
  @Test("A file is at most 512 MiB, for any options")
  func limitOfAll() throws {
    let file = try folder.write([1, 2, 3], "film.cube")
    truncate(file, 1 + 1 << 29)
    // The pixel limit that allows exactly 512 MiB.
    let pixels = (1 << 29 - 1 << 24) / 16
    #expect(throws: FileError.tooLarge(file: file, limit: 1 << 29 - 16)) {
      try ParameterFile(contentsOf: file, options: DecodeOptions(maxPixels: pixels - 1))
    }
    for maxPixels in [pixels, 100_000_000, .max] {
      #expect(throws: FileError.unreadable(file: file, reason: "it has more than 512 MiB")) {
        try ParameterFile(contentsOf: file, options: DecodeOptions(maxPixels: maxPixels))
      }
    }
  }

  /// A picture with a map or a table has numbers, which are not converted as colors.
  @Test func samplesOfParameterPicturesAreNotConverted() throws {
    let chunks = MadePNG(5, 4, 2, 8, interlaced: false, seed: 1).chunks.filter { $0.name != "tRNS" }
    let linear = PNGChunk(name: "gAMA", data: bigEndian(100_000))
    let plain = try Bitmap(decoding: PNGChunk.file(chunks))
    let bytes = PNGChunk.file([chunks[0], linear] + chunks.dropFirst())
    guard
      case .picture(let picture) = try ParameterFile(contentsOf: folder.write(bytes, "map.png")).content
    else {
      Issue.record("it is taken for none")
      return
    }
    #expect(picture == plain)
    if segue_has_lcms() { #expect(try Bitmap(decoding: bytes) != plain) }
  }

  @Test func parameterPicturesObeyThePixelLimit() throws {
    let file = folder.file("map.png")
    try Bitmap(width: 3, height: 2).write(to: file)
    let size = PixelSize(width: 3, height: 2)
    guard case .picture(let picture) = try ParameterFile(contentsOf: file).content else {
      Issue.record("it is taken for none")
      return
    }
    #expect(picture.size == size)
    #expect(throws: ImageError.tooLarge(file: file, size: size, limit: 5)) {
      try ParameterFile(contentsOf: file, options: DecodeOptions(maxPixels: 5))
    }
  }
}
