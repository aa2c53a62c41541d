import Foundation
import Segue
import SegueTestSupport
import Testing

@Suite struct DestinationTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func exporter(frames: Int = 5, threads: Int = 2) throws -> Exporter {
    Exporter(try ExporterTests.renderer(), times: FrameTimes(frames: frames), threads: threads)
  }

  @Test("A template's extension says the format, unless one is given")
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

  @Test("One file of all frames is what its name says")
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

  @Test("A frame a transition's own rate away from the other")
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

  @Test func aChainHasAFrameForEachSixtiethUnlessToldOtherwise() throws {
    let photo = try Bitmap.noise(8, 6, seed: 1)
    let frames = try ChainFrames(.from --> Pixellate(fraction: 0.5 * .progress), from: photo)
    #expect(frames.count == 61 && frames.size == photo.size)
    #expect(try frames.rows(of: 30).rendered() == (photo --> Pixellate(fraction: 0.25)).frame())
  }

  @Test("Pictures of two sizes that meet are refused before the first frame")
  func chainOfTwoSizes() throws {
    let (a, b) = (try Bitmap.noise(64, 36, seed: 1), try Bitmap.noise(63, 36, seed: 1))
    #expect(throws: RenderError.sizesDiffer(a.size, b.size)) {
      try ChainFrames((.from, .to) --> Dissolve(mix: .progress), from: a, to: b)
    }
  }

  @Test("An awaited export is the same as one that blocks")
  func awaited() async throws {
    let summary = try await exporter().export(to: .files(folder.file("%d.png")))
    #expect(summary.frames == 5)
    #expect(try Bitmap(contentsOf: folder.file("2.png")) == ExporterTests.renderer().frame(atTime: 0.5))
    await #expect(throws: FileError.exists(file: folder.file("0.png"))) {
      try await exporter().export(to: .files(folder.file("%d.png")))
    }
  }

  // Hung for ever where ffmpeg's end took a task of its own.
  @Test("Every thread that tasks run on may wait for a video", .enabled(if: hasFFmpeg, ffmpegMissing))
  func videosOnEveryThread() async throws {
    // What blocks is hidden from `async` code, but not from what that calls.
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
      last = progress.framesDone
      summary = progress.summary
    }
    #expect(last == 40 && summary?.frames == 40)
    #expect(folder.names() == ["a.apng"])
  }

  @Test("Cancelling the task ends the export, and takes back a file of all frames", .timeLimit(.minutes(1)))
  func cancelled() async throws {
    let exporter = try exporter(frames: 100_000)
    let file = folder.file("a.apng")
    let task = Task { try await exporter.export(to: .file(file)) }
    while folder.names().isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(folder.names().isEmpty)
  }

  @Test("Leaving the loop over the progress ends the export", .timeLimit(.minutes(1)))
  func leftLoop() async throws {
    let file = folder.file("a.apng")
    for try await progress in try exporter(frames: 100_000).progress(to: .file(file))
    where progress.framesDone > 2 { break }
    while !folder.names().isEmpty { try await Task.sleep(for: .milliseconds(1)) }
  }
}
