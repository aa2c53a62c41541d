import Foundation
import Glibc
import Segue
import SegueTestSupport
import Testing

/// An animation as decoded by Pillow, frame by frame.
private struct Pillow: Decodable {
  let width: Int
  let height: Int
  let frames: Int
  let loop: Int
  /// Milliseconds of each frame.
  let durations: [Double]

  private static let script = """
    import sys, json
    from PIL import Image
    with Image.open(sys.argv[1]) as image, open(sys.argv[2], "wb") as pixels:
        durations = []
        for number in range(image.n_frames):
            image.seek(number)
            image.load()
            durations.append(image.info["duration"])
            pixels.write(image.convert("RGBA").tobytes())
        print(json.dumps(dict(width=image.width, height=image.height, frames=image.n_frames,
                              loop=image.info["loop"], durations=durations)))
    """

  /// Decodes an animation by Pillow, and returns straight RGBA of all frames, too.
  static func read(_ file: String) throws -> (Pillow, Bytes) {
    let run = try RunningProcess(["-c", script, file, file + ".raw"], program: "/usr/bin/python3").finish()
    expectSuccess(run)
    let pixels = try bytes(of: file + ".raw")
    return (try JSONDecoder().decode(Pillow.self, from: Data(run.output.array)), pixels)
  }

  static let isHere =
    (try? RunningProcess(
      ["-c", "from PIL import features; assert features.check('webp_anim')"], program: "/usr/bin/python3"
    ).finish().code == 0) ?? false
}

@Suite("segue render: animations")
struct AnimationTests {
  static let exactNames = ["a.apng"] + ((Formats.WebP.unavailable == nil) ? ["a.webp"] : [])
  static let names = exactNames + ["a.gif"]

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "Pillow decodes all frames exactly, with their times",
    .enabled(if: Pillow.isHere, "Pillow is not here: apt-get install python3-pil"), arguments: exactNames,
    [[from, to], [fromAlpha, toAlpha], [from, toAlpha]])
  func exact(_ name: String, _ images: [String]) throws {
    for (transition, size, frames) in [
      ("pixellate-dissolve", "53x31", 1), ("hero", isWhole ? "160x91" : "80x45", 17),
      ("slide-down", isWhole ? "160x90" : "80x46", 9),
    ] {
      let options = ["render"] + images + ["-t", transition, "--size", size, "--frames", "\(frames)"]
      let file = folder.file(name)
      let exact = name.hasSuffix("webp") ? ["--lossless"] : []
      expectSuccess(try runSegue(options + exact + ["-o", file, "--loops", "3", "--overwrite"]))
      let (pillow, pixels) = try Pillow.read(file)
      #expect("\(pillow.width)x\(pillow.height)" == size)
      #expect(pillow.frames == frames && pillow.loop == 3)
      #expect(pixels == (try runSegue(options + ["-f", "rgba", "-o", "-"]).output))
    }
  }

  @Test(
    "Durations of frames follow --fps",
    .enabled(if: Pillow.isHere, "Pillow is not here: apt-get install python3-pil"), arguments: exactNames)
  func timing(_ name: String) throws {
    let file = folder.file(name)
    expectSuccess(try runSegue(["render", from, to, "--duration", "0.5", "--fps", "60", "-o", file]))
    let (pillow, _) = try Pillow.read(file)
    #expect(pillow.frames == 31 && pillow.loop == 0)
    let (whole, frame) = (31_000.0 / 60, 1000.0 / 60)
    let sum = pillow.durations.reduce(0, +)
    #expect(abs(sum - whole) < 0.7)
    #expect(pillow.durations.allSatisfy { abs($0 - frame) < 0.7 })
  }

  @Test(
    "Lossy WebP is close to its frames, and closer at a higher quality",
    .enabled(if: Pillow.isHere && (Formats.WebP.unavailable == nil), "Pillow or libwebp is not here"))
  func lossy() throws {
    let options = ["render", from, to, "--frames", "5"]
    let raw = try runSegue(options + ["-f", "rgba", "-o", "-"]).output.array
    let errors = try ["30", "95"].map { quality in
      let file = folder.file("\(quality).webp")
      expectSuccess(try runSegue(options + ["--quality", quality, "-o", file]))
      let (_, pixels) = try Pillow.read(file)
      try #require(pixels.count == raw.count)
      let sum = zip(pixels.array, raw).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
      return Double(sum) / Double(raw.count)
    }
    #expect(errors[1] < errors[0] && errors[1] < 3 && errors[0] < 12)
  }

  @Test(
    "A still WebP has exact pixels",
    .enabled(if: Pillow.isHere && (Formats.WebP.unavailable == nil), "Pillow or libwebp is not here"))
  func still() throws {
    for images in [[from, to], [fromAlpha, toAlpha]] {
      let options = ["frame"] + images + ["--progress", "0.4", "-o"]
      let file = folder.file("still.webp")
      expectSuccess(try runSegue(options + [file, "--lossless", "--overwrite"]))
      let script = """
        import sys
        from PIL import Image
        sys.stdout.buffer.write(Image.open(sys.argv[1]).convert("RGBA").tobytes())
        """
      let run = try RunningProcess(["-c", script, file], program: "/usr/bin/python3").finish()
      #expect(run.output == (try runSegue(options + ["-", "-f", "rgba"]).output))
    }
    expectSuccess(try runSegue(["render", from, to, "--frames", "2", "-o", folder.file("%d.webp")]))
    #expect(folder.names().filter { $0.hasSuffix(".webp") } == ["0.webp", "1.webp", "still.webp"])
  }

  @Test("APNG begins with its first frame as a PNG, also in a file named .png")
  func pngName() throws {
    let file = folder.file("a.png")
    expectSuccess(try runSegue(["render", fromAlpha, toAlpha, "--frames", "3", "-f", "apng", "-o", file]))
    #expect(try straightBytes(of: file) == straightBytes(of: fromAlpha))
  }

  @Test("A range of frames begins with a complete one", arguments: names)
  func range(_ name: String) throws {
    let options = ["render", from, to, "-t", "slide-down", "--frames", "9", "--range", "4-6"]
    expectSuccess(try runSegue(options + ["--threads", "1", "-o", folder.file(name)]))
    expectSuccess(try runSegue(options + ["--threads", "3", "-o", folder.file("b" + name)]))
    #expect(try bytes(of: folder.file(name)) == bytes(of: folder.file("b" + name)))
    if name.hasSuffix("apng") {
      expectSuccess(try runSegue(options + ["-o", folder.file("%d.png")]))
      #expect(try straightBytes(of: folder.file(name)) == straightBytes(of: folder.file("4.png")))
    }
  }

  @Test("An existing file is refused before any image is read", arguments: names)
  func existing(_ name: String) throws {
    let file = folder.file(name)
    try Data([1]).write(to: URL(filePath: file))
    expectFailure(
      try runSegue(["render", "/dev/null", to, "-o", file]), 73, saying: [name, "exists", "--overwrite"])
    #expect(try bytes(of: file) == [1])
    expectSuccess(
      try runSegue(["render", from, to, "--frames", "2", "-o", file, "--overwrite", "--durable", "-q"]))
    #expect(folder.names() == [name])
  }

  /// In a pipe, WebP is a sequence of pictures, as on standard output.
  @Test("A named pipe gets the bytes of standard output, and stays", arguments: names + ["a.mp4", "a.mkv"])
  func namedPipe(_ name: String) throws {
    let pipe = folder.file(name)
    #expect(mkfifo(pipe, 0o600) == 0)
    let isVideo = name.hasSuffix("mp4") || name.hasSuffix("mkv")
    guard hasFFmpeg || !isVideo else { return }
    let frames = ["render", from, to, "--frames", "2", "-q"]
    let reader = try RunningProcess(["-c", "exec cat \"$0\"", pipe], program: "/bin/sh")
    expectSuccess(try runSegue(frames + ["-o", pipe, "--overwrite"]))
    let piped = try runSegue(frames + ["-f", String(name.suffix(4).drop { $0 == "." }), "-o", "-"]).output
    let read = reader.finish().output
    #expect(!read.isEmpty && (read == piped || isVideo))
    var information = stat()
    #expect(stat(pipe, &information) == 0 && information.st_mode & S_IFMT == S_IFIFO)
    #expect(folder.names() == [name])
  }

  @Test("An interrupted animation leaves no file", arguments: names)
  func interrupted(_ name: String) throws {
    let process = try RunningProcess(
      ["render"] + folder.makeNoise(200, 200)
        + ["-t", "cross-dissolve", "--frames", "100000", "-q", "-o", folder.file("out/" + name)])
    let end = Date(timeIntervalSinceNow: 20)
    while folder.names(in: "out").isEmpty, Date() < end { usleep(2000) }
    usleep(50_000)
    process.send(SIGINT)
    expectFailure(process.finish(within: 10), 130, saying: ["interrupted after ", " of 100000 frames"])
    #expect(folder.names(in: "out").isEmpty)
  }

  @Test("A file size limit leaves no file", arguments: names)
  func fileTooLarge(_ name: String) throws {
    let run = try runShell(
      "ulimit -c 0; ulimit -f 8; exec \"$0\" \"$@\"",
      ["render"] + folder.makeNoise(200, 200) + ["--frames", "20", "-q", "-o", folder.file("out/" + name)])
    expectFailure(run, 74, saying: [name, "File too large"])
    #expect(folder.names(in: "out").isEmpty)
  }
}
