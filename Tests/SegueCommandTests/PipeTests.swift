import Foundation
import Glibc
import Segue
import SegueTestSupport
import Testing

@Suite("segue render: pictures, animations and video into pipes")
struct PipeTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func render(_ arguments: [String], _ images: [String] = [from, to]) throws -> Run {
    let run = try runSegue(["render"] + images + ["--frames", "7", "-q"] + arguments, folder: folder.path)
    expectSuccess(run)
    return run
  }

  /// Runs ffmpeg on bytes from a pipe.
  ///
  /// ffmpeg's demuxers of GIF and APNG seek backwards, so `source` is a file for them.
  private func ffmpeg(
    _ bytes: Bytes, _ input: [String] = [], _ output: [String], from source: String = "pipe:0"
  ) throws -> Bytes {
    let file = folder.file("piped")
    try Data(bytes.array).write(to: URL(filePath: file))
    let run = try RunningProcess(
      ["-c", "cat \"$0\" | exec \"$@\"", file, path(of: "ffmpeg") ?? "", "-v", "error"] + input
        + ["-i", source] + output + ["pipe:1"], program: "/bin/sh"
    ).finish()
    expectSuccess(run)
    return run.output
  }

  @Test(
    "Pictures follow one another, each with the bytes of its file",
    arguments: ["png", "jpeg", "webp"].filter { $0 != "webp" || Formats.WebP.unavailable == nil })
  func pictures(_ format: String) throws {
    let piped = try render(["-f", format, "-o", "-"]).output
    _ = try render(["-f", format, "-o", "out/"])
    let names = folder.names(in: "out")
    #expect(names.count == 7)
    #expect(try piped == Bytes(names.flatMap { try bytes(of: folder.file("out/\($0)")).array }))
    // With a file name, WebP means an animation.
    guard format != "webp" else { return }
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = try RunningProcess(["-c", "exec cat \"$0\"", pipe], program: "/bin/sh")
    _ = try render(["-f", format, "-o", pipe])
    #expect(reader.finish().output == piped)
  }

  @Test(
    "ffmpeg's image2pipe separates the pictures", .enabled(if: hasFFmpeg, ffmpegMissing),
    arguments: ["png", "jpeg", "webp"].filter { $0 != "webp" || Formats.WebP.unavailable == nil })
  func image2pipe(_ format: String) throws {
    let images = format == "jpeg" ? [from, to] : [fromAlpha, toAlpha]
    let options = format == "webp" ? ["--lossless"] : []
    let piped = try render(["-f", format, "-o", "-"] + options, images).output
    let raw = ["-f", "rawvideo", "-pix_fmt", "rgba"]
    let codec = format == "jpeg" ? "mjpeg" : format
    let decoded = try ffmpeg(piped, ["-c:v", codec, "-f", "image2pipe"], raw)
    #expect(decoded.count == 7 * 160 * 90 * 4)
    if format == "jpeg" {
      _ = try render(["-o", "out/%d.jpg"])
      let files = try RunningProcess(
        ["-v", "error", "-f", "image2", "-c:v", codec, "-i", folder.file("out/%d.jpg")] + raw + ["pipe:1"],
        program: path(of: "ffmpeg") ?? ""
      ).finish()
      #expect(decoded == files.output)
    } else {
      #expect(try decoded == render(["-f", "rgba", "-o", "-"], images).output)
    }
  }

  @Test("An animated PNG is written without seeking", .enabled(if: hasFFmpeg, ffmpegMissing))
  func apng() throws {
    for images in [[from, to], [fromAlpha, toAlpha]] {
      let piped = try render(["-f", "apng", "-o", "-"], images).output
      let decoded = try ffmpeg(
        piped, ["-f", "apng"], ["-vsync", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgba"],
        from: folder.file("piped"))
      #expect(try decoded == render(["-f", "rgba", "-o", "-"], images).output)
    }
  }

  @Test(
    "Video in a pipe has the frames of the file", .enabled(if: hasFFmpeg, ffmpegMissing),
    arguments: ["mp4", "mov", "mkv", "webm", "gif"])
  func video(_ format: String) throws {
    let frames = ["-map", "0:v", "-vsync", "passthrough", "-f", "framemd5"]
    func hashes(_ text: Bytes) -> [Substring] {
      String(decoding: text.array, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
        .compactMap { $0.split(separator: " ").last }
    }
    let source = format == "gif" ? folder.file("piped") : "pipe:0"
    let piped = try hashes(ffmpeg(render(["-f", format, "-o", "-"]).output, [], frames, from: source))
    _ = try render(["-o", "movie.\(format)"])
    // With faststart the index comes first, so that the file can be read from a pipe.
    let file = try hashes(ffmpeg(bytes(of: folder.file("movie.\(format)")), [], frames, from: source))
    #expect(piped.count == 7 && file.count == 7)
    // In a pipe, WebM and GIF have a form for transparent frames, since they cannot be restarted: WebM has
    // planes made by ffmpeg, and GIF has whole frames.
    if format != "webm" && format != "gif" { #expect(piped == file) }
  }

  @Test("Every format goes to standard output, or reports that it needs a file")
  func everyFormat() throws {
    for format in Catalog.formats.all {
      guard
        format is any ImageFormat || format is any AnimationFormat || format is any StreamFormat
          || format is any VideoFormat
      else { continue }
      let name = type(of: format).name
      guard type(of: format).unavailable == nil, hasFFmpeg || !(format is any VideoFormat) else { continue }
      let run = try runSegue(["render", from, to, "--frames", "2", "-q", "-f", name, "-o", "-"])
      if name == "avif" {
        expectFailure(run, 64, saying: ["standard output takes --format png", "avif needs a file"])
      } else {
        expectSuccess(run)
        #expect(!run.output.isEmpty, "\(name)")
      }
    }
  }

  @Test("The library refuses a pipe if a format's start depends on its end")
  func startsThatComeLast() throws {
    let frames = Exporter(
      try TransitionRenderer(from: Bitmap(contentsOf: from), to: Bitmap(contentsOf: to)), framesPerSecond: 5)
    let pipe = StreamTarget.descriptor(1, named: "a pipe")
    #expect(throws: ExportError.self) { try frames.export(to: .animation(pipe, .webp)) }
    #expect(throws: ExportError.self) { try frames.export(to: .video(.standardOutput, .avif)) }
  }

  @Test("A terminal gets no bytes of pictures", arguments: ["render", "frame"])
  func terminal(_ command: String) throws {
    let terminal = try PseudoTerminal()
    let handle = FileHandle(fileDescriptor: terminal.side, closeOnDealloc: false)
    let options = command == "frame" ? ["--progress", "0.5"] : ["--frames", "2"]
    let run = try RunningProcess(
      [command, from, to, "-f", "png", "-o", "-"] + options, output: handle
    ).finish()
    expectFailure(run, 64, saying: ["standard output is a terminal"])
    #expect(terminal.output.isEmpty)
  }

  @Test(
    "A reader may stop early", .enabled(if: hasFFmpeg, ffmpegMissing), arguments: ["png", "apng", "mkv"])
  func enough(_ format: String) throws {
    let run = try runShell(
      "(\"$0\" \"$@\"; echo $? >&2) | head -c 100 > /dev/null",
      ["render", from, to, "--frames", "500", "-q", "-f", format, "-o", "-"])
    #expect(run.errorText == "141\n")
  }
}
