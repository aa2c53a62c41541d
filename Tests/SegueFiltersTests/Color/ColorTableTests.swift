import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Synchronization
import Testing

/// Compares color tables with an independent interpolation in Double.
@Suite struct ColorTableTests {
  private static let sizes = [2, 3, 17, 33]

  private func noiseTable(_ shape: ColorTable.Shape, seed: UInt64) throws -> ColorTable {
    var random = SeededGenerator(seed)
    return try ColorTable(shape) { _ in
      SIMD3(
        .random(in: -0.2...1.2, using: &random), .random(in: -0.2...1.2, using: &random),
        .random(in: -0.2...1.2, using: &random))
    }
  }

  /// Color of a grid point, by its index along each axis.
  private func corner(_ table: ColorTable, _ place: [Int]) -> SIMD3<Double> {
    guard case .cube(let size) = table.shape else { return .zero }
    return SIMD3<Double>(table[place[0] + size * (place[1] + size * place[2])])
  }

  /// Grid cell of a straight color in a cube: its lowest indices, and the fractions within the cell.
  private func place(_ color: SIMD3<Double>, _ table: ColorTable) -> (first: [Int], shares: [Double]) {
    guard case .cube(let size) = table.shape else { return ([], []) }
    let places = (0..<3).map { c in
      let (low, high) = (Double(table.lowest[c]), Double(table.highest[c]))
      return min(max((color[c] - low) / (high - low), 0), 1) * Double(size - 1)
    }
    let first = places.map { min(Int($0), size - 2) }
    return (first, zip(places, first).map { $0 - Double($1) })
  }

  /// Interpolates the eight corners of the cell.
  private func trilinear(_ color: SIMD3<Double>, _ table: ColorTable) -> SIMD3<Double> {
    let (first, shares) = place(color, table)
    return (0..<8).reduce(.zero) { sum, corner in
      let steps = (0..<3).map { corner >> $0 & 1 }
      let weight = (0..<3).reduce(1.0) { $0 * (steps[$1] == 1 ? shares[$1] : 1 - shares[$1]) }
      return sum + self.corner(table, (0..<3).map { first[$0] + steps[$0] }) * weight
    }
  }

  /// Interpolates the four corners of a tetrahedron with barycentric weights.
  ///
  /// The corners are one step along each axis apart, beginning with the axis of the largest fraction.
  private func tetrahedral(_ color: SIMD3<Double>, _ table: ColorTable) -> SIMD3<Double> {
    let (first, shares) = place(color, table)
    let axes = (0..<3).sorted { shares[$0] > shares[$1] }
    let bounds = [1] + axes.map { shares[$0] } + [0]
    var at = first
    var sum = SIMD3<Double>.zero
    for step in 0...3 {
      sum += corner(table, at) * (bounds[step] - bounds[step + 1])
      if step < 3 { at[axes[step]] += 1 }
    }
    return sum
  }

  private func curves(_ color: SIMD3<Double>, _ table: ColorTable) -> SIMD3<Double> {
    guard case .curves(let count) = table.shape else { return .zero }
    var result = SIMD3<Double>.zero
    for c in 0..<3 {
      let (low, high) = (Double(table.lowest[c]), Double(table.highest[c]))
      let place = min(max((color[c] - low) / (high - low), 0), 1) * Double(count - 1)
      // Linear interpolation: the weight of a point falls from 1 to 0 within one step.
      for index in max(0, Int(place) - 1)...min(count - 1, Int(place) + 2) {
        result[c] += Double(table[index][c]) * max(0, 1 - abs(place - Double(index)))
      }
    }
    return result
  }

  /// Largest difference of a premultiplied channel from a formula of straight colors, in units of 1/255.
  private func difference(
    of frame: Bitmap, from picture: Bitmap, intensity: Double = 1, _ formula: (SIMD3<Double>) -> SIMD3<Double>
  ) -> Double {
    var largest = 0.0
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let (pixel, result) = (picture[x, y], frame[x, y])
        let alpha = Double(pixel.alpha)
        if result.alpha != pixel.alpha { return 255 }
        let bytes = SIMD3(Double(pixel.red), Double(pixel.green), Double(pixel.blue))
        let straight = alpha == 0 ? .zero : bytes / alpha
        let color = (straight + (formula(straight) - straight) * intensity)
          .clamped(lowerBound: .zero, upperBound: .one)
        let expected = color * alpha
        let given = SIMD3(Double(result.red), Double(result.green), Double(result.blue))
        largest = max(largest, (expected - given).max(), (given - expected).max())
      }
    }
    return largest
  }

  @Test(arguments: sizes, [false, true]) func cubesAreInterpolated(size: Int, opaque: Bool) throws {
    let table = try noiseTable(.cube(size), seed: UInt64(size))
    let picture = try Bitmap.noise(131, 40, seed: 3, opaque: opaque)
    let a = try (picture --> ColorTableFilter(table)).frame()
    let b = try (picture --> ColorTableFilter(table, interpolation: .tetrahedral)).frame()
    #expect(difference(of: a, from: picture) { trilinear($0, table) } < 0.51)
    #expect(difference(of: b, from: picture) { tetrahedral($0, table) } < 0.51)
    #expect(a != b)
    let half = try (picture --> ColorTableFilter(table, intensity: 0.3)).frame()
    #expect(difference(of: half, from: picture, intensity: 0.3) { trilinear($0, table) } < 0.51)
  }

  @Test(arguments: [2, 5, 256, 4096], [false, true]) func curvesAreInterpolated(count: Int, opaque: Bool)
    throws
  {
    let table = try noiseTable(.curves(count), seed: UInt64(count))
    let picture = try Bitmap.noise(131, 40, seed: 4, opaque: opaque)
    let frame = try (picture --> ColorTableFilter(table)).frame()
    #expect(difference(of: frame, from: picture) { curves($0, table) } < 0.51)
    let half = try (picture --> ColorTableFilter(table, intensity: 0.6)).frame()
    #expect(difference(of: half, from: picture, intensity: 0.6) { curves($0, table) } < 0.51)
  }

  @Test(arguments: [ColorTable.Shape.cube(9), .curves(9)]) func tablesMayHaveADomain(shape: ColorTable.Shape)
    throws
  {
    let plain = try noiseTable(shape, seed: 7)
    let table = try ColorTable(
      shape, lowest: [-0.5, 0.2, 0], highest: [1.5, 0.7, 2], colors: (0..<shape.count).map { plain[$0] })
    for picture in try testPictures() {
      let frame = try (picture --> ColorTableFilter(table)).frame()
      #expect(
        difference(of: frame, from: picture) {
          if case .cube = shape { trilinear($0, table) } else { curves($0, table) }
        } < 0.51)
    }
  }

  @Test func tablesThatChangeNothingChangeNoByte() throws {
    let shapes = [2, 3, 17, 33, 64].map { ColorTable.Shape.cube($0) } + [.curves(2), .curves(1000)]
    for picture in try testPictures(200, 90) + [everyGray()] {
      for shape in shapes {
        let table = try ColorTable(shape) { $0 }
        for interpolation in ColorTableFilter.Interpolation.allCases {
          let frame = try (picture --> ColorTableFilter(table, interpolation: interpolation)).frame()
          #expect(frame == picture, "\(shape) \(interpolation)")
        }
      }
      #expect(
        try (picture --> ColorTableFilter(noiseTable(.cube(4), seed: 1), intensity: 0)).frame() == picture)
      #expect(try (picture --> ColorTableFilter()).frame() == picture)
    }
  }

  /// Every pair of an alpha and a red up to it, with various greens and blues.
  private func everyGray() throws -> Bitmap {
    var bitmap = try Bitmap(width: 256, height: 256)
    for y in 0..<256 {
      for x in 0..<256 where x <= y {
        bitmap[x, y] = Pixel(
          red: UInt8(x), green: UInt8(y - x), blue: UInt8(x / 2), alpha: UInt8(y))
      }
    }
    return bitmap
  }

  /// The identity HaldCLUT of a level.
  private func hald(_ level: Int) throws -> Bitmap {
    let (side, size) = (level * level * level, level * level)
    var bitmap = try Bitmap(width: side, height: side)
    func byte(_ step: Int) -> UInt8 { UInt8((Double(step) * 255 / Double(size - 1)).rounded()) }
    for y in 0..<side {
      bitmap.withMutableRow(y) { row in
        for x in 0..<side {
          let index = y * side + x
          row[x] = Pixel(
            red: byte(index % size), green: byte(index / size % size), blue: byte(index / size / size))
        }
      }
    }
    return bitmap
  }

  /// A lookup picture as in GPUImage: 8 × 8 tiles of 64 × 64 colors.
  private func lookup(_ color: (_ red: Int, _ green: Int, _ blue: Int) -> Pixel) throws -> Bitmap {
    var bitmap = try Bitmap(width: 512, height: 512)
    for y in 0..<512 {
      bitmap.withMutableRow(y) { row in
        for x in 0..<512 { row[x] = color(x % 64, y % 64, y / 64 * 8 + x / 64) }
      }
    }
    return bitmap
  }

  /// Levels up to 16 are accepted, which has 256 grid points along each axis.
  @Test(arguments: [13, 16, 17]) func haldLevelsAreLimited(level: Int) throws {
    let picture = try hald(level)
    if level > 16 {
      #expect(throws: ColorTableError.self) { try ColorTable(haldCLUT: picture) }
    } else {
      #expect(try ColorTable(haldCLUT: picture).shape == .cube(level * level))
    }
  }

  /// An identity table changes no byte, although its values are rounded to 8 bits.
  @Test func picturesThatChangeNothingChangeNoByte() throws {
    for picture in try testPictures(200, 90) + [everyGray()] {
      for level in [2, 3, 4, 5, 8] {
        let table = try ColorTable(haldCLUT: hald(level))
        #expect(table.shape == .cube(level * level))
        #expect(try (picture --> ColorTableFilter(table)).frame() == picture, "level \(level)")
        let filter = ColorTableFilter(table, interpolation: .tetrahedral)
        #expect(try (picture --> filter).frame() == picture, "level \(level)")
      }
      let plain = try lookup { r, g, b in
        func byte(_ step: Int) -> UInt8 { UInt8((Double(step) * 255 / 63).rounded()) }
        return Pixel(red: byte(r), green: byte(g), blue: byte(b))
      }
      #expect(try (picture --> Lookup(ColorTable(lookup: plain))).frame() == picture)
    }
  }

  /// GPUImage's formula mixes bilinear samples of two tiles.
  @Test func lookupEqualsTheFormula() throws {
    let sheet = try Bitmap.noise(512, 512, seed: 11, opaque: true)
    func sample(_ x: Double, _ y: Double) -> SIMD3<Double> {
      let (x, y) = (x * 512 - 0.5, y * 512 - 0.5)
      func texel(_ x: Double, _ y: Double) -> SIMD3<Double> {
        let pixel = sheet[min(Int(x), 511), min(Int(y), 511)]
        return SIMD3(Double(pixel.red), Double(pixel.green), Double(pixel.blue)) / 255
      }
      let (fx, fy) = (x - x.rounded(.down), y - y.rounded(.down))
      let (x0, y0) = (x.rounded(.down), y.rounded(.down))
      let top = texel(x0, y0) * (1 - fx) + texel(x0 + 1, y0) * fx
      let bottom = texel(x0, y0 + 1) * (1 - fx) + texel(x0 + 1, y0 + 1) * fx
      return top * (1 - fy) + bottom * fy
    }
    func formula(_ color: SIMD3<Double>) -> SIMD3<Double> {
      let blue = color.z * 63
      func tile(_ index: Double) -> SIMD3<Double> {
        let row = (index / 8).rounded(.down)
        let scale = 0.125 - 1.0 / 512
        return sample(
          (index - row * 8) * 0.125 + 0.5 / 512 + scale * color.x, row * 0.125 + 0.5 / 512 + scale * color.y)
      }
      let (near, far) = (tile(blue.rounded(.down)), tile(blue.rounded(.up)))
      return near + (far - near) * (blue - blue.rounded(.down))
    }
    let table = try ColorTable(lookup: sheet)
    for picture in try testPictures() {
      let frame = try (picture --> Lookup(table, intensity: 0.7)).frame()
      #expect(difference(of: frame, from: picture, intensity: 0.7, formula) < 0.51)
    }
  }

  @Test func theLongestCurvesAreAccepted() throws {
    #expect(try ColorTable(.curves(65536)) { $0 }[65535] == .one)
  }

  @Test func errorsOfTablesStateTheRequirement() throws {
    let small = try Bitmap(width: 100, height: 100)
    for (make, words) in [
      ({ try ColorTable(haldCLUT: small) }, ["8, 27", "100x100"]),
      ({ try ColorTable(lookup: small) }, ["512x512", "100x100"]),
      ({ try ColorTable(.cube(257)) { $0 } }, ["2…256", "257"]),
      ({ try ColorTable(.curves(1)) { $0 } }, ["2…65536"]),
      ({ try ColorTable(.cube(.max)) { $0 } }, ["2…256"]),
      ({ try ColorTable(.curves(3), colors: [.zero]) }, ["3 colors", "1"]),
      ({ try ColorTable(.curves(2)) { _ in [0, .nan, 0] } }, ["−65504…65504"]),
      ({ try ColorTable(.curves(2)) { _ in [0, 0, .infinity] } }, ["−65504…65504"]),
      ({ try ColorTable(.curves(2)) { _ in [0, -1e9, 0] } }, ["−65504…65504"]),
      ({ try ColorTable(.curves(2), lowest: .one, highest: .one, colors: [.zero, .one]) }, ["domain"]),
      ({ try ColorTable(.curves(2), highest: [1, 9e-7, 1], colors: [.zero, .one]) }, ["domain"]),
      ({ try ColorTable(.curves(2), highest: [1, 1, 70_000], colors: [.zero, .one]) }, ["domain"]),
      ({ try ColorTable(.curves(2), lowest: [0, 0, -70_000], colors: [.zero, .one]) }, ["domain"]),
    ] as [(() throws -> ColorTable, [String])] {
      let error = try #require(throws: ColorTableError.self) { _ = try make() }
      for word in words { #expect("\(error)".contains(word), "\(error)") }
    }
  }

  @Test func filesAreParameters() throws {
    let picture = try testPictures()[1]
    let item = try Catalog.filters.named("lut")
    let text = "LUT_1D_SIZE 2\n1 1 1\n0 0 0\n"
    let cube = ParameterFile("film.cube", bytes: Array(text.utf8))
    let inverted = try (picture --> item.make([], files: [("table", cube)])).frame()
    #expect(try inverted == (picture --> Catalog.filters.make("color-invert")).frame())
    let clut = ParameterFile("hald.png", picture: try hald(3))
    #expect(
      try (picture --> item.make([("interpolation", "tetrahedral")], files: [("table", clut)])).frame()
        == picture)
    #expect(try (picture --> item.make(pictures: [("table", hald(2))])).frame() == picture)

    func message(_ name: String, _ files: [(key: String, value: ParameterFile)]) -> String {
      do {
        _ = try Catalog.filters.named(name).make([], files: files)
        return "nothing"
      } catch { return "\(error)" }
    }
    #expect(message("color-table", []) == "color-table needs table, a .cube file or a HaldCLUT picture")
    #expect(message("lookup", []) == "lookup needs table, a lookup picture of 512x512 pixels")
    let wrong = ParameterFile("wrong.cube", bytes: Array("LUT_1D_SIZE 2\n1 1\n".utf8))
    #expect(
      message("color-table", [("table", wrong)])
        == "wrong.cube: line 2: a color has three numbers; there are 2")
    #expect(
      message("lookup", [("table", cube)]).hasPrefix("film.cube: not a picture in a format that Segue reads"))
    #expect(message("lookup", [("table", clut)]).contains("27x27"))
    #expect(message("soft-elegance", [("first", .table)]).contains("needs second"))
    #expect(message("color-table", [("tabel", cube)]).contains("has no parameter 'tabel'"))
    #expect(throws: ParameterError.self) { try item.make([("table", "film.cube")]) }
  }

  @Test("Errors of a rejected file have its name and the complete reason") func wrongFiles() throws {
    let (hald, wide) = (try hald(2), try Bitmap(width: 9, height: 8))
    for (name, key, file, message) in [
      (
        "lookup", "table", ParameterFile("film.cube", bytes: []),
        "film.cube: not a picture in a format that Segue reads; .cube files are for color-table"
      ),
      (
        "lookup", "table", ParameterFile("hald.png", picture: hald),
        "hald.png: a lookup table is a picture of 512x512 pixels, 8 by 8 tiles of 64x64; this is 8x8"
      ),
      (
        "color-table", "table", ParameterFile("wide.png", picture: wide),
        "wide.png: a HaldCLUT is a square whose side is 8, 27, 64, 125, 216, 343, 512 … or 4096 pixels; this is 9x8"
      ),
      (
        "tone-curve", "file", ParameterFile("faded.png", picture: wide),
        "faded.png: a picture, not an .acv file"
      ),
      (
        "soft-elegance", "first", ParameterFile.table,
        "soft-elegance needs second, a lookup picture of 512x512 pixels"
      ),
    ] {
      let error = #expect(throws: ParameterError.self) {
        try Catalog.filters.named(name).make([], files: [(key, file)])
      }
      #expect(error?.description == message)
    }
  }

  @Test func aColorTableHasATitle() throws {
    let colors: [SIMD3<Float>] = [.zero, .one]
    #expect(try ColorTable(.curves(2), title: "Warm", colors: colors).title == "Warm")
    #expect(try ColorTable(.curves(2), colors: colors).title.isEmpty)
  }

  /// A file is parsed once, even if each frame makes its own filter.
  @Test func aFileIsReadOnce() throws {
    struct Counted: Filter, SelfDescribing {
      static let count = Counter()
      var value = 0
      func apply(to input: any RowSource, at progress: Double) -> any RowSource { input }
      static let name = "counted"
      static let summary = "Counts."
      static let parameters: [NamedParameter<Counted>] = [
        .file("file", .required, "a file", \.value, "Is counted.") { _ in count.next() }
      ]
    }
    let item = CatalogItem<any Filter>(Counted.self) { $0 }
    let (a, b) = (ParameterFile("a", bytes: []), ParameterFile("b", bytes: []))
    for file in [a, a, b, a, b] { _ = try item.make([], files: [("file", file)]) }
    #expect(Counted.count.next() == 3)
  }

  @Test func softElegance() throws {
    let (one, two) = (try Bitmap.noise(512, 512, seed: 1, opaque: true), try hald(8))
    var warm = two
    for y in 0..<512 { warm.withMutableRow(y) { row in for x in 0..<512 { row[x].blue /= 2 } } }
    let (first, second) = (try ColorTable(lookup: one), try ColorTable(haldCLUT: warm))
    for picture in try testPictures(90, 70) {
      let look = try (picture --> Lookup(first)).frame()
      let soft = try (look --> GaussianBlur(sigma: 10)).frame()
      let blend = try Catalog.blends.make("alpha-blend", ["mixturePercent": "0.14"])
      let both = try ((.picture(look), .picture(soft)) --> blend).frame()
      let expected = try (both --> Lookup(second)).frame()
      let frame = try (picture --> SoftElegance(first: first, second: second)).frame()
      #expect(frame == expected)
    }
  }

  @Test func equalRowsStayEqual() throws {
    let input = (try Bitmap.noise(40, 40, seed: 1) --> Pixellate(fraction: 0.5))
    let rows = ColorTableFilter(try noiseTable(.cube(3), seed: 1))
    let source = try rows.apply(
      to: Pixellate(fraction: 0.5).apply(to: Bitmap.noise(40, 40, seed: 1), at: 0), at: 0)
    #expect(source.rowsAlike(from: 0) == 20)
    #expect(try (input --> rows).frame() == (input.frame() --> rows).frame())
  }
}

private final class Counter: Sendable {
  private let count = Atomic(0)
  func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
