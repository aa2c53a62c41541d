import SegueExport
import SegueFiles
import SegueFilters
import SegueFormats
import SeguePixels
import SegueRendering
import SegueTestSupport
import SegueTransitions
import Testing

@Suite struct SlidePicturesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (name, seed) in [("a.png", 1), ("b.png", 2), ("c.png", 3)] {
      try Bitmap.noise(24, 16, seed: UInt64(seed)).write(to: folder.file(name))
    }
  }

  private func slides(
    _ filters: [[any Filter]], motion: StillMotion = .none, _ transitions: [any Transition] = []
  ) throws -> SlideshowFrames {
    var show = Slideshow(
      images: ["a.png", "b.png", "c.png"].map(folder.file), hold: 0.3, duration: 0.2, rate: 10, transitions,
      motion: motion)
    show.filters = filters
    return try SlideshowFrames(show)
  }

  private func frame(_ frames: SlideshowFrames, _ index: Int) throws -> Bitmap {
    try frames.rows(of: index).rendered()
  }

  @Test("Each picture has its own filters, while it is held and in transitions")
  func filters() throws {
    let invert = try Catalog.filters.make("color-invert")
    let (plain, own) = (try slides([]), try slides([[], [invert], []]))
    let picture = try Bitmap(contentsOf: folder.file("b.png"))
    #expect(try frame(own, 6) == picture.filtered(invert) && frame(plain, 6) == picture)
    for index in 0..<own.count {
      let isOwn = own.show.frames(of: 1).contains(index)
      #expect(try (frame(own, index) != frame(plain, index)) == isOwn, "\(index)")
    }
    // Frame 4 is in the middle of the first transition.
    let renderer = try TransitionRenderer(
      from: Bitmap(contentsOf: folder.file("a.png")), to: picture.filtered(invert),
      Transitions.CrossDissolve())
    #expect(try frame(own, 4) == renderer.frame(atTime: 0.5))
    // Filters of all pictures come behind.
    let sepia = try Catalog.filters.make("sepia")
    let around = FilteredTransition(Transitions.CrossDissolve(), result: [sepia])
    #expect(try frame(slides([[], [invert]], [around]), 6) == picture.filtered(invert).filtered(sepia))
  }

  @Test func parametersFollowTheProgress() throws {
    let frames = try slides([[], [GaussianBlur(sigma: 4 * .progress)]])
    let picture = try Bitmap(contentsOf: folder.file("b.png"))
    // Picture 1 is visible from frame 4 to 9, and held in frames 5 to 8.
    for index in 5...8 {
      let sigma = 4 * Double(index - 4) / 5
      #expect(try frame(frames, index) == picture.filtered(GaussianBlur(sigma: Animated(sigma))), "\(index)")
    }
  }

  @Test("Formulas follow the time for which a picture is visible; moving pictures are filtered in each frame")
  func formulas() throws {
    let fade = try ChainFiles().filter("opacity:opacity=progress")
    let frames = try slides([[], [fade]])
    // Picture 1 is visible from frame 4 to 9.
    #expect(frames.show.frames(of: 1) == 4...9)
    func alpha(_ index: Int) throws -> UInt8 { try frame(frames, index)[3, 3].alpha }
    #expect(try (5...8).map(alpha) == [51, 102, 153, 204])
    let invert = try Catalog.filters.make("color-invert")
    let (moving, plain) = (try slides([[invert]], motion: .automatic), try slides([], motion: .automatic))
    for index in [0, 2] { #expect(try frame(moving, index) == frame(plain, index).filtered(invert)) }
  }
}
