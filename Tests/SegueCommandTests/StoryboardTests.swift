import Foundation
import Segue
import SegueTestSupport
import Testing

@Suite("segue storyboard")
struct StoryboardCommandTests {
  static let example = projectFolder + "/images/storyboard/flow.yaml"

  /// Makes a flow of two screens with 160x90 pixels: 1 + 2 + 3 frames.
  private func write(_ steps: String = "[{hold: 0.2}, {push: b, duration: 0.3}]") throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, image) in [("a.png", from), ("b.png", to)] {
      try FileManager.default.copyItem(atPath: image, toPath: folder.file(name))
    }
    let text = "fps: 10\nscreens: {a: a.png, b: b.png}\nsteps: \(steps)\n"
    try text.write(toFile: folder.file("flow.yaml"), atomically: true, encoding: .utf8)
    return folder
  }

  @Test func framesAreNumberedFromTheFirstScreenToTheLast() throws {
    let folder = try write()
    // Runs in another folder, since images are relative to the file.
    let run = try runSegue([
      "storyboard", folder.file("flow.yaml"), "-o", folder.file("out/%02d.png"), "--json",
    ])
    expectSuccess(run)
    #expect(run.text.contains(#""frames":6,"#) && run.text.contains(#""width":160"#), "\(run.text)")
    #expect(folder.names(in: "out") == (0..<6).map { "0\($0).png" })
    for index in 0..<3 {
      #expect(try straightBytes(of: folder.file("out/0\(index).png")) == straightBytes(of: from))
    }
    #expect(try straightBytes(of: folder.file("out/05.png")) == straightBytes(of: to))
    #expect(try straightBytes(of: folder.file("out/04.png")) != straightBytes(of: to))
  }

  @Test(
    "A rate is a number or a fraction, exactly", arguments: [("24000/1001", "24000:1001"), ("1/3", "1:3")])
  func rates(_ text: String, _ rate: String) throws {
    let folder = try write()
    let flow = folder.file("flow.yaml")
    let yaml = try String(contentsOfFile: flow, encoding: .utf8).replacing("fps: 10", with: "fps: \(text)")
    try yaml.write(toFile: flow, atomically: true, encoding: .utf8)
    let run = try runSegue(["storyboard", flow, "-f", "y4m", "-o", "-", "-q"])
    expectSuccess(run)
    #expect(run.text.hasPrefix("YUV4MPEG2 W160 H90 F\(rate) "))
    let slides = ["slideshow", from, to, "--fps", text, "--hold", "0", "-f", "y4m", "-o", "-", "-q"]
    #expect(try runSegue(slides).text.hasPrefix("YUV4MPEG2 W160 H90 F\(rate) "))
  }

  @Test func pipesRangesAndResumedFoldersHaveTheSameFrames() throws {
    let folder = try write()
    let flow = folder.file("flow.yaml")
    let whole = try runSegue(["storyboard", flow, "-f", "rgba", "-o", "-", "-q", "--threads", "3"])
    expectSuccess(whole)
    #expect(whole.output.count == 6 * 160 * 90 * 4)
    let part = try runSegue(["storyboard", flow, "-f", "rgba", "-o", "-", "-q", "--range", "3-4"])
    #expect(part.output == Bytes(whole.output.array[3 * 57600..<5 * 57600]))

    expectSuccess(try runSegue(["storyboard", flow, "-o", folder.file("out/"), "--range", "1-2", "-q"]))
    expectFailure(
      try runSegue(["storyboard", flow, "-o", folder.file("out/"), "-q"]), 73, saying: ["--resume"])
    let resumed = try runSegue(["storyboard", flow, "-o", folder.file("out/"), "--resume"])
    expectSuccess(resumed)
    #expect(resumed.errorText.contains("4 frames of 160x90") && resumed.errorText.contains("2 kept"))
    for (index, name) in folder.names(in: "out").enumerated() {
      let frame = Bytes(whole.output.array[index * 57600..<(index + 1) * 57600])
      #expect(try straightBytes(of: folder.file("out/\(name)")) == frame, "\(name)")
    }
  }

  @Test func theExampleRendersFromAFileAndFromStandardInput() throws {
    let run = try runSegue(["storyboard", Self.example, "-f", "null", "--json"])
    expectSuccess(run)
    #expect(run.text.contains(#""height":360"#))
    let piped = try runSegue(
      ["storyboard", "-", "-f", "null", "--json"], input: Self.example,
      folder: projectFolder + "/images/storyboard")
    expectSuccess(piped)
    #expect(piped.text.firstMatch(of: /"frames":\d+/)?.0 == run.text.firstMatch(of: /"frames":\d+/)?.0)
  }

  @Test func errorsSayLineAndKey() throws {
    let folder = try write("\n- hold: 1\n- push: b\n  transition: slide-dwn")
    expectFailure(
      try runSegue(["storyboard", "flow.yaml", "-f", "null"], folder: folder.path), 65,
      saying: [
        "flow.yaml:6: steps[1].transition: there is no transition 'slide-dwn'; did you mean slide-down?"
      ])
    expectFailure(
      try runSegue(["storyboard", folder.file("gone.yaml"), "-f", "null"]), 66,
      saying: ["gone.yaml: no such file"])
    expectFailure(
      try runSegue(["storyboard", from, "-f", "null"]), 65, saying: ["from.png:1: not a text in UTF-8"])
    try FileManager.default.removeItem(atPath: folder.file("b.png"))
    expectFailure(
      try runSegue(["storyboard", folder.file("flow.yaml"), "-f", "null"]), 66,
      saying: ["flow.yaml:2: screens.b: ", "b.png: no such file"])
    try "no image".write(toFile: folder.file("b.png"), atomically: true, encoding: .utf8)
    try "screens: {b: b.png}\nsteps: []".write(
      toFile: folder.file("flow.yaml"), atomically: true, encoding: .utf8)
    expectFailure(
      try runSegue(["storyboard", folder.file("flow.yaml"), "-o", folder.file("out/")]), 65,
      saying: ["b.png: not an image that Segue reads: not PNG, JPEG"])
    #expect(folder.names(in: "out").isEmpty)
  }

  @Test func sizesHaveNames() throws {
    let folder = try write()
    let text = try String(contentsOfFile: folder.file("flow.yaml"), encoding: .utf8)
    try ("size: 720p\n" + text).write(toFile: folder.file("flow.yaml"), atomically: true, encoding: .utf8)
    let run = try runSegue(["storyboard", folder.file("flow.yaml"), "-f", "null", "--json"])
    expectSuccess(run)
    #expect(run.text.contains(#""height":720,"#) && run.text.contains(#""width":1280}"#), "\(run.text)")
  }

  @Test func aFrameThatNoMemoryHoldsIsAnError() throws {
    let folder = try write()
    let text = try String(contentsOfFile: folder.file("flow.yaml"), encoding: .utf8)
    try ("size: 134217728x134217728\n" + text).write(
      toFile: folder.file("flow.yaml"), atomically: true, encoding: .utf8)
    expectFailure(
      try runSegue(["storyboard", folder.file("flow.yaml"), "-f", "null", "--max-pixels", "\(1 << 60)"]), 70,
      saying: ["segue: frames of 134217728x134217728 pixels: not enough memory"])
  }

  @Test func aFrameOfTooManyPixelsNamesTheOption() throws {
    let folder = try TemporaryFolder()
    try "size: 99999x99999\nscreens: {}\nsteps: []".write(
      toFile: folder.file("flow.yaml"), atomically: true, encoding: .utf8)
    expectFailure(
      try runSegue(["storyboard", "flow.yaml", "-f", "null"], folder: folder.path), 65,
      saying: [
        "flow.yaml:1: size: 99999x99999 is more than 100000000 pixels; raise it with --max-pixels"
      ])
  }
}
