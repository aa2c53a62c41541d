import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

@Suite("JPEG files from cameras and programs")
struct JPEGCorpusTests {
  /// The flower without subsampling or conversion, as the reference for other files.
  private static let flower = Result {
    try Bitmap(contentsOf: corpusFile("jpeg/flower.png.im_q85_rgb.jpg"))
  }

  @Test(
    "Files of all subsamplings and scan orders show the same picture", .needsCorpora,
    arguments: ["420_progr", "422", "440", "asymmetric"])
  func subsampling(name: String) throws {
    let flower = try Self.flower.get()
    let decoded = try Bitmap(contentsOf: corpusFile("jpeg/flower.png.im_q85_\(name).jpg"))
    #expect(decoded.size == PixelSize(width: 2268, height: 1512))
    // Measured: 1.2…1.35, because both files are lossy and chroma is subsampled. With chroma shifted by a
    // pixel, the difference would exceed 2.
    #expect(decoded.meanDifference(from: flower) < 2)
  }

  @Test("A gray file shows the luma of the color file", .needsCorpora)
  func gray() throws {
    let flower = try Self.flower.get()
    let decoded = try Bitmap(contentsOf: corpusFile("jpeg/flower.png.im_q85_gray.jpg"))
    let luma = try Bitmap(flower.width, flower.height) { x, y in
      let pixel = flower[x, y]
      let luma = 2126 * Int(pixel.red) + 7152 * Int(pixel.green) + 722 * Int(pixel.blue)
      return Array(repeating: (luma + 5000) / 10000, count: 3)
    }
    // Measured: 0.63. The file was made with BT.709 weights; with BT.601 weights the difference would be 3.4.
    #expect(decoded.meanDifference(from: luma) < 1)
  }

  @Test("A CMYK file shows its part of the picture", .needsCorpora)
  func cmyk() throws {
    let decoded = try Bitmap(contentsOf: corpusFile("jpeg/flower_small.cmyk.jpg"))
    let part = try Self.flower.get().cropped(x: 879, y: 490, PixelSize(width: 510, height: 532))
    // Measured: 1.43 at this position, several times more at adjacent positions, and above 30 with inverted
    // colors or without black.
    #expect(decoded.meanDifference(from: part) < 2)
    let beside = try Self.flower.get().cropped(x: 880, y: 490, PixelSize(width: 510, height: 532))
    #expect(decoded.meanDifference(from: beside) > 3)
  }

  @Test("All EXIF orientations of a landscape are turned upright", .needsCorpora, arguments: 0...8)
  func orientation(number: Int) throws {
    let upright = try Bitmap(contentsOf: corpusFile("exif-orientation/Landscape_1.jpg"))
    let file = try contents(of: corpusFile("exif-orientation/Landscape_\(number).jpg"))
    let decoded = try Bitmap(decoding: file)
    #expect(decoded.size == PixelSize(width: 1800, height: 1200))
    // Measured: 0.4…2.3 for files stored in landscape, 3.3…3.7 for files stored in portrait, which were
    // scaled differently. Each file was compressed separately, and shows its number. A shift by one pixel
    // gives more than 7.
    #expect(decoded.meanDifference(from: upright) < 5)
  }

  @Test("With a wrong orientation, a landscape is not upright", .needsCorpora, arguments: 1...8)
  func wrongOrientation(number: Int) throws {
    let upright = try Bitmap(contentsOf: corpusFile("exif-orientation/Landscape_1.jpg"))
    var file = try contents(of: corpusFile("exif-orientation/Landscape_\(number).jpg"))
    let big: [UInt8] = [1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(number)]
    let entry = try #require(file.firstRange(of: big))
    // Stores another orientation, with which the upright size is the same.
    file[entry.upperBound - 1] = UInt8(number < 5 ? 5 - number : 13 - number)
    let decoded = try Bitmap(decoding: file)
    #expect(decoded.size == upright.size)
    // Measured: 73.5…73.8.
    #expect(decoded.meanDifference(from: upright) > 50)
  }
}
