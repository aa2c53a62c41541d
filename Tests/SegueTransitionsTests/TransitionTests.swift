import SegueFormats
import SegueFilters
import SegueRendering
import SeguePixels
import SegueTestSupport
import SegueTransitions
import Testing

/// Laws that hold for every transition of the catalog.
@Suite struct TransitionTests {
  struct Entry: CustomTestStringConvertible, Sendable {
    let entry: CatalogItem<any Transition>
    var testDescription: String { entry.name }

    func renderer(
      _ from: Bitmap, _ to: Bitmap, _ operation: TransitionOperation = .present, level: SIMDLevel = .preferred
    ) throws -> TransitionRenderer {
      try TransitionRenderer(from: from, to: to, entry.make(), operation: operation, Execution(level: level))
    }
  }

  static let catalog = Catalog.transitions.items.map { Entry(entry: $0) }
  static let progresses = [0, 0.004, 0.013, 0.1, 0.25, 0.5, 0.61, 0.9, 0.996, 1]

  @Test(arguments: catalog) func everyTransitionHasADescription(entry: Entry) throws {
    checkDescription(entry.entry)
    #expect(try entry.entry.make().timing.duration > 0)
    #expect(Catalog.transitions.items.filter { $0.name == entry.entry.name }.count == 1)
  }

  @Test(arguments: catalog) func endsEqualThePictures(entry: Entry) throws {
    let from = try Bitmap.noise(61, 40, seed: 1)
    let to = try Bitmap.noise(61, 40, seed: 2)
    let renderer = try entry.renderer(from, to)
    for (time, expected) in [(0.0, from), (1, to), (-0.5, from), (1.5, to)] {
      #expect(try renderer.frame(atTime: time) == expected)
    }
    #expect(try renderer.frame(at: 0) == from && renderer.frame(at: 1) == to)
  }

  @Test(arguments: catalog) func straightColorsAreUnchangedAtTheEnds(entry: Entry) throws {
    let from = try Bitmap(contentsOf: vectorsFolder + "/from-alpha.png")
    let to = try Bitmap(contentsOf: vectorsFolder + "/to-alpha.png")
    let renderer = try entry.renderer(from, to)
    let folder = try TemporaryFolder()
    for (progress, source) in [(0.0, "from-alpha.png"), (1, "to-alpha.png")] {
      try renderer.frame(at: progress).write(to: folder.file("end.png"), overwrite: true)
      let written = try Bitmap(contentsOf: folder.file("end.png"))
      let original = try Bitmap(contentsOf: vectorsFolder + "/" + source)
      #expect(try straightBytes(written) == straightBytes(original))
    }
  }

  private func straightBytes(_ bitmap: Bitmap) throws -> [UInt8] {
    let encoder = Formats.RGBA().makeEncoder(level: .preferred)
    try encoder.encode(bitmap, named: "frame")
    return try encoder.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  /// Encoders that render rows in strips write the same bytes as encoders of whole frames.
  @Test(arguments: ways)
  func rowsAreEncodedLikeWholeFrames(entry: Entry, operation: TransitionOperation) throws {
    let images: [any ImageFormat] = [.jpeg, .jpeg(quality: 90, chroma: .full), .png]
    let streams: [any StreamFormat] = [.y4m, .y4m(chroma: .full), .rgb24, .rgba]
    let encoders =
      images.map { $0.makeEncoder(level: .preferred) } + streams.map { $0.makeEncoder(level: .preferred) }
    let canvas = FrameCanvas()
    // The first size has an incomplete last strip; the second is streamed past the caches when rendered
    // whole.
    let isShort = BuiltInShaderTests.collection.contains(entry.entry.name)
    let large = Self.isSampled(entry, operation) ? [(640, 480, [0.4])] : []
    let sizes = isShort ? [(41, 19, [0.4])] : [(83, 45, [0, 0.1, 0.5, 0.996])] + large
    for (width, height, progresses) in sizes {
      let from = try Bitmap.noise(width, height, seed: 5)
      let to = try Bitmap.noise(width, height, seed: 6, opaque: true)
      let renderer = try entry.renderer(from, to, operation)
      for progress in progresses {
        let (rows, frame) = (try renderer.rows(at: progress), try renderer.frame(at: progress))
        for encoder in encoders {
          func bytes(_ frame: any RowSource) throws -> [UInt8] {
            try encoder.encode(frame, on: canvas, named: "frame")
            return try encoder.withBytes { bytes in bytes.withUnsafeBytes { [UInt8]($0) } }
          }
          #expect(try bytes(rows) == bytes(frame))
        }
      }
    }
  }

  /// Every operation of every transition; shaders have only one.
  static let ways = catalog.flatMap { entry in
    (BuiltInShaderTests.names.contains(entry.entry.name) ? [.present] : TransitionOperation.allCases)
      .map { (entry, $0) }
  }

  /// Whether large frames are rendered: for one operation of each transition, in turn, or for all of them in
  /// `scripts/soak whole`.
  private static func isSampled(_ entry: Entry, _ operation: TransitionOperation) -> Bool {
    let operations = ways.filter { $0.0.entry.name == entry.entry.name }.map(\.1)
    let place = catalog.firstIndex { $0.entry.name == entry.entry.name } ?? 0
    return isWhole || operations[place % operations.count] == operation
  }

  @Test(arguments: ways)
  func framesDoNotDependOnLevelOrThreads(entry: Entry, operation: TransitionOperation) throws {
    // A frame above a megabyte is streamed past the caches.
    let isShort = BuiltInShaderTests.collection.contains(entry.entry.name)
    let short = (131, 37, isShort ? [0.1, 0.5] : [0.004, 0.1, 0.996, 1.01])
    let large = !isShort && Self.isSampled(entry, operation) ? [(701, 400, [0.5])] : []
    for (width, height, progresses) in [short] + large {
      let from = try Bitmap.noise(width, height, seed: 3)
      let to = try Bitmap.noise(width, height, seed: 4, opaque: operation == .push)
      let expected = try entry.renderer(from, to, operation, level: .reference)
      let renderers = try SIMDLevel.available.map { try entry.renderer(from, to, operation, level: $0) }
      for progress in progresses {
        let frame = try expected.frame(at: progress)
        for renderer in renderers {
          for threads in [1, 3] {
            let execution = Execution(threads: threads, level: renderer.level)
            #expect(try renderer.frame(at: progress, execution) == frame)
          }
        }
      }
    }
  }

  /// Transitions that blend the pictures in place, without layers over a background.
  static let inPlace = catalog.filter {
    [Transitions.PixellateDissolve.name, Transitions.CrossDissolve.name].contains($0.entry.name)
  }

  /// Transitions that add light, a color or transparency of their own.
  static let lit: Set<String> = [
    "burn", "burn0", "copy-machine", "dimming-slide", "dreamy-zoom", "drop-zone-flicker", "film-burn",
    "flash",
    "gl-bounce", "gl-circle", "gl-dissolve", "gl-film-burn", "inverted-page-curl", "old-tv-lost-signal",
    "star-wipe",
    "static-fade", "static-wipe", "strip-datamosh-glitch", "tv-static",
  ]

  @Test(arguments: catalog.filter { !lit.contains($0.entry.name) }, TransitionOperation.allCases)
  func blackPicturesGiveBlackFrames(entry: Entry, operation: TransitionOperation) throws {
    let black = try Bitmap(PixelSize(width: 53, height: 31), filledWith: .black)
    // By default, the back of the page is paler than its front.
    let values = entry.entry.name == "page-curl" ? [(key: "paleness", value: "0")] : []
    let renderer = try TransitionRenderer(
      from: black, to: black, entry.entry.make(values), operation: operation)
    for progress in Self.progresses + [-0.02, 1.015] { #expect(try renderer.frame(at: progress) == black) }
  }

  @Test(arguments: catalog, TransitionOperation.allCases)
  func overshootGivesFrames(entry: Entry, operation: TransitionOperation) throws {
    let renderer = try entry.renderer(.noise(64, 48, seed: 1), .noise(64, 48, seed: 2), operation)
    for progress in [-0.3, -0.01, 1.015, 1.4] {
      #expect(try renderer.frame(at: progress).size == PixelSize(width: 64, height: 48))
    }
  }

  /// Transitions that play in reverse for `dismiss` and `pop`.
  @Test(
    arguments: catalog.filter {
      [
        Transitions.Hero.name, Transitions.CoverVertical.name, Transitions.NavigationSlide.name,
        Transitions.Bounce.name, Transitions.Snap.name, "flip", "page-curl",
      ].contains($0.entry.name)
    })
  func theReturnIsTheReverse(entry: Entry) throws {
    let list = try Bitmap.noise(80, 60, seed: 1, opaque: true)
    let detail = try Bitmap.noise(80, 60, seed: 2, opaque: true)
    let there = try entry.renderer(list, detail, .present)
    let back = try entry.renderer(detail, list, .dismiss)
    for progress in [0.1, 0.25, 0.5, 0.8] {
      #expect(try there.frame(at: progress).largestDifference(from: back.frame(at: 1 - progress)) <= 1)
    }
  }

  @Test(arguments: catalog) func givenPartsOfATimingAreReplaced(entry: Entry) throws {
    let timing = try entry.entry.make().timing
    #expect(timing.with() == timing && timing.with(duration: 3).curve == timing.curve)
    #expect(timing.with(duration: 3, curve: .ease) == Timing(duration: 3, curve: .ease))
  }

  /// The article that describes zoom-out-fade has no backward transition, so navigation-slide is used.
  @Test(arguments: [TransitionOperation.dismiss, .pop]) func zoomOutFadeReturnsLikeNavigationSlide(
    operation: TransitionOperation
  ) throws {
    let (from, to) = (try Bitmap.noise(60, 40, seed: 1), try Bitmap.noise(60, 40, seed: 2))
    let zoom = try TransitionRenderer(from: from, to: to, Transitions.ZoomOutFade(), operation: operation)
    let slide = try TransitionRenderer(
      from: from, to: to, Transitions.NavigationSlide(), operation: operation)
    for progress in [0.1, 0.5, 0.9] { #expect(try zoom.frame(at: progress) == slide.frame(at: progress)) }
  }

  /// The part of an element inside the screen is shown, wherever the element is.
  @Test(
    arguments: [
      PixelRectangle(x: 40, y: 30, width: 900, height: 10),
      PixelRectangle(x: 40, y: 30, width: 10, height: 900),
      PixelRectangle(x: 79, y: 59, width: 50, height: 50),
      PixelRectangle(x: 500, y: 400, width: 5, height: 5),
      PixelRectangle(x: -20, y: -10, width: 30, height: 20),
    ]) func aHeroAtTheEdgeIsShown(rectangle: PixelRectangle) throws
  {
    let size = PixelSize(width: 80, height: 60)
    let (from, to) = (try Bitmap(size, filledWith: .black), try Bitmap(size, filledWith: .white))
    var hero = Transitions.Hero()
    hero.toRect = rectangle
    let frame = try TransitionRenderer(from: from, to: to, hero).frame(at: 0.999)
    var white = 0
    for y in 0..<60 { for x in 0..<80 where frame[x, y].red > 128 { white += 1 } }
    // Only pixels at the rounded edges of the element may be missing.
    #expect(white > 80 * 60 - 200, "\(white)")
  }

  @Test(arguments: inPlace) func equalSolidColorsAreUnchanged(entry: Entry) throws {
    for color in [Pixel.white, .black, Pixel(red: 17, green: 130, blue: 99, alpha: 200)] {
      let solid = try Bitmap(PixelSize(width: 53, height: 31), filledWith: color)
      let renderer = try entry.renderer(solid, solid)
      for progress in Self.progresses { #expect(try renderer.frame(at: progress) == solid) }
    }
  }

  @Test(arguments: catalog) func framesDoNotDependOnOrderOrMemory(entry: Entry) throws {
    let renderer = try entry.renderer(.noise(90, 50, seed: 5), .noise(90, 50, seed: 6))
    let inOrder = try Self.progresses.map { try renderer.frame(at: $0) }
    var generator = SeededGenerator(1)
    var reused = try Bitmap.noise(90, 50, seed: 7)
    for index in Self.progresses.indices.shuffled(using: &generator) {
      try renderer.render(at: Self.progresses[index], into: &reused)
      #expect(reused == inOrder[index])
    }
  }

  /// A chain that has already rendered other pictures and sizes gives the same frames as a new chain.
  @Test(arguments: catalog, [TransitionOperation.present, .pop])
  func framesDoNotDependOnPreviousPictures(entry: Entry, operation: TransitionOperation) throws {
    // The filling of an element's hole is cached.
    let part = [(key: "elements", value: "5,5,20,10,30,20,20,10")]
    func make() throws -> Chain {
      try entry.entry.make(entry.entry.name == "elements" ? part : []).chain(operation)
    }
    let chain = try make()
    let pictures: [(Int, Int, seed: UInt64)] = [(61, 40, 1), (61, 40, 3), (30, 44, 5), (61, 40, 1)]
    for (width, height, seed) in pictures {
      let from = try Bitmap.noise(width, height, seed: seed)
      let to = try Bitmap.noise(width, height, seed: seed + 1)
      for progress in [0.3, 0.6] {
        let anew = try make().frame(from: from, to: to, at: progress)
        #expect(try chain.frame(from: from, to: to, at: progress) == anew, "\(width)x\(height) \(seed)")
      }
    }
  }

  @Test(arguments: catalog) func renderingDoesNotChangeThePictures(entry: Entry) throws {
    let from = try Bitmap.noise(64, 48, seed: 8)
    let renderer = try entry.renderer(from, .noise(64, 48, seed: 9))
    var frame = try renderer.frame(at: 0)
    try renderer.render(at: 0.5, into: &frame)
    #expect(try from == Bitmap.noise(64, 48, seed: 8))
    #expect(renderer.from == from)
  }

  /// Elements are rounded to whole pixels and clipped to the screen; outside, the last pixel remains.
  @Test(arguments: [
    ([500.0, 400, 30, 30], [159.0, 89, 1, 1]), ([-20, -10, 50, 40], [0, 0, 50, 40]),
    ([150, 80, 50, 40], [150, 80, 10, 10]), ([10.4, 20.6, 30.5, 20.4], [10, 21, 31, 20]),
    ([10, 20, 0.3, 12], [10, 20, 1, 12]), ([10, 20, 12, 0.3], [10, 20, 12, 1]),
  ]) func elementsEndAtTheScreen(given: [Double], meant: [Double]) throws {
    func frame(_ numbers: [Double]) throws -> Bitmap {
      var hero = Transitions.Hero()
      hero.fromRect = PixelRectangle(x: 20, y: 30, width: 40, height: 20)
      hero.toRect = PixelRectangle(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
      return try TransitionRenderer(
        from: .noise(160, 90, seed: 1, opaque: true), to: .noise(160, 90, seed: 2, opaque: true), hero
      ).frame(at: 0.4)
    }
    #expect(try frame(given) == frame(meant))
  }

  /// During the transition, an element with its own picture shows only that picture, rather than a mix of
  /// both screens.
  @Test func anElementMayShowAPictureOfItsOwn() throws {
    let (size, place) = (
      PixelSize(width: 60, height: 40),
      Transitions.Elements.Place(PixelRectangle(x: 10, y: 10, width: 20, height: 20))
    )
    let colors: [Pixel] = [.black, .white, Pixel(red: 200, green: 100, blue: 0)]
    let pictures = try colors.map { try Bitmap(size, filledWith: $0) }
    func middle(_ picture: Bitmap?) throws -> Pixel {
      let elements = Transitions.Elements([.init(from: place, to: place, picture: picture)])
      return try TransitionRenderer(from: pictures[0], to: pictures[1], elements).frame(at: 0.5)[20, 20]
    }
    #expect(try middle(pictures[2]) == colors[2])
    #expect(try middle(nil).largestDifference(from: colors[2]) > 20)
  }

  /// The element's place shows the background, with the opacity of the new screen.
  @Test func theElementsPlaceShowsTheBackground() throws {
    var hero = Transitions.Hero()
    hero.fromRect = PixelRectangle(x: 0, y: 0, width: 20, height: 20)
    hero.toRect = PixelRectangle(x: 100, y: 40, width: 40, height: 40)
    hero.background = Pixel(red: 200, green: 100, blue: 0)
    let (black, white) = (
      try Bitmap(PixelSize(width: 160, height: 90), filledWith: .black),
      try Bitmap(PixelSize(width: 160, height: 90), filledWith: .white)
    )
    let frame = try TransitionRenderer(from: black, to: white, hero).frame(at: 0.25)
    #expect(frame[130, 60].largestDifference(from: Pixel(red: 50, green: 25, blue: 0)) <= 1)
    #expect(frame[150, 60].largestDifference(from: Pixel(red: 64, green: 64, blue: 64)) <= 1)
  }

  /// With `mean`, a block has the mean of its pixels, which changes the frame.
  @Test func pixellateDissolveMayUseMeans() throws {
    let (from, to) = (try Bitmap.noise(61, 40, seed: 1), try Bitmap.noise(61, 40, seed: 2))
    func frame(_ values: [String: String]) throws -> Bitmap {
      let transition = try Catalog.transitions.make("pixellate-dissolve", values)
      return try TransitionRenderer(from: from, to: to, transition).frame(at: 0.4)
    }
    func blocks(_ fraction: Animated) -> Pixellate { Pixellate(fraction: fraction, sampling: .mean) }
    let chain =
      (.from --> blocks(0.1 * .progress), .to --> blocks(0.1 * (1 - .progress))) --> Dissolve(mix: .progress)
    #expect(try frame(["sampling": "mean"]) == chain.frame(from: from, to: to, at: 0.4))
    #expect(try frame(["sampling": "mean"]) != frame([:]))
    #expect(try frame(["sampling": "center"]) == frame([:]))
  }

  @Test func swappedPicturesGiveReversedFrames() throws {
    let a = try Bitmap.noise(80, 45, seed: 1)
    let b = try Bitmap.noise(80, 45, seed: 2)
    for entry in Self.inPlace {
      let there = try entry.renderer(a, b)
      let back = try entry.renderer(b, a)
      for progress in Self.progresses {
        #expect(try there.frame(at: progress).largestDifference(from: back.frame(at: 1 - progress)) <= 1)
      }
    }
  }

  /// Transitions without moving layers, which show the pictures themselves beyond progress 0…1.
  static let withoutLayers = catalog.filter {
    BuiltInShaderTests.names.contains($0.entry.name)
      || [
        "block-dissolve", "smear-dissolve", "fade-through-color", "fade-by-difference", "edge-wipe",
        "crop-through",
        "squeeze", "zoom-in",
      ].contains($0.entry.name)
  }

  @Test(arguments: withoutLayers, [TransitionOperation.present, .dismiss])
  func overshootGivesThePictures(entry: Entry, operation: TransitionOperation) throws {
    let (from, to) = (try Bitmap.noise(31, 20, seed: 1), try Bitmap.noise(31, 20, seed: 2))
    let renderer = try entry.renderer(from, to, operation)
    for (progress, expected) in [(-2, from), (-0.1, from), (1.1, to), (3, to)] {
      #expect(try renderer.frame(at: progress) == expected, "\(progress)")
    }
  }

  /// Some pictures have equal rows, whose cached results must not be used for the other picture.
  @Test("Computed pictures give the frames of equal bitmaps", arguments: catalog)
  func picturesMayBeComputed(entry: Entry) throws {
    let chain = try entry.entry.make().chain(.present)
    let noise = try Bitmap.noise(40, 30, seed: 1)
    let blocks = Pixellate(fraction: 0.2).apply(to: try Bitmap.noise(40, 30, seed: 2), at: 0)
    for progress in [0.2, 0.6] {
      for (from, to) in [(noise, blocks), (blocks, noise)] as [(any RowSource, any RowSource)] {
        let expected = try chain.frame(from: from.rendered(), to: to.rendered(), at: progress)
        #expect(try chain.rows(from: from, to: to, at: progress).rendered() == expected, "\(progress)")
      }
    }
  }
}
