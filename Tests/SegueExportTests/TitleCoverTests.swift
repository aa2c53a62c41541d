import SegueExport
import SeguePixels
import SegueRendering
import SegueTitles
import Testing

@Suite struct TitleCoverTests {
  @Test("The text of each item fades or slides, up to the middle of a transition and from there")
  func moments() throws {
    let times: [(from: Int, time: Double)] = [(0, 0), (0, 0.25), (0, 0.5), (0, 0.75), (1, 0), (2, 0)]
    let black = try Bitmap(PixelSize(width: 320, height: 90), filledWith: .black)
    for (entrance, edge) in [("fade", nil), ("left", 0), ("right", 319)] as [(String, Int?)] {
      let style = try TitleStyle("font=DejaVu Sans:bold,outline=0,shadow=0,size=20,enter=\(entrance)")
      let cover = TitleCover(["HHHH", "HH"], style: style) { frame in
        TitleCover.moment(from: times[frame].from, to: times[frame].from + 1, time: times[frame].time)
      }
      #expect((0..<6).map(cover.covers) == [true, true, false, true, true, false])
      let frames = try (0..<6).map { try cover.over(black, frame: $0).rendered() }
      #expect(frames[2] == black && frames[5] == black)
      func columns(_ frame: Bitmap) -> [Int] {
        (0..<320).filter { x in (0..<90).contains { frame[x, $0].green > 30 } }
      }
      func brightest(_ frame: Bitmap) -> UInt8 {
        (0..<320 * 90).map { frame[$0 % 320, $0 / 320].green }.max() ?? 0
      }
      #expect(columns(frames[0]).count > columns(frames[4]).count + 15)
      if let edge {
        // The text is nearer to its edge, and as bright.
        for (moved, placed) in [(1, 0), (3, 4)] {
          let (near, far) = (columns(frames[moved]), columns(frames[placed]))
          #expect(abs(near[near.count / 2] - edge) < abs(far[far.count / 2] - edge) - 10)
          #expect(brightest(frames[moved]) > 240)
        }
      } else {
        #expect(columns(frames[1]).count <= columns(frames[0]).count)
        #expect((120...136).contains(brightest(frames[1])) && brightest(frames[0]) == 255)
      }
    }
  }
}
