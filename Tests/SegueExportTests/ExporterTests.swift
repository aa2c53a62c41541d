import Foundation
import Segue
import SegueTestSupport
import Synchronization
import Testing

@Suite struct ExporterTests {
  static func renderer() throws -> TransitionRenderer {
    try TransitionRenderer(from: .noise(64, 36, seed: 1), to: .noise(64, 36, seed: 2))
  }

  /// Records frames, and delays some of them, so that workers overtake each other.
  final class Recorder: FrameOutput, Sendable {
    let isOrdered: Bool
    let failing: Int?
    let written = Mutex<[Int]>([])
    let frames = Mutex<[Int: Bitmap]>([:])

    init(isOrdered: Bool, failing: Int? = nil) {
      self.isOrdered = isOrdered
      self.failing = failing
    }

    func makeWriter(level: SIMDLevel) -> FrameWriter { .rows(Writer(self)) }

    final class Writer: RowsWriter {
      let recorder: Recorder
      init(_ recorder: Recorder) { self.recorder = recorder }

      func encode(_ frame: any RowSource, on canvas: FrameCanvas, index: Int) {
        if index % 3 == 0 { usleep(2000) }
        let bitmap = try? canvas.bitmap(of: frame)
        recorder.frames.withLock { $0[index] = bitmap }
      }

      func write(index: Int) throws -> Int {
        if index == recorder.failing {
          throw FileError.writeFailed(file: "frame \(index)", reason: "no room")
        }
        recorder.written.withLock { $0.append(index) }
        return 10
      }
    }
  }

  @Test("A frame of another run is left for the end, and made if that run gives it up")
  func frameOfAnotherRun() throws {
    let folder = try TemporaryFolder()
    let other = Mutex<PartialFile?>(try PartialFile(folder.file("0.png"), overwrite: true))
    let source = TransitionFrames(try Self.renderer(), times: FrameTimes(frames: 5))
    let summary = try Exporter(source, Execution(threads: 2)).export(
      to: .files(folder.file("%d.png"), WritePolicy(existing: .keep)),
      onFrame: { done in if done == 4 { other.withLock { $0 = nil } } })
    #expect(summary.frames == 5)
    #expect(folder.names() == (0..<5).map { "\($0).png" })
  }

  /// Frames that are slow to find and to render.
  struct SlowFrames: FrameSource {
    let count = 4
    let size = PixelSize(width: 32, height: 32)
    let level = SIMDLevel.preferred

    struct Rows: RowSource {
      let size: PixelSize
      let inputs: [any RowSource] = []
      func makeReader(_ context: RenderContext) -> any RowReader { Reader() }

      final class Reader: RowReader {
        func read(_ y: Int, into row: inout MutableSpan<Pixel>) {
          usleep(500)
          for x in row.indices { row[x] = .white }
        }
      }
    }

    func rows(of index: Int) -> any RowSource {
      usleep(10_000)
      return Rows(size: size)
    }
  }

  /// Measured: 104 ms for four frames; encoding and discarding take far less.
  @Test func makingAndRenderingAFrameCountsAsRendering() throws {
    let folder = try TemporaryFolder()
    let template = try #require(FrameTemplate(folder.file("%d.jpg")))
    let destinations: [Destination] = [
      .discard, .sequence(template, .jpeg), .stream(.file(folder.file("a.y4m")), .y4m),
      .animation(.file(folder.file("a.apng")), .apng),
    ]
    for destination in destinations {
      let stages = try Exporter(SlowFrames(), threads: 1).export(to: destination).stages
      #expect(stages.render > 0.1 && stages.encode < stages.render / 2, "\(stages)")
    }
  }

  @Test(arguments: [1, 2, 4]) func orderedOutputsGetFramesInOrder(threads: Int) throws {
    let output = Recorder(isOrdered: true)
    let exporter = Exporter(try Self.renderer(), times: FrameTimes(frames: 40), threads: threads)
    let summary = try exporter.export(frames: Array(0..<40), to: output)
    #expect(output.written.withLock { $0 } == Array(0..<40))
    #expect(summary.frames == 40 && summary.bytes == 400 && !summary.wasCancelled)
  }

  @Test(arguments: [1, 2, 4]) func framesEqualThoseOfTheRenderer(threads: Int) throws {
    let renderer = try Self.renderer()
    let output = Recorder(isOrdered: false)
    let times = FrameTimes(frames: 25)
    try Exporter(renderer, times: times, threads: threads).export(frames: [0, 3, 7, 11, 24], to: output)
    let frames = output.frames.withLock { $0 }
    #expect(Set(frames.keys) == [0, 3, 7, 11, 24])
    for (index, frame) in frames { #expect(try frame == renderer.frame(atTime: times[index])) }
  }

  @Test(arguments: [true, false], [1, 3]) func theFirstFailureEndsAnExport(isOrdered: Bool, threads: Int)
    throws
  {
    let output = Recorder(isOrdered: isOrdered, failing: 5)
    let exporter = Exporter(try Self.renderer(), times: FrameTimes(frames: 500), threads: threads)
    #expect(throws: FileError.writeFailed(file: "frame 5", reason: "no room")) {
      try exporter.export(frames: Array(0..<500), to: output)
    }
    #expect(output.written.withLock { $0.count } < 20)
  }

  /// Frames that fail; the first failing frame fails later than the others.
  struct FailingFrames: FrameSource {
    let count = 9
    let size = PixelSize(width: 32, height: 32)
    let level = SIMDLevel.preferred

    func rows(of index: Int) throws -> any RowSource {
      if index == 0 { usleep(50_000) }
      throw RenderError.unrenderable("frame \(index)")
    }
  }

  @Test(arguments: [true, false]) func theErrorIsThatOfTheEarliestFrame(isOrdered: Bool) throws {
    let exporter = Exporter(FailingFrames(), threads: 3)
    #expect(throws: RenderError.unrenderable("frame 0")) {
      try exporter.export(frames: Array(0..<9), to: Recorder(isOrdered: isOrdered))
    }
  }

  @Test(arguments: [true, false], [1, 3]) func cancellationCompletesStartedFrames(
    isOrdered: Bool, threads: Int
  )
    throws
  {
    let output = Recorder(isOrdered: isOrdered)
    let done = Mutex(0)
    let exporter = Exporter(try Self.renderer(), times: FrameTimes(frames: 500), threads: threads)
    let summary = try exporter.export(
      frames: Array(0..<500), to: output, isCancelled: { done.withLock { $0 >= 10 } },
      onFrame: { count in done.withLock { $0 = count } })
    #expect(summary.wasCancelled)
    #expect(summary.frames >= 10 && summary.frames <= 10 + threads)
    #expect(output.written.withLock { $0.count } == summary.frames)
    if isOrdered { #expect(output.written.withLock { $0 } == Array(0..<summary.frames)) }
  }

  @Test func framesAreEased() throws {
    let renderer = try TransitionRenderer(
      from: .noise(64, 36, seed: 1), to: .noise(64, 36, seed: 2), Transitions.FadeIn())
    let output = Recorder(isOrdered: false)
    try Exporter(renderer, times: FrameTimes(frames: 5), threads: 2).export(frames: Array(0..<5), to: output)
    let frames = output.frames.withLock { $0 }
    for index in 0..<5 {
      let time = Double(index) / 4
      #expect(try frames[index] == renderer.frame(at: TimingCurve.easeInOut(at: time)), "\(index)")
    }
  }

  @Test func progressIsReportedForEachFrame() throws {
    let counts = Mutex<[Int]>([])
    try Exporter(try Self.renderer(), times: FrameTimes(frames: 30), threads: 3)
      .export(
        to: .discard, onFrame: { count in counts.withLock { $0.append(count) } })
    #expect(counts.withLock { $0 } == Array(1...30))
  }

  @Test func progressHasTheNumberOfFrames() async throws {
    let exporter = Exporter(try Self.renderer(), times: FrameTimes(frames: 30), threads: 2)
    for (frames, count) in [(nil, 30), (4..<11, 7)] as [(Range<Int>?, Int)] {
      var last: ExportProgress?
      for try await progress in exporter.progress(to: .discard, frames: frames) {
        #expect(progress.frameCount == count && (1...count).contains(progress.framesDone))
        #expect(progress.framesDone >= last?.framesDone ?? 0)
        last = progress
      }
      #expect(last?.framesDone == count && last?.summary?.frames == count)
    }
  }

  @Test func anEmptyRangeExportsNothing() throws {
    let summary = try Exporter(try Self.renderer(), times: FrameTimes(frames: 3))
      .export(to: .discard, frames: 0..<0)
    #expect(summary.frames == 0 && !summary.wasCancelled)
  }

  @Test func thePolicyForExistingFilesIsApplied() throws {
    let folder = try TemporaryFolder()
    let template = try #require(FrameTemplate(folder.file("deep/er/%02d.png")))
    func frames(_ existing: WritePolicy.Existing) throws -> [Int] {
      try ExportJob(
        .sequence(template, .png, WritePolicy(existing: existing)), frames: 2..<5, rate: FrameRate(60)
      ).frames
    }
    #expect(try frames(.refuse) == [2, 3, 4])
    #expect(folder.names().isEmpty)
    try FileManager.default.createDirectory(
      atPath: folder.file("deep/er"), withIntermediateDirectories: true)
    try Data([1]).write(to: URL(filePath: template.name(of: 3)))
    #expect(throws: FileError.exists(file: template.name(of: 3))) { try frames(.refuse) }
    #expect(try frames(.keep) == [2, 4])
    #expect(try frames(.overwrite) == [2, 3, 4])
  }

  @Test func theDefaultIs60FramesASecondOnAllCores() throws {
    let renderer = try Self.renderer()
    let frames = TransitionFrames(renderer, times: FrameTimes(frames: 3))
    let plain = Exporter(renderer)
    #expect(plain.source.count == FrameTimes(duration: renderer.timing.duration, framesPerSecond: 60).count)
    #expect(plain.rate == FrameRate(60) && Exporter(frames).rate == FrameRate(60))
    #expect(plain.execution == .allCores && Exporter(frames).execution == .allCores)
    let two = Execution(threads: 2, level: .reference)
    #expect(Exporter(renderer, framesPerSecond: 12, two).execution == two)
    #expect(Exporter(frames, rate: FrameRate(12), two).execution == two)
  }

  @Test("All ways to export write the requested frames at the given rate")
  func waysToExport() async throws {
    let folder = try TemporaryFolder()
    let exporter = Exporter(
      TransitionFrames(try Self.renderer(), times: FrameTimes(frames: 9)), rate: FrameRate(24),
      Execution(threads: 2))
    // A closure hides blocking calls from the compiler's check of `async` code.
    let export = { @Sendable (file: String) throws -> ExportSummary in
      try exporter.export(to: .file(file), frames: 2..<5)
    }
    let blocking = try export(folder.file("a.y4m"))
    let awaited = try await exporter.export(to: .file(folder.file("b.y4m")), frames: 2..<5)
    for try await _ in exporter.progress(to: try .file(folder.file("c.y4m")), frames: 2..<5) {}
    let bytes = try contents(of: folder.file("a.y4m"))
    #expect(bytes.starts(with: Array("YUV4MPEG2 W64 H36 F24:1 ".utf8)))
    #expect(blocking.frames == 3 && awaited.frames == 3)
    #expect(blocking.bytes == bytes.count && awaited.bytes == bytes.count)
    for name in ["b.y4m", "c.y4m"] { #expect(try contents(of: folder.file(name)) == bytes, "\(name)") }
  }

  /// Encoding a frame takes 2 ms, and writing it 20 ms.
  final class Slow: FrameOutput {
    let isOrdered = true
    func makeWriter(level: SIMDLevel) -> FrameWriter { .rows(Writer()) }

    final class Writer: RowsWriter {
      func encode(_ frame: any RowSource, on canvas: FrameCanvas, index: Int) { usleep(2000) }
      func write(index: Int) -> Int {
        usleep(20_000)
        return 1
      }
    }
  }

  @Test func timeIsCountedForItsStage() throws {
    let source = TransitionFrames(try Self.renderer(), times: FrameTimes(frames: 3))
    let summary = try Exporter(source, threads: 1).export(frames: [0, 1, 2], to: Slow())
    let stages = summary.stages
    #expect(stages.encode >= 0.006 && stages.write >= 0.06, "\(stages)")
    #expect(stages.render + stages.encode + stages.wait + stages.write <= summary.seconds)
    #expect(summary.finishSeconds >= 0 && summary.finishSeconds < summary.seconds)
  }
}
