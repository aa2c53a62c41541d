import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Synchronization
import Testing

@Suite struct ChainTests {
  struct Stripes: RowFilter {
    func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {
      if Double(y % 10) < 10 * progress { for x in row.indices { row[x] = .black } }
    }
  }

  @Test func customFiltersRunInChains() throws {
    let image = try Bitmap.noise(64, 40, seed: 6)
    #expect(try (image --> Negative() --> Negative()).frame(Execution(threads: 2)) == image)
    let striped = try (image --> Pixellate(fraction: 0.2) --> Stripes()).frame(at: 0.3)
    #expect(striped[5, 12] == .black && striped[5, 22] == .black)
    let blocks = try (image --> Pixellate(fraction: 0.2)).frame()
    #expect(striped[5, 13] == blocks[5, 13])
    // A pixellate requests only sampled rows from the filter before it, in any order.
    let after = try (image --> Negative() --> Pixellate(fraction: 0.2)).frame(Execution(threads: 3))
    #expect(try after == ((image --> Negative()).frame() --> Pixellate(fraction: 0.2)).frame())
  }

  /// A failing source at every position in a chain, with other sources around it.
  @Test(arguments: FailingRows.all) func aFailingSourceIsAnErrorAnywhereInAChain(rows: FailingRows) throws {
    let failing = Chain.picture(rows)
    let places: [Chain] = [
      failing, failing --> Unchanged(), failing --> Pixellate(fraction: 0.1),
      failing --> Pixellate(fraction: 0.1, sampling: .mean), (failing, .to) --> Dissolve(),
      (.from, failing) --> Dissolve(), (failing, failing) --> Dissolve(),
      (.from, failing --> Pixellate(fraction: 0.2)) --> Dissolve(mix: .progress),
    ]
    for place in places {
      try expectFailure(place)
      try expectFailure(place --> Unchanged() --> Negative())
      try expectFailure(place --> Pixellate(fraction: 0.3))
      try expectFailure((.to, place) --> Dissolve() --> Pixellate(fraction: 0.1, sampling: .mean))
      try expectFailure(((place, .to) --> Dissolve(), (.from, .to) --> Dissolve(mix: 0.2)) --> Dissolve())
    }
  }

  @Test(arguments: FailingRows.all) func sourcesThatAreNotShownAreNotRead(rows: FailingRows) throws {
    let (from, to) = (try Bitmap.noise(24, 16, seed: 1), try Bitmap.noise(24, 16, seed: 2))
    let chain = (.picture(rows), .to) --> Dissolve(mix: 1)
    #expect(try chain.frame(from: from, to: to, at: 0.5) == to)
  }

  @Test func theErrorOfTheFirstFailingSourceIsThrown() throws {
    let rows = FailingRows(.reading)
    #expect(throws: FailingRows.error) { try (.picture(rows) --> FailingFilter()).frame() }
    #expect(throws: RenderError.sizesDiffer(rows.size, PixelSize(width: 3, height: 3))) {
      try ((.picture(rows), .to) --> Dissolve()).frame(to: Bitmap(width: 3, height: 3))
    }
  }

  @Test func aFrameOfAnotherSizeIsNotRenderedInto() throws {
    var frame = try Bitmap(width: 5, height: 4)
    let rows = FailingRows(.reading)
    #expect(throws: RenderError.sizesDiffer(frame.size, rows.size)) {
      try rows.render(into: &frame, RenderContext(.standard))
    }
  }

  @Test func aMissingPictureIsTransparent() throws {
    let to = try Bitmap.noise(12, 9, seed: 1, opaque: true)
    let frame = try ((.from, .to) --> Dissolve()).frame(to: to)
    for x in 0..<12 { #expect(frame[x, 4].alpha == 128) }
    #expect(try Chain.from.frame().size == PixelSize(width: 1, height: 1))
    // A missing picture is transparent, rather than replaced by the other one.
    #expect(try Chain.to.frame(from: to) == Bitmap(to.size))
    #expect(try Chain.from.frame(to: to) == Bitmap(to.size))
  }

  /// Records its position in its chain.
  private struct Placed: TimedFilter, TimedBlend {
    final class Places: Sendable {
      private let list = Mutex<[Int]>([])
      var all: [Int] { list.withLock { $0 } }
      func add(_ place: Int) { list.withLock { $0.append(place) } }
    }

    let places = Places()

    func apply(to input: any RowSource, at progress: Double) -> any RowSource { input }
    func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource { a }

    func apply(to input: InputFrames) throws(RenderError) -> any RowSource {
      places.add(input.place)
      return try input.present()
    }
  }

  @Test("All effects of a chain have different places")
  func everyEffectHasAPlaceOfItsOwn() throws {
    let placed = Placed()
    let picture = try Bitmap(width: 2, height: 2)
    let first = Chain.from --> placed --> placed --> placed
    let second = Chain.to --> placed --> placed
    let joined = (first, second) --> placed --> placed
    let chain = (joined, Chain.from --> placed) --> placed
    _ = try chain.rows(from: picture, to: picture, at: 0.5)
    #expect(placed.places.all.count == 9 && Set(placed.places.all).count == 9, "\(placed.places.all)")
  }

  @Test(
    "A picture alone is not mixed, and keeps its file's straight pixels", arguments: Light.allCases)
  func picturesStayInAnyLight(light: Light) throws {
    let bytes: [UInt8] = [200, 100, 50, 0, 9, 8, 7, 128]
    let picture = try Bitmap(width: 2, height: 1, rgba: bytes)
    #expect(picture.mixed(in: light).bitmap?.rgba() == bytes)
    #expect(try Chain.from.frame(from: picture, light: light).rgba() == bytes)
  }

  @Test("Without a progress, a frame is the start")
  func withoutAProgressItIsTheStart() throws {
    let (from, to) = (try Bitmap.noise(12, 9, seed: 1), try Bitmap.noise(12, 9, seed: 2))
    #expect(try ((.from, .to) --> Dissolve(mix: .progress)).frame(from: from, to: to) == from)
  }
}
