import Segue
import Testing

@Suite struct ContactSheetTests {
  @Test func aRowIsNoLongerThanThereAreFrames() {
    let frame = PixelSize(width: 160, height: 90)
    let times = FrameTimes(frames: 3)
    let one = ContactSheet(times: times, columns: 9, tileWidth: 80, gap: 10)
    #expect(one.columns == 3 && one.size(for: frame) == PixelSize(width: 260, height: 45))
    let all = ContactSheet(times: times, columns: 0, tileWidth: 80, gap: 10)
    #expect(all.columns == 1 && all.size(for: frame) == PixelSize(width: 80, height: 155))
    // A tile is as high as the frame is, rounded: 80 · 91/160 is 45.5.
    #expect(one.size(for: PixelSize(width: 160, height: 91)).height == 46)
    // However flat the frame is, a tile has a row.
    #expect(one.size(for: PixelSize(width: 1000, height: 1)).height == 1)
    #expect(all.size(for: PixelSize(width: 1000, height: 1)).height == 23)
  }

  /// Frames are those of the time, by the transition's own curve.
  @Test func framesFollowTheTransitionsCurve() throws {
    let size = PixelSize(width: 80, height: 45)
    let renderer = try TransitionRenderer(
      from: Bitmap(size, filledWith: .black), to: Bitmap(size, filledWith: .white), Transitions.FadeIn())
    let sheet = ContactSheet(times: FrameTimes(frames: 5), columns: 5, tileWidth: 80, gap: 0)
    let picture = try sheet.render(renderer)
    for index in 0..<5 {
      let frame = try renderer.frame(at: TimingCurve.easeInOut(at: Double(index) / 4))
      #expect(picture[80 * index + 40, 20] == frame[40, 20], "\(index)")
    }
  }

  @Test func framesLieInRows() throws {
    let red = Pixel(red: 255, green: 0, blue: 0)
    let blue = Pixel(red: 0, green: 0, blue: 255)
    let renderer = try TransitionRenderer(
      from: Bitmap(PixelSize(width: 160, height: 90), filledWith: red),
      to: Bitmap(PixelSize(width: 160, height: 90), filledWith: blue), Transitions.CrossDissolve())
    let sheet = ContactSheet(times: FrameTimes(frames: 5), columns: 3, tileWidth: 80, gap: 10)
    #expect(sheet.size(for: renderer.size) == PixelSize(width: 260, height: 100))
    let picture = try sheet.render(renderer, threads: 2)
    #expect(picture.size == PixelSize(width: 260, height: 100))
    #expect(picture[40, 20] == red && picture[130, 80] == blue)
    #expect(picture[85, 20] == .clear && picture[40, 50] == .clear && picture[220, 80] == .clear)
  }
}
