import Foundation
import Glibc
import Segue
import SegueTestSupport
import Testing

@Suite("segue render: video by ffmpeg", .enabled(if: hasFFmpeg, ffmpegMissing))
struct VideoTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func render(_ arguments: [String], _ images: [String] = [from, to]) throws -> Run {
    let run = try runSegue(["render"] + images + arguments, folder: folder.path)
    expectSuccess(run)
    return run
  }

  /// Returns ffprobe's properties of a file's only stream, with frames counted by decoding.
  private func probe(_ name: String) throws -> [String: String] {
    let run = try RunningProcess(
      [
        "-v", "error", "-count_frames", "-show_entries",
        "stream=codec_name,width,height,pix_fmt,r_frame_rate,color_range,color_space,color_primaries,color_transfer,nb_read_frames,"
          + "duration:format=duration", "-of", "default=noprint_wrappers=1", folder.file(name),
      ], program: path(of: "ffprobe") ?? ""
    ).finish()
    expectSuccess(run)
    let pairs = run.text.split(separator: "\n").map {
      $0.split(separator: "=", maxSplits: 1).map(String.init)
    }
    return Dictionary(pairs.filter { $0.last != "N/A" }.map { ($0[0], $0.last ?? "") }) { first, _ in first }
  }

  /// Decodes the frames of a file by ffmpeg.
  private func frames(of name: String) throws -> [Bitmap] {
    let run = try RunningProcess(
      [
        "-v", "error", "-i", folder.file(name), "-vf",
        "scale=in_color_matrix=bt709:in_range=auto:out_range=pc",
        "-vsync", "passthrough", "-start_number", "0", folder.file("decoded-%d.png"),
      ], program: path(of: "ffmpeg") ?? ""
    ).finish()
    expectSuccess(run)
    let files = folder.names().filter { $0.hasPrefix("decoded-") }
    // ffmpeg tags these files with the video's colors, such as BT.709's curve. Only the numbers are compared.
    let asTheyStand = DecodeOptions(color: .ignore)
    return try files.indices.map {
      try Bitmap(contentsOf: folder.file("decoded-\($0).png"), options: asTheyStand)
    }
  }

  /// For each format: a signature near the start, the codec's name and the pixel format.
  static let kinds: [(format: String, mark: String, codec: String, pixels: String)] = [
    ("mp4", "ftypisom", "h264", "yuv420p"), ("mov", "ftypqt  ", "h264", "yuv420p"),
    ("mkv", "matroska", "h264", "yuv420p"), ("webm", "webm", "vp9", "yuv420p"),
    ("avif", "ftypavi", "av1", "yuv420p"),
  ]

  @Test func everyFormatIsTried() {
    let formats = Catalog.formats.all.filter { $0 is any VideoFormat }.map { type(of: $0).name }
    #expect(Self.kinds.map(\.format) == formats)
  }

  @Test(
    "A video has the same bytes in every run, also with transparency",
    arguments: kinds.map(\.format) + ["mkv:codec=ffv1", "mov:codec=png", "mov:codec=prores"])
  func sameBytes(_ format: String) throws {
    let name = String(format.prefix { $0 != ":" })
    let isOpaque = ["mp4", "mov", "mkv"].contains(format)
    let runs = try (1...2).map { number in
      let file = "\(number).\(name)"
      _ = try render(
        ["--duration", "0.3", "--fps", "25", "-f", format, "-o", file, "-q"],
        isOpaque ? [from, to] : [fromAlpha, toAlpha])
      return try contents(of: folder.file(file))
    }
    #expect(runs[0] == runs[1])
  }

  @Test(arguments: kinds.indices)
  func videosHaveTheirPropertiesWhenDecoded(_ index: Int) throws {
    let (format, mark, codec, pixels) = Self.kinds[index]
    let name = "movie.\(format)"
    let images = try makeBars()
    _ = try render(["--duration", "0.5", "--fps", "25", "-o", name, "-q"], images)
    #expect(folder.names() == ["bars.png", name, "turned.png"])
    let start = try Data(contentsOf: URL(filePath: folder.file(name))).prefix(64)
    #expect(start.firstRange(of: Data(mark.utf8)) != nil)
    let facts = try probe(name)
    #expect(facts["codec_name"] == codec && facts["pix_fmt"] == pixels)
    #expect(facts["width"] == "160" && facts["height"] == "90")
    #expect(facts["nb_read_frames"] == "14", "round(0.5·25) + 1")
    let duration = try #require(facts["duration"].flatMap(Double.init))
    #expect(abs(duration - 14 / 25.0) < 0.02)
    #expect(facts["color_range"] == "tv" && facts["color_space"] == "bt709")
    #expect(facts["color_primaries"] == "bt709" && facts["color_transfer"] == "bt709")
    let decoded = try frames(of: name)
    #expect(decoded.count == 14)
    #expect(try difference(decoded.first, from: images[0]) <= Self.tolerance)
    #expect(try difference(decoded.last, from: images[1]) <= Self.tolerance)
  }

  /// The largest error of a channel in the middle of a bar.
  ///
  /// Measured: H.264 and AV1 4, VP9 5.
  static let tolerance = 6

  /// Writes a picture of eight bars of color, and its reverse.
  private func makeBars() throws -> [String] {
    let colors = (0..<8).map {
      Pixel(red: $0 & 1 == 0 ? 20 : 230, green: $0 & 2 == 0 ? 40 : 210, blue: $0 & 4 == 0 ? 10 : 250)
    }
    return try [("bars.png", colors), ("turned.png", colors.reversed())].map { name, colors in
      var bitmap = try Bitmap(width: 160, height: 90)
      for y in 0..<90 { for x in 0..<160 { bitmap[x, y] = colors[x / 20] } }
      try bitmap.write(to: folder.file(name))
      return folder.file(name)
    }
  }

  /// Returns the largest difference of a channel in the middle of the bars.
  private func difference(_ frame: Bitmap?, from file: String) throws -> Int {
    let (frame, picture) = (try #require(frame), try Bitmap(contentsOf: file))
    return (0..<8).map { frame[20 * $0 + 10, 45].largestDifference(from: picture[20 * $0 + 10, 45]) }.max()
      ?? 255
  }

  @Test("A GIF of more than 50 frames a second is reduced to 50, and keeps both ends")
  func fastGIF() throws {
    let images = try makeBars()
    _ = try render(["--fps", "60", "-o", "movie.gif", "-q"], images)
    let decoded = try frames(of: "movie.gif")
    #expect(decoded.count == 51)
    #expect(
      try decoded.first == Bitmap(contentsOf: images[0]) && decoded.last == Bitmap(contentsOf: images[1]))
    #expect(try abs((Double(probe("movie.gif")["duration"] ?? "") ?? 0) - 1.02) < 0.03)
  }

  static let fractions: [(given: String, fraction: String)] = [
    ("24000/1001", "24000/1001"), ("29.97", "30000/1001"), ("23.976", "24000/1001"), ("59.94", "60000/1001"),
    ("25", "25/1"), ("12.5", "25/2"),
  ]

  /// Rates that ffmpeg would take for other rates if it had to guess.
  static let unusualFractions: [(given: String, fraction: String)] = [
    ("119.88", "120000/1001"), ("239.76", "240000/1001"), ("120000/1001", "120000/1001"),
    ("47.952", "48000/1001"), ("143.856", "144000/1001"), ("71.928", "72000/1001"), ("119", "119/1"),
    ("241", "241/1"), ("1000/7", "1000/7"), ("997/13", "997/13"), ("90.001", "90001/1000"), ("1/3", "1/3"),
    ("1000", "1000/1"),
  ]

  /// Each rate is written to one of the formats, in turn; `scripts/soak whole` tries each rate in each format.
  @Test("Unusual frame rates are exact", arguments: unusualFractions.indices, 0..<(isWhole ? 4 : 1))
  func unusualRates(_ index: Int, _ number: Int) throws {
    try rates(Self.unusualFractions[index], ["mp4", "mkv", "mov", "webm"][(index + number) % 4])
  }

  /// Each rate is written to one of the formats, in turn; `scripts/soak whole` tries each rate in each format.
  @Test(
    "Rates, frame counts and durations in ffprobe are exact", arguments: fractions.indices,
    0..<(isWhole ? 3 : 1))
  func usualRates(_ index: Int, _ number: Int) throws {
    try rates(Self.fractions[index], ["mp4", "mkv", "y4m"][(index + number) % 3])
  }

  private func rates(_ fps: (given: String, fraction: String), _ format: String) throws {
    let (seconds, name) = (try seconds(of: fps.fraction), "a.\(format)")
    _ = try render([
      "--frames", "25", "--fps", fps.given, "-o", name, "-q", "--size", "64x36", "-t", "cross-dissolve",
    ])
    let facts = try probe(name)
    #expect(facts["nb_read_frames"] == "25")
    let duration = try #require(facts["duration"].flatMap(Double.init))
    guard format == "mkv" || format == "webm" else {
      #expect(facts["r_frame_rate"] == fps.fraction)
      #expect(abs(duration - 25 * seconds) < 0.00001)
      return
    }
    // At one millisecond, a tick of the file's clock, ffmpeg writes no duration of frames.
    guard fps.fraction != "1000/1" else {
      #expect(facts["r_frame_rate"] == fps.fraction)
      return
    }
    // Timestamps are whole milliseconds, from which ffprobe guesses the rate; the duration of frames is in
    // nanoseconds.
    #expect(abs(duration - 25 * seconds) < 0.0011)
    let file = try bytes(of: folder.file(name)).array
    let element = try #require(file.firstRange(of: [0x23, 0xe3, 0x83]))
    let length = Int(file[element.upperBound] & 0x7f)
    let nanoseconds = file[element.upperBound + 1..<element.upperBound + 1 + length].reduce(0) {
      $0 << 8 | Int($1)
    }
    #expect(abs(Double(nanoseconds) - 1e9 * seconds) <= 1)
  }

  @Test("Frame rates of animations, by their bytes", arguments: fractions)
  func ratesOfAnimations(_ fps: (given: String, fraction: String)) throws {
    let seconds = try seconds(of: fps.fraction)
    let options = [
      "--frames", "25", "--fps", fps.given, "-q", "--size", "16x9", "-t", "cross-dissolve", "-o",
    ]
    _ = try render(options + ["a.apng"])
    let apng = try bytes(of: folder.file("a.apng")).array
    let controls = apng.ranges(of: Array("fcTL".utf8))
    #expect(controls.count == 25)
    for control in controls {
      let numbers = apng[control.upperBound + 20..<control.upperBound + 24].map { Int($0) }
      let (delay, unit) = (numbers[0] << 8 | numbers[1], numbers[2] << 8 | numbers[3])
      #expect(Double(delay) / Double(unit) == seconds)
    }
    guard Formats.WebP.unavailable == nil else { return }
    _ = try render(options + ["a.webp"])
    let webp = try bytes(of: folder.file("a.webp")).array
    let lengths = webp.ranges(of: Array("ANMF".utf8)).map { start in
      Int(webp[start.lowerBound + 20]) | Int(webp[start.lowerBound + 21]) << 8
    }
    #expect(lengths.count == 25)
    #expect(abs(Double(lengths.reduce(0, +)) - 25_000 * seconds) <= 0.5)
  }

  /// Returns the duration of a frame.
  private func seconds(of rate: String) throws -> Double {
    let parts = rate.split(separator: "/").compactMap { Double($0) }
    return try #require(parts.count == 2 ? parts[1] / parts[0] : nil)
  }

  @Test("A GIF states its repetitions after the first playback")
  func loopsOfGIF() throws {
    for (loops, repetitions) in [(nil, 0), ("0", 0), ("1", nil), ("3", 2), ("65535", 65534)] {
      let options = loops.map { ["--loops", $0] } ?? []
      _ = try render(["--frames", "3", "-o", "a.gif", "-q", "--overwrite"] + options)
      let file = try bytes(of: folder.file("a.gif")).array
      let said = file.firstRange(of: Array("NETSCAPE2.0".utf8)).map { name in
        Int(file[name.upperBound + 2]) | Int(file[name.upperBound + 3]) << 8
      }
      #expect(said == repetitions)
    }
  }

  @Test("ffmpeg decodes a GIF close to its frames, with their times and transparency")
  func gif() throws {
    _ = try render([
      "-t", "slide-down", "--size", "161x91", "--fps", "30", "--duration", "0.5", "-o", "a.gif",
    ])
    _ = try render(
      [
        "-t", "slide-down", "--size", "161x91", "--fps", "30", "--duration", "0.5", "-o",
        folder.file("true-%d.png"),
      ])
    let facts = try probe("a.gif")
    #expect(facts["nb_read_frames"] == "16" && facts["width"] == "161" && facts["height"] == "91")
    #expect(try abs(#require(Double(facts["duration"] ?? "")) - 16.0 / 30) < 0.006)
    for (number, frame) in try frames(of: "a.gif").enumerated() {
      let difference = try frame.meanDifference(from: Bitmap(contentsOf: folder.file("true-\(number).png")))
      // Measured: 2.4.
      #expect(difference < 3, "frame \(number)")
    }
    _ = try render(["--frames", "3", "-o", "clear.gif"], [fromAlpha, toAlpha])
    let first = try #require(frames(of: "clear.gif").first)
    let source = try Bitmap(contentsOf: fromAlpha)
    for y in 0..<source.height {
      for x in 0..<source.width { #expect(first[x, y].alpha == (source[x, y].alpha < 128 ? 0 : 255)) }
    }
  }

  @Test func encoderOptionsAndChroma() throws {
    _ = try render(["--frames", "9", "-o", "usual.mp4"])
    _ = try render([
      "--frames", "9", "-o", "small.mp4", "--encoder-option", "crf=45", "--encoder-option", "preset=fast",
    ])
    #expect(try bytes(of: folder.file("small.mp4")).count < bytes(of: folder.file("usual.mp4")).count / 2)
    _ = try render(["--frames", "9", "-o", "full.mp4", "--chroma", "444"])
    #expect(try probe("full.mp4")["pix_fmt"] == "yuv444p")
    let run = try runSegue(
      ["render", from, to, "-o", "a.mp4", "--encoder-option", "c:v=nonsense"], folder: folder.path)
    expectFailure(run, 74, saying: ["a.mp4", "ffmpeg: ", "nonsense"])
    #expect(folder.names() == ["full.mp4", "small.mp4", "usual.mp4"])
  }

  @Test("Sides that H.264 cannot have are reported before rendering")
  func oddSides() throws {
    let run = try runSegue(["render", from, to, "--size", "101x57", "-o", folder.file("a.mp4")])
    expectFailure(run, 73, saying: ["a.mp4", "101x57", "--size 100x56", "--chroma 444"])
    let av1 = try runSegue(
      ["render", from, to, "--size", "101x57", "-f", "mp4:codec=av1", "-o", folder.file("a.mp4")])
    expectFailure(av1, 73, saying: ["AV1 with halved chroma", "give --size 100x56"])
    #expect(!av1.errorText.contains("444"))
    #expect(folder.names().isEmpty)
    _ = try render(["--size", "101x57", "--frames", "3", "-o", "a.mp4", "--chroma", "444"])
    #expect(try probe("a.mp4")["width"] == "101")
    _ = try render(["--size", "101x57", "--frames", "3", "-o", "a.gif"])
    #expect(try probe("a.gif")["height"] == "57")
  }

  @Test func aVideoThatExists() throws {
    try Data([1, 2]).write(to: URL(filePath: folder.file("a.mp4")))
    let run = try runSegue(["render", "/dev/null", to, "-o", "a.mp4"], folder: folder.path)
    expectFailure(run, 73, saying: ["a.mp4", "exists already", "--overwrite"])
    #expect(try bytes(of: folder.file("a.mp4")) == [1, 2])
    _ = try render(["--frames", "3", "-o", "a.mp4", "--overwrite", "--durable"])
    #expect(try probe("a.mp4")["nb_read_frames"] == "3")
  }

  @Test(
    "File names that ffmpeg could take for options or URLs",
    arguments: ["-o.mp4", "a:b.mp4", "pipe:1.mp4", "50%.mp4"])
  func strangeNames(_ name: String) throws {
    _ = try render(["--frames", "2", "--size", "64x36", "--output=\(name)", "-q"])
    #expect(folder.names() == [name])
  }

  @Test func summaryHasTheSizeOfTheFile() throws {
    let run = try render(["--frames", "3", "-o", "a.mp4", "--json"])
    let summary = try JSONDecoder().decode([String: Double].self, from: Data(run.output.array))
    #expect(try summary["bytes"] == Double(bytes(of: folder.file("a.mp4")).count))
  }

  @Test("An interruption ends ffmpeg, and leaves no file", arguments: [SIGINT, SIGTERM])
  func interrupted(_ signal: Int32) throws {
    let process = try start()
    let child = try #require(children(of: process.identifier).first)
    #expect(getpgid(child) == child, "ffmpeg does not get Ctrl-C of a terminal")
    process.send(signal)
    expectFailure(
      process.finish(within: 20), 128 + signal, saying: ["interrupted after", "of 100000 frames"])
    #expect(folder.names() == [])
    #expect(kill(child, 0) != 0, "ffmpeg has ended")
  }

  @Test("A killed render leaves only a partial file, and ffmpeg ends by itself")
  func killed() throws {
    let process = try start()
    let child = try #require(children(of: process.identifier).first)
    process.send(SIGKILL)
    _ = process.finish()
    try wait("ffmpeg ends") { kill(child, 0) != 0 }
    #expect(folder.names() == [".a.mp4.partial"])
    _ = try render(["--frames", "2", "-o", "a.mp4"])
    #expect(folder.names() == ["a.mp4"])
  }

  @Test(
    "A full disk is an error of ffmpeg in one line, early or at the end",
    .enabled(if: canMount, "mounting a small file system needs the superuser"),
    arguments: [(filled: 0, size: "320x200"), (190_000, "64x36")])
  func fullDisk(filled: Int, size: String) throws {
    let disk = folder.file("out")
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
    #expect(mount("none", disk, "tmpfs", 0, "size=200k") == 0)
    defer { umount2(disk, Int32(MNT_DETACH)) }
    try Data(count: filled).write(to: URL(filePath: disk + "/filling"))
    let images = try folder.makeNoise(320, 200)
    let run = try runSegue(
      ["render"] + images
        + ["-t", "cross-dissolve", "--size", size, "-o", "\(disk)/a.mp4", "--encoder-option", "crf=1"])
    expectFailure(run, 74, saying: ["a.mp4", "ffmpeg: ", "No space left on device"])
    #expect(folder.names(in: "out") == ["filling"])
  }

  /// Starts a long render, and waits until ffmpeg writes.
  private func start() throws -> RunningProcess {
    let process = try RunningProcess(
      ["render", from, to, "--frames", "100000", "-q", "-o", folder.file("a.mp4")])
    try wait("ffmpeg writes") {
      ((try? bytes(of: folder.file(".a.mp4.partial")))?.count ?? 0) > 0
    }
    return process
  }

  private func children(of process: pid_t) -> [pid_t] {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return tasks.flatMap { task in
      let text = try? String(contentsOfFile: "/proc/\(process)/task/\(task)/children", encoding: .utf8)
      return (text ?? "").split(separator: " ").compactMap { pid_t($0) }
    }
  }
}

/// A script replaces ffmpeg.
@Suite("segue render: an ffmpeg that fails")
struct FailingEncoderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Renders with a script that replaces ffmpeg, in which `$out` is the name of the output; nil runs without
  /// ffmpeg.
  private func render(_ script: String?, _ more: String...) throws -> Run {
    let programs = folder.file("bin")
    try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
    if let script {
      let text = "#!/bin/sh\nPATH=/usr/bin:/bin\nfor out; do :; done\nout=${out#file:}\n\(script)\n"
      try folder.writeProgram(text, "bin/ffmpeg")
    }
    return try runSegue(
      ["render", from, to, "-q", "-o", folder.file("out/a.mp4")] + more, environment: ["PATH": programs])
  }

  @Test func aMissingFFmpegIsAnError() throws {
    let run = try render(nil)
    expectFailure(run, 69, saying: ["a.mp4", "ffmpeg", "apt-get install ffmpeg"])
    #expect(folder.names() == ["bin"], "reported before a folder is made")
  }

  @Test(
    "An error shows ffmpeg's last line", arguments: ["", "cat > /dev/null;", "head -c 500000 > /dev/null;"])
  func fails(reading: String) throws {
    let run = try render("\(reading) echo first >&2; echo 'last words' >&2; echo data > \"$out\"; exit 3")
    expectFailure(run, 74, saying: ["a.mp4", "ffmpeg: last words"])
    #expect(!run.errorText.contains("first"))
    #expect(folder.names(in: "out").isEmpty)
  }

  @Test func anFFmpegThatFailsWithoutAMessageIsAnError() throws {
    expectFailure(try render("cat > /dev/null; exit 3"), 74, saying: ["a.mp4", "ffmpeg: ", "3"])
    expectFailure(try render("kill -9 $$"), 74, saying: ["a.mp4", "ffmpeg: ", "9"])
    #expect(folder.names(in: "out").isEmpty)
  }

  @Test("An ffmpeg that succeeds without reading all frames made an incomplete video")
  func endsEarly() throws {
    let run = try render("head -c 500000 > \"$out\"; sleep 0.5; exit 0")
    expectFailure(run, 74, saying: ["a.mp4", "before it had every frame"])
    #expect(folder.names(in: "out").isEmpty)
  }

  @Test func anFFmpegThatWritesNothingIsAnError() throws {
    let run = try render("cat > /dev/null; exit 0")
    expectFailure(run, 74, saying: ["a.mp4", "ffmpeg wrote nothing"])
    #expect(folder.names(in: "out").isEmpty)
  }

  @Test("An ffmpeg that hangs does not delay an interruption", arguments: ["", "cat > /dev/null;"])
  func hangs(reading: String) throws {
    let programs = folder.file("bin")
    try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
    let mark = folder.file("began")
    let text = "#!/bin/sh\nPATH=/usr/bin:/bin\ntouch \(mark)\n\(reading) exec sleep 1000\n"
    try folder.writeProgram(text, "bin/ffmpeg")
    let process = try RunningProcess(
      ["render", from, to, "-q", "-o", folder.file("out/a.mp4")], environment: ["PATH": programs])
    try wait("ffmpeg begins") { FileManager.default.fileExists(atPath: mark) }
    usleep(300_000)
    process.send(SIGINT)
    expectFailure(
      process.finish(within: 20), 130, saying: ["segue: interrupted; the output is given up\n"])
    #expect(folder.names(in: "out").isEmpty)
  }

  @Test("Options are passed to ffmpeg without a shell")
  func arguments() throws {
    let run = try render(
      "cat > /dev/null; printf '%s\\n' \"$@\" > \"$out\"", "--encoder-option", "x=$(touch a) ; b")
    expectSuccess(run)
    let lines = String(decoding: try bytes(of: folder.file("out/a.mp4")).array, as: UTF8.self).split(
      separator: "\n")
    #expect(lines.contains("-x") && lines.contains("$(touch a) ; b"))
    #expect(lines.first == "-nostdin")
  }
}
