import Segue
import SegueStoryboard
import SegueTestSupport
import Testing

@Suite struct AnimatorReaderTests {
  /// A fraction and a percentage of one value are duplicate keyframes, in either order.
  @Test(arguments: ["0.5", "50%"]) func equalMomentsOfATrackAreAnError(moment: String) {
    let other = moment == "0.5" ? "50%" : "0.5"
    let error = #expect(throws: StoryboardError.self) {
      try LayerAnimator(
        yaml: "push:\n  - layer: from\n    x: {0: 0, \(other): 10, \(moment): 20}", named: "a.yaml")
    }
    #expect(
      error.map { "\($0)" }
        == "a.yaml:3: push[0].x.\(moment): the moment \(moment) is not after the one before")
  }

  @Test func picturesOfLayersHaveTheLimitOfTheOptions() throws {
    let yaml = "push:\n  - layer: \(vectorsFolder)/from.png"
    _ = try LayerAnimator(yaml: yaml, named: "a.yaml")
    let error = #expect(throws: StoryboardError.self) {
      try LayerAnimator(yaml: yaml, named: "a.yaml", options: DecodeOptions(maxPixels: 99))
    }
    #expect(
      error.map { "\($0)" }?.hasSuffix("more than the limit of 99") == true, "\(String(describing: error))")
  }

  @Test func animatorFilesAreRecognizedByExtension() {
    for name in ["a.yaml", "a.yml", "some/a.b.yml"] { #expect(LayerAnimator.isFile(name), "\(name)") }
    for name in ["yaml", "yml", "a.yaml.png", "a.ymlx", "ayml", ""] {
      #expect(!LayerAnimator.isFile(name), "\(name)")
    }
  }

  @Test("Picture paths in a file are relative to its folder, and picture sizes obey the decode limit")
  func filesOfAFile() throws {
    let folder = try TemporaryFolder()
    let picture = try Bitmap.noise(3, 2, seed: 1, opaque: true)
    try picture.write(to: folder.file("dot.png"))
    let yaml = "duration: 0.7\npush:\n  - {layer: dot.png, x: 1}\n"
    let file = try folder.write(Array(yaml.utf8), "own.yaml")
    for animator in try [
      LayerAnimator(contentsOf: file), LayerAnimator(contentsOf: file, options: DecodeOptions(maxPixels: 6)),
      LayerAnimator(yaml: yaml, named: file), LayerAnimator(yaml: yaml, folder: folder.path),
    ] {
      #expect(animator.timing.duration == 0.7)
      guard case .picture(picture) = animator.layers[0].content else {
        Issue.record("the layer has another picture")
        return
      }
    }
    let error = #expect(throws: StoryboardError.self) {
      try LayerAnimator(contentsOf: file, options: DecodeOptions(maxPixels: 5))
    }
    #expect(
      error.map { "\($0)" }
        == "\(file):3: push[0].layer: \(folder.file("dot.png")): 3x2 pixels are more than the limit of 5")
  }

  @Test("Errors name an unnamed text 'animator', and a layer with a slash in its name is a file path")
  func names() {
    for (yaml, expected) in [
      ("duration: 1", "animator:1: push is missing: a list of layers"),
      ("push:\n  - layer: some/picture", "animator:2: push[0].layer: some/picture: no such file"),
      (
        "push:\n  - layer: picture",
        "animator:2: push[0].layer: 'picture' must be from, to, a color in quotes or an image file"
      ),
    ] {
      let error = #expect(throws: StoryboardError.self) { try LayerAnimator(yaml: yaml, folder: "") }
      #expect(error.map { "\($0)" } == expected)
    }
  }
}
