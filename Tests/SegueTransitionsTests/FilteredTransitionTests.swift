import SegueFilters
import SegueFormats
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import SegueTransitions
import Testing

@Suite struct FilteredTransitionTests {
  private let from: Bitmap
  private let to: Bitmap

  init() throws {
    from = try Bitmap(contentsOf: vectorsFolder + "/from.png")
    to = try Bitmap(contentsOf: vectorsFolder + "/to.png")
  }

  private func frame(_ chain: Chain, _ progress: Double) throws -> Bitmap {
    try chain.frame(from: from, to: to, at: progress)
  }

  @Test(
    "A filtered transition filters the pictures, runs the transition, and filters the result",
    arguments: ["cube", "slide-down", "pixellate-dissolve", "luma", "elements", "wind", "page-curl"])
  func frames(name: String) throws {
    let inner = try Catalog.transitions.make(name)
    let (first, second) = (
      try Catalog.filters.make("saturation", ["saturation": "0"]), try Catalog.filters.make("sepia")
    )
    let last = try Catalog.filters.make("vignette")
    let filtered = FilteredTransition(inner, from: [first], to: [second], result: [last])
    for operation in TransitionOperation.allCases {
      for progress in [0, 0.3, 0.75, 1] {
        // At its ends, the transition is one of the pictures, so both filters run as one program.
        let end: Chain? =
          progress == 0 ? .filter(.from, first) : progress == 1 ? .filter(.to, second) : nil
        let plain = try inner.chain(operation).frame(
          from: frame(.filter(.from, first), 0), to: frame(.filter(.to, second), 0), at: progress)
        let expected = try frame(.filter(end ?? .picture(plain), last), 0)
        #expect(try frame(filtered.chain(operation), progress) == expected, "\(operation) \(progress)")
      }
    }
  }

  @Test func withoutFiltersItIsTheTransition() throws {
    let cube = try Catalog.transitions.make("cube")
    let plain = FilteredTransition(cube)
    #expect(plain.timing == cube.timing)
    for progress in [0, 0.4, 1] {
      #expect(try frame(plain.chain(.present), progress) == frame(cube.chain(.present), progress))
    }
    let renderer = try TransitionRenderer(from: from, to: to, plain)
    #expect(try renderer.frame(at: 0) == from && renderer.frame(at: 1) == to)
  }

  @Test("Formulas follow the progress; the start is at progress 0, the end at 1")
  func formulas() throws {
    let filtered = try Transitions.CrossDissolve().filtered(
      from: ["pixellate:fraction=0.02+0.1*progress"], to: ["pixellate:fraction=0.2-0.1*progress"],
      result: ["saturation:saturation=1-progress"])
    let (first, last) = (try #require(filtered.held(atEnd: false)), try #require(filtered.held(atEnd: true)))
    func blocks(_ fraction: Double) -> Pixellate { Pixellate(fraction: Animated(fraction)) }
    let gray = try Catalog.filters.make("saturation", ["saturation": "0.5"])
    let half: Chain = .filter((.from --> blocks(0.07), .to --> blocks(0.15)) --> Dissolve(mix: 0.5), gray)
    #expect(try frame(filtered.chain(.present), 0.5).largestDifference(from: frame(half, 0.5)) <= 1)
    #expect(try frame(first, 0) == frame(.from --> blocks(0.02), 0))
    let none = try Catalog.filters.make("saturation", ["saturation": "0"])
    let end = try frame(.filter(.to --> blocks(0.1), none), 1)
    #expect(try frame(last, 1).largestDifference(from: end) <= 1)
    #expect(try frame(filtered.chain(.present), 0) == frame(first, 0))
    #expect(try frame(filtered.chain(.present), 1) == frame(last, 1))
  }
}
