import Foundation
import Segue
import SegueTestSupport
import Testing

@Suite("segue join, and clips in place of images", .enabled(if: hasFFmpeg, ffmpegMissing))
struct JoinTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try make("a.mp4", ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-f", "lavfi", "-i", "sine=d=1"])
    try make("b.mov", ["-f", "lavfi", "-i", "smptebars=s=96x48:r=30:d=2,setsar=4/3"])
  }

  private func make(_ name: String, _ words: [String]) throws {
    let options = ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p"]
    try SharedClips.write(words + options, to: folder.file(name))
  }

  private func segue(_ words: String...) throws -> Run { try runSegue(words, folder: folder.path) }

  /// The fields of a stream that ffprobe reads.
  private func stream(_ file: String, _ kind: String, _ entries: String) throws -> String {
    try RunningProcess(
      [
        "-v", "error", "-select_streams", kind, "-count_frames", "-show_entries", "stream=\(entries)", "-of",
        "csv=p=0", folder.file(file),
      ], program: path(of: "ffprobe") ?? ""
    ).finish().text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func expectNothingLeft(_ names: String...) throws {
    #expect(Set(folder.names()) == Set(["a.mp4", "b.mov"] + names))
  }

  @Test func unequalClipsAndAnImageAreJoined() throws {
    let run = try segue(
      "join", "a.mp4", from, "b.mov", "-t", "cube,fade", "--duration", "0.5", "--hold", "2", "-o", "o.mp4")
    expectSuccess(run)
    // 1 + 2 + 2 − 2 · 0.5 seconds at the rate and the size of the first clip.
    #expect(
      try stream(
        "o.mp4", "v", "codec_name,width,height,pix_fmt,color_range,color_space,r_frame_rate,nb_read_frames")
        == "h264,64,48,yuv420p,tv,smpte170m,25/1,100")
    #expect(try stream("o.mp4", "a", "codec_name,sample_rate,channels") == "aac,44100,1")
    try expectNothingLeft("o.mp4")
  }

  @Test func transitionsBetweenClipsBeginAtTheOffset() throws {
    expectSuccess(
      try segue(
        "render", "a.mp4", "b.mov", "--offset", "0.2", "--duration", "0.4", "-t", "fade", "-q", "-o", "o.mkv")
    )
    // The second clip ends at 0.2 + 2 seconds.
    #expect(try stream("o.mkv", "v", "nb_read_frames") == "55")
    let late = try segue("render", "a.mp4", "b.mov", "--offset", "0.8", "--duration", "0.4", "-o", "o.mp4")
    #expect(late.code == 65)
    #expect(late.errorText.contains("a.mp4: it lasts 1 s, and --offset 0.8 and --duration 0.4 need 1.2 s"))
  }

  @Test func filtersRunOverAClip() throws {
    expectSuccess(
      try segue("render", "a.mp4", "--filter", "saturation:saturation=1-progress", "-q", "-o", "o.mp4"))
    #expect(try stream("o.mp4", "v", "nb_read_frames") == "25")
    #expect(try stream("o.mp4", "a", "codec_name") == "aac")
  }

  @Test func sheetsShowTheFramesOfAJoin() throws {
    expectSuccess(
      try segue(
        "sheet", "a.mp4", "b.mov", "-t", "cross-dissolve", "--frames", "3", "--columns", "3", "--tile-width",
        "64", "--gap", "0", "-o", "s.png"))
    expectSuccess(try segue("frame", "a.mp4[0s]", "b.mov[0s]", "--progress", "0", "-o", "first.png"))
    let sheet = try Bitmap(contentsOf: folder.file("s.png"))
    let first = try Bitmap(contentsOf: folder.file("first.png"))
    #expect(sheet.size == PixelSize(width: 3 * 64, height: 48))
    for y in 0..<48 { for x in 0..<64 { #expect(sheet[x, y] == first[x, y]) } }
    // The last frame is from the second clip, whose bars differ from the first clip's.
    #expect((0..<64).contains { sheet[128 + $0, 8].largestDifference(from: sheet[$0, 8]) > 50 })
    expectFailure(
      try segue("sheet", "a.mp4", "b.mov", "--sampling", "motion", "-o", "t.png"), 64,
      saying: ["--sampling motion is for images"])
    try expectNothingLeft("s.png", "first.png")
  }

  @Test("Frames that are passed on to Y4M are those that ffmpeg decodes")
  func y4m() throws {
    try make("a.mp4", ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-colorspace", "bt709"])
    expectSuccess(try segue("join", "a.mp4", "a.mp4", "--duration", "0.2", "-q", "-o", "o.y4m"))
    func frames(_ name: String) throws -> [Substring] {
      let words = ["-v", "error", "-i", folder.file(name), "-map", "0:v", "-f", "framemd5", "-"]
      let text = try RunningProcess(words, program: path(of: "ffmpeg") ?? "").finish().text
      return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
        $0.split(separator: ",").last
      }
    }
    let (clip, joined) = (try frames("a.mp4"), try frames("o.y4m"))
    #expect(clip.count == 25 && joined.count == 45)
    #expect(joined.prefix(20) == clip.prefix(20) && joined.suffix(20) == clip.suffix(20))
  }

  @Test func aMomentOfAClipReplacesAnImage() throws {
    expectSuccess(try segue("frame", "a.mp4[0.52s]", "b.mov[1s]", "--progress", "0", "-o", "f.png"))
    expectSuccess(
      try RunningProcess(
        [
          "-v", "error", "-ss", "0.52", "-i", folder.file("a.mp4"), "-frames:v", "1", "-vf",
          "scale=flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp,format=rgb24",
          folder.file("g.png"),
        ],
        program: path(of: "ffmpeg") ?? ""
      ).finish())
    let difference = try Bitmap(contentsOf: folder.file("f.png"))
      .largestDifference(from: Bitmap(contentsOf: folder.file("g.png")))
    #expect(difference <= 2)
    let range = try segue("apply", "a.mp4[0.1s-0.5s]", "--filter", "sepia", "-o", "h.png")
    #expect(range.code == 64 && range.errorText.contains("give a moment of the clip, such as [3.5s]"))
  }

  @Test func aClipNeedsNoEffects() throws {
    expectSuccess(try segue("frame", "a.mp4[0.52s]", "-o", "f.png"))
    expectSuccess(try segue("frame", "a.mp4[0.52s]", "b.mov[1s]", "--progress", "0", "-o", "g.png"))
    #expect(
      try Bitmap(contentsOf: folder.file("f.png")) == Bitmap(contentsOf: folder.file("g.png")))
    expectSuccess(try segue("render", "a.mp4[0.2s-0.6s]", "-q", "-o", "o.mp4"))
    #expect(try stream("o.mp4", "v", "nb_read_frames") == "10")
    #expect(try stream("o.mp4", "a", "codec_name") == "aac")
    expectFailure(try segue("render", from, "-o", "p.mp4"), 64, saying: ["missing expected argument '<to>'"])
    expectFailure(
      try segue("render", "a.mp4", "-t", "cube", "-o", "p.mp4"), 64,
      saying: ["--transition needs a second image"])
    expectFailure(try segue("frame", "a.mp4", "-o", "h.png"), 65, saying: ["'a.mp4[1.5s]'"])
    expectFailure(
      try segue("frame", "a.mp4[0.2]", from, "--progress", "0", "-o", "h.png"), 66,
      saying: [
        "a.mp4[0.2]: no such file; a part of a clip is named as [1.5s-3s], one of its frames as [1.5s]"
      ])
    try expectNothingLeft("f.png", "g.png", "o.mp4")
  }

  @Test func infoPrintsProperties() throws {
    let run = try segue("info", "a.mp4", "b.mov", from)
    expectSuccess(run)
    #expect(
      run.text.contains("a.mp4: clip, mp4, 64x48, 1.000 s, 25 frames at 25 a second"))
    #expect(run.text.contains("assumed: matrix bt601; limited range"))
    #expect(run.text.contains("pixels of 4:3, scaled to 128x48"))
    #expect(run.text.contains("160x90"))
    let json = try segue("info", "--json", "a.mp4").text
    #expect(json.contains(#""frames":25"#) && json.contains(#""rate":"25""#))
  }

  @Test func badInputsAreErrors() throws {
    _ = try folder.write(Array("hello".utf8), "t.mp4")
    _ = try folder.write(Array(contents(of: folder.file("a.mp4")).prefix(5000)), "cut.mp4")
    for (words, code, text) in [
      (
        ["join", "a.mp4", "t.mp4", "-o", "o.mp4"], 65,
        "t.mp4: no clip that can be used: ffprobe: Invalid data"
      ),
      (["join", "a.mp4", "cut.mp4", "-o", "o.mp4"], 65, "cut.mp4: no clip that can be used"),
      (["join", "a.mp4", "no.mp4", "-o", "o.mp4"], 66, "no.mp4: no such file"),
      (["join", "a.mp4", folder.path, "-o", "o.mp4"], 66, "it is a folder"),
      (
        ["join", "a.mp4", "b.mov", "--duration", "1.5", "-o", "o.mp4"], 65,
        "a.mp4: it lasts 1 s, and its joint needs 1.5 s; the longest duration of a joint is 1 s; give --duration 1"
      ),
      (["join", "a.mp4[0.2s-3s]", "b.mov", "-o", "o.mp4"], 65, "a.mp4: it ends at 1 s"),
      (["join", "a.mp4", "b.mov", "-o", "b.mov"], 73, "b.mov: exists already"),
      (["join", "a.mp4", "b.mov", "-t", "cub", "-o", "o.mp4"], 64, "did you mean"),
      (["render", "a.mp4", "b.mov", "--boomerang", "-o", "o.mp4"], 64, "are for images"),
      (["plan", "join", "a.mp4", "b.mov", "--shards", "2", "-o", "o.mp4"], 64, "its own segment"),
    ] as [([String], Int32, String)] {
      let run = try runSegue(words, folder: folder.path)
      #expect(run.code == code, "\(words): \(run.errorText)")
      #expect(run.errorText.contains(text) && run.errorLines.count == 1, "\(words): \(run.errorText)")
    }
    let none = try runSegue(["info", "a.mp4"], environment: ["PATH": "/nowhere"], folder: folder.path)
    #expect(none.code == 69 && none.errorText.contains("a.mp4: needs ffprobe"))
    try expectNothingLeft("t.mp4", "cut.mp4")
  }

  @Test func metadataAndChaptersAreStored() throws {
    try make(
      "t.mp4",
      [
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=2", "-metadata", "title=A = B; \"c\"", "-metadata",
        "artist=Éa",
      ])
    for options in [["--copy", "always"], ["--copy", "never"], ["--resume", "--copy", "never"]] {
      let words = ["join", "t.mp4", "a.mp4", "--duration", "0.5", "--chapters", "-q", "-o", "o.mp4"]
      expectSuccess(try runSegue(words + options, folder: folder.path))
      let found = try RunningProcess(
        [
          "-v", "error", "-show_entries",
          "format_tags=title,artist:chapter=start_time,end_time:chapter_tags=title",
          "-of", "csv=p=0", folder.file("o.mp4"),
        ], program: path(of: "ffprobe") ?? ""
      ).finish().text
      #expect(
        found == "0.000000,1.500000,t.mp4\n1.500000,2.520000,a.mp4\n\"A = B; \"\"c\"\"\",Éa\n", "\(options)")
      #expect(try stream("o.mp4", "v", "nb_read_frames") == "63")
      try FileManager.default.removeItem(atPath: folder.file("o.mp4"))
    }
  }

  /// In square pixels, the clip of 96x48 has 128x48; a frame of 128x128 shows it over an enlarged, blurred
  /// copy.
  @Test func fitBlurFillsTheFrameWithABlurredCopy() throws {
    for input in ["b.mov", "still.png"] {
      if input == "still.png" {
        expectSuccess(try segue("frame", "b.mov[1s]", "b.mov[1s]", "--progress", "0", "-o", "still.png"))
      }
      expectSuccess(
        try segue(
          "apply", input == "b.mov" ? "b.mov[1s]" : input, "--filter", "brightness", "--size", "128x128",
          "--fit",
          "blur", "-o", "f.png", "--overwrite"))
      let frame = try Bitmap(contentsOf: folder.file("f.png"))
      #expect(frame.isOpaque && frame.size == PixelSize(width: 128, height: 128))
      // Bars of seven colors, sharp in the middle and blurred outside.
      func steps(_ y: Int) -> Int {
        (1..<128).count { x in abs(Int(frame[x, y].blue) - Int(frame[x - 1, y].blue)) > 40 }
      }
      #expect(
        steps(64) >= 3 && steps(8) == 0 && frame[4, 8].green > 60, "\(input): \(steps(64)), \(steps(8))")
    }
    expectSuccess(
      try segue("join", "b.mov", "--size", "128x128", "--fit", "blur", "-q", "-o", "o.mp4"))
    #expect(try stream("o.mp4", "v", "width,height,nb_read_frames") == "128,128,60")
  }

  /// A clip with damage in the middle ends the export with an error that has the time; no file is left.
  @Test func damageEndsTheExport() throws {
    expectSuccess(
      try RunningProcess(
        ["-v", "error", "-i", folder.file("a.mp4"), "-c:v", "ffv1", "-g", "1", "-an", folder.file("d.avi")],
        program: path(of: "ffmpeg") ?? ""
      ).finish())
    let script = """
      #!/bin/sh
      case "$*" in *d.avi*yuv4mpegpipe*pipe:1*) exec \(path(of: "ffmpeg") ?? "") -v error -t 0.4 -i d.avi -f yuv4mpegpipe -pix_fmt yuv420p pipe:1 ;; esac
      exec \(path(of: "ffmpeg") ?? "") "$@"
      """
    try folder.writeProgram(script, "bin/ffmpeg")
    let run = try runSegue(
      ["join", "d.avi", "b.mov", "--duration", "0.2", "-o", "o.mp4"],
      environment: ["PATH": folder.file("bin") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")],
      folder: folder.path)
    #expect(run.code == 65)
    #expect(run.errorText.contains("d.avi: damaged: no frame at 0.4 s"), "\(run.errorText)")
    try expectNothingLeft("d.avi", "bin")
  }

  @Test("A part of a transport stream has the frames of the same part in Matroska")
  func partsOfTransportStreams() throws {
    let ffmpeg = path(of: "ffmpeg") ?? ""
    let source = ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=4", "-c:v", "libx264"]
    let options = ["-bf", "8", "-g", "50", "-x264-params", "open-gop=1:b-adapt=0", "-pix_fmt", "yuv420p"]
    expectSuccess(try RunningProcess(source + options + [folder.file("p.ts")], program: ffmpeg).finish())
    let copy = ["-v", "error", "-i", folder.file("p.ts"), "-c", "copy", folder.file("p.mkv")]
    expectSuccess(try RunningProcess(copy, program: ffmpeg).finish())
    let frames = try ["p.ts", "p.mkv"].map { name in
      let run = try segue(["render", "\(name)[2.2s-2.6s]", "-q", "-f", "y4m", "-o", "-"])
      expectSuccess(run)
      return run.output
    }
    #expect(frames[0] == frames[1])
  }

  @Test func damagedFramesAreReplacedByTheFrameBefore() throws {
    let words = ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=4", "-c:v", "png"]
    expectSuccess(
      try RunningProcess(words + [folder.file("whole.mov")], program: path(of: "ffmpeg") ?? "").finish())
    // Damages the packets of about a quarter of the frames, but not the table after the packets.
    var bytes = try contents(of: folder.file("whole.mov"))
    for index in bytes.count / 2..<bytes.count * 3 / 4 where index % 50 == 0 { bytes[index] ^= 0x55 }
    _ = try folder.write(bytes, "cut.mov")
    /// The last frames of a join, each as its bytes.
    func frames(_ file: String, _ options: [String], last count: Int, of command: String = "join") throws
      -> [Bytes]
    {
      let run = try segue([command, file, "-q", "-f", "y4m", "-o", "-"] + options)
      expectSuccess(run)
      let size = 64 * 48 * 3 / 2 + 6
      let rest = run.output.array.suffix(count * size)
      return stride(from: rest.startIndex, to: rest.endIndex, by: size).map { Bytes(rest[$0..<$0 + size]) }
    }
    let whole = try frames("whole.mov", [], last: 100)
    let kept = try frames("cut.mov", ["--keep-going"], last: 100)
    // Frames after the damage keep their times, and each damaged frame is replaced by the frame before it.
    #expect(kept.count == 100 && kept.suffix(20) == whole.suffix(20) && kept != whole)
    for index in 1..<100 {
      #expect(kept[index] == whole[index] || kept[index] == kept[index - 1], "\(index)")
    }
    // Frames do not depend on the frame with which rendering starts.
    #expect(try frames("cut.mov", ["--keep-going", "--range", "60-99"], last: 40) == kept.suffix(40))
    #expect(try frames("cut.mov", ["--keep-going"], last: 100, of: "slideshow") == kept)
    // Frames after the damage are not shifted in a part, either.
    let part = try segue(["join", "cut.mov[1s-3.6s]", "-q", "-f", "y4m", "-o", "part.y4m"])
    #expect(part.code == 65 && part.errorText.contains("cut.mov: damaged: no frame at"))
    for command in ["join", "slideshow"] {
      let strict = try segue([command, "cut.mov", "-q", "-f", "y4m", "-o", "strict.y4m"])
      #expect(strict.code == 65 && strict.errorText.contains("cut.mov: damaged: no frame at"))
    }
  }

  @Test("Alpha of more than 8 bits stays in PNG of 16 bits and in ProRes 4444")
  func deepAlpha() throws {
    let ffmpeg = path(of: "ffmpeg") ?? ""
    let gradient = "color=s=256x16:r=5:d=1,format=yuva444p10le,geq=lum='64+X*3':cb=512:cr=512:a='X*4'"
    expectSuccess(
      try RunningProcess(
        [
          "-v", "error", "-f", "lavfi", "-i", gradient, "-c:v", "prores_ks", "-profile:v", "4444",
          folder.file("p.mov"),
        ], program: ffmpeg
      ).finish())
    func pixels(_ name: String) throws -> [UInt16] {
      let words = ["-v", "error", "-i", folder.file(name), "-frames:v", "1", "-pix_fmt", "rgba64le"]
      let bytes = try RunningProcess(words + ["-f", "rawvideo", "-"], program: ffmpeg).finish().output.array
      return bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
    }
    expectSuccess(try segue("join", "p.mov", "-q", "-o", "f%d.png"))
    expectSuccess(try segue("join", "p.mov", "-q", "--format", "mov:codec=prores", "-o", "o.mov"))
    let clip = try pixels("p.mov")
    for name in ["f0.png", "o.mov"] {
      let found = try pixels(name)
      #expect(found.count == clip.count && found.count == 4 * 256 * 16)
      // One step of 8 bits is 257 steps of 16 bits.
      let differences = zip(found, clip).map { abs(Int($0) - Int($1)) }
      #expect(differences.allSatisfy { $0 < 130 }, "\(name)")
      let alphas = Set(stride(from: 3, to: 4 * 256, by: 4).map { found[$0] })
      #expect(alphas.count > 200, "\(name)")
      #expect(found.contains { $0 % 257 != 0 }, "\(name)")
    }
  }

  private func segue(_ words: [String]) throws -> Run { try runSegue(words, folder: folder.path) }
}
