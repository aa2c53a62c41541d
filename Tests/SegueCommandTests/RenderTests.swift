import Foundation
import Segue
import SegueTestSupport
import Testing

@Suite("segue render: choice and content of frames")
struct RenderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func render(_ arguments: [String], _ images: [String] = [from, to]) throws -> Run {
    let run = try runSegue(["render"] + images + arguments, folder: folder.path)
    expectSuccess(run)
    #expect(run.output.isEmpty)
    return run
  }

  @Test(
    "Frame rates as fractions or common names",
    arguments: ["24000/1001", "23.976", "29.97", "30000/1001", "25/1"])
  func rates(_ rate: String) throws {
    let expected = [
      "24": "24000:1001", "23": "24000:1001", "29": "30000:1001", "30": "30000:1001", "25": "25:1",
    ]
    let run = try runSegue(["render", from, to, "--frames", "3", "--fps", rate, "-f", "y4m", "-o", "-", "-q"])
    expectSuccess(run)
    #expect(
      run.text.prefix(80).contains(" F\(expected[String(rate.prefix(2))] ?? "") "), "\(run.text.prefix(80))")
    let count = run.output.array.indices.count { run.output.array[$0...].starts(with: Array("FRAME\n".utf8)) }
    #expect(count == 3)
  }

  /// A spring depends on the duration, which follows from the frames and their rate.
  @Test func framesAtARate() throws {
    let options = ["render", from, to, "-t", "slide-down", "-f", "rgba", "-o", "-", "-q"]
    let frames = try runSegue(options + ["--frames", "7", "--fps", "12"])
    expectSuccess(frames)
    #expect(frames.output == (try runSegue(options + ["--duration", "0.5", "--fps", "12"]).output))
  }

  @Test(
    "Named sizes",
    arguments: [("720p", "1280x720"), ("1080p", "1920x1080"), ("4k", "3840x2160"), ("UHD", "3840x2160")])
  func namedSizes(_ name: String, _ size: String) throws {
    let run = try runSegue(["render", from, to, "--frames", "1", "-f", "null", "--size", name])
    expectSuccess(run)
    #expect(run.errorText.contains(" of \(size) "))
  }

  @Test("A size of exactly the limit is allowed")
  func sizeAtTheLimit() throws {
    let options = ["render", from, to, "--frames", "1", "-f", "null", "--max-pixels", "14400", "--size"]
    expectSuccess(try runSegue(options + ["144x100"]))
    expectFailure(try runSegue(options + ["131x110"]), 64, saying: ["--max-pixels"])
  }

  @Test("The default is one second at 60 frames a second, with both ends")
  func defaults() throws {
    _ = try render([])
    #expect(folder.names(in: "frames") == (0...60).map { String(format: "%04d.png", $0) })
    #expect(try straightBytes(of: folder.file("frames/0000.png")) == straightBytes(of: from))
    #expect(try straightBytes(of: folder.file("frames/0060.png")) == straightBytes(of: to))
    let frame = try Bitmap(contentsOf: folder.file("frames/0030.png"))
    let expected = try Bitmap(contentsOf: vectorsFolder + "/pixellate-dissolve-0500.png")
    #expect(frame.largestDifference(from: expected) <= 1)
  }

  @Test("A transparent snapshot keeps its pixels")
  func straightAlpha() throws {
    _ = try render(["--frames", "3", "-o", "%d.png"], [fromAlpha, toAlpha])
    #expect(try straightBytes(of: folder.file("0.png")) == straightBytes(of: fromAlpha))
    #expect(try straightBytes(of: folder.file("2.png")) == straightBytes(of: toAlpha))
    let expected = try Bitmap(contentsOf: vectorsFolder + "/pixellate-dissolve-alpha-0500.png")
    #expect(try Bitmap(contentsOf: folder.file("1.png")).largestDifference(from: expected) <= 2)
  }

  @Test(arguments: [1, 2, 5])
  func frames(_ count: Int) throws {
    _ = try render(["--frames", "\(count)", "-o", "out/%d.png"])
    #expect(folder.names(in: "out") == (0..<count).map { "\($0).png" })
    #expect(try straightBytes(of: folder.file("out/0.png")) == straightBytes(of: from))
    if count > 1 {
      #expect(try straightBytes(of: folder.file("out/\(count - 1).png")) == straightBytes(of: to))
    }
  }

  @Test(arguments: [
    (duration: "0.25", rate: "24", count: 7), ("2", "10", 21), ("1", "29.97", 31), ("0.1", "24", 3),
    ("0.01", "10", 1),
  ])
  func durationAndRate(_ duration: String, _ rate: String, _ count: Int) throws {
    // The documented number of frames is round(S·F) + 1.
    let (seconds, framesPerSecond) = (Double(duration) ?? 0, Double(rate) ?? 0)
    #expect((seconds * framesPerSecond).rounded() + 1 == Double(count))
    _ = try render(["--duration", duration, "--fps", rate, "-o", "out/%d.png"])
    #expect(folder.names(in: "out").count == count)
  }

  @Test func aRateAndACountGiveTheSameFrames() throws {
    _ = try render(["--duration", "0.5", "--fps", "8", "-o", "timed/%d.png"])
    _ = try render(["--frames", "5", "-o", "counted/%d.png"])
    #expect(try folder.contents(of: "timed") == folder.contents(of: "counted"))
    #expect(Set(try folder.contents(of: "timed").values).count == 5)
  }

  @Test func easingChangesTheMiddleOnly() throws {
    _ = try render(["--frames", "5", "-o", "plain/%d.png"])
    _ = try render(["--frames", "5", "--ease", "ease-in", "-o", "eased/%d.png"])
    let plain = try folder.contents(of: "plain")
    let eased = try folder.contents(of: "eased")
    for name in ["0.png", "4.png"] { #expect(plain[name] == eased[name]) }
    for name in ["1.png", "2.png", "3.png"] { #expect(plain[name] != eased[name]) }
    let renderer = try TransitionRenderer(from: Bitmap(contentsOf: from), to: Bitmap(contentsOf: to))
    for index in 0..<5 {
      let expected = try renderer.frame(at: TimingCurve.easeIn(at: Double(index) / 4))
      #expect(try Bitmap(contentsOf: folder.file("eased/\(index).png")) == expected)
    }
  }

  @Test func transitionAndParameter() throws {
    _ = try render(["--frames", "3", "-o", "pixels/%d.png"])
    _ = try render(["--frames", "3", "-p", "fraction=0.5", "-o", "large/%d.png"])
    _ = try render(["--frames", "3", "-t", "cross-dissolve", "-o", "fade/%d.png"])
    // A fraction of 0 turns pixellation off, so that only the dissolve remains.
    _ = try render(["--frames", "3", "-p", "fraction=0", "-o", "none/%d.png"])
    let middles = try ["pixels", "large", "fade"].map { try bytes(of: folder.file("\($0)/1.png")) }
    #expect(Set(middles).count == 3)
    #expect(try folder.contents(of: "none") == folder.contents(of: "fade"))
  }

  @Test func operations() throws {
    var seen: Set<[String: Bytes]> = []
    for operation in ["present", "dismiss", "push", "pop"] {
      _ = try render(["--frames", "3", "--operation", operation, "-o", "\(operation)/%d.png"])
      seen.insert(try folder.contents(of: operation))
    }
    #expect(seen.count == 1 && seen.first?.count == 3)
    let pictures = (try Bitmap(contentsOf: from), try Bitmap(contentsOf: to))
    for operation in [TransitionOperation.present, .dismiss, .push, .pop] {
      _ = try render([
        "--frames", "3", "-t", "hero", "--operation", "\(operation)", "-o",
        "hero/\(operation)%d.png",
      ])
      let renderer = try TransitionRenderer(
        from: pictures.0, to: pictures.1, Transitions.Hero(), operation: operation)
      #expect(
        try Bitmap(contentsOf: folder.file("hero/\(operation)1.png")) == renderer.frame(atTime: 0.5)
      )
    }
  }

  @Test(arguments: Framing.Fit.allCases)
  func sizeAndFit(_ fit: Framing.Fit) throws {
    _ = try render(["--frames", "2", "--size", "100x100", "--fit", fit.rawValue, "-o", "%d.png"])
    let size = PixelSize(width: 100, height: 100)
    for (file, image) in [("0.png", from), ("1.png", to)] {
      let expected = try Bitmap(contentsOf: image).fitted(to: size, fit)
      #expect(try Bitmap(contentsOf: folder.file(file)) == expected)
    }
  }

  @Test func backgroundShowsBesideTheImage() throws {
    let options = ["--frames", "1", "--size", "100x100", "--fit", "contain", "--background"]
    for (name, color, pixel) in [
      ("red.png", "#f00", Pixel(red: 255, green: 0, blue: 0)),
      ("blue.png", "blue", Pixel(red: 0, green: 0, blue: 255)),
    ] {
      _ = try render(options + [color, "-o", name])
      #expect(try Bitmap(contentsOf: folder.file(name))[50, 2] == pixel)
    }
  }

  @Test("The second image is fitted to the first one's size")
  func imagesOfDifferentSizes() throws {
    let small = folder.file("small.png")
    try Bitmap.noise(40, 40, seed: 3, opaque: true).write(to: small)
    _ = try render(["--frames", "2", "-o", "%d.png"], [small, to])
    let size = PixelSize(width: 40, height: 40)
    #expect(try Bitmap(contentsOf: folder.file("1.png")) == Bitmap(contentsOf: to).fitted(to: size))
  }

  @Test("Threads and instruction sets do not change a byte")
  func threadsAndLevels() throws {
    let images = try folder.makeNoise(203, 77)
    let options = ["--frames", "7"]
    _ = try render(options + ["--threads", "1", "--simd", "reference", "-o", "expected/%d.png"], images)
    let expected = try folder.contents(of: "expected")
    #expect(expected.count == 7)
    for threads in ["1", "2", "5"] {
      _ = try render(options + ["--threads", threads, "-o", "threads-\(threads)/%d.png"], images)
      #expect(try folder.contents(of: "threads-\(threads)") == expected)
    }
    for level in SIMDLevel.available.map(\.rawValue) {
      _ = try render(options + ["--simd", level, "-o", "\(level)/%d.png"], images)
      #expect(try folder.contents(of: level) == expected, "\(level)")
      expectSuccess(
        try runSegue(
          ["render"] + images + options + ["-o", "\(level)-environment/%d.png"],
          environment: ["SEGUE_SIMD": level],
          folder: folder.path))
      #expect(try folder.contents(of: "\(level)-environment") == expected, "\(level)")
    }
  }
}
