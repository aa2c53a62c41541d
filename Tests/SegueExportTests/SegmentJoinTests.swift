import Segue
import SegueExport
import SegueTestSupport
import Testing

@Suite(.enabled(if: hasFFmpeg, ffmpegMissing)) struct SegmentJoinTests {
  @Test("Segments may have quotes in their names", arguments: ["it's", "it'\u{301}s", "its"])
  func quotes(name: String) throws {
    let folder = try TemporaryFolder()
    let renderer = try TransitionRenderer(
      from: .noise(16, 16, seed: 1, opaque: true), to: .noise(16, 16, seed: 2, opaque: true))
    let exporter = Exporter(
      TransitionFrames(renderer, times: FrameTimes(frames: 4)), rate: FrameRate(10), Execution(threads: 1))
    let files = (0..<2).map { folder.file("\(name)/\($0).mkv") }
    for (index, file) in files.enumerated() {
      try exporter.export(to: .video(.file(file), .mkv), frames: 2 * index..<2 * index + 2)
    }
    let join = SegmentJoin(
      files.map { (file: $0, frames: 2) }, Formats.MKV(), rate: FrameRate(10), sound: nil)
    let bytes = try join.write(to: folder.file("all.mkv"), WritePolicy())
    #expect(try bytes > 0 && contents(of: folder.file("all.mkv")).count == bytes)
    #expect(folder.names() == ["all.mkv", name])
    // Random numbers of Matroska would differ in each run.
    _ = try join.write(to: folder.file("again.mkv"), WritePolicy())
    #expect(try contents(of: folder.file("again.mkv")) == contents(of: folder.file("all.mkv")))
  }

  @Test("A line of ffmpeg's list ends at a newline even between quotes, so such names are refused")
  func newlines() throws {
    let folder = try TemporaryFolder()
    for name in ["a\nfile b.mkv", "a\rb.mkv"] {
      let join = SegmentJoin([(file: name, frames: 2)], Formats.MKV(), rate: FrameRate(10), sound: nil)
      let error = #expect(throws: ExportError.self) {
        try join.write(to: folder.file("all.mkv"), WritePolicy())
      }
      #expect(error?.description.contains("newline") == true)
    }
    #expect(folder.names() == [])
  }
}
