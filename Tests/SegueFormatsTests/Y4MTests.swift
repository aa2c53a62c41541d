import SegueFormats
import SeguePixels
import Testing

@Suite("Y4M of opaque frames") struct Y4MTests {
  @Test(
    "A single transparent pixel is an error", arguments: [(0, 0), (5, 19), (9, 33)], [0, 254] as [UInt8])
  func transparency(place: (Int, Int), alpha: UInt8) throws {
    let (x, y) = place
    var picture = try Bitmap(PixelSize(width: 10, height: 34), filledWith: .white)
    for chroma in ChromaSubsampling.allCases {
      let encoder = Formats.Y4M(opaque: chroma).makeEncoder(level: .preferred)
      picture[x, y] = .white
      try encoder.encode(picture, named: "frame")
      picture[x, y] = Pixel(red: 0, green: 0, blue: 0, alpha: alpha)
      #expect(throws: TransparentFrame.self) { try encoder.encode(picture, named: "frame") }
      // `Y4M(chroma:)` composites transparent pixels over black.
      try Formats.Y4M(chroma: chroma).makeEncoder(level: .preferred).encode(picture, named: "frame")
    }
  }
}
