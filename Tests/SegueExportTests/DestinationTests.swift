import Foundation
import Segue
import SegueExport
import SegueTestSupport
import Testing

@Suite struct DestinationTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func exporter(frames: Int = 5, threads: Int = 2) throws -> Exporter {
    Exporter(try ExporterTests.renderer(), times: FrameTimes(frames: frames), threads: threads)
  }

  @Test("A template's extension determines the format, unless one is given")
  func files() throws {
    try exporter().export(to: .files(folder.file("%02d.jpg")))
    #expect(folder.names() == ["00.jpg", "01.jpg", "02.jpg", "03.jpg", "04.jpg"])
    let bytes = try Data(contentsOf: URL(filePath: folder.file("00.jpg")))
    #expect(Catalog.formats.forContent([UInt8](bytes))?.name == "jpeg")
    try exporter().export(to: .files(folder.file("%d.dat"), as: .png), frames: 2..<4)
    #expect(try Bitmap(contentsOf: folder.file("2.dat")) == ExporterTests.renderer().frame(atTime: 0.5))
    #expect(throws: ExportError.self) { try Destination.files(folder.file("a.png")) }
    #expect(throws: ExportError.self) { try Destination.files(folder.file("%d.mp4")) }
    #expect(throws: ExportError.self) { try Destination.files(folder.file("%d")) }
  }

  @Test("A file of all frames has the format of its extension")
  func oneFile() throws {
    let summary = try exporter().export(to: .file(folder.file("a.apng")))
    #expect(summary.frames == 5 && !summary.wasCancelled)
    try exporter().export(to: .file(folder.file("a.y4m")))
    #expect(folder.names() == ["a.apng", "a.y4m"])
    for name in folder.names() {
      #expect(throws: FileError.exists(file: folder.file(name))) {
        try exporter().export(to: .file(folder.file(name)))
      }
      try exporter().export(to: .file(folder.file(name), .overwrite))
    }
    #expect(throws: ExportError.self) { try Destination.file(folder.file("a.png")) }
    #expect(throws: ExportError.self) { try Destination.file(folder.file("a")) }
  }

  @Test("framesPerSecond divides the transition's own duration")
  func framesPerSecond() throws {
    let exporter = Exporter(try ExporterTests.renderer(), framesPerSecond: 12)
    #expect(exporter.source.count == 13 && exporter.rate == FrameRate(12))
  }

  @Test("A plain chain is exported like a transition")
  func chain() throws {
    let photo = try Bitmap.noise(64, 36, seed: 1)
    let chain = .from --> Pixellate(fraction: 0.2 * .progress)
    let frames = try ChainFrames(chain, from: photo, times: FrameTimes(frames: 3))
    try Exporter(frames).export(to: .files(folder.file("%d.png")))
    for index in 0..<3 {
      let expected = try chain.frame(from: photo, at: Double(index) / 2)
      #expect(try Bitmap(contentsOf: folder.file("\(index).png")) == expected)
    }
  }

  @Test func aChainHas60FramesASecondByDefault() throws {
    let photo = try Bitmap.noise(8, 6, seed: 1)
    let frames = try ChainFrames(.from --> Pixellate(fraction: 0.5 * .progress), from: photo)
    #expect(frames.count == 61 && frames.size == photo.size)
    #expect(try frames.rows(of: 30).rendered() == (photo --> Pixellate(fraction: 0.25)).frame())
  }

  @Test("A chain with pictures of two sizes is refused before the first frame")
  func chainOfTwoSizes() throws {
    let (a, b) = (try Bitmap.noise(64, 36, seed: 1), try Bitmap.noise(63, 36, seed: 1))
    #expect(throws: RenderError.sizesDiffer(a.size, b.size)) {
      try ChainFrames((.from, .to) --> Dissolve(mix: .progress), from: a, to: b)
    }
  }

  @Test("An awaited export equals a blocking one")
  func awaited() async throws {
    let summary = try await exporter().export(to: .files(folder.file("%d.png")))
    #expect(summary.frames == 5)
    #expect(try await Bitmap(contentsOf: folder.file("2.png")) == ExporterTests.renderer().frame(atTime: 0.5))
    await #expect(throws: FileError.exists(file: folder.file("0.png"))) {
      try await exporter().export(to: .files(folder.file("%d.png")))
    }
  }

  // If waiting for ffmpeg took another task, this would hang.
  @Test("All threads of the task pool may wait for a video", .enabled(if: hasFFmpeg, ffmpegMissing))
  func videosOnEveryThread() async throws {
    // A closure hides blocking calls from the compiler's check of `async` code.
    let export = { @Sendable (exporter: Exporter, file: String) throws in
      _ = try exporter.export(to: .file(file))
    }
    let renderer = try TransitionRenderer(
      from: .noise(64, 36, seed: 1, opaque: true), to: .noise(64, 36, seed: 2, opaque: true))
    let exporter = Exporter(renderer, times: FrameTimes(frames: 5), threads: 2)
    let count = 2 * ProcessInfo.processInfo.activeProcessorCount
    let files = (0..<count).map { folder.file("\($0).mp4") }
    try await withThrowingTaskGroup { group in
      for file in files { group.addTask { try export(exporter, file) } }
      try await group.waitForAll()
    }
    #expect(folder.names().count == count)
  }

  @Test("Progress rises and ends with the summary")
  func progress() async throws {
    var last = 0
    var summary: ExportSummary?
    for try await progress in try exporter(frames: 40).progress(to: .file(folder.file("a.apng"))) {
      #expect(progress.framesDone >= last && progress.frameCount == 40)
      #expect(progress.fraction == Double(progress.framesDone) / 40)
      last = progress.framesDone
      summary = progress.summary
    }
    #expect(last == 40 && summary?.frames == 40)
    var fractions: [Double] = []
    for try await progress in try exporter(frames: 4).progress(to: .discard, frames: 2..<2) {
      fractions.append(progress.fraction)
    }
    #expect(fractions.last == 1, "an export without frames is done")
    #expect(folder.names() == ["a.apng"])
  }

  @Test("Cancelling the task ends the export, and removes a file of all frames", .timeLimit(.minutes(5)))
  func cancelled() async throws {
    let exporter = try exporter(frames: 100_000)
    let file = folder.file("a.apng")
    let task = Task { try await exporter.export(to: .file(file)) }
    while folder.names().isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(folder.names().isEmpty)
  }

  @Test("Leaving the loop over the progress ends the export", .timeLimit(.minutes(5)))
  func leftLoop() async throws {
    let file = folder.file("a.apng")
    for try await progress in try exporter(frames: 100_000).progress(to: .file(file))
    where progress.framesDone > 2 { break }
    while !folder.names().isEmpty { try await Task.sleep(for: .milliseconds(1)) }
  }

  /// Frames that must not be rendered.
  private struct Unrendered: FrameSource {
    let count = 3
    let size = PixelSize(width: 4, height: 2)
    let level = SIMDLevel.preferred

    func rows(of index: Int) throws -> any RowSource {
      Issue.record("frame \(index) is rendered")
      return try Bitmap(size)
    }
  }

  @Test("An existing file of all frames is refused before rendering, and stays")
  func fileOfAllFramesIsThere() throws {
    for (name, destination) in [
      ("stream", { .stream(.file($0), .rgba, $1) }), ("images", { .images(.file($0), .png, $1) }),
      ("animation", { .animation(.file($0), .apng, $1) }), ("video", { .video(.file($0), .mp4, $1) }),
    ] as [(String, (String, WritePolicy) -> Destination)] {
      let file = try folder.write([1, 2, 3], name)
      for existing in [WritePolicy.Existing.refuse, .keep] {
        #expect(throws: FileError.exists(file: file), "\(name)") {
          try Exporter(Unrendered()).export(to: destination(file, WritePolicy(existing: existing)))
        }
      }
      #expect(try contents(of: file) == [1, 2, 3])
      guard name != "video" else { continue }
      let summary = try exporter().export(to: destination(file, .overwrite))
      #expect(try contents(of: file).count == summary.bytes && summary.bytes > 3)
    }
    let join = SegmentJoin([("a.mkv", 1)], Formats.MKV(), rate: FrameRate(10), sound: nil)
    let file = try folder.write([1], "joined.mkv")
    for existing in [WritePolicy.Existing.refuse, .keep] {
      #expect(throws: FileError.exists(file: file)) {
        try join.write(to: file, WritePolicy(existing: existing))
      }
    }
  }

  @Test("By default, existing files are refused, and stay")
  func nothingSaid() throws {
    let template = try #require(FrameTemplate(folder.file("%d.png")))
    let (frame, all) = (try folder.write([1, 2, 3], "1.png"), try folder.write([1, 2, 3], "all"))
    let destinations: [(file: String, destination: Destination)] = [
      (frame, .sequence(template, .png)), (all, .stream(.file(all), .rgba)),
      (all, .images(.file(all), .png)), (all, .animation(.file(all), .apng)), (all, .video(.file(all), .mp4)),
    ]
    for (file, destination) in destinations {
      #expect(throws: FileError.exists(file: file)) {
        try Exporter(Unrendered()).export(to: destination)
      }
    }
    #expect(try contents(of: frame) == [1, 2, 3] && contents(of: all) == [1, 2, 3])
    #expect(folder.names() == ["1.png", "all"])
  }

  @Test("An impossible destination is named, with its requirement")
  func refusals() throws {
    func expect(_ file: String, _ reason: String, _ make: () throws -> Destination) {
      #expect(throws: ExportError.unsupported(file: file, reason: reason)) {
        try Exporter(Unrendered()).export(to: make())
      }
    }
    for name in ["a.png", "a%", "%d-%d.png", "a"] {
      expect(name, "frames need one number in the name, such as %04d") { try .files(name) }
    }
    for name in ["%d.mp4", "%d.y4m", "%d", "%d.bmp"] {
      expect(name, "the name has no extension of a format of images") { try .files(name) }
    }
    for name in ["a.png", "a", "a.tif", "mp4"] {
      expect(name, "the name has no extension of a format of many frames") { try .file(name) }
    }
    let long = "stores its length at its start, so it needs a file"
    expect("a pipe", "WebP \(long)") { .animation(.descriptor(1, named: "a pipe"), .webp) }
    expect("standard output", "AVIF \(long)") { .video(.standardOutput, .avif) }
    // A URL must name a local file, even before its format is checked.
    let elsewhere = try #require(URL(string: "https://example.com/a.mp4"))
    #expect(throws: FileError.self) { try Destination.file(elsewhere) }
  }

  @Test("File name and write policy become the destination")
  func parts() throws {
    let lasting = WritePolicy(existing: .keep, isDurable: true)
    #expect(WritePolicy() == WritePolicy(existing: .refuse, isDurable: false))
    #expect(WritePolicy.overwrite == WritePolicy(existing: .overwrite, isDurable: false))
    let target: StreamTarget = "a b.mp4"
    #expect(
      target == .file("a b.mp4") && .standardOutput == StreamTarget.descriptor(1, named: "standard output"))
    var found: [(StreamTarget, String, WritePolicy)] = []
    for name in ["a.gif", "a.mov", "a.y4m"] {
      switch try Destination.file(URL(filePath: "/\(name)"), lasting) {
      case .animation(let target, let format, let policy):
        found.append((target, type(of: format).name, policy))
      case .video(let target, let format, let options, let sound, let policy):
        #expect(options.isEmpty && sound == nil)
        found.append((target, type(of: format).name, policy))
      case .stream(let target, let format, let policy):
        found.append((target, type(of: format).name, policy))
      default: Issue.record("\(name)")
      }
    }
    #expect(found.map(\.0) == ["/a.gif", "/a.mov", "/a.y4m"] && found.map(\.1) == ["gif", "mov", "y4m"])
    #expect(found.allSatisfy { $0.2 == lasting })
    guard case .sequence(let names, let format, let policy) = try Destination.files("%d.JPG", lasting) else {
      Issue.record("no sequence")
      return
    }
    #expect(names.text == "%d.JPG" && format is Formats.JPEG && policy == lasting)
    let files = Destination.sequence(names, format, policy)
    #expect(files.isSequence && !files.isMovie && files.target == nil && files.format is Formats.JPEG)
    #expect(Destination.discard.format is Formats.Null && !Destination.discard.isMovie)
  }

  @Test("The format decides what a file or a stream gets", arguments: Catalog.formats.items.map(\.name))
  func formats(_ name: String) throws {
    let format = try Catalog.formats.make(name)
    func kind(_ target: StreamTarget) throws -> String? {
      let sound = Soundtrack("a.wav")
      let made: Destination
      do throws(ExportError) {
        made = try Destination(
          format, to: target, .overwrite, encoderOptions: [("crf", "1")], sound: sound)
      } catch {
        let reason = "the name has no extension of a format of many frames"
        #expect(error == .unsupported(file: target.name, reason: reason))
        return nil
      }
      #expect(type(of: made.format).name == name)
      let isMovie: Bool
      switch made {
      case .sequence, .discard: return made.target == nil ? "discard" : nil
      case .images(let found, _, let policy), .stream(let found, _, let policy):
        #expect(found == target && policy == .overwrite)
        isMovie = false
      case .animation(let found, _, let policy):
        #expect(found == target && policy == .overwrite)
        isMovie = true
      case .video(let found, _, let options, let track, let policy):
        #expect(found == target && policy == .overwrite && track == sound)
        #expect(options.map(\.key) == ["crf"] && options.map(\.value) == ["1"])
        isMovie = true
      }
      #expect(made.target == target && made.isMovie == isMovie && !made.isSequence)
      return "\(made)".prefix { $0 != "(" }.description
    }
    let named: [String: String] = [
      "webp": "animation", "apng": "animation", "gif": "animation", "mp4": "video", "mov": "video",
      "mkv": "video",
      "webm": "video", "avif": "video", "y4m": "stream", "rgba": "stream", "rgb24": "stream",
      "rgba64le": "stream", "rgbaf32le": "stream", "null": "discard",
    ]
    #expect(try kind("movie") == named[name])
    let images = Dictionary(
      uniqueKeysWithValues: ["png", "jpeg", "webp", "tiff", "pnm", "exr"].map { ($0, "images") })
    #expect(try kind(.standardOutput) == images[name] ?? named[name])
    #expect(try kind("/dev/null") == images[name] ?? named[name])
  }

  @Test("The summary counts the bytes of the file", arguments: ["y4m", "rgba", "png", "gif", "apng"])
  func countedBytes(kind: String) throws {
    func destination(_ target: StreamTarget) -> Destination {
      switch kind {
      case "y4m": .stream(target, .y4m)
      case "rgba": .stream(target, .rgba)
      case "png": .images(target, .png)
      case "gif": .animation(target, .gif)
      default: .animation(target, .apng)
      }
    }
    let named = try exporter().export(to: destination(.file(folder.file("named"))))
    let descriptor = open(folder.file("open"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let passed = try exporter().export(to: destination(.descriptor(descriptor, named: "open")))
    #expect(try named.bytes == contents(of: folder.file("named")).count && named.bytes > 100)
    #expect(try passed.bytes == contents(of: folder.file("open")).count && passed.bytes > 100)
    // GIF keeps 50 of 60 frames a second.
    let count = kind == "gif" ? 4 : 5
    #expect(named.frames == count && passed.frames == count)
  }

  /// WebP and AVIF have their length at the start; the other excluded formats have no file of all frames.
  @Test("Formats that are written in order can be passed on")
  func passedOn() {
    let names = Catalog.formats.all.filter(\.canBePassedOn).map { type(of: $0).name }
    #expect(
      Set(names) == [
        "apng", "gif", "mp4", "mov", "mkv", "webm", "y4m", "rgba", "rgb24", "rgba64le", "rgbaf32le",
      ] && names.count == 11)
  }

  /// Frames of one row, wider than a JPEG may be.
  private struct Wide: FrameSource {
    let count = 3
    let size = PixelSize(width: 65501, height: 1)
    let level = SIMDLevel.preferred
    func rows(of index: Int) throws -> any RowSource { try Bitmap(size) }
  }

  @Test("A frame beyond a format's limit is named by its file, or else by its number")
  func frameWithoutRoom() throws {
    let reason = "JPEG ends at 65500 pixels a side"
    #expect(throws: ExportError.unsupported(file: folder.file("2.jpg"), reason: reason)) {
      try Exporter(Wide()).export(to: .files(folder.file("%d.jpg")), frames: 2..<3)
    }
    #expect(throws: ExportError.unsupported(file: "frame 2", reason: reason)) {
      try Exporter(Wide()).export(to: .images(.file(folder.file("all")), .jpeg), frames: 2..<3)
    }
    #expect(folder.names().isEmpty)
  }

  @Test("A frame of another size is an error that states both sizes")
  func otherSize() throws {
    let frames = AnimationOutputTests.Frames(
      frames: [try .noise(8, 6, seed: 1), try .noise(5, 7, seed: 1)])
    let reason =
      "a frame is 5x7 pixels where the others are 8x6; a filter that changes the size must do so alike in all"
    #expect(throws: RenderError.unrenderable(reason)) {
      try Exporter(frames, threads: 1).export(to: .discard)
    }
  }

  /// Frames that have another process write a file while they are rendered.
  private struct Overtaken: FrameSource {
    let file: String
    let count = 2
    let size = PixelSize(width: 4, height: 2)
    let level = SIMDLevel.preferred

    func rows(of index: Int) throws -> any RowSource {
      if index == 1 { try Data([1, 2, 3]).write(to: URL(filePath: file)) }
      return try Bitmap(size)
    }
  }

  @Test("A file that appears during rendering is kept, replaced or an error, by the write policy")
  func fileAppearsMeanwhile() throws {
    for (existing, folderName) in [(WritePolicy.Existing.refuse, "a"), (.keep, "b"), (.overwrite, "c")] {
      let file = folder.file("\(folderName)/1.png")
      let export = {
        try Exporter(Overtaken(file: file), threads: 1).export(
          to: .files(folder.file("\(folderName)/%d.png"), WritePolicy(existing: existing)))
      }
      switch existing {
      case .refuse: #expect(throws: FileError.exists(file: file)) { try export() }
      case .keep:
        let summary = try export()
        let first = try contents(of: folder.file("b/0.png")).count
        #expect(summary.frames == 2 && summary.bytes == first)
      case .overwrite: #expect(try export().bytes == 2 * contents(of: file).count)
      }
      #expect(folder.names(in: folderName) == ["0.png", "1.png"])
      #expect(try (contents(of: file) == [1, 2, 3]) == (existing != .overwrite))
    }
  }
}
