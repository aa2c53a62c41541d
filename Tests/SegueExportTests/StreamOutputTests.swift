import Glibc
import Segue
import SegueExport
import SegueTestSupport
import Synchronization
import Testing

@Suite struct StreamOutputTests {
  /// A sink that collects its bytes.
  final class Memory: ByteSink {
    let bytes = Mutex<[UInt8]>([])
    let calls = Mutex<[String]>([])
    let failing: Int

    init(failing: Int = .max) { self.failing = failing }

    func open(size: PixelSize, rate: FrameRate) { note("open \(size) \(rate)") }

    func write(_ span: Span<UInt8>) throws -> Int {
      guard bytes.withLock({ $0.count }) + span.count <= failing else {
        throw FileError.writeFailed(file: "memory", reason: "full")
      }
      let new = span.withUnsafeBytes { [UInt8]($0) }
      bytes.withLock { $0 += new }
      return span.count
    }

    func finish() -> Int {
      note("finish")
      return 0
    }
    func abandon() { note("abandon") }
    private func note(_ call: String) { calls.withLock { $0.append(call) } }
  }

  private func exporter(threads: Int) throws -> Exporter {
    Exporter(try ExporterTests.renderer(), times: FrameTimes(frames: 12), threads: threads)
  }

  /// The reader of a named pipe sees its end, complete or not.
  @Test(arguments: [false, true]) func aPipeIsClosed(whole: Bool) throws {
    let folder = try TemporaryFolder()
    let file = folder.file("pipe")
    try #require(mkfifo(file, 0o600) == 0)
    let reader = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    let sink = StreamFile(file, WritePolicy())
    try sink.open(size: PixelSize(width: 2, height: 2), rate: FrameRate(25))
    #expect(try sink.write([7].span) == 1)
    var byte: UInt8 = 0
    #expect(read(reader, &byte, 1) == 1 && byte == 7)
    #expect(read(reader, &byte, 1) == -1, "a writer is left")
    if whole { _ = try sink.finish() } else { sink.abandon() }
    #expect(read(reader, &byte, 1) == 0)
  }

  @Test("An open descriptor stays open", arguments: ["y4m", "png", "gif", "mkv"])
  func descriptorsStayOpen(kind: String) async throws {
    guard kind != "mkv" || hasFFmpeg else { return }
    let folder = try TemporaryFolder()
    let descriptor = open(folder.file("it"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    let target = StreamTarget.descriptor(descriptor, named: "it")
    let destination: Destination =
      switch kind {
      case "y4m": .stream(target, .y4m)
      case "png": .images(target, .png)
      case "gif": .animation(target, .gif)
      default: .video(target, .mkv)
      }
    let renderer = try TransitionRenderer(
      from: .noise(64, 36, seed: 1, opaque: true), to: .noise(64, 36, seed: 2, opaque: true))
    try await Exporter(renderer, times: FrameTimes(frames: 12), threads: 2).export(to: destination)
    // The descriptor still refers to this file, not to a file opened later.
    var (named, there) = (stat(), stat())
    #expect(stat(folder.file("it"), &named) == 0 && fstat(descriptor, &there) == 0)
    #expect(named.st_ino == there.st_ino && there.st_size > 0)
    if named.st_ino == there.st_ino { close(descriptor) }
  }

  @Test(
    arguments: [Formats.RGBA(), Formats.RGB24(), Formats.Y4M(), Formats.Y4M(chroma: .full)]
      as [any StreamFormat],
    [1, 3])
  func framesFollowTheHeaderInOrder(format: any StreamFormat, threads: Int) throws {
    let memory = Memory()
    let rate = FrameRate(25)
    let summary = try exporter(threads: threads).export(
      frames: Array(0..<12), to: StreamOutput(format, rate: rate, to: memory))
    let renderer = try ExporterTests.renderer()
    var expected = format.header(size: renderer.size, rate: rate)
    let encoder = format.makeEncoder(level: .preferred)
    for time in FrameTimes(frames: 12) {
      try encoder.encode(try renderer.frame(atTime: time), named: "frame")
      expected += try encoder.withBytes { bytes in bytes.withUnsafeBytes { [UInt8]($0) } }
    }
    #expect(memory.bytes.withLock { $0 == expected })
    #expect(summary.bytes == expected.count)
    #expect(memory.calls.withLock { $0 } == ["open 64x36 25:1", "finish"])
  }

  /// The error is the system's for a pipe.
  @Test func aStreamCannotBeRewritten() {
    #expect(throws: FileError.writeFailed(file: "the stream", reason: "Illegal seek")) {
      try Memory().rewriteStart([1].span)
    }
  }

  @Test func aFailedStreamIsAbandoned() throws {
    let memory = Memory(failing: 40_000)
    #expect(throws: FileError.writeFailed(file: "memory", reason: "full")) {
      try exporter(threads: 2).export(
        frames: Array(0..<12), to: StreamOutput(Formats.RGBA(), rate: FrameRate(25), to: memory))
    }
    #expect(memory.calls.withLock { $0.last } == "abandon")
  }

  @Test func aFileAppearsWhenItIsWhole() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("deep/movie.y4m")
    let output = StreamOutput(Formats.Y4M(), rate: FrameRate(25), to: StreamFile(file, WritePolicy()))
    try output.prepare(size: PixelSize(width: 4, height: 4))
    #expect(folder.names(in: "deep") == [".movie.y4m.partial"])
    output.abandon()
    #expect(folder.names(in: "deep").isEmpty)
    try exporter(threads: 1).export(frames: [0], to: output)
    #expect(folder.names(in: "deep") == ["movie.y4m"])
    #expect(throws: FileError.exists(file: file)) {
      try exporter(threads: 1).export(to: .stream(.file(file), .rgba), frames: 0..<1)
    }
    #expect(folder.names(in: "deep") == ["movie.y4m"])
  }
}
