import Foundation
import Segue
import SegueExport
import SegueTestSupport
import Synchronization
import Testing

@Suite struct SlideshowTests {
  private struct Moment: Equatable {
    let image: Int
    let time: Double

    init(_ image: Int, _ time: Double) { (self.image, self.time) = (image, time) }
  }

  @Test func theFrameCountHasRoundedSteps() {
    for (images, hold, duration) in [(1, 2.0, 0.8), (3, 0.5, 0.8), (4, 0, 0.01), (2, 0.04, 1)] {
      let show = Slideshow(imageCount: images, hold: hold, duration: duration, framesPerSecond: 10, [])
      let (h, n) = (Int((hold * 10).rounded()), max(1, Int((duration * 10).rounded())))
      #expect(show.frameCount == 1 + images * h + (images - 1) * n)
    }
    let endless = Slideshow(imageCount: .max, hold: 1e9, duration: 1, framesPerSecond: 60, [])
    #expect(endless.frameCount == .max)
  }

  @Test(
    "A slideshow holds 2 s, takes 0.8 s for a cross-dissolve, at 60 frames a second, unless told otherwise")
  func defaults() {
    let show = Slideshow(images: ["a", "b", "c"])
    #expect(show.holdFrames == 120 && show.transitionFrames == 48 && show.rate == 60 && show.seed == nil)
    #expect(show.duration == 0.8 && show.transitions.count == 1)
    #expect(show.transition(from: 1) is Transitions.CrossDissolve && show.frameCount == 1 + 3 * 120 + 2 * 48)
    // A rate of 29.97 is exact: 2 s are 59.94 frames.
    #expect(Slideshow(images: ["a"], rate: 29.97).holdFrames == 60)
    #expect(throws: FileError.missing(file: "the first image")) { try SlideshowFrames(Slideshow(images: [])) }
  }

  /// Expected moments are computed step by step.
  @Test(arguments: [0, 0.3], [0.001, 0.1, 0.5]) func momentsEqualAStepwiseComputation(
    hold: Double, duration: Double
  ) {
    let show = Slideshow(imageCount: 5, hold: hold, duration: duration, framesPerSecond: 10, [])
    var expected = [Moment(0, 0)]
    for image in 0..<5 {
      if image > 0 {
        let n = max(1, Int((duration * 10).rounded()))
        expected += (1..<n).map { Moment(image - 1, Double($0) / Double(n)) }
        expected.append(Moment(image, 0))
      }
      expected += Array(repeating: Moment(image, 0), count: Int((hold * 10).rounded()))
    }
    #expect(
      (0..<show.frameCount).map { Moment(show.moment(of: $0).image, show.moment(of: $0).time) } == expected)
  }

  @Test func transitionsAlternateOrAreRandom() throws {
    // Transitions that have a name.
    let named = try Catalog.transitions.items.filter { try $0.make() is any SelfDescribing }
    func names(_ seed: UInt64?) throws -> [String] {
      let all = try named.map { try $0.make() }
      let show = Slideshow(
        imageCount: 200, hold: 0, duration: 1, framesPerSecond: 1, all, seed: seed)
      return (0..<199).map { (type(of: show.transition(from: $0)) as? any SelfDescribing.Type)?.name ?? "" }
    }
    let turns = try names(nil)
    #expect(turns[0] == turns[named.count] && Array(turns.prefix(named.count)) == named.map(\.name))
    #expect(try names(1) == names(1) && names(1) != names(2) && names(.max) == names(.max))
    #expect(Set(try names(7)).count == named.count, "all transitions are drawn")
  }

  @Test func theDurationIsNotRounded() {
    let show = Slideshow(imageCount: 3, hold: 1, duration: 0.8, framesPerSecond: 24, [])
    #expect(show.duration == 0.8 && show.transitionFrames == 19)
  }

  /// Numbers of SplitMix64 with seed 0: image i has number seed + i.
  @Test func randomTransitionsFollowSplitMix64() throws {
    let all: [any Transition] = [
      Transitions.CrossDissolve(), Transitions.SlideRight(), Transitions.SlideDown(), Transitions.FadeIn(),
      Transitions.NoiseDissolve(),
    ]
    var generator = SeededGenerator(0)
    let lots = (0..<60).map { _ in Int(generator.next() % 5) }
    for seed in [0, 7, 20] {
      let show = Slideshow(
        imageCount: 40, hold: 0, duration: 1, framesPerSecond: 1, all, seed: UInt64(seed))
      let names = (0..<39).map { "\(type(of: show.transition(from: $0)))" }
      #expect(names == (0..<39).map { "\(type(of: all[lots[seed + $0]]))" }, "\(seed)")
    }
  }

  /// Int.max, 2^63 − 1, is 4,611,686,018 · 2·10^9 + 854,775,807.
  @Test func countsAreLimitedToInt() {
    let billion = 1_000_000_000
    func show(_ images: Int, _ seconds: Double) -> Slideshow {
      Slideshow(imageCount: images, hold: seconds, duration: seconds, framesPerSecond: 1, [])
    }
    for seconds in [1e9, 1e12, .infinity] {
      let show = show(2, seconds)
      #expect(show.holdFrames == billion && show.transitionFrames == billion)
      #expect(show.frameCount == 1 + 3 * billion)
    }
    // With another image, the steps still fit into an Int, but not together with the first hold.
    #expect(show(4_611_686_018, 1e9).frameCount == 1 + billion + 4_611_686_017 * 2 * billion)
    #expect(show(4_611_686_019, 1e9).frameCount == .max)
    #expect(show(4_611_686_020, 1e9).frameCount == .max)
  }

  @Test func thereAreAtLeastOneImageAndOneStep() {
    let show = Slideshow(imageCount: 0, hold: -1, duration: 0, framesPerSecond: 30, [])
    #expect(show.imageCount == 1 && show.holdFrames == 0 && show.transitionFrames == 1)
    #expect(show.frameCount == 1 && show.seed == nil)
    #expect(show.transitions.count == 1 && show.transitions[0] is Transitions.CrossDissolve)
  }
}

@Suite struct SlideshowFramesTests {
  private func pictures(_ count: Int) throws -> (folder: TemporaryFolder, files: [String]) {
    let folder = try TemporaryFolder()
    let files = try (0..<count).map { index in
      let file = folder.file("\(index).png")
      // Sizes differ; the first one is the frame's.
      try Bitmap.noise(24 + index % 3 * 8, 16, seed: UInt64(index)).write(to: file)
      return file
    }
    return (folder, files)
  }

  private func frame(_ index: Int, of source: some FrameSource) throws -> Bitmap {
    try source.rows(of: index).rendered()
  }

  private func show(_ count: Int, hold: Double = 0.2) -> Slideshow {
    Slideshow(
      imageCount: count, hold: hold, duration: 0.3, framesPerSecond: 10,
      [Transitions.CrossDissolve(), Transitions.SlideRight()])
  }

  @Test(arguments: Light.allCases) func framesAreTheImagesAndThoseOfRenderers(light: Light) throws {
    let (folder, files) = try pictures(4)
    let show = show(4)
    let framing = Framing(light: light)
    let source = try SlideshowFrames(show, files: files, framing: framing)
    let images = try files.map {
      try Bitmap(contentsOf: $0).fitted(to: Framing(size: source.size, light: light))
    }
    #expect(source.size == PixelSize(width: 24, height: 16) && source.count == 1 + 8 + 9)
    let renderers = [
      try TransitionRenderer(
        from: images[0], to: images[1], Transitions.CrossDissolve(), framing: framing,
        timing: Timing(duration: 0.3)),
      try TransitionRenderer(
        from: images[1], to: images[2], Transitions.SlideRight(), framing: framing,
        timing: Transitions.SlideRight().timing.with(duration: 0.3)),
      try TransitionRenderer(
        from: images[2], to: images[3], Transitions.CrossDissolve(), framing: framing,
        timing: Timing(duration: 0.3)),
    ]
    for index in 0..<source.count {
      let moment = show.moment(of: index)
      let expected =
        moment.time == 0 ? images[moment.image] : try renderers[moment.image].frame(atTime: moment.time)
      #expect(try frame(index, of: source) == expected, "frame \(index)")
    }
    _ = folder
  }

  @Test("A slideshow of files has the frames of the schedule with these files")
  func imagesOfItsOwn() throws {
    let (folder, files) = try pictures(3)
    let turns: [any Transition] = [Transitions.SlideRight(), Transitions.CrossDissolve()]
    let show = Slideshow(images: files, hold: 0.2, duration: 0.3, rate: 10, turns, seed: 3)
    let other = Slideshow(imageCount: 3, hold: 0.2, duration: 0.3, framesPerSecond: 10, turns, seed: 3)
    #expect(show.images == files && show.imageCount == 3 && other.images == [])
    #expect(show.rate == 10 && other.rate == 10 && show.frameCount == other.frameCount)
    let framing = Framing(size: PixelSize(width: 12, height: 10), fit: .contain)
    let execution = Execution(level: .reference)
    let own = try SlideshowFrames(show, framing: framing, execution)
    let given = try SlideshowFrames(other, files: files, framing: framing, execution)
    #expect(own.size == framing.size && own.level == .reference && own.count == given.count)
    for index in 0..<own.count { #expect(try frame(index, of: own) == frame(index, of: given), "\(index)") }
    _ = folder
  }

  @Test("Filters also apply to held images, at the ends of the progress")
  func filters() throws {
    let (folder, files) = try pictures(3)
    defer { _ = folder }
    let inner = Transitions.CrossDissolve()
    let filtered = try inner.filtered(
      from: ["pixellate:fraction=0.2+0.1*progress"], to: ["pixellate:fraction=0.3-0.1*progress"],
      result: ["saturation:saturation=0.25+0.5*progress"])
    let show = Slideshow(imageCount: 3, hold: 0.3, duration: 0.4, framesPerSecond: 10, [filtered])
    let source = try SlideshowFrames(show, files: files)
    let images = try files.map { try Bitmap(contentsOf: $0).fitted(to: Framing(size: source.size)) }
    for index in 0..<source.count {
      let moment = show.moment(of: index)
      let isLast = moment.image == 2
      let expected =
        try moment.time > 0
        ? filtered.chain(.present).frame(
          from: images[moment.image], to: images[moment.image + 1], at: moment.time)
        : Chain.picture(images[moment.image]).through(
          "pixellate:fraction=0.2", "saturation:saturation=\(isLast ? 0.75 : 0.25)"
        ).frame()
      #expect(try frame(index, of: source) == expected, "frame \(index)")
    }
    let alone = try SlideshowFrames(
      Slideshow(imageCount: 1, hold: 0.3, duration: 0.4, framesPerSecond: 10, [filtered]), files: [files[0]])
    #expect(try frame(2, of: alone) == frame(0, of: source))
    // A crop determines the size of all frames.
    let crop = FilteredTransition(inner, result: [Crop(x: 0.25, y: 0, width: 0.5, height: 1)])
    let small = try SlideshowFrames(
      Slideshow(imageCount: 2, hold: 0.3, duration: 0.4, framesPerSecond: 10, [crop]), files: files)
    #expect(small.size == PixelSize(width: 12, height: 16))
    for index in 0..<small.count { #expect(try frame(index, of: small).size == small.size) }
  }

  @Test(
    "Frames in order decode each image once, and other orders give the same frames", arguments: [1, 2, 5])
  func orderAndThreads(threads: Int) throws {
    let (folder, files) = try pictures(30)
    for hold in [0, 0.2] {
      let show = show(30, hold: hold)
      let source = try SlideshowFrames(show, files: files)
      let expected = try (0..<source.count).map { try frame($0, of: source) }
      #expect(source.decodedCount == 30)

      let other = try SlideshowFrames(show, files: files)
      let found = Mutex([Int: Bitmap]())
      try Exporter(other, threads: threads).export(
        frames: Array(0..<other.count),
        to: Collector(found: { index, frame in
          found.withLock { $0[index] = frame }
        }))
      #expect(found.withLock { frames in (0..<expected.count).allSatisfy { frames[$0] == expected[$0] } })
      if hold > 0 { #expect(other.decodedCount <= 30 + threads) }

      var order = Array(0..<source.count)
      var generator = SeededGenerator(UInt64(threads))
      order.shuffle(using: &generator)
      for index in order.prefix(40) { #expect(try frame(index, of: other) == expected[index]) }
    }
    _ = folder
  }

  @Test("The cache holds the four images used last")
  func held() throws {
    let (folder, files) = try pictures(12)
    let source = try SlideshowFrames(show(12), files: files)
    for index in 0..<source.count { _ = try frame(index, of: source) }
    #expect(source.decodedCount == 12)
    func hold(of image: Int) -> Int? {
      (0..<source.count).first {
        source.show.moment(of: $0) == source.show.moment(of: $0 + 1)
          && source.show.moment(of: $0).image == image
      }
    }
    let (near, far) = (try #require(hold(of: 8)), try #require(hold(of: 7)))
    _ = try frame(near, of: source)
    #expect(source.decodedCount == 12)
    _ = try frame(far, of: source)
    #expect(source.decodedCount > 12)
    _ = folder
  }

  @Test func aDamagedImageIsAnErrorOnlyForFramesThatShowIt() throws {
    let (folder, files) = try pictures(4)
    try Data("no image".utf8).write(to: URL(filePath: files[2]))
    let source = try SlideshowFrames(show(4), files: files)
    for index in 0...7 { _ = try frame(index, of: source) }
    #expect(throws: ImageError.notAnImage(file: files[2])) { try frame(8, of: source) }
    #expect(throws: ImageError.notAnImage(file: files[2])) {
      try Exporter(source, threads: 3).export(to: .discard)
    }
    _ = try frame(source.count - 1, of: source)
    _ = folder
  }

  @Test func theGivenFrameLimitAndLevelAreUsed() throws {
    let (folder, files) = try pictures(3)
    let framing = Framing(size: PixelSize(width: 12, height: 10), fit: .contain)
    var calls = 0
    let source = try SlideshowFrames(
      show(3), files: files, framing: framing,
      Execution(level: .reference, decoding: DecodeOptions(maxPixels: 32 * 16))
    ) { calls += 1 }
    #expect(source.size == framing.size && source.level == .reference && calls == 1)
    #expect(source.count == source.show.frameCount)
    #expect(try frame(0, of: source) == Bitmap(contentsOf: files[0]).fitted(to: framing))
    // The second image is held from frame 6 on; the third, of 40 by 16, appears from frame 8 on.
    #expect(try frame(6, of: source) == Bitmap(contentsOf: files[1]).fitted(to: framing))
    let error = ImageError.tooLarge(file: files[2], size: PixelSize(width: 40, height: 16), limit: 32 * 16)
    #expect(throws: error) { try frame(8, of: source) }
    let small = Execution(decoding: DecodeOptions(maxPixels: 5))
    #expect(
      throws: ImageError.tooLarge(file: files[0], size: PixelSize(width: 24, height: 16), limit: 5)
    ) { try SlideshowFrames(show(3), files: files, small) { calls += 1 } }
    #expect(throws: FileError.missing(file: "the first image")) { try SlideshowFrames(show(3), files: []) }
    #expect(calls == 1)
    _ = folder
  }

  private struct Collector: FrameOutput {
    let isOrdered = false
    let found: @Sendable (Int, Bitmap) -> Void
    func makeWriter(level: SIMDLevel) -> FrameWriter { .rows(Writer(found)) }

    final class Writer: RowsWriter {
      let found: @Sendable (Int, Bitmap) -> Void
      init(_ found: @escaping @Sendable (Int, Bitmap) -> Void) { self.found = found }
      func encode(_ frame: any RowSource, on canvas: FrameCanvas, index: Int) {
        if let frame = try? canvas.bitmap(of: frame) { found(index, frame) }
      }
      func write(index: Int) -> Int { 0 }
    }
  }
}
