import Foundation
import SegueFormats
import SegueJob
import SeguePixels
import SegueRendering
import SegueStoryboard
import SegueStudio
import SegueTestSupport
import SegueTransitions
import Testing

/// Exported files that a page receives.
@Suite struct ExportsTests {
  @Test(arguments: [(0.0, 0), (0.5, 10), (0.9, 18)])
  func anExportedFrameOfAFlowIsThatAtItsTime(time: Double, index: Int) async throws {
    let studio = try studio()
    let text = """
      fps: 10
      screens: {a: a.png, b: b.png}
      steps: [{push: b, transition: cross-dissolve, duration: 2}]
      """
    let frames = try StoryboardFrames(studio.shelf.storyboard(.init(name: "flow.yaml", text: text)))
    #expect(frames.count == 21)
    let expected = try frames.rows(of: index).rendered().encoded(as: Formats.PNG())
    let work: [String: Any] = ["from": "a.png", "flow": ["name": "flow.yaml", "text": text]]
    try await withStudio(studio) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      try await page.say([
        "kind": "export", "id": 1, "job": job(work, ["file": "still.png", "still": time]),
      ])
      #expect(try await page.hear("part", "problem").bytes == expected)
    }
  }

  @Test(arguments: [0, 1]) func exportedFramesAtTheEndsAreThePictures(time: Double) async throws {
    let studio = try studio()
    let expected = try studio.shelf.picture(time == 0 ? "a.png" : "b.png").encoded(as: Formats.PNG())
    try await withStudio(studio) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      let made = try await export(1, work, ["file": "still.png", "still": time], page)
      #expect(made.problem == nil && made.bytes == expected)
    }
  }

  private func studio() throws -> Studio {
    let studio = try Studio()
    for (seed, name) in ["a.png", "b.png"].enumerated() {
      studio.shelf.add(sample: try .noise(40, 24, seed: UInt64(seed), opaque: true), named: name)
    }
    return studio
  }

  private let work: [String: Any] = [
    "from": "a.png", "to": "b.png", "transition": ["name": "wipe"], "duration": 0.2,
  ]

  /// Requests an export, and returns the joined parts of its file, or the error.
  private func export(
    _ id: Int, _ work: [String: Any], _ output: [String: Any], _ page: PageSocket
  ) async throws -> (bytes: [UInt8], name: String, problem: String?) {
    try await page.say(["kind": "export", "id": id, "job": job(work, output)])
    var bytes: [UInt8] = []
    while true {
      let answer = try await page.hear("part", "problem")
      #expect(answer.id == id)
      if answer.kind == "problem" { return ([], "", answer.head["message"] as? String) }
      #expect(answer.head["offset"] as? Int == bytes.count)
      bytes += answer.bytes
      let size = answer.head["size"] as? Int ?? 0
      if bytes.count >= size {
        #expect(bytes.count == size)
        return (bytes, answer.head["file"] as? String ?? "", nil)
      }
    }
  }

  @Test func numberedFramesAreExportedAsAnArchive() async throws {
    try await withStudio(try studio()) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      let (bytes, name, problem) = try await export(
        1, work, ["file": "f%02d.png", "fps": "20"], page)
      #expect(problem == nil && name == "frames.tar")
      // Five files: a header of 512 bytes with the name and the octal size, the bytes, padding; two zero
      // blocks at the end.
      var (at, names, pictures) = (0, [String](), [Bitmap]())
      while at < bytes.count, bytes[at] != 0 {
        names.append(String(decoding: bytes[at..<at + 100].prefix { $0 != 0 }, as: UTF8.self))
        let size = try #require(Int(String(decoding: bytes[at + 124..<at + 135], as: UTF8.self), radix: 8))
        pictures.append(try Bitmap(decoding: Array(bytes[at + 512..<at + 512 + size])))
        at += 512 + (size + 511) / 512 * 512
      }
      #expect(names == (0..<5).map { "frames/f0\($0).png" })
      #expect(bytes.count == at + 1024)
      #expect(try pictures.first == .noise(40, 24, seed: 0, opaque: true))
      #expect(try pictures.last == .noise(40, 24, seed: 1, opaque: true))
    }
  }

  @Test("A file is written with the options of its format, for every kind of output")
  func options() async throws {
    let high = ["quality": "100", "chroma": "444"]
    let jpeg = try #require(try Catalog.formats.make("jpeg", high) as? any ImageFormat)
    let first = try Bitmap.noise(40, 24, seed: 0, opaque: true).encoded(as: jpeg)
    try await withStudio(try studio()) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      // The number of a finished export may still be in use.
      var id = 0
      func file(_ output: [String: Any]) async throws -> [UInt8] {
        id += 1
        let made = try await export(id, work, output, page)
        try #require(made.problem == nil)
        return made.bytes
      }
      #expect(try await file(["file": "still.jpg", "still": 0, "options": high]) == first)
      // The first file of an archive follows a block with its header.
      let series = try await file(["file": "f%d.jpg", "fps": "10", "options": high])
      #expect(Int(String(decoding: series[124..<135], as: UTF8.self), radix: 8) == first.count)
      #expect(Array(series[512..<512 + first.count]) == first)
      let stream = try await file(["file": "x.y4m", "fps": "20", "options": ["chroma": "444"]])
      let head = "YUV4MPEG2 W40 H24 F20:1 Ip A1:1 C444 XCOLORRANGE=LIMITED\n"
      #expect(stream.starts(with: Array(head.utf8)))
      // Numbers of frames and of loops.
      let animation = try await file(["file": "x.apng", "fps": "10", "options": ["loops": "3"]])
      let at = try #require(animation.indices.first { animation[$0...].starts(with: "acTL".utf8) })
      #expect(animation[at + 4..<at + 12].map(Int.init) == [0, 0, 0, 3, 0, 0, 0, 3])
    }
  }

  @Test("An export has the operation, the light and the size of the work")
  func looks() async throws {
    let (a, b) = (
      try Bitmap.noise(40, 24, seed: 0, opaque: true), try Bitmap.noise(40, 24, seed: 1, opaque: true)
    )
    let size = PixelSize(width: 20, height: 20)
    try await withStudio(try studio()) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      var id = 0
      for (more, transition, framing, operation) in [
        (
          ["transition": ["name": "cross-dissolve"], "light": "linear"], Transitions.CrossDissolve(),
          Framing(light: .linear), .present
        ),
        (
          ["transition": ["name": "slide-down"], "operation": "pop"], Transitions.SlideDown(), Framing(), .pop
        ),
        (["transition": ["name": "slide-down"]], Transitions.SlideDown(), Framing(), .present),
        (
          [
            "transition": ["name": "cross-dissolve"], "size": "20x20", "fit": "contain", "background": "teal",
          ],
          Transitions.CrossDissolve(), Framing(size: size, fit: .contain, background: Pixel("teal")), .present
        ),
      ] as [([String: Any], any Transition, Framing, TransitionOperation)] {
        let renderer = try TransitionRenderer(
          from: a, to: b, transition, framing: framing, operation: operation,
          timing: transition.timing.with(duration: 0.2))
        let work = work.merging(more) { $1 }
        id += 2
        let still = try await export(id, work, ["file": "out/some/still.png", "still": 0.5], page)
        #expect(still.problem == nil && still.name == "still.png")
        #expect(
          try await Bitmap(decoding: still.bytes).largestDifference(from: renderer.frame(atTime: 0.5)) <= 1)
        // There are three frames; this is the middle one.
        let (bytes, name, problem) = try await export(
          id + 1, work, ["file": "out/x.raw", "format": "rgba", "fps": "10"], page)
        let frame = try await renderer.frame(atTime: 0.5)
        let count = 4 * frame.width * frame.height
        try #require(problem == nil && name == "x.raw" && bytes.count == 3 * count)
        let middle = try Bitmap(
          width: frame.width, height: frame.height, rgba: Array(bytes[count..<2 * count]))
        #expect(middle.largestDifference(from: frame) <= 1)
      }
    }
  }

  @Test func exportsOfAFlowHaveItsRate() async throws {
    let text = "fps: 12\nscreens: {a: a.png, b: b.png}\nsteps: [{push: b, duration: 0.25}]"
    let work: [String: Any] = ["from": "a.png", "flow": ["name": "flow.yaml", "text": text]]
    try await withStudio(try studio()) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      let bytes = try await export(1, work, ["file": "x.y4m", "fps": "30"], page).bytes
      let head = "YUV4MPEG2 W40 H24 F12:1 Ip A1:1 C420mpeg2 XCOLORRANGE=LIMITED\n"
      #expect(bytes.starts(with: Array(head.utf8)))
      // Each frame has a header line, a full plane of luma, and two planes of chroma of a quarter each.
      #expect(bytes.count == head.utf8.count + 4 * (6 + 40 * 24 * 3 / 2))
    }
  }

  @Test func anIdBelongsToOneRunningExport() async throws {
    try await withStudio(try studio()) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      let long = work.merging(["duration": 5]) { $1 }
      for _ in 0..<2 {
        try await page.say(["kind": "export", "id": 4, "job": job(long, ["file": "%03d.png"])])
      }
      let answer = try await page.hear("problem")
      #expect(answer.id == 4 && answer.head["message"] as? String == "export 4 is running already")
    }
  }

  @Test func errorsOfExportsHaveNoServerPaths() async throws {
    try await withStudio(try studio()) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      for (output, problem) in [
        (["file": "x"], "the name 'x' has no extension of a format"),
        (["file": "x.mp4", "still": 0.5], "one frame is a file of PNG, JPEG or WebP, at a time of 0 to 1"),
        (["file": "x.png", "still": 1.5], "one frame is a file of PNG, JPEG or WebP, at a time of 0 to 1"),
        (["file": "x.png"], "x.png: cannot be created: the name has no extension of a format of many frames"),
      ] as [([String: Any], String)] {
        let said = try await export(7, work, output, page).problem
        #expect(said == problem)
      }
    }
  }

  @Test("An error shows 80 letters of a name, and the time of a frame is at least 0")
  func whatIsRefused() async throws {
    let still = "one frame is a file of PNG, JPEG or WebP, at a time of 0 to 1"
    let flow = ["name": "x.yaml", "text": "screens: {a: a.png, b: b.png}\nsteps: [{push: b}]"]
    try await withStudio(try studio()) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      for (work, output, problem) in [
        (
          work, ["file": "out/" + String(repeating: "x", count: 81)],
          "the name '\(String(repeating: "x", count: 80))' has no extension of a format"
        ),
        (work, ["file": "x.png", "still": -0.01], still),
        (["from": "a.png", "flow": flow], ["file": "x.png", "still": -0.01], still),
      ] as [([String: Any], [String: Any], String)] {
        #expect(try await export(7, work, output, page).problem == problem)
      }
    }
  }

  @Test("The studio's pixel limit applies to pictures of exports and flows, and to frame sizes")
  func limits() async throws {
    let folder = try TemporaryFolder()
    // The first two files are decoded when the studio opens.
    let files = try [40, 40, 41].enumerated().map { index, width in
      try folder.write(Bitmap(width: width, height: 24).encoded(as: Formats.PNG()), "\(index).png")
    }
    let options = DecodeOptions(maxPixels: 960)
    let flow = ["name": "x.yaml", "text": "screens: {a: 2.png}\nsteps: [{hold: 1}]"]
    try await withStudio(try Studio(files: files, options: options)) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      func problem(_ kind: String, _ work: [String: Any]) async throws -> String {
        try await page.say([
          "kind": kind, "id": 1, "job": job(work, ["file": "x.png", "still": 0]), "time": 0,
          "width": 40, "height": 24,
        ])
        return try await page.hear("problem", "part", "frame").head["message"] as? String ?? ""
      }
      #expect(
        try await problem("export", ["from": "2.png", "to": "0.png"]).contains("more than the limit of 960"))
      #expect(
        try await problem("export", ["from": "0.png", "flow": flow]).contains("more than the limit of 960"))
      #expect(
        try await problem("view", ["from": "0.png", "flow": flow]).contains("more than the limit of 960"))
      let size = "size 41x24 is more than 960 pixels"
      #expect(try await problem("export", ["from": "0.png", "to": "1.png", "size": "41x24"]) == size)
      #expect(try await problem("view", ["from": "0.png", "to": "1.png", "size": "41x24"]) == size)
    }
    var large = Job.Frame()
    large.size = "20000x20000"
    #expect(try large.framing(DecodeOptions(maxPixels: 400_000_000)).size?.width == 20_000)
  }

  @Test func theProgressOfAnExportEndsWithAllFrames() async throws {
    try await withStudio(try studio()) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      let output: [String: Any] = ["file": "x.raw", "format": "rgba", "fps": "10", "hold": 0.2]
      try await page.say(["kind": "export", "id": 5, "job": job(work, output)])
      var done: [Int] = []
      while true {
        let answer = try await page.hear("progress", "part", "problem")
        guard answer.kind == "progress" else { break }
        #expect(answer.id == 5 && answer.head["count"] as? Int == 7)
        done.append(answer.head["done"] as? Int ?? 0)
      }
      #expect(done.last == 7)
    }
  }

  @Test(.enabled(if: hasFFmpeg, ffmpegMissing), arguments: [true, false])
  func aFlowsSoundIsInItsVideo(hasSound: Bool) async throws {
    let folder = try TemporaryFolder()
    try folder.write(silence, "tone.wav")
    for (seed, name) in ["a.png", "b.png"].enumerated() {
      let picture = try Bitmap.noise(40, 24, seed: UInt64(seed), opaque: true)
      try folder.write(picture.encoded(as: Formats.PNG()), name)
    }
    let text = """
      fps: 10
      screens: {a: a.png, b: b.png}
      steps: [{push: b, transition: cross-dissolve, duration: 1}]
      \(hasSound ? "audio: tone.wav" : "")
      """
    let flow = try folder.write(Array(text.utf8), "flow.yaml")
    try await withStudio(try Studio(flows: [flow])) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      let work: [String: Any] = ["from": "a.png", "flow": ["name": "flow.yaml", "text": text]]
      let (bytes, name, problem) = try await export(3, work, ["file": "flow.mp4"], page)
      #expect(problem == nil && name == "flow.mp4")
      #expect(tracks(bytes) == ["vide"] + (hasSound ? ["soun"] : []))
    }
  }

  /// A sound that a page adds is in the video; each other file is refused by its name.
  @Test(.enabled(if: hasFFmpeg, ffmpegMissing)) func anAddedSoundIsInTheVideo() async throws {
    let studio = try studio()
    let name = try studio.shelf.add(sound: "../my tone.wav", silence)
    #expect(name == "my tone.wav" && studio.shelf.soundNames == [name])
    #expect(try studio.shelf.add(sound: name, silence) == "my tone-2.wav")
    #expect(studio.shelf.budget.used >= 2 * silence.count)
    let text = "screens: {a: a.png}\nsteps: [{hold: 0.2}]\naudio: {file: my tone.wav, fade: 0.1}"
    let path = try #require(try studio.shelf.storyboard(.init(name: "x.yaml", text: text)).soundtrack?.file)
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(silence) && !path.contains("tone"))
    try await withStudio(studio) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      let work: [String: Any] = ["from": "a.png", "flow": ["name": "x.yaml", "text": text]]
      let (bytes, _, problem) = try await export(3, work, ["file": "film.mp4"], page)
      #expect(problem == nil && tracks(bytes) == ["vide", "soun"])
    }
    let playlist = Array("#EXTM3U\n\(path)\n".utf8)
    // A tag of no length, behind which ffmpeg would find the playlist.
    let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 0]
    for bytes in [
      playlist, tag + playlist, tag + tag + [0] + playlist, tag,
      Array("ffconcat version 1.0\nfile \(path)\n".utf8), [], [0xFF], [1, 2, 3],
    ] {
      #expect(throws: Refused("x.mp3 is no sound file, such as MP3, M4A, Ogg, FLAC or WAV")) {
        try studio.shelf.add(sound: "x.mp3", bytes)
      }
    }
    let damaged = #expect(throws: Refused.self) {
      try studio.shelf.add(sound: "y.mp3", tag + [0xFF] + [UInt8](repeating: 0xFB, count: 400))
    }
    let message = damaged?.description ?? ""
    #expect(
      message.hasPrefix("y.mp3: no sound for the video: ") && !message.contains("\n")
        && !message.contains("/"))
    #expect(studio.shelf.soundNames.count == 2)
    studio.shelf.forgetUploads()
    #expect(studio.shelf.soundNames.isEmpty && !FileManager.default.fileExists(atPath: path))
    #expect(throws: StoryboardError.self) { try studio.shelf.storyboard(.init(name: "x.yaml", text: text)) }
  }

  /// A second of silence as WAV: mono, 8 kHz, 8 bits.
  private var silence: [UInt8] {
    Array("RIFF".utf8) + little(36 + 8000) + Array("WAVEfmt ".utf8) + little(16) + [1, 0, 1, 0]
      + little(8000) + little(8000) + [1, 0, 8, 0] + Array("data".utf8) + little(8000)
      + [UInt8](repeating: 128, count: 8000)
  }

  private func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 255) } }

  /// The kinds of the tracks of a video, which its `hdlr` boxes have.
  private func tracks(_ bytes: [UInt8]) -> [String] {
    bytes.indices.filter { bytes[$0...].starts(with: "hdlr".utf8) }
      .map { String(decoding: bytes[$0 + 12..<$0 + 16], as: UTF8.self) }
      .filter { ["vide", "soun"].contains($0) }
  }
}
