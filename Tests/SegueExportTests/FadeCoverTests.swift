import SegueExport
import SeguePixels
import SegueRendering
import Testing

@Suite struct FadeCoverTests {
  private let white = Pixel(red: 255, green: 255, blue: 255)

  private func levels(_ cover: FadeCover) throws -> [UInt8] {
    let picture = try Bitmap(PixelSize(width: 3, height: 2), filledWith: white)
    let film = CoveredFrames(StillFrames(picture: picture, count: cover.count), [cover])
    return try (0..<cover.count).map { try film.rows(of: $0).rendered()[1, 1].green }
  }

  @Test("The first and the last frame are the color, and those between the fades are the film's own")
  func ends() throws {
    let cover = FadeCover(of: 11, rate: 10, in: 0.4, out: 0.2)
    #expect(try levels(cover) == [0, 64, 128, 191, 255, 255, 255, 255, 255, 128, 0])
    #expect(
      (0..<11).map(cover.covers) == [true, true, true, true, false, false, false, false, false, true, true])
    #expect(try levels(FadeCover(of: 3, rate: 10, in: 0, out: 0)) == [255, 255, 255])
    #expect(try levels(FadeCover(of: 3, rate: 10, in: 0.1, out: 0)) == [0, 255, 255])
  }

  @Test("Fades that are longer than the film overlap, in any color and light")
  func long() throws {
    #expect(try levels(FadeCover(of: 3, rate: 10, in: 9, out: 9)) == [0, 28, 0])
    #expect(try levels(FadeCover(of: 3, rate: 10, in: 0.2, out: 0, color: white)) == [255, 255, 255])
    // Half of the light is at 188 of 255.
    #expect(try levels(FadeCover(of: 3, rate: 10, in: 0.2, out: 0, light: .linear)) == [0, 188, 255])
    let clear = FadeCover(of: 2, rate: 10, in: 0.1, out: 0, color: .clear)
    let picture = try Bitmap(PixelSize(width: 3, height: 2), filledWith: white)
    #expect(try clear.over(picture, frame: 0).rendered()[0, 0] == .clear)
  }
}
