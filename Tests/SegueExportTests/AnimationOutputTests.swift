import Foundation
import Segue
import SegueTestSupport
import Synchronization
import Testing

@Suite struct AnimationOutputTests {
  /// A source of given frames.
  struct Frames: FrameSource {
    let frames: [Bitmap]
    var failing = -1

    var count: Int { frames.count }
    var size: PixelSize { frames[0].size }
    var level: SIMDLevel { .preferred }

    func rows(of index: Int) throws -> any RowSource {
      if index % 3 == 0 { usleep(1000) }
      if index == failing { throw FileError.unreadable(file: "frame \(index)", reason: "gone") }
      return frames[index]
    }
  }

  /// Records the difference that each frame gets.
  final class Recorder: FrameOutput {
    let differences = Mutex<[Int: FrameDifference]>([:])
    var isOrdered: Bool { true }

    func makeWriter(level: SIMDLevel) -> FrameWriter { .differences(Writer(self)) }

    final class Writer: DifferencesWriter {
      let recorder: Recorder
      init(_ recorder: Recorder) { self.recorder = recorder }

      func encode(_ difference: FrameDifference, index: Int) {
        if index % 5 == 0 { usleep(1000) }
        recorder.differences.withLock { $0[index] = difference }
      }
      func write(index: Int) -> Int { 0 }
    }
  }

  @Test("A frame of another size is an error for every destination") func framesOfTwoSizes() throws {
    let folder = try TemporaryFolder()
    let frames = Frames(
      frames: try [(8, 6), (8, 6), (6, 8), (8, 6)].map { try Bitmap.noise($0, $1, seed: 1) })
    for destination in try [
      .discard, .files(folder.file("%d.png")), .file(folder.file("a.apng")), .file(folder.file("a.y4m")),
    ] as [Destination] {
      let error = try #require(throws: RenderError.self) {
        try Exporter(frames, threads: 1).export(to: destination)
      }
      #expect("\(error)".contains("6x8") && "\(error)".contains("8x6"), "\(error)")
    }
  }

  static let formats: [any AnimationFormat] =
    [Formats.APNG(), Formats.GIF()]
    + (Formats.WebP.unavailable == nil ? [Formats.WebP(isLossless: true)] : [])

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func noise(_ count: Int, opaque: Bool = true) throws -> [Bitmap] {
    try (0..<count).map { try .noise(21, 13, seed: UInt64($0), opaque: opaque) }
  }

  private func export(
    _ source: Frames, _ name: String, _ format: any AnimationFormat, threads: Int,
    overwrite: Bool = false,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> ExportSummary {
    try Exporter(source, rate: FrameRate(50), Execution(threads: threads)).export(
      to: .animation(.file(folder.file(name)), format, overwrite ? .overwrite : WritePolicy()),
      isCancelled: isCancelled)
  }

  private func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: folder.file(name))) }

  @Test("Each writer gets the previous frame", arguments: [1, 2, 3, 5])
  func previousFrames(threads: Int) throws {
    // Each frame differs from the previous one in a single pixel, which identifies the previous frame.
    var frames = [try Bitmap.noise(21, 13, seed: 1, opaque: true)]
    for index in 1..<40 {
      var next = frames[index - 1]
      next[index % 21, index % 13].red ^= 1
      frames.append(next)
    }
    let recorder = Recorder()
    let numbers = Array(3..<40)
    try Exporter(Frames(frames: frames), threads: threads).export(frames: numbers, to: recorder)
    let differences = recorder.differences.withLock { $0 }
    #expect(Set(differences.keys) == Set(numbers))
    for (index, difference) in differences {
      #expect(difference.frame == frames[index])
      let part = PixelRectangle(x: Double(index % 21), y: Double(index % 13), width: 1, height: 1)
      #expect(difference.part == (index > 3 ? part : PixelRectangle(x: 0, y: 0, width: 21, height: 13)))
    }
  }

  @Test("Any number of threads gives the same bytes", arguments: formats, [true, false])
  func threads(_ format: any AnimationFormat, opaque: Bool) throws {
    let source = Frames(frames: try noise(30, opaque: opaque))
    for threads in 1...4 {
      let summary = try export(source, "\(threads)", format, threads: threads)
      #expect(summary.frames == 30)
      #expect(try summary.bytes == bytes("\(threads)").count)
      #expect(try bytes("\(threads)") == bytes("1"))
    }
    #expect(folder.names() == ["1", "2", "3", "4"])
  }

  @Test(
    "A transparent frame after opaque ones restarts the export in RGBA", arguments: [1, 2, 3], [0, 1, 17, 29])
  func startsOver(threads: Int, transparent: Int) throws {
    var frames = try noise(30)
    frames[transparent][4, 4] = .clear
    let summary = try export(Frames(frames: frames), "a.apng", Formats.APNG(), threads: threads)
    #expect(summary.frames == 30 && !summary.wasCancelled)
    let file = try bytes("a.apng")
    #expect(summary.bytes == file.count)
    #expect(file[25] == 6, "the color type of the header")
    #expect(try Bitmap(decoding: [UInt8](file)) == frames[0])
    #expect(folder.names() == ["a.apng"])
    _ = try export(Frames(frames: try noise(30)), "b.apng", Formats.APNG(), threads: threads)
    #expect(try bytes("b.apng")[25] == 2)
  }

  @Test("The header of WebP states whether any frame is transparent", arguments: [nil, 0, 4, 9] as [Int?])
  func alphaOfWebP(transparent: Int?) throws {
    guard Formats.WebP.unavailable == nil else { return }
    var frames = try noise(10)
    if let transparent { frames[transparent][4, 4] = .clear }
    _ = try export(Frames(frames: frames), "a.webp", Formats.WebP(isLossless: true), threads: 2)
    // Bit 4 of the flags of VP8X.
    #expect(try bytes("a.webp")[20] & 0x10 == (transparent == nil ? 0 : 0x10))
  }

  @Test("A range of frames gives the file of these frames alone", arguments: formats)
  func ranges(_ format: any AnimationFormat) throws {
    let frames = try noise(9)
    _ = try export(Frames(frames: Array(frames[3..<7])), "whole", format, threads: 2)
    try Exporter(Frames(frames: frames), rate: FrameRate(50), Execution(threads: 2)).export(
      to: .animation(.file(folder.file("part")), format), frames: 3..<7)
    #expect(try bytes("part") == bytes("whole"))
  }

  @Test("A GIF drops frames above 50 a second, and counts the rest")
  func fastGIF() throws {
    let exporter = Exporter(Frames(frames: try noise(31)), rate: FrameRate(60), Execution(threads: 2))
    let summary = try exporter.export(to: .file(folder.file("a.gif")))
    #expect(summary.frames == 26)
    #expect(try summary.bytes == bytes("a.gif").count)
  }

  @Test("An impossible animation is named, as a file or a descriptor, and leaves nothing")
  func refused() throws {
    let wide = Exporter(Frames(frames: [try Bitmap(width: 65536, height: 1)]), threads: 1)
    let reason = "GIF ends at 65535 pixels a side"
    for (target, name) in [
      (.file(folder.file("a.gif")), folder.file("a.gif")), (.descriptor(-1, named: "a pipe"), "a pipe"),
    ] as [(StreamTarget, String)] {
      #expect(throws: ExportError.unsupported(file: name, reason: reason)) {
        try wide.export(to: .animation(target, .gif))
      }
    }
    // Errors precede rendering.
    let failing = Exporter(Frames(frames: try noise(3), failing: 0), threads: 1)
    mkfifo(folder.file("pipe"), 0o600)
    for format in Self.formats where format.headerIsWrittenLast {
      for file in ["/dev/null", folder.file("pipe")] {
        let reason = "\(type(of: format).title) stores its length at its start, so it needs a file"
        #expect(throws: ExportError.unsupported(file: file, reason: reason)) {
          try failing.export(to: .animation(.file(file), format))
        }
      }
    }
    // Other formats are written to a device in order.
    for format in Self.formats where !format.headerIsWrittenLast {
      let whole = Exporter(Frames(frames: try noise(3)), threads: 1)
      #expect(try whole.export(to: .animation("/dev/null", format)).frames > 1)
    }
    #expect(folder.names() == ["pipe"])
  }

  @Test("A failed or cancelled export leaves nothing", arguments: formats, [1, 3])
  func nothingIsLeft(_ format: any AnimationFormat, threads: Int) throws {
    let frames = try noise(40)
    for failing in [0, 1, 7, 39] {
      #expect(throws: FileError.unreadable(file: "frame \(failing)", reason: "gone")) {
        try export(Frames(frames: frames, failing: failing), "a", format, threads: threads)
      }
      #expect(folder.names().isEmpty)
    }
    for rounds in [0, 1, 5] {
      let asked = Atomic(0)
      let summary = try export(Frames(frames: frames), "a", format, threads: threads) {
        asked.add(1, ordering: .relaxed).oldValue >= rounds
      }
      #expect(summary.wasCancelled && summary.frames <= rounds)
      #expect(folder.names().isEmpty)
    }
  }

  @Test("An existing file is kept, unless it may be replaced", arguments: formats)
  func existing(_ format: any AnimationFormat) throws {
    let source = Frames(frames: try noise(3))
    try Data([1, 2, 3]).write(to: URL(filePath: folder.file("a")))
    #expect(throws: FileError.exists(file: folder.file("a"))) {
      try export(source, "a", format, threads: 2)
    }
    #expect(try bytes("a") == Data([1, 2, 3]))
    #expect(folder.names() == ["a"])
    _ = try export(source, "a", format, threads: 2, overwrite: true)
    #expect(try bytes("a").count > 3)
  }

  /// The size field of RIFF excludes its first eight bytes.
  @Test("A WebP file states its length", arguments: [true, false])
  func lengthOfWebP(opaque: Bool) throws {
    guard Formats.WebP.unavailable == nil else { return }
    for profile in ColorProfile.allCases {
      let name = "\(opaque) \(profile).webp"
      _ = try export(
        Frames(frames: try noise(5, opaque: opaque)), name, Formats.WebP(isLossless: true, profile: profile),
        threads: 2)
      let file = try bytes(name)
      #expect(file[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) } == file.count - 8)
    }
  }
}
