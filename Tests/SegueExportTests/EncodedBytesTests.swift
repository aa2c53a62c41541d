import Foundation
import Segue
import SegueTestSupport
import Synchronization
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct EncodedBytesTests {
  private static func exporter(
    _ frames: Int = 12, opaque: Bool = true, width: Int = 64, _ execution: Execution = Execution(threads: 2)
  ) throws -> Exporter {
    let renderer = try TransitionRenderer(
      from: .noise(width, 36, seed: 1, opaque: opaque), to: .noise(width, 36, seed: 2, opaque: opaque))
    return Exporter(
      TransitionFrames(renderer, times: FrameTimes(frames: frames)), rate: 25, execution)
  }

  /// Formats of all kinds; among them, WebP and AVIF need a file.
  private static let formats: [any FileFormat] =
    [Formats.APNG(), Formats.GIF(), Formats.WebP(), Formats.Y4M(), Formats.RGBA()]
    + (hasFFmpeg ? [Formats.MP4(), Formats.MKV(), Formats.WebM(), Formats.AVIF()] : [])

  private static func all(_ bytes: EncodedBytes) async throws -> [UInt8] {
    var all: [UInt8] = []
    for try await chunk in bytes {
      #expect((1...65536).contains(chunk.count))
      all += chunk
    }
    return all
  }

  @Test(arguments: formats) func encodedBytesEqualAFile(format: any FileFormat) async throws {
    for opaque in [true, false] where opaque || format.video == nil {
      let exporter = try Self.exporter(opaque: opaque)
      let folder = try TemporaryFolder()
      let file = folder.file("file.\(type(of: format).name)")
      try await exporter.export(to: Destination(format, to: .file(file)))
      #expect(try await exporter.encoded(as: format) == [UInt8](Data(contentsOf: URL(filePath: file))))
    }
  }

  @Test(arguments: formats) func chunksEqualTheBytesInAPipe(format: any FileFormat) async throws {
    let exporter = try Self.exporter()
    let folder = try TemporaryFolder()
    let file = folder.file("file.\(type(of: format).name)")
    if format.canBePassedOn {
      let descriptor = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      defer { close(descriptor) }
      let target = StreamTarget.descriptor(descriptor, named: "it")
      let destination: Destination =
        if let animation = format.animation {
          .animation(target, animation)
        } else {
          try Destination(format, to: target)
        }
      try await exporter.export(to: destination)
    } else {
      try await exporter.export(to: Destination(format, to: .file(file)))
    }
    let bytes = exporter.bytes(as: format)
    #expect(bytes.mediaType == type(of: format).mediaTypes.first)
    let expected = try [UInt8](Data(contentsOf: URL(filePath: file)))
    #expect(!expected.isEmpty)
    // Each iteration is an export.
    for _ in 0..<2 { #expect(try await Self.all(bytes) == expected) }
  }

  @Test func imagesFollowEachOther() async throws {
    let exporter = try Self.exporter(3)
    let frames = try (0..<3).map { try exporter.source.rows(of: $0).rendered().encoded(as: .png) }
    #expect(try await Self.all(exporter.bytes(as: Formats.PNG())) == frames.flatMap { $0 })
    #expect(try await exporter.encoded(as: Formats.PNG(), frames: 1..<2) == frames[1])
    await #expect(throws: ExportError.unsupported(file: "BMP", reason: "the format has no frames to write")) {
      try await exporter.encoded(as: Formats.BMP())
    }
  }

  @Test func formatsHaveShortForms() async throws {
    let exporter = try Self.exporter(3)
    #expect(try await exporter.encoded(as: .apng) == exporter.encoded(as: Formats.APNG()))
    #expect(try await exporter.encoded(as: .y4m) == Self.all(exporter.bytes(as: .y4m)))
    #expect(
      exporter.bytes(as: .webp).mediaType == "image/webp" && exporter.bytes(as: .mp4).mediaType == "video/mp4"
    )
  }

  /// Counts the requested frames.
  private struct Counted: FrameSource {
    let frames: any FrameSource
    let counter: Counter

    final class Counter: Sendable {
      let count = Atomic(0)
      let onRelease: @Sendable () -> Void
      init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
      deinit { onRelease() }
    }

    init(_ frames: any FrameSource, onRelease: @escaping @Sendable () -> Void = {}) {
      (self.frames, counter) = (frames, Counter(onRelease: onRelease))
    }

    var made: Int { counter.count.load(ordering: .relaxed) }
    var count: Int { frames.count }
    var size: PixelSize { frames.size }
    var level: SIMDLevel { frames.level }

    func rows(of index: Int) throws -> any RowSource {
      counter.count.add(1, ordering: .relaxed)
      return try frames.rows(of: index)
    }
  }

  /// A frame has 147,456 bytes, and the channel holds 262,144: two frames, and one of each worker.
  @Test func renderingWaitsForASlowReader() async throws {
    let source = Counted(try Self.exporter(300, width: 1024).source)
    let bytes = Exporter(source, Execution(threads: 2)).bytes(as: .rgba)
    #expect(source.made == 0)
    var iterator = bytes.makeAsyncIterator()
    var count = try #require(try await iterator.next()).count
    for frame in stride(from: 10, through: 290, by: 70) {
      while count < frame * 147_456 { count += try #require(try await iterator.next()).count }
      try await Task.sleep(for: .milliseconds(50))
      #expect(source.made >= frame && source.made <= frame + 6, "\(source.made) for \(frame)")
    }
    while let chunk = try await iterator.next() { count += chunk.count }
    #expect(count == 300 * 147_456)
    #expect(try await iterator.next() == nil)
  }

  @Test func aReleasedIteratorEndsTheExport() async throws {
    let isReleased = Flag()
    func readSome() async throws -> Int {
      let source = Counted(try Self.exporter(100_000, width: 1024).source) { isReleased.set() }
      var iterator = Exporter(source, Execution(threads: 2)).bytes(as: .rgba).makeAsyncIterator()
      for _ in 0..<10 { #expect(try await iterator.next() != nil) }
      return source.made
    }
    #expect(try await readSome() < 20)
    // The export releases its source when all of its threads have ended.
    let start = ContinuousClock.now
    while !isReleased.isSet, .now - start < .seconds(10) { try await Task.sleep(for: .milliseconds(2)) }
    #expect(isReleased.isSet)
  }

  private final class Flag: Sendable {
    private let flag = Atomic(false)
    var isSet: Bool { flag.load(ordering: .relaxed) }
    func set() { flag.store(true, ordering: .relaxed) }
  }

  @Test(arguments: ["rgba", "apng", "mkv"]) func aCanceledTaskEndsTheExport(name: String) async throws {
    guard name != "mkv" || hasFFmpeg else { return }
    let format = try Catalog.formats.make(name)
    let source = Counted(try Self.exporter(100_000, width: 1024).source)
    let bytes = Exporter(source, Execution(threads: 2)).bytes(as: format)
    let isReading = Flag()
    let task = Task {
      for try await _ in bytes {
        isReading.set()
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
    while !isReading.isSet { try await Task.sleep(for: .milliseconds(1)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let made = source.made
    try await Task.sleep(for: .milliseconds(50))
    #expect(source.made <= made + 4 && source.made < 50_000)
  }

  @Test func bytesAreLimited() async throws {
    for format in Self.formats {
      let whole = try await Self.exporter().encoded(as: format).count
      let execution = Execution(threads: 2, limits: Limits(maxBytes: whole / 2))
      let exporter = try Self.exporter(execution)
      let kept = Mutex(0)
      let error = await #expect(throws: ExportError.self) { try await exporter.encoded(as: format) }
      #expect(error?.code == .exportTooManyBytes && error?.isCallersFault == true)
      #expect(error?.message.hasSuffix("bytes are above the limit of \(whole / 2)") ?? false)
      #expect(error?.file == type(of: format).title)
      await #expect(throws: ExportError.self) {
        for try await chunk in exporter.bytes(as: format) { kept.withLock { $0 += chunk.count } }
      }
      #expect(kept.withLock { $0 } <= whole / 2)
      let folder = try TemporaryFolder()
      let file = folder.file("file.\(type(of: format).name)")
      await #expect(throws: ExportError.self) {
        try await exporter.export(to: Destination(format, to: .file(file)))
      }
      #expect(folder.names().isEmpty, "\(type(of: format).name)")
    }
  }

  private static func exporter(_ execution: Execution) throws -> Exporter {
    try exporter(12, opaque: true, width: 64, execution)
  }

  @Test func framesAndSizesAreLimited() async throws {
    let frames = try Self.exporter(Execution(limits: Limits(maxFrames: 11)))
    let error = ExportError.tooManyFrames(file: "APNG", count: 12, limit: 11)
    await #expect(throws: error) { try await frames.encoded(as: .apng) }
    #expect(error.code == .exportTooManyFrames && error.isCallersFault)
    #expect(error.message == "APNG: 12 frames are above the limit of 11")
    #expect(try await !frames.encoded(as: .apng, frames: 0..<11).isEmpty)
    let sizes = try Self.exporter(Execution(limits: Limits(maxFramePixels: 99)))
    await #expect(throws: RenderError.tooLarge(PixelSize(width: 64, height: 36), limit: 99)) {
      try await sizes.encoded(as: .apng)
    }
  }

  @Test func timeIsLimited() async throws {
    let exporter = try Self.exporter(
      100_000, opaque: true, width: 64, Execution(threads: 2, limits: Limits(maxSeconds: 0.1)))
    await #expect(throws: RenderError.outOfTime(limit: 0.1)) { try await exporter.encoded(as: .rgba) }
    await #expect(throws: RenderError.outOfTime(limit: 0.1)) {
      for try await _ in exporter.bytes(as: .rgba) {}
    }
  }

  @Test func aSlowReaderTakesNoTimeOfTheLimit() async throws {
    let exporter = try Self.exporter(
      20, opaque: true, width: 640, Execution(threads: 2, limits: Limits(maxSeconds: 2)))
    var byteCount = 0
    for try await chunk in exporter.bytes(as: .rgba) {
      if byteCount == 0 { try await Task.sleep(for: .seconds(3)) }
      byteCount += chunk.count
    }
    let size = exporter.source.size
    #expect(byteCount == 4 * size.width * size.height * 20)
  }

  @Test func loopIterationsAreLimited() async throws {
    let shader = try Shader(
      source: """
        vec4 transition(vec2 uv) {
          float s = 0.0;
          for (int i = 0; i < 1000000; i++) { s += 1.0; if (s > progress * 5000.0) break; }
          return vec4(s * 1.0e-9, 0.0, 0.0, 1.0);
        }
        """, file: "late")
    func exporter(_ limits: Limits) throws -> Exporter {
      let picture = try Bitmap.noise(32, 16, seed: 1)
      let renderer = try TransitionRenderer(
        from: picture, to: picture, try #require(ShaderTransition(shader)))
      return Exporter(
        TransitionFrames(renderer, times: FrameTimes(frames: 3)), Execution(limits: limits))
    }
    #expect(try await !exporter(Limits()).encoded(as: .rgba).isEmpty)
    await #expect(throws: RenderError.unrenderable("late: its loops take more than 1000 iterations")) {
      try await exporter(Limits(maxLoopTurns: 1000)).encoded(as: .rgba)
    }
  }

  /// Temporary files of WebP, AVIF and video are removed, also after errors.
  @Test func noTemporaryFileIsLeft() async throws {
    let folder = NSTemporaryDirectory()
    func folders() throws -> Set<String> {
      Set(try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("segue-") })
    }
    let before = try folders()
    for format in Self.formats {
      _ = try await Self.exporter().encoded(as: format)
      _ = try await Self.all(Self.exporter().bytes(as: format))
      _ = try? await Self.exporter(Execution(limits: Limits(maxBytes: 100))).encoded(as: format)
    }
    #expect(try folders().subtracting(before).filter { !$0.contains("test") }.isEmpty)
  }

  @Test func errorsDoNotNameTemporaryFiles() async throws {
    guard hasFFmpeg else { return }
    let error = await #expect(throws: ExportError.self) {
      try await Self.exporter(opaque: false).encoded(as: .mp4)
    }
    #expect(error?.code == .exportTransparentFrames && error?.file == "MP4")
    #expect(error?.message.hasPrefix("MP4: cannot be created") ?? false)
  }
}
