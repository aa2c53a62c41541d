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

  /// Put together from whole ways, rather than computed by position.
  @Test(arguments: all, [1, 2, 3, 7]) func frames(playback: Playback, count: Int) {
    let way = playback.isReversed ? Array((0..<count).reversed()) : Array(0..<count)
    func held(_ frame: Int) -> [Int] { Array(repeating: frame, count: playback.hold) }
    var expected = held(way[0]) + way + held(way[count - 1])
    if playback.isBoomerang { expected += way.reversed().dropFirst() + held(way[0]) }
    #expect(playback.frames(of: count) == expected)
    #expect(playback.count(of: count) == expected.count)
  }

  @Test func playedFramesAreTheSourcesOwn() throws {
    let source = TransitionFrames(
      try TransitionRenderer(from: .noise(40, 30, seed: 1), to: .noise(40, 30, seed: 2)),
      times: FrameTimes(frames: 4))
    let played = PlayedFrames(source, Playback(hold: 1, isBoomerang: true))
    #expect(played.count == 10 && played.size == source.size && played.level == source.level)
    for (index, number) in [0, 0, 1, 2, 3, 3, 2, 1, 0, 0].enumerated() {
      #expect(try played.rows(of: index).rendered() == source.rows(of: number).rendered())
    }
  }
}

@Suite struct StreamOutputTests {
  /// A sink that keeps what it is given.
  final class Memory: ByteSink {
    let bytes = Mutex<[UInt8]>([])
    let calls = Mutex<[String]>([])
    let failing: Int

    init(failing: Int = .max) { self.failing = failing }

    func open(_ format: StreamFormat, size: PixelSize, rate: FrameRate) { note("open \(size) \(rate)") }

    func write(_ span: Span<UInt8>) throws -> Int {
      guard bytes.withLock({ $0.count }) + span.count <= failing else {
        throw FileError.writeFailed(file: "memory", reason: "full")
      }
      let new = span.withUnsafeBytes { [UInt8]($0) }
      bytes.withLock { $0 += new }
      return span.count
    }

    func finish() { note("finish") }
    func abandon() { note("abandon") }
    private func note(_ call: String) { calls.withLock { $0.append(call) } }
  }

  private func exporter(threads: Int) throws -> Exporter {
    Exporter(try ExporterTests.renderer(), times: FrameTimes(frames: 12), threads: threads)
  }

  @Test(arguments: [StreamFormat.rgba, .rgb24, .y4m(.half), .y4m(.full)], [1, 3])
  func framesFollowTheHeaderInOrder(format: StreamFormat, threads: Int) throws {
    let memory = Memory()
    let rate = FrameRate(25)
    let summary = try exporter(threads: threads).export(
      frames: Array(0..<12), to: StreamOutput(format, rate: rate, to: memory))
    let renderer = try ExporterTests.renderer()
    var expected = format.header(size: renderer.size, rate: rate)
    let encoder = format.makeEncoder(level: .preferred)
    for time in FrameTimes(frames: 12) {
      try encoder.encode(try renderer.frame(atTime: time))
      expected += try encoder.withBytes { bytes in bytes.withUnsafeBytes { [UInt8]($0) } }
    }
    #expect(memory.bytes.withLock { $0 == expected })
    #expect(summary.bytes == expected.count)
    #expect(memory.calls.withLock { $0 } == ["open 64x36 25:1", "finish"])
  }

  @Test func aFailureIsTakenBack() throws {
    let memory = Memory(failing: 40_000)
    #expect(throws: FileError.writeFailed(file: "memory", reason: "full")) {
      try exporter(threads: 2).export(
        frames: Array(0..<12), to: StreamOutput(.rgba, rate: FrameRate(25), to: memory))
    }
    #expect(memory.calls.withLock { $0.last } == "abandon")
  }

  @Test func aFileAppearsWhenItIsWhole() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("deep/movie.y4m")
    let output = StreamOutput(.y4m(.half), rate: FrameRate(25), to: StreamFile(file))
    try output.prepare(size: PixelSize(width: 4, height: 4))
    #expect(folder.names(in: "deep") == [".movie.y4m.partial"])
    output.abandon()
    #expect(folder.names(in: "deep").isEmpty)
    try exporter(threads: 1).export(frames: [0], to: output)
    #expect(folder.names(in: "deep") == ["movie.y4m"])
    #expect(throws: FileError.exists(file: file)) {
      try exporter(threads: 1).export(
        frames: [0], to: StreamOutput(.rgba, rate: FrameRate(25), to: StreamFile(file)))
    }
    #expect(folder.names(in: "deep") == ["movie.y4m"])
  }
}
