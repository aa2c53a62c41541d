import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite struct ColorPackingTests {
  @Test func packedColors() throws {
    var picture = try Bitmap(PixelSize(width: 3, height: 3), filledWith: .black)
    let reds: [[UInt8]] = [[200, 100, 30], [50, 255, 128], [10, 20, 255]]
    for y in 0..<3 { for x in 0..<3 { picture[x, y] = Pixel(red: reds[y][x], green: 7, blue: 9) } }
    let packed = try (picture --> ColorPacking()).frame()
    #expect(packed.size == PixelSize(width: 2, height: 2))
    #expect(packed[0, 0] == Pixel(red: 200, green: 100, blue: 50, alpha: 255))
    // Neighbors outside are clamped to the edge; straight, this is 30, 30, 128 with an alpha of 128.
    #expect(packed[1, 0] == Pixel(red: 15, green: 15, blue: 64, alpha: 128))
    #expect(packed[1, 1] == Pixel(red: 255, green: 255, blue: 255, alpha: 255))
  }
}
