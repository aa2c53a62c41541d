import Foundation
import Glibc
import Segue
import SegueCommand
import SegueTestSupport
import Testing

@Suite("segue render: transparency in video", .enabled(if: hasFFmpeg, ffmpegMissing))
struct VideoAlphaTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func render(_ arguments: [String], _ images: [String] = [fromAlpha, toAlpha]) throws -> Run {
    try runSegue(["render"] + images + ["--frames", "5", "-q"] + arguments, folder: folder.path)
  }

  /// Decodes a file by ffmpeg to frames of straight RGBA.
  private func decode(_ file: String, _ input: [String] = [], _ output: [String] = []) throws -> [UInt8] {
    let run = try RunningProcess(
      ["-v", "error"] + input + ["-i", folder.file(file)] + output
        + ["-vsync", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgba", "-"],
      program: path(of: "ffmpeg") ?? ""
    ).finish()
    expectSuccess(run)
    return run.output.array
  }

  private func alpha(_ pixels: [UInt8]) -> [UInt8] {
    stride(from: 3, to: pixels.count, by: 4).map { pixels[$0] }
  }

  private func largest(_ a: [UInt8], _ b: [UInt8]) -> Int {
    a.count == b.count ? zip(a, b).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) } : 255
  }

  @Test("Lossless codecs keep every pixel", arguments: ["a.mov:png", "a.mkv:ffv1"], [true, false])
  func lossless(_ name: String, isPiped: Bool) throws {
    let (file, codec) = (String(name.prefix(5)), String(name.dropFirst(6)))
    let format = "\(file.suffix(3)):codec=\(codec)"
    for images in [[fromAlpha, toAlpha], [from, to]] {
      let run = try render(
        ["-f", format, "-o", isPiped ? "-" : file, "--size", "101x57"] + (isPiped ? [] : ["--overwrite"]),
        images)
      expectSuccess(run)
      if isPiped { try Data(run.output.array).write(to: URL(filePath: folder.file(file))) }
      let raw = try render(["-f", "rgba", "-o", "-", "--size", "101x57"], images)
      #expect(try Bytes(decode(file)) == raw.output)
    }
  }

  @Test func aTransparentClipNeedsABackground() throws {
    expectSuccess(try render(["-o", "t.mov", "-f", "mov:codec=png"]))
    let words = ["render", "t.mov", "-q", "-o", "o.mp4"]
    expectFailure(try runSegue(words, folder: folder.path), 73, saying: ["t.mov is transparent"])
    expectSuccess(try runSegue(words + ["--background", "black"], folder: folder.path))
  }

  /// Measured errors: ProRes 1 in alpha and 4 in opaque pixels; VP9 12 in alpha at edges of transparency, 0.6
  /// in the mean.
  @Test(
    "Lossy codecs keep alpha as well as colors", arguments: ["prores", "webm", "avif"])
  func lossy(_ codec: String) throws {
    let file = codec == "prores" ? "a.mov" : "a.\(codec)"
    expectSuccess(try render(["-o", file] + (codec == "prores" ? ["-f", "mov:codec=prores"] : [])))
    let said = try RunningProcess(
      [
        "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=color_space", "-of", "csv=p=0",
        folder.file(file),
      ],
      program: path(of: "ffprobe") ?? ""
    ).finish()
    #expect(said.text.hasPrefix("bt709"))
    let raw = try render(["-f", "rgba", "-o", "-"]).output.array
    let matrix = "scale=in_color_matrix=bt709:out_range=pc"
    var decoded: [UInt8]
    switch codec {
    case "webm": decoded = try decode(file, ["-c:v", "libvpx-vp9"], ["-vf", matrix])
    case "avif":
      // ffmpeg 5.1 reads color and alpha of a frame as two streams.
      decoded = try decode(file, [], ["-filter_complex", "[0:v:0][0:v:1]alphamerge,\(matrix)"])
    default: decoded = try decode(file, [], ["-vf", matrix])
    }
    #expect(decoded.count == raw.count)
    let (ours, theirs) = (alpha(raw), alpha(decoded))
    #expect(Set(ours).count > 2)
    let mean = Double(zip(ours, theirs).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(ours.count)
    #expect(
      largest(ours, theirs) <= (codec == "prores" ? 1 : 40) && mean < 1, "\(largest(ours, theirs)), \(mean)")
    #expect(zip(ours, theirs).allSatisfy { $0 < 255 || $1 > 250 }, "opaque pixels stay opaque")
    // Sums the errors of colors, weighted by alpha.
    var error = 0.0
    for index in ours.indices {
      for channel in 0..<3 {
        error +=
          Double(ours[index]) / 255
          * abs(Double(raw[4 * index + channel]) - Double(decoded[4 * index + channel]))
      }
    }
    #expect(error / Double(3 * ours.count) < 3, "\(error / Double(3 * ours.count))")
  }

  @Test(
    "libavif decodes all levels of alpha in an AVIF exactly",
    .enabled(if: path(of: "avifdec") != nil, "avifdec is not here: apt-get install libavif-bin"),
    arguments: ["1", "2"])
  func opacityByLibavif(frames: String) throws {
    let levels = try Bitmap(
      width: 256, height: 16,
      rgba: (0..<16).flatMap { _ in (0..<256).flatMap { [200, 100, 50, UInt8($0)] as [UInt8] } })
    try levels.write(to: folder.file("levels.png"))
    expectSuccess(
      try runSegue(
        ["render", "levels.png", "levels.png", "--frames", frames, "-o", "a.avif", "-q"], folder: folder.path)
    )
    let decoder = try RunningProcess(
      [folder.file("a.avif"), folder.file("decoded.png")], program: path(of: "avifdec") ?? ""
    ).finish()
    expectSuccess(decoder)
    let decoded = try Bitmap(contentsOf: folder.file("decoded.png"))
    #expect((0..<16).allSatisfy { y in (0..<256).allSatisfy { decoded[$0, y].alpha == UInt8($0) } })
  }

  @Test("Opaque frames have no second stream for alpha", arguments: ["webm", "avif"])
  func opaque(_ format: String) throws {
    expectSuccess(try render(["-o", "a.\(format)"], [from, to]))
    let probe = try RunningProcess(
      [
        "-v", "error", "-show_entries", "stream=index:stream_tags=alpha_mode", "-of", "csv=p=0",
        folder.file("a.\(format)"),
      ],
      program: path(of: "ffprobe") ?? ""
    ).finish()
    #expect(probe.text.trimmingCharacters(in: .whitespacesAndNewlines) == "0")
  }

  @Test("Formats without transparency refuse it, and leave no file", arguments: ["mp4", "mov", "mkv"])
  func refused(_ format: String) throws {
    for images in [[fromAlpha, to], [from, toAlpha]] {
      expectFailure(
        try render(["-o", "a.\(format)"], images), 73,
        saying: ["a.\(format)", "transparent", "--background", "webm", "mov:codec=prores", "mkv:codec=ffv1"])
    }
    #expect(folder.names() == [])
    let run = try runSegue(
      ["slideshow", from, toAlpha, from, "--hold", "0.1", "--duration", "0.1", "-o", "a.\(format)", "-q"],
      folder: folder.path)
    expectFailure(run, 73, saying: ["--background"])
    #expect(folder.names() == [])
  }

  @Test("A transparent frame between opaque ones is detected when it is rendered")
  func between() throws {
    let hole = ["--filter", "opacity:opacity=1-sin(3.14159265*progress)*0.5"]
    expectFailure(try render(["-o", "a.mp4"] + hole, [from, to]), 73, saying: ["a.mp4", "transparent"])
    #expect(folder.names() == [])
    expectSuccess(try render(["-o", "a.webm"] + hole, [from, to]))
    expectSuccess(try render(["-o", "a.mp4", "--background", "red"] + hole, [from, to]))
    let pixels = try decode("a.mp4", [], ["-vf", "scale=in_color_matrix=bt709:out_range=pc"])
    let clear = try render(["-f", "rgba", "-o", "-"] + hole, [from, to]).output.array
    // The center of the middle frame is composited over red.
    let place = 4 * (2 * 160 * 90 + 45 * 160 + 80)
    let share = Double(clear[place + 3]) / 255
    #expect(share < 0.6)
    for channel in 0..<3 {
      let expected = share * Double(clear[place + channel]) + (1 - share) * (channel == 0 ? 255 : 0)
      #expect(abs(Double(pixels[place + channel]) - expected) < 24)
    }
  }

  @Test("A background makes all frames opaque, and does not change opaque ones")
  func background() throws {
    expectSuccess(try render(["-o", "a.mp4", "--background", "navy"]))
    expectSuccess(try render(["-o", "plain.mp4"], [from, to]))
    expectSuccess(try render(["-o", "backed.mp4", "--background", "navy"], [from, to]))
    #expect(try bytes(of: folder.file("plain.mp4")) == bytes(of: folder.file("backed.mp4")))
    expectFailure(try render(["-o", "b.mp4", "--background", "transparent"]), 73, saying: ["--background"])
  }

  @Test("Deep pixel formats of ffmpeg are recognized, with and without byte order")
  func deepNames() {
    let deep = [
      "p412le", "y210le", "p010", "p016be", "yuv444p16be", "xv36le", "x2rgb10le", "nv20le", "gbrpf32le",
      "rgb48", "bgra64le", "v30xle", "gbrp10msble", "gray9", "ya16", "xyz12le", "YUV420P10LE",
    ]
    for name in deep { #expect(isDeepPixelFormat(name), "\(name)") }
    let shallow = [
      "yuv420p", "yuv410p", "nv12", "nv16", "nv21", "nv24", "rgb24", "rgb565le", "bgr555", "rgb444le", "gray",
      "pal8", "uyvy422", "uyyvyy411", "0rgb", "bayer_bggr8", "monow",
    ]
    for name in shallow { #expect(!isDeepPixelFormat(name), "\(name)") }
  }

  @Test("A deep pixel format of 8-bit frames causes one warning")
  func deepPixels() throws {
    let run = try runSegue(
      ["render", from, to, "--frames", "3", "-o", "a.mp4", "--encoder-option", "pix_fmt=yuv420p10le"],
      folder: folder.path)
    expectSuccess(run)
    #expect(run.errorText.hasPrefix("segue: frames have 8 bits a channel; yuv420p10le "))
    for value in ["yuv444p", "nv12", "gray"] {
      let run = try runSegue(
        [
          "render", from, to, "--frames", "3", "-o", "a.mkv", "--overwrite", "--encoder-option",
          "pix_fmt=\(value)",
        ], folder: folder.path)
      #expect(!run.errorText.contains("8 bits"))
    }
  }
}
