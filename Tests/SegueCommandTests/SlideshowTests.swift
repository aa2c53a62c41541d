import Foundation
import Segue
import SegueTestSupport
import Testing

@Suite("segue slideshow")
struct SlideshowCommandTests {
  /// Each image has two frames, and one frame is between two images.
  static let timing = ["--hold", "0.1", "--duration", "0.2", "--fps", "10", "-q"]

  /// Makes a folder of images of 8x4 pixels, each in one color.
  private func folder(_ colors: [String: Pixel]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, color) in colors {
      try Bitmap(PixelSize(width: 8, height: 4), filledWith: color).write(to: folder.file(name))
    }
    return folder
  }

  /// Returns the color of each frame at one position.
  private func colors(_ run: Run, count: Int) -> [Pixel] {
    (0..<count).map { index in
      let bytes = run.output.array[(index * 32 + 20) * 4..<(index * 32 + 21) * 4]
      let start = bytes.startIndex
      return Pixel(
        red: bytes[start], green: bytes[start + 1], blue: bytes[start + 2], alpha: bytes[start + 3])
    }
  }

  private func pixel(_ name: String) throws -> Pixel { try #require(Pixel(name)) }

  @Test func foldersAreSortedByNumberAndListsKeepTheirOrder() throws {
    let (red, green, blue) = (try pixel("red"), try pixel("green"), try pixel("blue"))
    let folder = try folder(["img2.png": red, "img10.png": green, "IMG1.png": blue, ".hidden.png": .black])
    for name in ["notes.txt", "written.mp4"] {
      try "notes".write(toFile: folder.file(name), atomically: true, encoding: .utf8)
    }
    let arguments = ["-f", "rgba", "-o", "-", "-t", "cross-dissolve"] + Self.timing
    let sorted = try runSegue(["slideshow", folder.path] + arguments)
    expectSuccess(sorted)
    #expect(sorted.output.count == 8 * 32 * 4)
    // Frames 0, 3 and 6 are the first frames of the three images.
    #expect([0, 3, 6].map { colors(sorted, count: 8)[$0] } == [blue, red, green])

    try "img10.png\n\nimg2.png\n".write(toFile: folder.file("list"), atomically: true, encoding: .utf8)
    let listed = try runSegue(
      ["slideshow", "-"] + arguments, input: folder.file("list"), folder: folder.path)
    expectSuccess(listed)
    #expect([0, 4].map { colors(listed, count: 5)[$0] } == [green, red])
  }

  @Test("Other files in a folder are reported, also in the JSON summary, or are an error with --strict")
  func leftOut() throws {
    let folder = try folder(["1.png": pixel("red"), "2.png": pixel("blue")])
    let arguments = ["slideshow", folder.path, "-f", "null", "--hold", "0.1", "--fps", "10", "--json"]
    let all = try runSegue(arguments + ["--strict"])
    expectSuccess(all)
    #expect(all.errorText.isEmpty)
    #expect(all.text.contains(#""leftOutFiles":0,"leftOutFolders":0"#))
    for name in ["notes.txt", "3.pdf", ".hidden"] {
      try Data([1]).write(to: URL(filePath: folder.file(name)))
    }
    try FileManager.default.createDirectory(atPath: folder.file("more"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: folder.file("b.png"), withIntermediateDirectories: true)
    let run = try runSegue(arguments)
    expectSuccess(run)
    #expect(
      run.errorLines == ["segue: left out: 2 files that are not named as images and 2 subfolders"],
      "\(run.errorText)")
    #expect(run.text.contains(#""leftOutFiles":2,"leftOutFolders":2"#), "\(run.text)")
    expectFailure(
      try runSegue(arguments + ["--strict"]), 65, saying: ["--strict", "2 files", "2 subfolders"])
    #expect(!(try runSegue(["render", from, to, "-f", "null", "--json"])).text.contains("leftOut"))
  }

  @Test func namesInNaturalOrder() throws {
    let names = ["1.png", "01.png", "2.png", "10.png", "a1b2.png", "a1b10.png", "a2.png", "B.png", "b0.png"]
    let folder = try TemporaryFolder()
    for name in names {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(name), withDestinationPath: "/segue-gone/\(name)")
    }
    // All images are missing, and are reported in order.
    let run = try runSegue(["slideshow", folder.path, "--skip-unreadable", "-f", "null"])
    #expect(run.code == 65)
    let said = run.errorLines.compactMap { $0.firstMatch(of: /skipped: .*\/(.*\.png)/)?.1 }
    let expected = ["01.png", "1.png"] + names[2...6] + ["B.png", "b0.png"]
    #expect(said.map(String.init) == expected, "\(run.errorText)")
  }

  @Test(.enabled(if: corporaFolder != nil, Comment(rawValue: corporaMissing)))
  func mixedSizesAndOrientationsAreFitted() throws {
    let corpora = try #require(corporaFolder)
    let images = (1...8).map { "\(corpora)/exif-orientation/Landscape_\($0).jpg" }
    let run = try runSegue(
      ["slideshow"] + images + [from, "-f", "rgba", "-o", "-", "--size", "60x40", "-t", "fade-in"]
        + Self.timing)
    expectSuccess(run)
    let frame = 60 * 40 * 4
    #expect(run.output.count == (1 + 9 + 16) * frame)
    // With their orientations applied, all eight show the same picture, so their held frames are close to the
    // first one.
    let first = run.output.array.prefix(frame)
    for index in 1..<8 {
      let held = run.output.array[(1 + 3 * index) * frame..<(2 + 3 * index) * frame]
      let difference = zip(first, held).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
      #expect(difference < 6 * frame, "image \(index + 1): \(difference / frame) a byte")
    }
    let last = try Bitmap(contentsOf: from).fitted(to: PixelSize(width: 60, height: 40))
    #expect(
      run.output.array[(run.output.count - frame)...].prefix(3) == [
        last[0, 0].red, last[0, 0].green, last[0, 0].blue,
      ])
  }

  @Test func unreadableImagesAreAnErrorAtOnceOrAreSkipped() throws {
    let folder = try folder(["a.png": .black, "c.png": try pixel("white")])
    let gone = folder.file("gone.png")
    try "no image".write(toFile: folder.file("b.png"), atomically: true, encoding: .utf8)
    let whole = try bytes(of: from).array
    try Data(whole.prefix(whole.count / 2)).write(to: URL(filePath: folder.file("cut.png")))
    let out = ["-o", folder.file("out/%02d.png")] + Self.timing
    expectFailure(
      try runSegue(["slideshow", folder.file("a.png"), gone] + out), 66, saying: ["gone.png: no such file"])
    expectFailure(
      try runSegue(["slideshow", folder.path] + out), 65,
      saying: ["b.png: not an image that Segue reads: not PNG, JPEG"])
    #expect(!folder.names().contains("out"), "nothing is written")
    // An error of decoding ends the export; earlier frames stay.
    expectFailure(
      try runSegue(["slideshow", folder.file("a.png"), folder.file("cut.png")] + out), 65,
      saying: ["cut.png: truncated"])
    #expect(folder.names(in: "out").first == "00.png")

    let run = try runSegue(
      ["slideshow", folder.path, gone, "--skip-unreadable", "--overwrite", "--json"] + out)
    expectSuccess(run)
    #expect(run.text.contains(#""frames":5,"#), "two images: \(run.text)")
    #expect(
      run.text.contains(#""leftOutFiles":3,"leftOutFolders":1"#), "what is skipped is left out: \(run.text)")
    // The folder of the frames is omitted, too.
    #expect(run.errorLines.count == 4)
    for (line, name) in zip(run.errorLines.dropFirst(), ["b.png", "cut.png", "gone.png"]) {
      #expect(line.hasPrefix("segue: skipped: ") && line.contains(name), "\(line)")
    }
    expectFailure(try runSegue(["slideshow", "/dev/null", "-f", "null"]), 65, saying: ["/dev/null"])
    let empty = try TemporaryFolder()
    expectFailure(
      try runSegue(["slideshow", empty.path, "-f", "null"]), 66,
      saying: ["no images or clips in this folder: no PNG, JPEG"])
    expectFailure(try runSegue(["slideshow", "-", "-f", "null"]), 66, saying: ["names no images"])
  }

  @Test func shadersTakeTurnsByFileAndByFolder() throws {
    let folder = try TemporaryFolder()
    for (name, share) in [("first", "0.0"), ("second", "1.0")] {
      try "vec4 transition(vec2 p) { return mix(getFromColor(p), getToColor(p), \(share)); }"
        .write(toFile: folder.file("\(name).glsl"), atomically: true, encoding: .utf8)
    }
    let colors = (try pixel("red"), try pixel("lime"))
    let images = try self.folder(["a.png": colors.0, "b.png": colors.1])
    let (a, b) = (images.file("a.png"), images.file("b.png"))
    let run = try runSegue(
      [
        "slideshow", a, b, a, "-t", "\(folder.file("first.glsl")),second", "--shader-path", folder.path, "-f",
        "rgba", "-o", "-",
      ] + Self.timing)
    expectSuccess(run)
    #expect(
      self.colors(run, count: 8) == [
        colors.0, colors.0, colors.0, colors.1, colors.1, colors.0, colors.0, colors.0,
      ])
    expectFailure(
      try runSegue(["slideshow", a, b, "-t", "gone.glsl", "-f", "null"]), 66,
      saying: ["gone.glsl: no such file"])
    let single = try runSegue(
      ["frame", a, b, "-t", folder.file("second.glsl"), "--progress", "0.5", "-f", "rgba", "-o", "-"])
    expectSuccess(single)
    #expect(self.colors(single, count: 1) == [colors.1])
  }

  @Test func theSeedDeterminesRandomTransitions() throws {
    let images = [from, to, from, to, from, to]
    func render(_ more: String...) throws -> Bytes {
      let run = try runSegue(
        ["slideshow"] + images + ["-t", "random", "-f", "rgba", "-o", "-", "--size", "32x18"] + Self.timing
          + more)
      expectSuccess(run)
      return run.output
    }
    let first = try render()
    #expect(try first == render("--seed", "0") && first == render("--threads", "1"))
    #expect(try first != render("--seed", "1"))
    // A range has the same frames as the whole slideshow.
    let frame = 32 * 18 * 4
    #expect(try render("--range", "5-9") == Bytes(first.array[5 * frame..<10 * frame]))
    expectFailure(
      try runSegue(["slideshow", from, to, "-t", "fade-in,slide-dwn", "-f", "null"]), 64,
      saying: ["did you mean slide-down?"])
  }

  /// 2000 images of 0.9 MB would take 1.8 GB; the address space has 1 GB.
  @Test func memoryDoesNotGrowWithTheNumberOfImages() throws {
    let folder = try TemporaryFolder()
    try Bitmap(PixelSize(width: 640, height: 360), filledWith: .black).write(to: folder.file("1.png"))
    for index in 2...2000 {
      try FileManager.default.linkItem(atPath: folder.file("1.png"), toPath: folder.file("\(index).png"))
    }
    let run = try runShell(
      #"ulimit -v 1000000; exec "$0" "$@""#,
      ["slideshow", folder.path, "--hold", "0", "--duration", "1", "--fps", "1", "-f", "null", "--json"])
    expectSuccess(run)
    #expect(run.text.contains(#""frames":2000,"#))
  }

  @Test("With --motion, all frames differ, and do not depend on the number of threads")
  func motion() throws {
    func render(_ arguments: String...) throws -> Bytes {
      let run = try runSegue(
        ["slideshow", from, to, from, "--size", "32x18", "-f", "rgba", "-o", "-", "-t", "cross-dissolve"]
          + ["--hold", "0.5", "--duration", "0.3", "--fps", "10", "-q"] + arguments)
      expectSuccess(run)
      return run.output
    }
    func frames(_ bytes: Bytes) -> Set<[UInt8]> {
      Set((0..<22).map { Array(bytes.array[$0 * 2304..<($0 + 1) * 2304]) })
    }
    let still = try render("--motion", "none")
    #expect(still.array.count == 22 * 2304 && frames(still).count <= 6)
    let moving = try render("--motion", "auto")
    #expect(moving.array.count == 22 * 2304 && frames(moving).count == 22)
    #expect(try moving == render("--motion", "auto", "--threads", "1", "--seed", "0"))
    #expect(try moving != render("--motion", "auto", "--seed", "1"))
    let given = try render("--motion", "0,0,1,1-25%,0.25,50%,0.5", "--filter", "color-invert")
    // The first and the last image are equal, and each is visible for 8 frames, 4 of them held; their motions
    // are equal, too.
    #expect(frames(given).count == 18)
    let back = try render("--motion", "25%,0.25,50%,0.5-0,0,1,1", "--filter", "color-invert")
    let areEqual = Array(given.array.prefix(2304)) == Array(back.array.suffix(2304))
    #expect(areEqual, "the whole image")
    expectFailure(
      try runSegue(["slideshow", from, to, "-f", "null", "--motion", "0,0,1,1-0.6,0,0.5,1"]), 64,
      saying: ["--motion", "two rectangles x,y,w,h-x,y,w,h"])
    expectFailure(
      try runSegue(["slideshow", from, to, "-f", "null", "--seed", "3"]), 64, saying: ["--motion auto"])
  }

  @Test("Texts over images are names, dates or columns of a CSV file, and fade with the transitions")
  func titles() throws {
    let folder = try folder(["one_two.png": pixel("navy"), "b.png": pixel("maroon")])
    try "file,place\r\none_two.png,\"Boston, \"\"harbor\"\"\"\r\nb.png,Rome\n".write(
      toFile: folder.file("trip.csv"), atomically: true, encoding: .utf8)
    func render(_ input: String, _ arguments: String...) throws -> Run {
      try runSegue(
        [
          "slideshow", input, "--size", "160x90", "-f", "rgba", "-o", "-", "-t", "cross-dissolve", "--hold",
          "0.1",
        ]
          + ["--duration", "0.4", "--fps", "10", "-q", "--text-style", "size=20%"] + arguments)
    }
    func frame(_ run: Run, _ index: Int) -> [UInt8] {
      Array(run.output.array[index * 57600..<(index + 1) * 57600])
    }
    func bright(_ run: Run, _ index: Int) -> Int { frame(run, index).count { $0 > 150 } - 160 * 90 }
    let list = folder.file("trip.csv")
    let plain = try render(list)
    expectSuccess(plain)
    let places = try render(list, "--titles", "place")
    expectSuccess(places)
    // The texts are gone in the middle of the transition: frame 3 of 0…6.
    #expect(
      (0..<7).map { frame(plain, $0) == frame(places, $0) } == [
        false, false, false, true, false, false, false,
      ])
    #expect(bright(places, 0) > 2 * bright(places, 5) && bright(places, 5) > 100, "Boston, Rome")
    expectFailure(
      try render(list, "--titles", "plce"), 64, saying: ["trip.csv has no column 'plce'; did you mean place?"]
    )
    expectFailure(
      try render(folder.file("b.png"), "--titles", "place"), 64, saying: ["name, date, or a column"])
    try "file,place\nb.png\n".write(toFile: folder.file("short.csv"), atomically: true, encoding: .utf8)
    expectFailure(
      try render(folder.file("short.csv"), "--titles", "place"), 65, saying: ["row 2 has 1 values", "has 2"])
    let names = try render(list, "--titles", "name")
    expectSuccess(names)
    #expect(bright(names, 0) > 100 && frame(names, 0) != frame(places, 0))
    // The images have no EXIF.
    let days = try render(list, "--titles", "date")
    #expect(days.output.array == plain.output.array)
    expectFailure(
      try runSegue(
        ["slideshow", list, "--titles", "name", "--text-style", "font=No Such Font", "-f", "null"]), 64,
      saying: ["no font 'No Such Font'"])
  }

  @Test("apply --text draws over an image; a warning lists characters without a glyph")
  func text() throws {
    let folder = try folder(["a.png": pixel("navy")])
    func apply(_ arguments: String...) throws -> Run {
      try runSegue(
        ["apply", folder.file("a.png"), "--size", "160x90", "-o", folder.file("out.png"), "--overwrite"]
          + arguments)
    }
    let run = try apply("--text", "Hi \u{e123}", "--text-style", "size=30%,place=center")
    expectSuccess(run)
    #expect(run.errorText.contains("no font has a glyph for \u{e123} (U+E123)"))
    let picture = try Bitmap(contentsOf: folder.file("out.png"))
    #expect((0..<90).contains { y in (0..<160).contains { picture[$0, y].red == 255 } })
    expectFailure(
      try apply("--text", "x", "--text-style", "size"), 64, saying: ["--text-style", "key=value"])
    expectFailure(try apply(), 64, saying: ["give --filter, --shader or --text"])
  }
}
