import Foundation
import SegueTestSupport
import Testing

@Suite("The closing line of an export")
struct ExportRunTests {
  /// 13 frames at 120 a second become 5 at 50.
  @Test("Frames dropped by a GIF do not count as kept")
  func framesLeftOut() throws {
    let folder = try TemporaryFolder()
    let run = try runSegue(
      ["render", from, to, "--frames", "13", "--fps", "120", "-o", "a.gif"], folder: folder.path)
    expectSuccess(run)
    #expect(run.errorText.hasPrefix("a.gif: 5 frames of 160x90, 0.11 s, "), "\(run.errorText)")
    #expect(run.errorText.hasSuffix(" frames/s)\n"), "\(run.errorText)")
  }

  @Test("The closing line has name, duration and size, and no duration for a sequence")
  func whatWasWritten() throws {
    let folder = try TemporaryFolder()
    func said(_ options: String...) throws -> String {
      let run = try runSegue(
        ["render", from, to, "--frames", "25", "--fps", "25"] + options, folder: folder.path)
      expectSuccess(run)
      return run.errorText
    }
    let movie = try said("-o", "a.apng")
    let form = #/a\.apng: 25 frames of 160x90, 1\.00 s, [0-9.]+ kB in \d+ ms \(\d+ frames/s\)\n/#
    #expect(movie.wholeMatch(of: form) != nil, "\(movie)")
    let frames = try said("-o", "%d.png")
    #expect(frames.wholeMatch(of: #/%d\.png: 25 frames of 160x90, [0-9.]+ kB in .*\n/#) != nil, "\(frames)")
    #expect(try said("-f", "null").hasPrefix("25 frames of 160x90 in "))
    #expect(try said("-o", "a\nb.apng").hasPrefix("a b.apng: "))
  }

  @Test("A duration includes both ends, and the closing line tells how to omit one")
  func bothEnds() throws {
    let folder = try TemporaryFolder()
    let run = try runSegue(
      ["render", from, to, "--duration", "1", "--fps", "25", "-o", "a.gif"], folder: folder.path)
    expectSuccess(run)
    #expect(run.errorLines.count == 2 && run.errorText.hasPrefix("a.gif: 26 frames of 160x90, 1.04 s, "))
    #expect(run.errorLines.last == "both ends are shown; --frames 25 --fps 25 is a movie of 1.00 s")
    let exact = try runSegue(
      ["render", from, to, "--frames", "25", "--fps", "25", "-o", "b.gif"], folder: folder.path)
    #expect(exact.errorLines.count == 1 && exact.errorText.hasPrefix("b.gif: 25 frames of 160x90, 1.00 s, "))
  }
}
