import SegueExport
import SeguePixels
import SegueRendering
import SegueTestSupport
import SegueTitles
import Testing

@Suite struct SubtitleCoverTests {
  private let size = PixelSize(width: 320, height: 180)

  private func style(_ text: String = "") throws -> TitleStyle {
    try TitleStyle("font=DejaVu Sans:bold,outline=0,shadow=0,margin=10,size=20,\(text)")
  }

  /// The lines of a black frame with bright pixels.
  private func lines(_ cover: SubtitleCover, _ frame: Int, _ size: PixelSize? = nil) throws -> [ClosedRange<
    Int
  >] {
    let black = try Bitmap(size ?? self.size, filledWith: .black)
    let frame = try cover.over(black, frame: frame).rendered()
    var lines: [ClosedRange<Int>] = []
    for y in 0..<frame.height where (0..<frame.width).contains(where: { frame[$0, y].green > 60 }) {
      if let last = lines.last, last.upperBound == y - 1 {
        lines[lines.count - 1] = last.lowerBound...y
      } else {
        lines.append(y...y)
      }
    }
    return lines
  }

  @Test("A frame shows the cues whose times contain its time")
  func times() throws {
    let subtitles = try Subtitles(
      "0:0.990 --> 0:2.000\nA\n\n-0:1.0 --> 0:0.5\nB\n\n0:3.0 --> 0:3.0\nC\n\n0:9.0 --> 9999:0.0\nD")
    let cover = try SubtitleCover(subtitles, rate: 25, style: style())
    let covered = (0..<300).filter(cover.covers)
    // 0.5 s is between frames 12 and 13, and 0.99 s between 24 and 25.
    #expect(covered == Array(0..<13) + Array(25..<50) + Array(225..<300))
    #expect(cover.unseen(in: 100) == 2 && cover.unseen(in: 226) == 1)
    // A rate as a fraction: frame 30 is at 1.001 s.
    let film = try SubtitleCover(
      Subtitles("0:1.0 --> 0:1.1\nA"), rate: #require(.init("30000/1001")), style: style())
    #expect((0..<100).filter(film.covers) == [30, 31, 32])
  }

  @Test("Cues that overlap stand above one another, and keep their places")
  func stack() throws {
    let subtitles = try Subtitles(
      "0:0.0 --> 0:2.0\nHH\n\n0:1.0 --> 0:4.0\nHH\n\n0:1.5 --> 0:4.0\n{\\an8}HH\n\n0:3.0 --> 0:4.0\nHH")
    let cover = try SubtitleCover(subtitles, rate: 10, style: style())
    let alone = try lines(cover, 0)
    #expect(alone.count == 1 && alone[0].lowerBound > 130)
    let two = try lines(cover, 12)
    #expect(two.count == 2 && two[1] == alone[0] && (20...27).contains(two[1].upperBound - two[0].upperBound))
    let three = try lines(cover, 16)
    #expect(three.count == 3 && three[0].upperBound < 40 && Array(three[1...]) == two)
    // The lower cue has ended; the upper one stays, and a new cue takes the free position.
    #expect(try lines(cover, 25) == [three[0], two[0]])
    #expect(try lines(cover, 35) == three)
    // Frames are the same in any order, and for another size.
    let again = try SubtitleCover(subtitles, rate: 10, style: style())
    #expect(try lines(again, 35) == three)
    #expect(try lines(again, 35, PixelSize(width: 200, height: 100)).count == 3)
  }

  @Test("Cues at the top stack downward; frames without a cue are the source's own")
  func top() throws {
    let subtitles = try Subtitles("0:0.0 --> 0:2.0\nHH\n\n0:0.0 --> 0:2.0\nHH\nHH")
    let cover = try SubtitleCover(subtitles, rate: 10, style: style("place=top"))
    let found = try lines(cover, 0)
    #expect(found.count == 3 && found[0].lowerBound < 20)
    #expect(
      Set(zip(found, found.dropFirst()).map { $1.lowerBound - $0.lowerBound }).isSubset(of: [23, 24, 25]))
    let red = try Bitmap(size, filledWith: Pixel(red: 255, green: 0, blue: 0))
    let film = CoveredFrames(StillFrames(picture: red, count: 30), [cover])
    #expect(film.count == 30 && film.size == size)
    #expect(try film.rows(of: 20).bitmap == red)
    #expect(try film.rows(of: 19).rendered() != red)
  }
}

/// Frames that all show one picture.
struct StillFrames: FrameSource {
  let picture: Bitmap
  let count: Int
  var size: PixelSize { picture.size }
  var level: SIMDLevel { .preferred }

  func rows(of index: Int) -> any RowSource { picture }
}
