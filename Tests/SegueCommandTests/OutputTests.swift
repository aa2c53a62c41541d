import Foundation
import Segue
import SegueTestSupport
import Testing

@Suite("segue render: names, formats and standard output")
struct OutputTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func render(_ arguments: [String], _ images: [String] = [from, to]) throws -> Run {
    let run = try runSegue(["render"] + images + arguments, folder: folder.path)
    expectSuccess(run)
    return run
  }

  @Test func framesGoToAnExistingFolder() throws {
    try FileManager.default.createDirectory(atPath: folder.file("out"), withIntermediateDirectories: false)
    _ = try render(["--frames", "2", "-o", "out"])
    #expect(folder.names(in: "out") == ["frame-0000.png", "frame-0001.png"])
  }

  @Test func framesGoToANewFolder() throws {
    _ = try render(["--frames", "2", "-o", "a/b/"])
    #expect(folder.names(in: "a/b") == ["frame-0000.png", "frame-0001.png"])
    _ = try render(["--frames", "2", "-f", "jpeg", "-o", "c/"])
    #expect(folder.names(in: "c") == ["frame-0000.jpg", "frame-0001.jpg"])
    #expect(Catalog.formats.forContent(try bytes(of: folder.file("c/frame-0000.jpg")).array)?.name == "jpeg")
  }

  @Test(arguments: ["out/%04d.jpg", "out/%04d.jpeg"])
  func jpegByName(_ template: String) throws {
    _ = try render(["--frames", "3", "-o", template])
    #expect(folder.names(in: "out").count == 3)
    let first = folder.file(template.replacing("%04d", with: "0000"))
    #expect(Catalog.formats.forContent(try bytes(of: first).array)?.name == "jpeg")
    let difference = try Bitmap(contentsOf: first).meanDifference(from: Bitmap(contentsOf: from))
    #expect(difference < 8, "lossy, but the same picture")
  }

  @Test func formatOverridesTheName() throws {
    _ = try render(["--frames", "1", "-f", "jpeg", "-o", "a.dat"])
    _ = try render(["--frames", "1", "-f", "png", "-o", "b.dat"])
    #expect(Catalog.formats.forContent(try bytes(of: folder.file("a.dat")).array)?.name == "jpeg")
    #expect(Catalog.formats.forContent(try bytes(of: folder.file("b.dat")).array)?.name == "png")
  }

  @Test func numbersAndPercentSigns() throws {
    _ = try render(["--frames", "2", "-o", "%d.png"])
    _ = try render(["--frames", "2", "-o", "100%%-%02d.png"])
    #expect(folder.names() == ["0.png", "1.png", "100%-00.png", "100%-01.png"])
  }

  @Test func compressionChangesTheSizeOnly() throws {
    _ = try render(["--frames", "3", "-o", "fast/%d.png"])
    _ = try render(["--frames", "3", "--png-compression", "small", "-o", "small/%d.png"])
    let fast = try folder.contents(of: "fast")
    let small = try folder.contents(of: "small")
    #expect(small.values.reduce(0) { $0 + $1.count } < fast.values.reduce(0) { $0 + $1.count })
    for name in fast.keys {
      #expect(
        try straightBytes(of: folder.file("fast/\(name)")) == straightBytes(of: folder.file("small/\(name)")))
    }
  }

  @Test("Raw frames on standard output have the pixels of PNG frames")
  func raw() throws {
    let images = [fromAlpha, toAlpha]
    _ = try render(["--frames", "9", "-o", "out/%04d.png"], images)
    let expected = try folder.names(in: "out").flatMap {
      try straightBytes(of: folder.file("out/\($0)")).array
    }
    for threads in ["1", "4"] {
      let run = try render(["--frames", "9", "--threads", threads, "-f", "rgba", "-o", "-"], images)
      #expect(run.output.count == 9 * 160 * 90 * 4)
      #expect(run.output == Bytes(expected))
    }
    let part = try render(["--frames", "9", "--range", "4-5", "-f", "rgba", "-o", "-"], images)
    #expect(part.output == Bytes(expected[(4 * 57600)..<(6 * 57600)]))
  }

  @Test func nullWritesNothing() throws {
    let run = try render(["-f", "null", "-q"])
    #expect(run.output.isEmpty && run.errorText.isEmpty)
    #expect(folder.names().isEmpty)
  }

  @Test func summaryOfNull() throws {
    let run = try render(["-f", "null", "--json", "--size", "64x32"])
    let summary = try Summary(run)
    #expect(summary.keys == Summary.allKeys)
    #expect(summary["frames"] == 61)
    #expect(summary["bytes"] == 0)
    #expect(summary["width"] == 64)
    #expect(summary["height"] == 32)
    #expect(summary["seconds"] > 0)
    #expect(summary["totalSeconds"] > summary["seconds"])
    #expect(abs(summary["framesPerSecond"] * summary["seconds"] - 61) < 0.001)
    #expect(run.text.filter { $0 == "\n" }.count == 1)
    #expect(run.errorText.isEmpty)
  }

  @Test func summaryOfFiles() throws {
    let run = try render(["--frames", "5", "--json", "-o", "out/%d.png"])
    let summary = try Summary(run)
    #expect(summary.keys == Summary.allKeys)
    #expect(summary["frames"] == 5)
    #expect(summary["bytes"] == Double(try folder.contents(of: "out").values.reduce(0) { $0 + $1.count }))
  }

  @Test("--stats adds the time of each stage, and changes nothing else")
  func stages() throws {
    let names = ["decode", "fit", "render", "encode", "wait", "write", "finish"]
    let json = try render(["--frames", "9", "--json", "--stats", "-o", "a/%d.png"])
    let object = try JSONSerialization.jsonObject(with: Data(json.output.array)) as? [String: Any]
    #expect(object.map { Set($0.keys) } == Summary.allKeys.union(["stages"]))
    let stages = try #require(object?["stages"] as? [String: Double])
    #expect(Set(stages.keys) == Set(names))
    #expect(stages.values.allSatisfy { $0 >= 0 } && stages["encode"] != 0)
    #expect(json.errorText.isEmpty)

    let text = try render(["--frames", "9", "--stats", "-o", "b/%d.png"])
    #expect(text.output.isEmpty)
    #expect(text.errorText.hasPrefix("b/%d.png: 9 frames of 160x90, "))
    let shown = text.errorLines.filter { $0.hasPrefix("  ") }.compactMap { $0.split(separator: " ").first }
    #expect(shown.map(String.init) == names)
    // A bar shows its share of 30 characters; the printed share is rounded to a hundredth.
    for line in text.errorLines where line.hasPrefix("  ") {
      let words = line.split(separator: " ")
      let share = try #require(words.firstIndex(of: "%").flatMap { Double(words[$0 - 1]) }, "\(line)")
      #expect(abs(Double(line.count { $0 == "█" }) - 0.3 * share) <= 0.66, "\(line)")
      // All names start in one column, and all numbers and units end in one column.
      let columns = #/  (?=[a-z])[a-z ]{7} [ .0-9]{7}[0-9] s  [ 0-9]{2}[0-9] %  █*/#
      #expect(line.wholeMatch(of: columns) != nil, "\(line)")
    }
    #expect(try folder.contents(of: "a") == folder.contents(of: "b"))
  }

  @Test(
    "If encoding takes most of the time, a faster option is advised",
    arguments: [
      (
        ["--png-compression", "small", "-o", "%d.png"],
        "PNG compression takes most of the time: --png-compression fast is the fastest PNG; --format jpeg is smaller."
      ),
      (["-o", "a.gif"], "Encoding takes most of the time: more --threads help if there are more cores."),
    ] as [([String], String)])
  func advice(_ output: [String], _ advice: String) throws {
    let size = ["--size", "640x360", "--frames", "3", "--threads", "1"]
    let run = try render(size + ["-t", "cross-dissolve", "--stats"] + output)
    #expect(run.errorLines.last.map { String($0) } == advice, "\(run.errorText)")
    #expect(run.errorLines.count { $0.contains(" takes most of the time: ") } == 1)
  }

  @Test("Without --json, a closing line goes to standard error")
  func closingLine() throws {
    let run = try render(["--frames", "5", "-o", "out/%d.png"])
    #expect(run.output.isEmpty)
    #expect(run.errorLines.count == 1)
    #expect(run.errorText.hasPrefix("out/%d.png: 5 frames of 160x90, "))
  }

  /// Both numbers are rounded; the ranges of seconds that they allow must overlap.
  @Test("Milliseconds and frame rate of the closing line agree")
  func closingTimes() throws {
    let run = try render(
      ["--frames", "3", "--size", "640x360", "--png-compression", "small", "--stats", "-o", "%d.png"])
    let line = try #require(
      run.errorText.firstMatch(
        of: #/^%d\.png: 3 frames of 640x360, [.0-9]+ [kM]B in (\d+) ms \((\d+) frames\/s\)\n/#))
    let (milliseconds, rate) = (try #require(Double(line.1)), try #require(Double(line.2)))
    #expect(3000 / (rate + 0.5) <= milliseconds + 0.5, "\(line.0)")
    #expect(3000 / max(rate - 0.5, 1e-3) >= milliseconds - 0.5, "\(line.0)")
    // Shares refer to the sum of all stages, within the printed thousandths of a second.
    let stages = run.errorText.matches(of: #/\n  [a-z]+ +(\d+\.\d{3}) s +(\d+) %  /#)
    let seconds = try stages.map { try #require(Double($0.1)) }
    let sum = seconds.reduce(0, +)
    #expect(stages.count == 7)
    for (stage, seconds) in zip(stages, seconds) {
      let share = try #require(Double(stage.2))
      let (least, most) = ((seconds - 0.0005) / (sum + 0.0035), (seconds + 0.0005) / (sum - 0.0035))
      #expect(share + 0.51 >= 100 * least && share - 0.51 <= 100 * most, "\(stage.0)")
    }
  }

  @Test("Stages together take no longer than the whole run, with any number of threads")
  func stagesOfThreads() throws {
    let run = try render(
      [
        "--frames", "12", "--size", "320x180", "--png-compression", "small", "--threads", "4", "--json",
        "--stats",
        "-o", "%d.png",
      ])
    let said = try #require(JSONSerialization.jsonObject(with: Data(run.output.array)) as? [String: Any])
    let stages = try #require(said["stages"] as? [String: Double])
    let total = try #require(said["totalSeconds"] as? Double)
    #expect(stages.values.reduce(0, +) <= total, "\(said)")
  }

  /// Noise takes long to decode, and pictures of the frame's size are not fitted.
  @Test("The decoding time is measured in every kind of export")
  func reading() throws {
    let images = try folder.makeNoise(800, 600)
    let flow = "screens: {a: noise-1.png, b: noise-2.png}\nsteps: [{push: b, duration: 0.05}]\n"
    try folder.write(Array(flow.utf8), "flow.yaml")
    let fade = images + ["-t", "cross-dissolve"]
    for arguments in [
      ["render", "--frames", "2"] + fade, ["slideshow", "--hold", "0", "--fps", "3"] + fade,
      ["storyboard", "flow.yaml"],
    ] {
      let options = ["-f", "null", "--threads", "1", "--json", "--verbose"]
      let run = try runSegue(arguments + options, folder: folder.path)
      expectSuccess(run)
      let said = try #require(JSONSerialization.jsonObject(with: Data(run.output.array)) as? [String: Any])
      let stages = try #require(said["stages"] as? [String: Double])
      let decode = try #require(stages["decode"])
      #expect(decode > stages["fit"] ?? .infinity, "\(said)")
      guard arguments[0] == "render" else { continue }
      // The reported time is a part of the stage, in milliseconds rounded to tenths.
      let took = try #require(
        run.errorText.firstMatch(of: #/\nsegue: decoding took (\d+\.\d) ms\n/#).flatMap { Double($0.1) })
      #expect(took <= 1000 * decode + 0.06 && took >= 50 * decode, "\(took) ms of \(said)")
    }
  }

  @Test("If decoding takes most of the time, fewer or smaller images are advised")
  func adviceOnReading() throws {
    let run = try render(
      ["--frames", "1", "-f", "null", "--stats", "--size", "8x6", "--threads", "1"],
      folder.makeNoise(300, 200))
    #expect(
      run.errorLines.last
        == "Reading the images takes most of the time: smaller images, or more frames a run, help.",
      "\(run.errorText)")
  }

  /// The script stays busy after the last frame.
  @Test("A slow encoder is reported, with the share of time in which it had frames")
  func adviceOnEncoders() throws {
    let script = """
      #!/bin/sh
      PATH=/usr/bin:/bin
      for out; do :; done
      cat > "${out#file:}"
      i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done

      """
    try folder.writeProgram(script, "bin/ffmpeg")
    let run = try runSegue(
      ["render", from, to, "--frames", "2", "--size", "8x6", "--threads", "1", "--stats", "-o", "a.mp4"],
      environment: ["PATH": folder.file("bin")], folder: folder.path)
    expectSuccess(run)
    #expect(
      run.errorLines.last
        == "The encoder takes most of the time: for H.264, --encoder-option preset=veryfast is faster.",
      "\(run.errorText)")
    let share = run.errorText.firstMatch(
      of: #/\nThe encoder had frames for at least (\d+) % of the time\.\n/#)
    #expect((50...100).contains(share.flatMap { Int($0.1) } ?? 0), "\(run.errorText)")
  }

  /// All frames together have two megabytes, and a pipe holds at most one megabyte; the reader waits after
  /// the first byte.
  @Test("A slow reader is reported, with the share of time in which it had frames")
  func adviceOnReaders() throws {
    let run = try runShell(
      #""$0" "$@" | { head -c 1 > /dev/null; i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done; cat > /dev/null; }"#,
      ["render", from, to, "--frames", "40", "-f", "rgba", "-o", "-", "--threads", "1", "--stats"])
    expectSuccess(run)
    #expect(
      run.errorLines.last == "Waiting for the output takes most of the time: a faster disk or reader helps.",
      "\(run.errorText)")
    let share = run.errorText.firstMatch(of: #/\nThe reader had frames for at least (\d+) % of the time\.\n/#)
    #expect((50...100).contains(share.flatMap { Int($0.1) } ?? 0), "\(run.errorText)")
  }

  @Test("A separate option takes precedence over one in --format")
  func lastOption() throws {
    func frame(_ options: String...) throws -> Bytes {
      let run = try runSegue(
        ["frame", from, to, "--progress", "0.5", "--size", "40x30", "-o", "-"] + options)
      expectSuccess(run)
      return run.output
    }
    let expected = try frame("-f", "jpeg", "--quality", "80")
    #expect(try frame("-f", "jpeg:quality=20", "--quality", "80") == expected)
    #expect(try frame("-f", "jpeg:quality=80") == expected && frame("-f", "jpeg:quality=20") != expected)
  }
}

/// The object printed by `--json`.
private struct Summary {
  static let allKeys: Set<String> = [
    "frames", "seconds", "totalSeconds", "framesPerSecond", "bytes", "width", "height",
  ]

  private let values: [String: Double]

  init(_ run: Run) throws {
    values = try JSONDecoder().decode([String: Double].self, from: Data(run.output.array))
  }

  var keys: Set<String> { Set(values.keys) }
  subscript(key: String) -> Double { values[key] ?? .nan }
}
