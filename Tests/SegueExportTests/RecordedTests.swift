import Foundation
import Segue
import SegueTestSupport
import Testing

/// Records contact sheets, the arguments of ffmpeg, and the texts of errors.
@Suite("Recorded: sheets, video and errors") struct RecordedTests {
  @Test func sheets() throws {
    var recorded = Recorded("sheets")
    let (from, to) = (
      try Bitmap.scene(96, 54, seed: 1, opaque: true), try Bitmap.scene(96, 54, seed: 2, opaque: false)
    )
    for name in ["slide-down", "pixellate-dissolve"] {
      let renderer = try TransitionRenderer(from: from, to: to, Catalog.transitions.make(name))
      for (columns, width, gap) in [(3, 60, 8), (2, 200, 0), (5, 33, 21)] {
        for title in [nil, "\(name) 0.5"] {
          for sampling in [FrameSampling.time, .motion] {
            let sheet = ContactSheet(
              times: sampling.times(frames: 6, of: renderer.timing), columns: columns, tileWidth: width,
              gap: gap,
              background: .white, showsProgress: title != nil, title: title)
            recorded.add(
              "\(name) \(columns) of \(width), \(gap) apart, \(title ?? "plain"), \(sampling)",
              [try sheet.render(renderer, threads: 1)])
          }
        }
      }
    }
    try recorded.check()
  }

  /// The arguments of ffmpeg for every video format and each value of its options.
  @Test func video() throws {
    var recorded = Recorded("video")
    let (size, rate) = (PixelSize(width: 64, height: 36), FrameRate(30000.0 / 1001))
    let sound = Soundtrack("music.ogg", start: 2, volume: 0.5, fade: 1)
    for item in Catalog.formats.items {
      var settings: [[(key: String, value: String)]] = [[]]
      for parameter in item.parameters {
        settings += parameter.trials.map { [(key: parameter.name, value: $0)] }
      }
      for values in settings {
        guard let format = try item.make(values) as? any VideoFormat else { continue }
        let name = item.name + values.map { " \($0.key)=\($0.value)" }.joined()
        func add(_ of: String, _ words: [String]?) {
          recorded.add("\(name), \(of)", words.map { $0.joined(separator: " ") } ?? "none")
        }
        add("frames", format.input.ffmpegInput(size: size, rate: rate))
        add("pictures", format.ffmpegOptions(rate: rate))
        add("transparent", format.ffmpegAlphaOptions)
        add("sound", format.ffmpegSoundOptions)
        add("into a pipe", format.ffmpegPipeOptions)
        guard SegmentJoin.canJoin(format) else { continue }
        let join = SegmentJoin(
          [("a", 20), ("b", 10)], format, rate: rate, sound: SoundPart(sound, frames: 0..<30, rate: rate))
        add("joined", join.words(to: "all"))
      }
    }
    try recorded.check()
  }

  /// The message and the file of every error, with a different value for each argument.
  @Test func errors() throws {
    var recorded = Recorded("errors")
    func add(_ kind: String, _ errors: [(file: String?, error: any Error)]) {
      for (index, (file, error)) in errors.enumerated() {
        recorded.add("\(kind) \(index)", "\(error)" + (file.map { " [\($0)]" } ?? ""))
        #expect(error.localizedDescription == "\(error)")
      }
    }
    let (size, other) = (PixelSize(width: 30, height: 20), PixelSize(width: 7, height: 5))
    let files: [FileError] = [
      .missing(file: "A"), .unreadable(file: "A", reason: "B"), .tooLarge(file: "A", limit: 9),
      .notText(file: "A", reason: "B"), .cannotCreate(file: "A", reason: "B"), .exists(file: "A"),
      .leftover(file: "A", partial: "B"), .busy(file: "A"), .writeFailed(file: "A", reason: "B"),
    ]
    add("file", files.map { ($0.file, $0) })
    let images: [ImageError] = [
      .truncated(file: "A", detail: "B"), .damaged(file: "A", detail: "B"),
      .unsupported(file: "A", detail: "B"), .tooLarge(file: "A", size: size, limit: 9),
      .fileTooLarge(file: "A", limit: 9), .outOfMemory(file: "A"),
    ]
    add("image", images.map { ($0.file, $0) })
    let exports: [ExportError] = [
      .unsupported(file: "A", reason: "B"), .transparentFrames(file: "A", format: "B"),
      .oddSides(file: "A", size: size), .unusableSound(file: "A", reason: "B"),
      .missingProgram("B", file: "A"), .encoderFailed(file: "A", reason: "B"), .outOfMemory(file: "A"),
    ]
    add("export", exports.map { ($0.file, $0) })
    let renders: [RenderError] = [
      .invalidSize(size), .outOfMemory(size), .sizesDiffer(size, other), .unrenderable("B"),
      .wrongByteCount(9, size), .notPremultiplied(x: 8, y: 9),
    ]
    add("render", renders.map { (nil, $0) })
    let place = StoryboardError.Place(file: "A", line: 8, key: "B")
    let stories: [StoryboardError] = [
      .unreadable(.missing(file: "C")), .missingFile("C", at: place), .tooLarge(size, limit: 9, at: place),
      .invalid("C", at: place), .invalid("C", at: .init(file: "A", line: 8, key: "")),
      .invalid("C", at: .init(file: "", line: 0, key: "B")),
    ]
    add("storyboard", stories.map { ($0.file, $0) })
    let parameters: [ParameterError] = [
      .unknown("A", of: "B", known: []), .unknown("A", of: "B", known: ["C", "D"]),
      .invalid("A", for: "B", expected: "C"), .missing("A", of: "B", expected: "C"),
      .unreadable(file: "A", for: "B", reason: "C"),
    ]
    add("parameter", parameters.map { (nil, $0) })
    try recorded.check()
  }
}
