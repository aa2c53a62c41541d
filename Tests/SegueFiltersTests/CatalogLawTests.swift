import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Synchronization
import Testing

/// Laws that hold for every filter and blend of the catalog.
@Suite struct CatalogLawTests {
  static let filters = Catalog.filters.items.map(\.name)
  static let blends = Catalog.blends.items.map(\.name)
  static let sizes = [(1, 1), (1, 7), (7, 1), (3, 3)]

  private static func changesAlpha(_ name: String) -> Bool {
    // The alpha channel contains data here, not opacity.
    name == "color-packing"
      || (EffectReferenceTests.filters + EffectReferenceTests.blends).contains {
        $0.name == name && $0.changesAlpha
      }
  }

  @Test(arguments: filters) func lawsHoldForFilter(_ name: String) throws {
    let item = try Catalog.filters.named(name)
    let filter = try item.makeWithFiles()
    try checkFrames(name) { pictures, execution in try (pictures[0] --> filter).frame(execution) }
    try checkEnds(of: item.parameters) { values, pictures in
      let filter = try item.makeWithFiles(values)
      return try (pictures[0] --> filter).frame()
    }
  }

  @Test(arguments: blends) func lawsHoldForBlend(_ name: String) throws {
    let item = try Catalog.blends.named(name)
    let blend = try item.make()
    try checkFrames(name) { pictures, execution in
      try ((.picture(pictures[0]), .picture(pictures[1])) --> blend).frame(execution)
    }
    try checkEnds(of: item.parameters) { values, pictures in
      let blend = try item.make(values)
      return try ((.picture(pictures[0]), .picture(pictures[1])) --> blend).frame()
    }
  }

  /// Every shader has a summary; a colon after its first words would make it a header field, such as
  /// `License:`.
  @Test func shadersHaveSummaries() throws {
    for name in Self.filters { #expect(try Catalog.filters.named(name).summary != "A shader.", "\(name)") }
    for name in Self.blends { #expect(try Catalog.blends.named(name).summary != "A shader.", "\(name)") }
  }

  /// Checks that frames are equal in every execution, premultiplied, opaque for opaque pictures, and possible
  /// at any size.
  private func checkFrames(
    _ name: String, _ render: ([Bitmap], Execution) throws -> Bitmap
  ) throws {
    let opaque = [
      try Bitmap.noise(61, 43, seed: 1, opaque: true), try Bitmap.noise(61, 43, seed: 2, opaque: true),
    ]
    let transparent = [try Bitmap.noise(61, 43, seed: 3), try Bitmap.noise(61, 43, seed: 4)]
    for pictures in [opaque, transparent] {
      let expected = try render(pictures, Execution(threads: 1, level: .reference))
      #expect(expected.isPremultiplied)
      for level in SIMDLevel.available {
        for threads in [1, 2, 5] {
          let frame = try render(pictures, Execution(threads: threads, level: level))
          #expect(frame == expected, "\(level), \(threads) threads")
        }
      }
    }
    if !Self.changesAlpha(name) { #expect(try render(opaque, Execution()).isOpaque) }
    for (width, height) in Self.sizes {
      let small = [try Bitmap.noise(width, height, seed: 5), try Bitmap.noise(width, height, seed: 6)]
      #expect(try render(small, Execution()).isPremultiplied, "\(width) x \(height)")
    }
  }

  /// A filter that opened its input twice would make 2ⁿ readers of a picture with n such filters.
  @Test(arguments: filters) func inputIsOpenedOnce(_ name: String) throws {
    let filter = try Catalog.filters.named(name).makeWithFiles()
    let rows = CountedRows(try Bitmap.noise(23, 37, seed: 10))
    _ = try filter.apply(to: filter.apply(to: rows, at: 0.3), at: 0.3).rendered(Execution(threads: 1))
    #expect((rows.count > 1) == Self.openingOften.contains(name))
  }

  /// Filters that open their input several times: beside a filtered version of the input, for two kinds of
  /// neighborhoods, or for several frames.
  private static let openingOften: Set<String> = [
    "gaussian-blur-position", "gaussian-selective-blur", "tilt-shift", "soft-elegance", "3x3-convolution",
    "canny-edge-detection", "adaptive-threshold", "color-fast-feature-detection", "emboss",
    "hough-transform-line-detection", "laplacian", "noble-corner-detection", "harris-corner-detection",
    "sharpen", "shi-tomasi-feature-detection", "low-pass", "high-pass", "motion-detector",
  ]

  @Test("maxSeconds ends many filters that open their input often", .timeLimit(.minutes(5)))
  func manyOpenedOften() throws {
    let picture = try Bitmap.noise(64, 64, seed: 11)
    var ended: Set<String> = []
    for name in Self.openingOften {
      let filter = try Catalog.filters.named(name).makeWithFiles()
      let chain = (0..<60).reduce(Chain.picture(picture)) { chain, _ in .filter(chain, filter) }
      let execution = Execution(threads: 1, limits: Limits(maxSeconds: 0.02))
      do {
        _ = try chain.frame(at: 0.3, execution)
      } catch {
        #expect(
          error.code == .renderOutOfTime || error.message.contains("needs more than 250000"),
          "\(name): \(error)")
        ended.insert(name)
      }
    }
    #expect(!ended.isEmpty)
  }

  /// Readers may skip rows, go back, and read a row twice.
  @Test(arguments: filters) func rowsAreReadInAnyOrder(_ name: String) throws {
    let filter = try Catalog.filters.named(name).makeWithFiles()
    let picture = try Bitmap.noise(23, 37, seed: 10)
    // Some filters have a separate code path for opaque rows.
    var opaque = try Bitmap.noise(23, 37, seed: 11, opaque: true)
    opaque.withMutableRow(17) { $0[5] = .clear }
    for chain in [
      .picture(picture) --> filter, .picture(picture) --> Negative() --> filter, .picture(opaque) --> filter,
    ] as [Chain] {
      let frame = try chain.frame()
      let read = try (chain --> RowsInAnyOrder()).frame(Execution(threads: 1))
      for y in 0..<frame.height {
        let row = RowsInAnyOrder.row(y, of: frame.height)
        #expect(
          (0..<frame.width).allSatisfy { read[$0, y] == frame[$0, row] }, "row \(row), then \(y)")
      }
    }
  }

  /// Parameters for filters that change nothing by default, or have several code paths.
  private static let settings: [String: [(key: String, value: String)]] = [
    "unsharp-mask": [("intensity", "2")], "lanczos-resampling": [("width", "9")],
    "tone-curve": [("rgb", "0,0.1,1,0.9")], "gaussian-blur": [("sigma", "6")],
    "gaussian-blur-position": [("blurSize", "10")], "histogram-equalization": [("channel", "luminance")],
    "pixellate": [("fraction", "0.2"), ("sampling", "mean")],
    "text": [("text", "Grüße, 2026"), ("size", "40%"), ("presence", "0.8")],
  ]

  @Test("Every filter that reads its input throws the input's error", arguments: filters)
  func filtersOfWhatCannotBeRead(_ name: String) throws {
    let item = try Catalog.filters.named(name)
    for values in [[]] + (Self.settings[name].map { [$0] } ?? []) {
      let filter = try item.makeWithFiles(values)
      try expectErrors { try ($0 --> filter).frame($1) }
    }
  }

  @Test("Every blend that reads an input throws the input's error", arguments: blends)
  func blendsOfWhatCannotBeRead(_ name: String) throws {
    let blend = try Catalog.blends.make(name)
    let other = try Chain.picture(Bitmap.noise(24, 16, seed: 13, opaque: true))
    try expectErrors { try (($0, other) --> blend).frame($1) }
    try expectErrors { try ((other, $0) --> blend).frame($1) }
  }

  private func expectErrors(_ frame: (Chain, Execution) throws -> Bitmap) throws {
    let pictures = try (11...12).map { try Bitmap.noise(24, 16, seed: $0, opaque: true) }
    // The check is skipped for filters with the same result for all pictures, which need not read them.
    let frames = try pictures.map { try frame(.picture($0), .standard) }
    guard frames[0] != frames[1] else { return }
    for rows in FailingRows.all {
      for threads in [1, 3] {
        #expect("\(rows.moment), \(threads) threads") {
          _ = try frame(.picture(rows), Execution(threads: threads))
        } throws: {
          isOnPurpose($0)
        }
      }
    }
  }

  /// Tries every parameter at both ends of its range.
  ///
  /// A frame of 8192 pixels in width or height follows the proportions of its picture, which is a strip
  /// then, except in `scripts/soak whole`.
  private func checkEnds(
    of parameters: [ParameterDescription],
    _ render: ([(key: String, value: String)], [Bitmap]) throws -> Bitmap
  ) throws {
    for parameter in parameters {
      let (width, height) =
        switch parameter.name {
        case "width" where !isWhole: (23, 1)
        case "height" where !isWhole: (1, 17)
        default: (23, 17)
        }
      let pictures = [
        try Bitmap.noise(width, height, seed: 7), try Bitmap.noise(width, height, seed: 8),
      ]
      let values: [String] =
        switch parameter.kind {
        case .number(let range): ["\(range.lowerBound)", "\(range.upperBound)"]
        case .numbers(let count, let range?, let whole):
          [range.lowerBound, range.upperBound].map { end in
            Array(repeating: whole ? "\(Int(end))" : "\(end)", count: count).joined(separator: ",")
          }
        case .word(let words): words
        case .color: ["#00000000", "#ffffffff"]
        case .groups(_, let range):
          ["\(range.lowerBound),\(range.upperBound)", "\(range.upperBound),0,\(range.lowerBound),0"]
        case .points: ["0,0,0.001,1", "0,1,1,0", "0.4,0,0.5,1,0.6,0"]
        case .length(let range): ["\(range.lowerBound)%", "\(range.upperBound)%", "0"]
        case .place: ["top-left", "center", "100% 100%"]
        case .numbers, .rectangle, .picture, .file, .fileOrName, .text: []
        }
      for value in values {
        #expect(try render([(parameter.name, value)], pictures).isPremultiplied, "\(parameter.name)=\(value)")
      }
    }
  }

  /// A chain gives the result of its steps run one by one, although it may be fused into one program.
  ///
  /// Single steps round to bytes, so the following filter must not amplify differences.
  @Test(arguments: filters) func chainEqualsItsSteps(_ name: String) throws {
    let item = try Catalog.filters.named(name)
    let half = try Catalog.filters.make("saturation", ["saturation": "0.5"])
    let others = EffectReferenceTests.filters.first { $0.name == name }?.others ?? []
    for values in [[:]] + others {
      let filter = try item.makeWithFiles(text(values, item.parameters))
      for picture in try testPictures() {
        let together = try (picture --> filter --> half --> half).frame(Execution(threads: 2))
        let alone = try (try (try (picture --> filter).frame() --> half).frame() --> half).frame()
        #expect(together.largestDifference(from: alone) <= 1, "\(described(values))")
      }
    }
  }

  @Test("Inputs that report equal rows are filtered like plain pictures", arguments: filters)
  func rowsAlike(_ name: String) throws {
    let blocks = try .picture(Bitmap.noise(24, 37, seed: 14, opaque: true)) --> Pixellate(fraction: 0.2)
    let picture = try blocks.frame()
    for values in [[]] + (Self.settings[name].map { [$0] } ?? []) {
      let filter = try Catalog.filters.named(name).makeWithFiles(values)
      #expect(try (blocks --> filter).frame() == (picture --> filter).frame(), "\(values)")
    }
  }

  /// All blends of the catalog, and blends made from a function.
  private static func allBlends() throws -> [(name: String, blend: any Blend)] {
    let order = OrderMap { _, y, row in for x in row.indices { row[x] = Float((x + y) % 7) } }
    return try blends.map { ($0, try Catalog.blends.make($0)) } + [
      ("map", MapMix(order) { _, _ in .init(turn: 4, softness: 3) }),
      ("layers", Layers { _, _ in [.init(.from), .init(.to, opacity: 0.5)] }),
    ]
  }

  @Test("A blend lists both pictures among its inputs") func inputsOfBlends() throws {
    func isReached(_ source: CountingRows, from rows: any RowSource) -> Bool {
      (rows as? CountingRows) === source || rows.inputs.contains { isReached(source, from: $0) }
    }
    let a = CountingRows(try Bitmap.noise(9, 7, seed: 17))
    let b = CountingRows(try Bitmap.noise(9, 7, seed: 18))
    for (name, blend) in try Self.allBlends() {
      let rows = blend.apply(to: a, b, at: 0.5)
      #expect(isReached(a, from: rows) && isReached(b, from: rows), "\(name)")
    }
  }

  @Test("A blend skips rows only if they are equal in both pictures") func rowsAlikeOfOne()
    throws
  {
    let blocks = try .picture(Bitmap.noise(24, 37, seed: 19, opaque: true)) --> Pixellate(fraction: 0.2)
    let (picture, other) = (try blocks.frame(), try Bitmap.noise(24, 37, seed: 20, opaque: true))
    for (name, blend) in try Self.allBlends() {
      func frame(_ a: Chain, _ b: Chain) throws -> Bitmap { try ((a, b) --> blend).frame(at: 0.5) }
      #expect(
        try frame(blocks, .picture(other)) == frame(.picture(picture), .picture(other)), "\(name), first")
      #expect(
        try frame(.picture(other), blocks) == frame(.picture(other), .picture(picture)), "\(name), second")
    }
  }

  @Test("Inputs that are rendered whole are mixed in the light of the chain", arguments: [0, 1])
  func lightOfWholeInputs(place: Int) throws {
    let (a, b) = (
      try Bitmap.noise(24, 17, seed: 21, opaque: true), try Bitmap.noise(24, 17, seed: 22, opaque: true)
    )
    let mixed: Chain = (.from, .to) --> Dissolve(mix: 0.5)
    func frame(_ chain: Chain) throws -> Bitmap {
      try chain.frame(from: a, to: b, at: 0.5, light: .linear)
    }
    let half = Chain.picture(try frame(mixed))
    let small = LanczosResampling(width: 9)
    #expect(try frame(mixed --> small) == frame(half --> small))
    for (name, blend) in try Self.allBlends() where ["poisson-blend", "map", "layers"].contains(name) {
      func blended(_ chain: Chain) throws -> Bitmap {
        try frame((place == 0 ? (chain, .to) : (.from, chain)) --> blend)
      }
      #expect(try blended(mixed) == blended(half), "\(name)")
    }
  }

  @Test("Steps before a filter are mixed in the light of the chain", arguments: filters)
  func lightBeforeFilters(_ name: String) throws {
    let filter = try Catalog.filters.named(name).makeWithFiles()
    let (a, b) = (
      try Bitmap.noise(24, 17, seed: 15, opaque: true), try Bitmap.noise(24, 17, seed: 16, opaque: true)
    )
    func frame(_ chain: Chain, of a: Bitmap) throws -> Bitmap {
      try chain.frame(from: a, to: b, at: 0.5, light: .linear)
    }
    let mixed: Chain = (.from, .to) --> Dissolve(mix: 0.5)
    #expect(try frame(mixed --> filter, of: a) == frame(.from --> filter, of: frame(mixed, of: a)))
  }

  /// Fractional radii are rounded to the nearest pixel.
  @Test(arguments: filters) func radiiAreRounded(_ name: String) throws {
    let item = try Catalog.filters.named(name)
    let isRadius = item.parameters.contains { parameter in
      if case .number = parameter.kind {
        parameter.name == "radius" && parameter.unit == "pixels"
      } else {
        false
      }
    }
    guard isRadius else { return }
    let picture = try Bitmap.noise(33, 21, seed: 11, opaque: true)
    func frame(_ radius: String) throws -> Bitmap {
      try (picture --> item.makeWithFiles([("radius", radius)])).frame()
    }
    #expect(try frame("1.6") == frame("2") && frame("2.4") == frame("2") && frame("1") != frame("2"))
  }

  /// A chain with a blend gives the result of its separate steps, within rounding.
  @Test(arguments: blends) func chainsOfBlendsEqualTheirSteps(_ name: String) throws {
    let blend = try Catalog.blends.make(name)
    let invert = try Catalog.filters.make("color-invert")
    let half = try Catalog.filters.make("saturation", ["saturation": "0.5"])
    // The inverse of a byte of an opaque picture is also a byte, so nothing is rounded before the blend.
    let (a, b) = (try testPictures()[0], try Bitmap.noise(61, 43, seed: 9, opaque: true))
    let together = try ((.picture(a) --> invert, .picture(b) --> invert) --> blend --> half).frame()
    let (c, d) = (try (a --> invert).frame(), try (b --> invert).frame())
    let alone = try (try ((.picture(c), .picture(d)) --> blend).frame() --> half).frame()
    #expect(together.largestDifference(from: alone) <= 1)
  }

  @Test func longChainsEqualTheirSteps() throws {
    let names = Array(repeating: ["color-invert", "saturation"], count: 20).flatMap(\.self)
    for picture in try testPictures() {
      var chain = Chain.picture(picture)
      for name in names { chain = .filter(chain, try Catalog.filters.make(name)) }
      #expect(try chain.frame().largestDifference(from: picture) <= 1)
    }
  }
}

/// Reads rows out of order, with gaps and repetitions.
private struct RowsInAnyOrder: Filter {
  static func row(_ y: Int, of count: Int) -> Int { (y * y + 3 * (y % 2)) % count }

  func apply(to input: any RowSource, at progress: Double) -> any RowSource { Rows(input: input) }

  private struct Rows: RowSource {
    let input: any RowSource
    var inputs: [any RowSource] { [input] }
    func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
      Reader(try RowCursor(input, context), input.size.height)
    }
  }

  private final class Reader: RowReader {
    private let cursor: RowCursor
    private let count: Int

    init(_ cursor: RowCursor, _ count: Int) { (self.cursor, self.count) = (cursor, count) }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      try cursor.withRow(RowsInAnyOrder.row(y, of: count)) { pixels in
        for x in row.indices { row[x] = pixels[x] }
      }
    }
  }
}

extension Bitmap {
  fileprivate func allPixels(_ condition: (Pixel) -> Bool) -> Bool {
    (0..<height).allSatisfy { y in
      withRow(y) { row in
        for x in row.indices where !condition(row[x]) { return false }
        return true
      }
    }
  }
  fileprivate var isPremultiplied: Bool { allPixels { max($0.red, $0.green, $0.blue) <= $0.alpha } }
  fileprivate var isOpaque: Bool { allPixels { $0.alpha == 255 } }
}

/// A picture that counts how often it is opened, and is no bitmap.
private final class CountedRows: RowSource {
  private let picture: Bitmap
  private let readers = Mutex(0)

  init(_ picture: Bitmap) { self.picture = picture }

  var inputs: [any RowSource] { [] }
  var size: PixelSize { picture.size }
  var count: Int { readers.withLock(\.self) }

  func makeReader(_ context: RenderContext) -> any RowReader {
    readers.withLock { $0 += 1 }
    return picture.makeReader(context)
  }
}
