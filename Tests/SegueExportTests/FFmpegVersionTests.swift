import SegueExport
import SegueFiles
import SegueTestSupport
import Testing

@Suite(.enabled(if: hasFFmpeg, ffmpegMissing)) struct FFmpegVersionTests {
  @Test("The version is all of the word that ffmpeg says")
  func whole() throws {
    let said = try runProgram(["ffmpeg", "-version"], input: [], limit: 1 << 16, seconds: 60).bytes
    let version = try #require(ffmpegVersion())
    #expect(String(decoding: said, as: UTF8.self).hasPrefix("ffmpeg version \(version) "))
  }
}
