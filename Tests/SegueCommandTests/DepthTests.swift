import Foundation
import SegueFormats
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Runs the command with pictures of 16 bits.
@Suite struct DepthTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (name, start) in [("a.png", 1000), ("b.png", 30000)] {
      let words = (0..<32 * 16).flatMap { index -> [UInt16] in
        [UInt16(start + 7 * index), UInt16(start + 11 * index), UInt16(start), .max]
      }
      try Bitmap(width: 32, height: 16, rgba16: words).write(to: folder.file(name))
    }
  }

  private func words(_ name: String) throws -> [UInt16] {
    var options = DecodeOptions()
    options.depth = nil
    return try Bitmap(contentsOf: folder.file(name), options: options).rgba16()
  }

  private func segue(_ arguments: [String]) throws -> Run { try runSegue(arguments, folder: folder.path) }

  private func makeClip(_ name: String, _ options: [String]) throws {
    let words = ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.4"]
    expectSuccess(
      try RunningProcess(words + options + [folder.file(name)], program: path(of: "ffmpeg") ?? "").finish())
  }

  @Test(.enabled(if: hasFFmpeg, ffmpegMissing)) func clipsOf10BitsKeepTheirBitsInPictures() throws {
    try makeClip("ten.mkv", ["-c:v", "ffv1", "-pix_fmt", "yuv420p10le"])
    try makeClip("eight.mkv", ["-c:v", "ffv1", "-pix_fmt", "yuv420p"])
    expectSuccess(try segue(["render", "ten.mkv", "-o", "c%d.png", "--range", "0-1", "-q", "-y"]))
    #expect(try contents(of: folder.file("c0.png"))[24] == 16)
    // Frames inside and outside of joints have one depth.
    expectSuccess(
      try segue([
        "join", "eight.mkv", "ten.mkv", "--duration", "0.2", "--fade-in", "0.1", "-o", "j%02d.png", "-q",
      ]))
    let files = folder.names().filter { $0.hasPrefix("j") }
    #expect(try files.count == 15 && files.allSatisfy { try contents(of: folder.file($0))[24] == 16 })
    expectFailure(
      try segue(["render", "ten.mkv", "-o", "s%d.jpg", "--strict"]), 64,
      saying: ["10 bits a sample would become 8"])
    let words = ["join", "eight.mkv", "ten.mkv", "--duration", "0.1", "-o", "o.mp4", "-y"]
    let run = try segue(words)
    #expect(run.code == 0 && run.errorText.contains("10 bits a sample become 8"), "\(run.errorText)")
    expectFailure(try segue(words + ["--strict"]), 64, saying: ["10 bits a sample would become 8"])
  }

  @Test(.enabled(if: hasFFmpeg, ffmpegMissing)) func sdrWithoutTagsIsJoinedWithHDR() throws {
    try makeClip(
      "pq.mkv",
      [
        "-c:v", "libx265", "-x265-params",
        "log-level=error:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc",
      ]
        + ["-pix_fmt", "yuv420p10le"])
    try makeClip("sdr.mkv", ["-c:v", "ffv1", "-pix_fmt", "yuv420p"])
    expectSuccess(
      try segue([
        "join", "pq.mkv", "sdr.mkv", "--duration", "0.1", "-f", "mkv:codec=hevc", "-o", "o.mkv", "-q",
      ]))
    let plan = try segue([
      "plan", "join", "pq.mkv", "sdr.mkv", "--duration", "0.1", "-f", "mkv:codec=hevc", "-o", "p/%d.mkv",
      "--shards", "2", "--plan", "p.json",
    ])
    #expect(plan.code == 0 && !plan.errorText.contains("tone-mapped"), "\(plan.errorText)")
  }

  @Test func strictRefusesToReduceSamples() throws {
    let words = ["render", "a.png", "b.png", "--frames", "3", "--strict", "-q"]
    expectFailure(
      try segue(words + ["-o", "f%d.jpg"]), 65,
      saying: ["a.png", "more than 8 bits a channel would be reduced to 8"])
    expectSuccess(try segue(words + ["-o", "f%d.png"]))
    expectSuccess(try segue(words + ["--depth", "8", "-o", "f%d.png", "--overwrite"]))
    expectSuccess(
      try segue([
        "frame", "a.png", "b.png", "--progress", "0.5", "--depth", "auto", "-q", "-o", "f.exr",
      ]))
  }

  @Test func framesHaveTheBitsOfThePictures() throws {
    expectSuccess(try segue(["render", "a.png", "b.png", "--frames", "3", "-o", "f%d.png", "-q"]))
    #expect(try words("f0.png") == words("a.png") && words("f2.png") == words("b.png"))
    expectSuccess(
      try segue([
        "frame", "a.png", "b.png", "-t", "cross-dissolve", "--progress", "0.5", "-o", "half.png", "-q",
      ]))
    let (a, b, half) = (try words("a.png"), try words("b.png"), try words("half.png"))
    #expect(half.indices.allSatisfy { abs(2 * Int(half[$0]) - Int(a[$0]) - Int(b[$0])) <= 1 })
  }

  @Test func depthSetsTheBitsPerChannel() throws {
    let run = try segue(
      ["frame", "a.png", "b.png", "-t", "wipe", "--progress", "0.5", "--depth", "8", "-o", "eight.png"])
    #expect(run.code == 0 && run.errorText.contains("more than 8 bits"))
    #expect(try ImageInfo(contentsOf: folder.file("eight.png")).depth == 8)
    let wrong = try segue(["frame", "a.png", "b.png", "--progress", "0", "--depth", "half", "-o", "x.png"])
    expectFailure(wrong, 64, saying: ["depth", "auto or 8 or 16"])
    expectFailure(
      try segue(["frame", "a.png", "b.png", "--progress", "0", "--depth", "9", "-o", "x.png"]), 64,
      saying: ["depth"])
  }

  @Test func filtersOf8BitsAreNamedOrRefused() throws {
    let arguments = ["apply", "a.png", "--filter", "canny-edge-detection", "-o", "m.png", "--overwrite"]
    let said = try segue(arguments + ["--verbose"])
    #expect(said.code == 0 && said.errorText.contains("canny computes with 8 bits"))
    expectFailure(try segue(arguments + ["--strict"]), 64, saying: ["--strict", "canny"])
    expectSuccess(
      try segue(["apply", "a.png", "--filter", "gaussian-blur:sigma=3", "--strict", "-o", "g.png", "-q"]))
    #expect(try Set(words("g.png")).count > 256)
  }

  @Test(arguments: ["cross-dissolve", "wipe:softness=0.5", "cube", "circle-open", "gl-dreamy", "fade-in"])
  func linearLightHas16Bits(transition: String) throws {
    func words(_ more: [String]) throws -> [UInt16] {
      let run = try segue(
        ["frame", "a.png", "b.png", "-t", transition, "--progress", "0.4", "--light", "linear", "--strict"]
          + more + ["-o", "f.png", "-q", "--overwrite"])
      expectSuccess(run)
      return try self.words("f.png")
    }
    let (deep, eight) = (try words([]), try words(["--depth", "8"]))
    expectFailure(
      try segue(["frame", "a.png", "b.png", "--progress", "0.4", "--light", "linearPQ", "-o", "f.png"]), 64,
      saying: ["--light", "gamma"])
    #expect(Set(deep).count > 300)
    #expect(zip(deep, eight).allSatisfy { abs(Int($0) - Int($1)) <= 400 })
  }

  @Test func aBackgroundIsCompositedInLight() throws {
    let words = (0..<4 * 32 * 16).map { [65535, 0, 0, 32768][$0 % 4] as UInt16 }
    try Bitmap(width: 32, height: 16, rgba16: words).write(to: folder.file("half.png"))
    let arguments = [
      "frame", "half.png", "half.png", "--progress", "0", "--background", "lime", "-o", "f.png", "-q",
      "--overwrite",
    ]
    for (light, level) in [("gamma", 32768), ("linear", 48_193)] {
      expectSuccess(try segue(arguments + ["--light", light]))
      let found = try self.words("f.png")
      #expect(abs(Int(found[0]) - level) <= 2 && abs(Int(found[1]) - level) <= 2, "\(light) \(found[0])")
    }
  }

  @Test func picturesThatMoveHave16Bits() throws {
    expectSuccess(
      try segue([
        "slideshow", "a.png", "b.png", "--motion", "auto", "--hold", "0.2", "--duration", "0.2", "--fps",
        "10",
        "--size", "48x24", "-o", "m%d.png", "-q",
      ]))
    for index in 0..<6 {
      #expect(try ImageInfo(contentsOf: folder.file("m\(index).png")).depth == 16)
      #expect(try words("m\(index).png").contains { $0 % 257 != 0 }, "frame \(index)")
    }
  }

  @Test func rawPixelsHave16Bits() throws {
    let run = try segue(["render", "a.png", "b.png", "--frames", "2", "-f", "rgba64le", "-o", "-", "-q"])
    let bytes = run.output.array
    let first = (0..<4 * 32 * 16).map { index -> UInt16 in
      UInt16(bytes[2 * index]) | UInt16(bytes[2 * index + 1]) << 8
    }
    #expect(try bytes.count == 2 * 8 * 32 * 16 && first == words("a.png"))
  }
}
