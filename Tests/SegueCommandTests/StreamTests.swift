import Foundation
import Glibc
import Segue
import SegueTestSupport
import Testing

@Suite("segue render: y4m and raw frames into pipes and files")
struct StreamTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func render(_ arguments: [String], _ images: [String] = [from, to]) throws -> Run {
    let run = try runSegue(["render"] + images + arguments, folder: folder.path)
    expectSuccess(run)
    return run
  }

  /// Returns the library's bytes of frames that last a second.
  private func expected(_ format: any StreamFormat, frames: Int) throws -> Bytes {
    let renderer = try TransitionRenderer(from: Bitmap(contentsOf: from), to: Bitmap(contentsOf: to))
    let encoder = format.makeEncoder(level: .preferred)
    var bytes = format.header(size: renderer.size, rate: FrameRate(Double(frames - 1)))
    for time in FrameTimes(frames: frames) {
      try encoder.encode(try renderer.frame(atTime: time), named: "frame")
      bytes += try encoder.withBytes { bytes in bytes.withUnsafeBytes { [UInt8]($0) } }
    }
    return Bytes(bytes)
  }

  static let formats: [(arguments: [String], format: any StreamFormat)] = [
    (["-f", "y4m"], Formats.Y4M()), (["-f", "y4m", "--chroma", "444"], Formats.Y4M(chroma: .full)),
    (["-f", "rgba"], Formats.RGBA()),
    (["-f", "rgb24"], Formats.RGB24()),
  ]

  @Test(arguments: formats.indices)
  func standardOutputFileAndNamedPipe(_ index: Int) throws {
    let (arguments, format) = Self.formats[index]
    let frames = try expected(format, frames: 7)
    let options = arguments + ["--frames", "7", "-q", "-o"]
    #expect(try render(options + ["-"]).output == frames)

    _ = try render(options + ["deep/frames.bin"])
    #expect(try bytes(of: folder.file("deep/frames.bin")) == frames)
    #expect(folder.names(in: "deep") == ["frames.bin"])

    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = try RunningProcess(["-c", "exec cat \"$0\"", pipe], program: "/bin/sh")
    #expect(try render(options + ["pipe"]).output.isEmpty)
    #expect(reader.finish().output == frames)
  }

  @Test("The header states the frame rate")
  func rates() throws {
    for (fps, rate) in [("29.97", "F30000:1001"), ("12.5", "F25:2"), ("24", "F24:1")] {
      let run = try render(["--duration", "0.1", "--fps", fps, "-f", "y4m", "-o", "-", "-q"])
      #expect(run.text.hasPrefix("YUV4MPEG2 W160 H90 \(rate) "))
    }
  }

  @Test("--frames last the transition's own duration, and --hold is in seconds")
  func rateOfFrames() throws {
    for name in ["pixellate-dissolve", "fade-in"] {
      let duration = try #require(Catalog.transitions.items.first { $0.name == name }).make().timing.duration
      let rate = FrameRate(8 / duration)
      let run = try render(["-t", name, "--frames", "9", "-f", "y4m", "-o", "-", "-q"])
      #expect(run.text.hasPrefix("YUV4MPEG2 W160 H90 F\(rate) "))
    }
    let one = try render(["--frames", "1", "-f", "y4m", "-o", "-", "-q"])
    #expect(one.text.hasPrefix("YUV4MPEG2 W160 H90 F60:1 "))
    let held = try render(["--frames", "9", "--hold", "0.5", "-f", "rgba", "-o", "-", "-q"])
    #expect(held.output.count == (9 + 2 * 4) * 160 * 90 * 4)
  }

  @Test(
    "Ten million frames are allowed, including held ones and those of --boomerang",
    arguments: [
      ["--duration", "9999999"], ["--frames", "2", "--hold", "4999999"],
      ["--frames", "2", "--hold", "3333332", "--boomerang"], ["--frames", "5000000", "--boomerang"],
    ])
  func mostFrames(_ arguments: [String]) throws {
    _ = try render(arguments + ["--fps", "1", "--range", "0-0", "-f", "null", "-q"])
  }

  @Test func summaryCountsTheBytesOfTheFile() throws {
    let run = try render(["--frames", "3", "-o", "a.y4m", "--json"])
    let summary = try JSONDecoder().decode([String: Double].self, from: Data(run.output.array))
    #expect(try summary["bytes"] == Double(bytes(of: folder.file("a.y4m")).count))
  }

  @Test func anExistingStreamFileIsRefused() throws {
    _ = try render(["--frames", "2", "-o", "a.y4m"])
    let before = try bytes(of: folder.file("a.y4m"))
    let missing = ["render", "/dev/null", to, "--frames", "3", "-o", "a.y4m"]
    expectFailure(
      try runSegue(missing, folder: folder.path), 73, saying: ["a.y4m", "exists already", "--overwrite"])
    #expect(try bytes(of: folder.file("a.y4m")) == before)
    _ = try render(["--frames", "3", "-o", "a.y4m", "--overwrite", "--durable"])
    #expect(try bytes(of: folder.file("a.y4m")) == expected(Formats.Y4M(), frames: 3))
  }

  @Test("A reader that closes a named pipe ends the command as a closed standard output does")
  func closedNamedPipe() throws {
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = try RunningProcess(["-c", "exec head -c 1000 \"$0\" > /dev/null", pipe], program: "/bin/sh")
    let run = try runSegue(["render", from, to, "-q", "-f", "rgba", "-o", pipe, "--frames", "200"])
    #expect(run.code == 141 && run.errorText.isEmpty, "\(run.errorText)")
    _ = reader.finish()
    #expect(folder.names() == ["pipe"])
  }

  @Test("A failed write leaves no file")
  func fileSizeLimit() throws {
    let run = try runShell(
      "ulimit -c 0; ulimit -f 200; exec \"$0\" \"$@\"", ["render", from, to, "-o", folder.file("a.y4m")])
    expectFailure(run, 74, saying: ["a.y4m", "File too large"])
    #expect(folder.names().isEmpty)
  }

  @Test func interruptedStreamLeavesNoFile() throws {
    let process = try RunningProcess(
      ["render", from, to, "--frames", "1000000", "-q", "-o", folder.file("a.y4m"), "--threads", "1"])
    try wait("the file grows") {
      ((try? bytes(of: folder.file(".a.y4m.partial")))?.count ?? 0) > 100_000
    }
    process.send(SIGINT)
    expectFailure(process.finish(within: 10), 130, saying: ["interrupted after", "of 1000000 frames"])
    #expect(folder.names().isEmpty)
  }

  @Test("--durable does not change the frames")
  func durableFrames() throws {
    _ = try render(["--frames", "3", "-o", "a/%d.png", "--durable"])
    _ = try render(["--frames", "3", "-o", "b/%d.png"])
    #expect(try folder.contents(of: "a") == folder.contents(of: "b"))
  }

  @Test func qualityAndChromaOfJPEG() throws {
    var sizes: [Int] = []
    for (name, options) in [
      ("low", ["--quality", "40"]), ("usual", []), ("same", ["--quality", "90", "--chroma", "420"]),
      ("full", ["--chroma", "444"]),
    ] {
      _ = try render(["--frames", "2", "-o", "\(name)/%d.jpg"] + options)
      sizes.append(try bytes(of: folder.file("\(name)/0.jpg")).count)
    }
    #expect(sizes[0] < sizes[1] && sizes[1] == sizes[2] && sizes[2] < sizes[3])
    let frame = ["frame", from, to, "--progress", "0", "--quality", "40", "-o", folder.file("frame.jpg")]
    expectSuccess(try runSegue(frame))
    #expect(try bytes(of: folder.file("frame.jpg")) == bytes(of: folder.file("low/0.jpg")))
  }

  @Test("--hold, --reverse and --boomerang repeat the bytes of frames")
  func playback() throws {
    func frames(_ options: String...) throws -> [Bytes] {
      let run = try render(["--duration", "0.1", "--fps", "40", "-f", "rgba", "-o", "-", "-q"] + options)
      let size = 160 * 90 * 4
      #expect(run.output.count % size == 0)
      return stride(from: 0, to: run.output.count, by: size).map { Bytes(run.output.array[$0..<$0 + size]) }
    }
    let plain = try frames()
    #expect(plain.count == 5 && Set(plain).count == 5)
    #expect(try plain[0] == straightBytes(of: from) && plain[4] == straightBytes(of: to))
    #expect(try frames("--reverse") == plain.reversed())
    #expect(try frames("--boomerang") == plain + plain.reversed().dropFirst())
    let (first, last) = (plain[0], plain[4])
    // 0.04 s · 40 is 1.6, which is rounded to 2 frames.
    for hold in ["0.05", "0.04"] {
      let expected: [Bytes] = [first, first] + plain + [last, last]
      #expect(try frames("--hold", hold) == expected)
    }
    let (back, forth): ([Bytes], [Bytes]) = (plain.reversed(), Array(plain.dropFirst()))
    let expected: [Bytes] = [last] + back + [first] + forth + [last]
    #expect(try frames("--hold", "0.025", "--boomerang", "--reverse") == expected)
    #expect(try frames("--boomerang", "--range", "3-5") == [plain[3], plain[4], plain[3]])
  }

  @Test("--stats states the share of time in which the reader had frames")
  func readersShare() throws {
    let run = try render(["-o", "a.y4m", "--stats"])
    #expect(run.errorText.contains("The reader had frames for at least "))
    #expect(try !render(["-o", "%d.png", "--stats"]).errorText.contains("reader had"))
  }
}

/// Compares with ffmpeg's exact conversion of photographs, with the same chroma siting.
@Suite(
  "Y4M against ffmpeg's conversion", .enabled(if: hasFFmpeg, ffmpegMissing),
  .enabled(if: corporaFolder != nil, Comment(rawValue: corporaMissing)))
struct ConversionTests {
  @Test(arguments: ["kodim02.png", "kodim05.png", "kodim19.png", "kodim23.png"], ["420", "444"])
  func photographs(_ name: String, _ chroma: String) throws {
    let photo = (corporaFolder ?? "") + "/photos/" + name
    let ours = try runSegue([
      "render", photo, photo, "--frames", "1", "-q", "-f", "y4m", "--chroma", chroma, "-o", "-",
    ])
    expectSuccess(ours)
    let siting = chroma == "420" ? ":out_h_chr_pos=0:out_v_chr_pos=128" : ""
    let theirs = try RunningProcess(
      [
        "-v", "error", "-i", photo, "-vf",
        "scale=out_color_matrix=bt709:out_range=tv:flags=area+accurate_rnd+full_chroma_inp+full_chroma_int+bitexact"
          + "\(siting),format=yuv\(chroma)p", "-f", "rawvideo", "-",
      ], program: path(of: "ffmpeg") ?? ""
    ).finish()
    expectSuccess(theirs)
    let header = (ours.output.array.firstIndex(of: 10) ?? 0) + 1 + 6
    try #require(ours.output.count - header == theirs.output.count)
    var largest = 0
    ours.output.array.withUnsafeBytes { ours in
      theirs.output.array.withUnsafeBytes { theirs in
        var index = 0
        while index < theirs.count {
          largest = max(largest, abs(Int(ours[header + index]) - Int(theirs[index])))
          index += 1
        }
      }
    }
    #expect(largest == 1, "at most 1, but not 0, which would mean shared code")
  }
}
