import Segue
import SegueTestSupport
import Synchronization
import Testing

@Suite struct PlaybackTests {
  static let all = [0, 1, 3].flatMap { hold in
    [false, true].flatMap { reversed in
      [false, true].map { Playback(hold: hold, isReversed: reversed, isBoomerang: $0) }
    }
  }

  @Test func examples() {
    #expect(Playback().frames(of: 3) == [0, 1, 2])
    #expect(Playback(hold: 2).frames(of: 3) == [0, 0, 0, 1, 2, 2, 2])
    #expect(Playback(isReversed: true).frames(of: 3) == [2, 1, 0])
    #expect(Playback(isBoomerang: true).frames(of: 3) == [0, 1, 2, 1, 0])
    #expect(Playback(hold: 1, isReversed: true, isBoomerang: true).frames(of: 3) == [2, 2, 1, 0, 0, 1, 2, 2])
  }

  /// Expected frames are concatenated from whole passes, not computed by position.
  @Test(arguments: all, [1, 2, 3, 7]) func frames(playback: Playback, count: Int) {
    let way = playback.isReversed ? Array((0..<count).reversed()) : Array(0..<count)
    func held(_ frame: Int) -> [Int] { Array(repeating: frame, count: playback.hold) }
    var expected = held(way[0]) + way + held(way[count - 1])
    if playback.isBoomerang { expected += way.reversed().dropFirst() + held(way[0]) }
    #expect(playback.frames(of: count) == expected)
    #expect(playback.count(of: count) == expected.count)
  }

  @Test func holdAndBoomerangRepeatFramesOfTheSource() throws {
    let source = TransitionFrames(
      try TransitionRenderer(from: .noise(40, 30, seed: 1), to: .noise(40, 30, seed: 2)),
      times: FrameTimes(frames: 4))
    let played = PlayedFrames(source, Playback(hold: 1, isBoomerang: true))
    #expect(played.count == 10 && played.size == source.size && played.level == source.level)
    for (index, number) in [0, 0, 1, 2, 3, 3, 2, 1, 0, 0].enumerated() {
      #expect(try played.rows(of: index).rendered() == source.rows(of: number).rendered())
    }
  }

  @Test func aNegativeHoldIs0() {
    #expect(Playback(hold: -2, isBoomerang: true) == Playback(hold: 0, isBoomerang: true))
  }
}
