import CSegueCodecs
import Glibc
import SegueFormats
import SeguePixels
import SegueTestSupport
import Synchronization
import Testing

/// Compares color conversion with the formulas of the standards, in Double.
@Suite("Colors of files", .enabled(if: segue_has_lcms(), "built without lcms2: apt-get install liblcms2-dev"))
struct ColorTests {
  /// All combinations of 16 steps per channel, in row order.
  private static let colors = (0..<4096).map { [$0 / 256 * 17, $0 / 16 % 16 * 17, $0 % 16 * 17] }

  private static func png(_ chunks: [PNGChunk], depth: Int = 8, interlaced: Bool = false) -> [UInt8] {
    let samples = colors.map { color -> [UInt8] in
      color.flatMap { value -> [UInt8] in
        Array(repeating: UInt8(value), count: depth / 8)
      }
    }
    var rows: [UInt8] = []
    for y in 0..<64 { rows += [0] + samples[64 * y..<64 * y + 64].flatMap { $0 } }
    return PNGChunk.file(
      [.header(64, 64, depth: depth, interlaced: interlaced)] + chunks + [
        PNGChunk(name: "IDAT", data: deflated(rows)), PNGChunk(name: "IEND", data: []),
      ])
  }

  private static func chunk(_ profile: MadeProfile) -> PNGChunk {
    PNGChunk(name: "iCCP", data: Array("made".utf8) + [0, 0] + deflated(profile.bytes))
  }

  private static func gamma(_ value: Int) -> PNGChunk { PNGChunk(name: "gAMA", data: bigEndian(value)) }

  private static let displayP3 = PNGChunk(
    name: "cHRM", data: [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000].flatMap(bigEndian))

  /// Decodes a file, and returns its pixels and warnings.
  private func decoded(
    _ bytes: [UInt8], _ color: DecodeOptions.Color = .convert
  ) throws -> (pixels: [[Int]], warnings: [String]) {
    let said = Mutex<[String]>([])
    var options = DecodeOptions(color: color) { line in said.withLock { $0.append(line) } }
    // Keeps warnings about colors only.
    options.depthWarning = nil
    let bitmap = try Bitmap(decoding: bytes, named: "photo", options: options)
    let rgba = bitmap.rgba()
    let pixels = stride(from: 0, to: rgba.count, by: 4).map { first in rgba[first..<first + 4].map(Int.init) }
    return (pixels, said.withLock { $0 })
  }

  /// Computes the largest distance of pixels from a formula's results for the 4096 colors.
  private func distance(_ pixels: [[Int]], _ formula: ([Double]) -> [Double]) -> Double {
    zip(pixels, Self.colors).map { pixel, color in
      zip(pixel, formula(color.map { Double($0) / 255 })).map { abs(Double($0) - $1) }.max() ?? 0
    }.max() ?? 0
  }

  /// Converts CIE XYZ under D50 to sRGB, by Bruce Lindbloom's matrix.
  private static func srgb(_ xyz: [Double]) -> [Double] {
    [
      [3.1338561, -1.6168667, -0.4906146], [-0.9787684, 1.9161415, 0.0334540],
      [0.0719453, -0.2289914, 1.4052427],
    ].map { row in encodedSRGB(zip(row, xyz).map(*).reduce(0, +)) }
  }

  private static func through(
    _ lights: (red: [Double], green: [Double], blue: [Double]), _ curve: @escaping (Double) -> Double
  ) -> ([Double]) -> [Double] {
    { color in
      let light = color.map(curve)
      return srgb(
        (0..<3).map { lights.red[$0] * light[0] + lights.green[$0] * light[1] + lights.blue[$0] * light[2] })
    }
  }

  static let adobe = (
    red: [0.60974, 0.31111, 0.01947], green: [0.20528, 0.62567, 0.06087], blue: [0.14919, 0.06322, 0.74457]
  )
  static let proPhoto = (
    red: [0.79767, 0.28804, 0], green: [0.13519, 0.71188, 0], blue: [0.03134, 0.00009, 0.82491]
  )
  /// Primaries of Display P3 under D50, from its chromaticities by the Bradford matrix.
  static let p3 = (
    red: [0.51512, 0.24120, -0.00105], green: [0.29198, 0.69225, 0.04189], blue: [0.15710, 0.06657, 0.78407]
  )

  @Test(arguments: [false, true]) func profilesOfPrimariesAreApplied(isDeep: Bool) throws {
    for (profile, lights, exponent) in [
      (MadeProfile.adobe, Self.adobe, 2.19921875), (.proPhoto, Self.proPhoto, 1.80078125),
    ] {
      let file = Self.png([Self.chunk(profile)], depth: isDeep ? 16 : 8)
      let (pixels, warnings) = try decoded(file)
      // Five-digit matrices add up to 0.1; 8-bit colors are also rounded in linear light.
      #expect(distance(pixels, Self.through(lights) { pow($0, exponent) }) <= 0.75)
      #expect(warnings == [])
      let raw = try decoded(file, .ignore).pixels
      #expect(raw.map { $0.dropLast() } == Self.colors.map { $0[...] })
    }
  }

  @Test func gammaAlone() throws {
    let (linear, warnings) = try decoded(Self.png([Self.gamma(100_000)]))
    #expect(distance(linear) { $0.map(encodedSRGB) } <= 0.6 && warnings == [])
    let (old, _) = try decoded(Self.png([Self.gamma(55_556)]))
    #expect(distance(old) { $0.map { encodedSRGB(pow($0, 1.8)) } } <= 0.6)
    for gamma in [45_455, 0] {
      #expect(
        try decoded(Self.png([Self.gamma(gamma)])).pixels.map { $0.dropLast() } == Self.colors.map { $0[...] }
      )
    }
  }

  @Test func chromaticitiesAndCodePointsAreApplied() throws {
    let formula = Self.through(Self.p3, decodedSRGB)
    for chunks in [
      [Self.displayP3, Self.gamma(45_455)], [Self.displayP3],
      [PNGChunk(name: "cICP", data: [12, 13, 0, 1])],
      // cICP takes precedence over gAMA and iCCP.
      [Self.gamma(100_000), Self.chunk(.adobe), PNGChunk(name: "cICP", data: [12, 13, 0, 1])],
    ] {
      let distance = distance(try decoded(Self.png(chunks)).pixels, formula)
      // Rounding of the published five-digit matrix is up to a quarter of a step in dark colors.
      #expect(distance <= 0.9)
    }
    let adobe = Self.through(Self.adobe) { pow($0, 2.19921875) }
    let profiled = try decoded(
      Self.png([Self.gamma(100_000), PNGChunk(name: "sRGB", data: [0]), Self.chunk(.adobe)]))
    #expect(distance(profiled.pixels, adobe) <= 0.75)
    let named = try decoded(Self.png([Self.gamma(100_000), PNGChunk(name: "sRGB", data: [0])]))
    #expect(named.pixels.map { $0.dropLast() } == Self.colors.map { $0[...] })
    let bt2020 = try decoded(Self.png([PNGChunk(name: "cICP", data: [9, 1, 0, 1])]))
    #expect(bt2020.warnings == [] && bt2020.pixels[0x842] != Self.colors[0x842] + [255])
  }

  /// Tables 2 and 3 of ITU-T H.273: x and y of white, red, green and blue, and transfer functions.
  @Test func everyCodePointIsApplied() throws {
    let (d65, c) = ((0.3127, 0.3290), (0.310, 0.316))
    let primaries: [(UInt8, [(Double, Double)])] = [
      (1, [d65, (0.640, 0.330), (0.300, 0.600), (0.150, 0.060)]),
      (4, [c, (0.67, 0.33), (0.21, 0.71), (0.14, 0.08)]),
      (5, [d65, (0.64, 0.33), (0.29, 0.60), (0.15, 0.06)]),
      (6, [d65, (0.630, 0.340), (0.310, 0.595), (0.155, 0.070)]),
      (7, [d65, (0.630, 0.340), (0.310, 0.595), (0.155, 0.070)]),
      (8, [c, (0.681, 0.319), (0.243, 0.692), (0.145, 0.049)]),
      (9, [d65, (0.708, 0.292), (0.170, 0.797), (0.131, 0.046)]),
      (11, [(0.314, 0.351), (0.680, 0.320), (0.265, 0.690), (0.150, 0.060)]),
      (12, [d65, (0.680, 0.320), (0.265, 0.690), (0.150, 0.060)]),
      (22, [d65, (0.630, 0.340), (0.295, 0.605), (0.155, 0.077)]),
    ]
    let video = { (sample: Double) in sample < 0.081 ? sample / 4.5 : pow((sample + 0.099) / 1.099, 1 / 0.45)
    }
    let transfers: [(UInt8, (Double) -> Double)] = [
      (1, video), (4, { pow($0, 2.2) }), (5, { pow($0, 2.8) }), (6, video), (8, { $0 }), (13, decodedSRGB),
      (14, video), (15, video),
    ]
    let pairs = primaries.map { ($0, transfers[5]) } + transfers.map { (primaries[8], $0) }
    for ((primary, points), (transfer, curve)) in pairs where (primary, transfer) != (1, 13) {
      let matrix = Self.underD50(points)
      let columns = (0..<3).map { column in matrix.map { $0[column] } }
      let formula = Self.through((columns[0], columns[1], columns[2]), curve)
      let (pixels, warnings) = try decoded(
        Self.png([PNGChunk(name: "cICP", data: [primary, transfer, 0, 1])]))
      #expect(distance(pixels, formula) <= 0.9 && warnings == [], "\(primary), \(transfer)")
    }
  }

  /// Computes the matrix from RGB to CIE XYZ under D50, by Bradford adaptation, from chromaticities of white,
  /// red, green and blue.
  private static func underD50(_ points: [(Double, Double)]) -> [[Double]] {
    func xyz(_ point: (Double, Double)) -> [Double] {
      [point.0 / point.1, 1, (1 - point.0 - point.1) / point.1]
    }
    func times(_ a: [[Double]], _ b: [[Double]]) -> [[Double]] {
      a.map { row in (0..<3).map { column -> Double in zip(row, b).reduce(0) { $0 + $1.0 * $1.1[column] } } }
    }
    func times(_ a: [[Double]], _ b: [Double]) -> [Double] {
      a.map { row -> Double in zip(row, b).reduce(0) { $0 + $1.0 * $1.1 } }
    }
    func inverse(_ m: [[Double]]) -> [[Double]] {
      func minor(_ row: Int, _ column: Int) -> Double {
        let (a, b, c, d) = ((row + 1) % 3, (row + 2) % 3, (column + 1) % 3, (column + 2) % 3)
        return m[a][c] * m[b][d] - m[a][d] * m[b][c]
      }
      let determinant: Double = (0..<3).reduce(0) { $0 + m[0][$1] * minor(0, $1) }
      return (0..<3).map { row -> [Double] in (0..<3).map { minor($0, row) / determinant } }
    }
    let bradford = [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]]
    let columns = points.dropFirst().map(xyz)
    let lights = (0..<3).map { row in columns.map { $0[row] } }
    let white = xyz(points[0])
    let scales = times(inverse(lights), white)
    let scaled = lights.map { row -> [Double] in zip(row, scales).map { $0 * $1 } }
    let (from, to) = (times(bradford, white), times(bradford, [0.96422, 1, 0.82521]))
    let gains = (0..<3).map { row -> [Double] in (0..<3).map { row == $0 ? to[row] / from[row] : 0 } }
    return times(inverse(bradford), times(gains, times(bradford, scaled)))
  }

  @Test func sRGBIsNotConverted() throws {
    let profile = MadeProfile.lights(
      red: MadeProfile.srgbLights.red, green: MadeProfile.srgbLights.green, blue: MadeProfile.srgbLights.blue,
      gamma: 2.2)
    // An exponent of 2.2 differs from the sRGB curve in dark colors.
    #expect(
      try decoded(Self.png([Self.chunk(profile)])).pixels.map { $0.dropLast() } != Self.colors.map { $0[...] }
    )
    for chunks in [
      [PNGChunk(name: "cICP", data: [1, 13, 0, 1])], [PNGChunk(name: "cICP", data: [2, 2, 0, 1])],
    ] {
      #expect(try decoded(Self.png(chunks)).pixels.map { $0.dropLast() } == Self.colors.map { $0[...] })
    }
  }

  @Test func interlacedRowsAreConvertedOnce() throws {
    var chunks = MadePNG(64, 64, 2, 8, interlaced: true, seed: 5).chunks
    let raw = try decoded(PNGChunk.file(chunks)).pixels
    chunks.insert(Self.chunk(.adobe), at: 1)
    let formula = Self.through(Self.adobe) { pow($0, 2.19921875) }
    let worst = zip(try decoded(PNGChunk.file(chunks)).pixels, raw).map { pixel, color -> Double in
      let expected: [Double] = formula(color.dropLast().map { Double($0) / 255 })
      return zip(pixel, expected).map { abs(Double($0) - $1) }.max() ?? 0
    }.max()
    #expect(try #require(worst) <= 0.75)
  }

  @Test func alphaIsNotConverted() throws {
    let samples: [UInt8] = [0] + (0..<16).flatMap { [200, 100, 50, UInt8($0 * 17)] }
    let file = PNGChunk.file([
      .header(16, 1, colorType: 6), Self.chunk(.adobe), PNGChunk(name: "IDAT", data: deflated(samples)),
      PNGChunk(name: "IEND", data: []),
    ])
    let formula = Self.through(Self.adobe) { pow($0, 2.19921875) }([200.0 / 255, 100.0 / 255, 50.0 / 255])
    let bitmap = try Bitmap(decoding: file)
    let straight = try #require(bitmap.straight)
    for x in 0..<16 {
      let pixel = straight.row(0)[x]
      #expect(pixel.alpha == UInt8(x * 17))
      #expect(abs(Double(pixel.red) - formula[0]) <= 0.75 && abs(Double(pixel.blue) - formula[2]) <= 0.75)
    }
  }

  @Test func grays() throws {
    let levels: [UInt8] = [0] + (0...255).map(UInt8.init)
    func file(_ chunk: PNGChunk) -> [UInt8] {
      PNGChunk.file([
        .header(256, 1, colorType: 0), chunk, PNGChunk(name: "IDAT", data: deflated(levels)),
        PNGChunk(name: "IEND", data: []),
      ])
    }
    for (chunk, exponent) in [
      (Self.chunk(.gray(gamma: 1.5)), 1.5), (Self.chunk(.adobe), 2.19921875), (Self.gamma(100_000), 1),
    ] {
      let (pixels, warnings) = try decoded(file(chunk))
      #expect(warnings == [])
      for (level, pixel) in pixels.enumerated() {
        let expected = encodedSRGB(pow(Double(level) / 255, exponent))
        #expect(abs(Double(pixel[0]) - expected) <= 0.75 && pixel[0] == pixel[1] && pixel[1] == pixel[2])
      }
    }
  }

  @Test func sixteenBitsAreRoundedOnce() throws {
    // The darkest 2560 of 65536 levels of linear light: 10 steps of 8 bits.
    var levels: [UInt8] = []
    for x in 0..<256 { levels += [UInt8((10 * x) >> 8), UInt8((10 * x) & 255)] }
    let file = PNGChunk.file([
      .header(256, 1, depth: 16, colorType: 0), Self.gamma(100_000),
      PNGChunk(name: "IDAT", data: deflated([0] + levels)), PNGChunk(name: "IEND", data: []),
    ])
    let pixels = try decoded(file).pixels
    for (x, pixel) in pixels.enumerated() {
      #expect(abs(Double(pixel[0]) - encodedSRGB(Double(x * 10) / 65535)) <= 0.52)
    }
    #expect(Set(pixels).count > 50)
  }

  // MARK: JPEG

  @Test(arguments: [1, 3]) func profilesOfJPEG(parts: Int) throws {
    var made = MadeJPEG.gray(40, 24)
    // Segments of a profile may be in any order.
    made.segments = MadeJPEG.segments(MadeProfile.gray(gamma: 1).bytes, parts: parts).reversed().flatMap(
      \.self)
    let (pixels, warnings) = try decoded(made.bytes)
    #expect(warnings == [])
    for y in 0..<24 {
      for x in 0..<40 {
        let expected = encodedSRGB(Double(made.sample(0, x, y)) / 255)
        #expect(abs(Double(pixels[40 * y + x][1]) - expected) <= 0.75)
      }
    }
  }

  /// Lab colors of the 16 corners of CMYK; each ink absorbs its own shares of light.
  private static func lab(_ inks: [Double]) -> [Double] {
    let left = 1 - inks[3]
    return [
      100 * left * (1 - 0.3 * inks[0] - 0.2 * inks[1] - 0.1 * inks[2]), left * 60 * (inks[1] - inks[0]),
      left * 50 * (inks[2] - inks[0]),
    ]
  }

  @Test(arguments: [false, true]) func inks(isAdobe: Bool) throws {
    let profile = MadeProfile.inks(Self.lab)
    let corners = (0..<16).map { corner in (0..<4).map { corner >> (3 - $0) & 1 } }
    var made = MadeJPEG(width: 128, height: 8, components: [])
    made.adobeTransform = isAdobe ? 0 : nil
    made.components = (0..<4).map { ink in corners.map { UInt8($0[ink] == (isAdobe ? 0 : 1) ? 255 : 0) } }
    made.segments = MadeJPEG.segments(profile.bytes, parts: 1)[0]
    let (pixels, warnings) = try decoded(made.bytes)
    #expect(warnings == [])
    for (index, corner) in corners.enumerated() {
      let lab = Self.lab(corner.map(Double.init))
      let height = (lab[0] + 16) / 116
      func light(_ value: Double) -> Double {
        value > 6.0 / 29 ? value * value * value : 3 * 36 / 841 * (value - 4.0 / 29)
      }
      let xyz = zip(MadeProfile.d50, [height + lab[1] / 500, height, height - lab[2] / 200]).map {
        $0 * light($1)
      }
      // The profile quantizes L to 1/255 of its range, and a and b to integers.
      let expected = Self.srgb(xyz)
      for (value, exact) in zip(pixels[8 * index + 3], expected) {
        #expect(abs(Double(value) - exact) <= 2.5, "\(corner)")
      }
      #expect(pixels[8 * index + 3][3] == 255)
    }
    // Without the profile, each ink absorbs its channel.
    #expect(try decoded(made.bytes, .ignore).pixels[8 * 8][0...2] == [0, 255, 255])
  }

  // MARK: HDR

  /// PQ: the luminance in nits of a code value 0…1, and the code value of a luminance.
  private static func nits(_ code: Double) -> Double {
    let root = pow(code, 32.0 / 2523)
    return 10_000 * pow(max(0, root - 3424.0 / 4096) / (2413.0 / 128 - 2392.0 / 128 * root), 16384.0 / 2610)
  }

  private static func code(_ nits: Double) -> Double {
    let root = pow(nits / 10_000, 2610.0 / 16384)
    return pow((3424.0 / 4096 + 2413.0 / 128 * root) / (1 + 2392.0 / 128 * root), 2523.0 / 32)
  }

  /// Returns the linear light of a PQ code value, by the curve of BT.2390 for a peak of 1000 nits.
  ///
  /// White, 203 nits, is 1.
  private static func mapped(_ value: Double) -> Double {
    let top = code(1000)
    let (share, largest) = (min(1, value / top), code(203) / top)
    let knee = 1.5 * largest - 0.5
    guard share > knee else { return nits(share * top) / 203 }
    let t = (share - knee) / (1 - knee)
    let (a, b, c) = (2 * t * t * t - 3 * t * t + 1, t * t * t - 2 * t * t + t, 3 * t * t - 2 * t * t * t)
    return nits((a * knee + b * (1 - knee) + c * largest) * top) / 203
  }

  @Test("HDR pictures are converted by the curve of BT.2390", arguments: [8, 16], [16, 18] as [UInt8])
  func hdr(depth: Int, transfer: UInt8) throws {
    let file = Self.png([PNGChunk(name: "cICP", data: [9, transfer, 0, 1])], depth: depth)
    let (pixels, warnings) = try decoded(file)
    let name = transfer == 16 ? "PQ" : "HLG"
    #expect(
      warnings == ["photo: HDR (\(name)) is converted to SDR by the curve of BT.2390, up to 1000 nits"])
    // The matrix from BT.2020 to BT.709, by BT.2087.
    let matrix = [[1.6605, -0.5876, -0.0728], [-0.1246, 1.1329, -0.0083], [-0.0182, -0.1006, 1.1187]]
    let far = distance(pixels) { color in
      let light = color.map { value in
        if transfer == 16 { return Self.mapped(value) }
        let scene =
          value <= 0.5 ? value * value / 3 : (exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
        return Self.mapped(Self.code(1000 * pow(scene, 1.2)))
      }
      return matrix.map { encodedSRGB(zip($0, light).map(*).reduce(0, +)) }
    }
    #expect(far < 1.3, "\(far)")
  }

  /// Checks grays of 16 bits between those of 8 bits.
  @Test func hdrGraysHave16Bits() throws {
    let codes = (0..<1024).map { $0 * 64 + 31 }
    let row = codes.reduce(into: [0] as [UInt8]) { row, code in
      for _ in 0..<3 { row += [UInt8(code >> 8), UInt8(code & 255)] }
    }
    let file = PNGChunk.file([
      .header(1024, 1, depth: 16), PNGChunk(name: "cICP", data: [9, 16, 0, 1]),
      PNGChunk(name: "IDAT", data: deflated(row)), PNGChunk(name: "IEND", data: []),
    ])
    var options = DecodeOptions()
    options.depth = nil
    let samples = try Bitmap(decoding: file, options: options).rgba16()
    for (index, code) in codes.enumerated() {
      let expected = encodedSRGB(Self.mapped(Double(code) / 65535)) * 257
      #expect(abs(Double(samples[4 * index]) - expected) < 40, "\(code)")
    }
  }

  // MARK: Damaged profiles

  @Test func damagedColorChunksCauseAWarning() throws {
    let raw = Self.colors.map { $0[...] }
    let good = Self.chunk(.adobe)
    var short = good
    short.data.removeLast(40)
    let cases: [(chunk: PNGChunk, says: String)] = [
      (short, "color profile is damaged"),
      (
        PNGChunk(name: "iCCP", data: Array("x".utf8) + [0, 0] + deflated(Array("no profile".utf8))),
        "it is no ICC profile"
      ),
      (PNGChunk(name: "iCCP", data: Array("x".utf8) + [0, 1, 2, 3]), "color profile is damaged"),
      (Self.chunk(.gray(gamma: 2)), "other channels"), (Self.chunk(.inks(Self.lab)), "other channels"),
      (PNGChunk(name: "cICP", data: [12, 13, 0]), "chunk cICP is damaged"),
      (PNGChunk(name: "cICP", data: [9, 9, 0, 1]), "transfer number 9"),
      (PNGChunk(name: "cICP", data: [3, 13, 0, 1]), "primaries number 3"),
      (PNGChunk(name: "gAMA", data: [1, 2, 3]), "chunk gAMA is damaged"),
      (PNGChunk(name: "cHRM", data: [1, 2, 3]), "chunk cHRM is damaged"),
      (PNGChunk(name: "cHRM", data: [UInt8](repeating: 0, count: 32)), "no such colors"),
    ]
    for (chunk, says) in cases {
      let (pixels, warnings) = try decoded(Self.png([chunk]))
      #expect(pixels.map { $0.dropLast() } == raw, "\(says)")
      #expect(
        warnings.count == 1 && warnings[0].hasPrefix("photo: ") && warnings[0].contains(says),
        "\(warnings), \(says)")
      #expect(warnings[0].hasSuffix("taken as sRGB"))
      #expect(try decoded(Self.png([chunk]), .ignore).warnings == [])
    }
    // The checksum of the compressed profile is wrong.
    var bytes = Self.png([good])
    bytes[8 + 25 + 40] ^= 1
    #expect(
      try decoded(bytes).warnings == ["photo: its color profile is damaged; its colors are taken as sRGB"])
  }

  @Test func partsOfJPEGThatAreMissing() throws {
    let parts = MadeJPEG.segments(MadeProfile.gray(gamma: 1).bytes, parts: 3)
    var made = MadeJPEG.gray(40, 24)
    let raw = try decoded(made.bytes).pixels
    for wrong in [
      [parts[0], parts[2]], [parts[0], parts[1], parts[1]], [parts[0], parts[1], parts[2], parts[2]],
    ] {
      made.segments = wrong.flatMap(\.self)
      let (pixels, warnings) = try decoded(made.bytes)
      #expect(
        pixels == raw && warnings == ["photo: its color profile is damaged; its colors are taken as sRGB"])
    }
  }

  @Test func numbersAreNotConverted() throws {
    let file = Self.png([Self.gamma(100_000)])
    #expect(
      try LumaPlane(decoding: file)
        == LumaPlane(of: Bitmap(decoding: file, options: DecodeOptions(color: .ignore))))
  }
}

extension ColorTests {
  /// Makes a PNG of one row, from samples as stored in the file.
  private static func row(
    _ samples: [UInt8], _ width: Int, depth: Int = 8, colorType: Int, _ chunks: [PNGChunk]
  ) -> [UInt8] {
    PNGChunk.file(
      [.header(width, 1, depth: depth, colorType: colorType)] + chunks + [
        PNGChunk(name: "IDAT", data: deflated([0] + samples)), PNGChunk(name: "IEND", data: []),
      ])
  }

  /// Tells whether chunks leave all colors unchanged.
  private func keeps(_ chunks: [PNGChunk]) throws -> Bool {
    try decoded(Self.png(chunks)).pixels.map { $0.dropLast() } == Self.colors.map { $0[...] }
  }

  /// libpng's PNG_GAMMA_THRESHOLD is 5 %, here of 1/2.2.
  @Test(
    "An exponent within 5 % of 1/2.2 is the sRGB curve", arguments: [43_200, 47_700], [43_100, 47_800])
  func nearlySRGB(within: Int, beyond: Int) throws {
    #expect(try keeps([Self.gamma(within)]))
    #expect(try !keeps([Self.gamma(beyond)]))
  }

  /// Code 2 of ITU-T H.273 is "unspecified".
  @Test("Unspecified primaries or transfer functions are those of sRGB")
  func unsaid() throws {
    func code(_ primaries: UInt8, _ transfer: UInt8) -> [PNGChunk] {
      [PNGChunk(name: "cICP", data: [primaries, transfer, 0, 1])]
    }
    let linear = try decoded(Self.png(code(2, 8)))
    #expect(distance(linear.pixels) { $0.map(encodedSRGB) } <= 0.6 && linear.warnings == [])
    let p3 = try decoded(Self.png(code(12, 2)))
    #expect(distance(p3.pixels, Self.through(Self.p3, decodedSRGB)) <= 0.9 && p3.warnings == [])
    #expect(try keeps(code(1, 2)) && keeps(code(2, 13)))
  }

  @Test("Chromaticities (cHRM) are combined with the exponent (gAMA)")
  func lightsAndExponent() throws {
    let (pixels, warnings) = try decoded(Self.png([Self.gamma(100_000), Self.displayP3]))
    #expect(distance(pixels, Self.through(Self.p3) { $0 }) <= 0.9 && warnings == [])
  }

  @Test("The first of two chunks of a kind counts")
  func firstChunk() throws {
    let linear = try decoded(Self.png([Self.gamma(100_000), Self.gamma(45_455)])).pixels
    #expect(distance(linear) { $0.map(encodedSRGB) } <= 0.6)
    #expect(try keeps([Self.gamma(45_455), Self.gamma(100_000)]))
  }

  /// PNG, 11.3.2.3: a name has 1 to 79 bytes.
  @Test("The name of a profile has at most 79 bytes", arguments: [(1, true), (79, true), (80, false)])
  func names(count: Int, isRead: Bool) throws {
    let name = [UInt8](repeating: UInt8(ascii: "n"), count: count)
    let chunk = PNGChunk(name: "iCCP", data: name + [0, 0] + deflated(MadeProfile.adobe.bytes))
    let warning = "photo: its color profile is damaged; its colors are taken as sRGB"
    #expect(try decoded(Self.png([chunk])).warnings == (isRead ? [] : [warning]))
    #expect(try keeps([chunk]) == !isRead)
  }

  @Test("A profile of 8 MiB is read, a longer one is not", arguments: [0, 1])
  func longProfiles(more: Int) throws {
    let profile = MadeProfile.adobe.bytes
    let padded = profile + [UInt8](repeating: 0, count: 1 << 23 - profile.count + more)
    let chunk = PNGChunk(name: "iCCP", data: Array("made".utf8) + [0, 0] + deflated(padded, level: 1))
    let (pixels, warnings) = try decoded(Self.row([200, 100, 50], 1, colorType: 2, [chunk]))
    let plain = try decoded(Self.row([200, 100, 50], 1, colorType: 2, [Self.chunk(.adobe)])).pixels
    #expect(pixels == (more == 0 ? plain : [[200, 100, 50, 255]]))
    #expect(
      warnings
        == (more == 0 ? [] : ["photo: its color profile is damaged; its colors are taken as sRGB"]))
  }

  @Test("Alpha of gray pictures is kept, at 8 and 16 bits", arguments: [8, 16])
  func transparentGrays(depth: Int) throws {
    let levels = (0..<16).map { ($0 * 17, 255 - $0 * 16) }
    let samples = levels.flatMap { gray, alpha in
      [gray, alpha].flatMap { Array(repeating: UInt8($0), count: depth / 8) }
    }
    let file = Self.row(samples, 16, depth: depth, colorType: 4, [Self.chunk(.gray(gamma: 1.5))])
    let straight = try Bitmap(decoding: file).straightBytes.map(Int.init)
    for (x, (gray, alpha)) in levels.enumerated() {
      let expected = encodedSRGB(pow(Double(gray) / 255, 1.5))
      #expect(straight[4 * x + 3] == alpha)
      #expect((0..<3).allSatisfy { abs(Double(straight[4 * x + $0]) - expected) <= 0.75 }, "\(gray)")
    }
  }

  /// The corners of the RGB cube.
  private static let corners = (0..<8).map { corner in [corner >> 2 & 1, corner >> 1 & 1, corner & 1] }

  /// Makes a profile with a lookup table that is not additive: each corner is a gray, whose L* depends on how
  /// many channels are 1.
  private static func table(_ levels: [Double]) -> MadeProfile {
    let straight = (0..<256).map { UInt8($0) }
    var table = Array("mft1".utf8) + [0, 0, 0, 0, 3, 3, 2, 0]
    for index in 0..<9 { table += bigEndian(index % 4 == 0 ? 65536 : 0) }
    for _ in 0..<3 { table += straight }
    for corner in corners {
      table += [UInt8((levels[corner.reduce(0, +)] * 2.55).rounded()), 128, 128]
    }
    for _ in 0..<3 { table += straight }
    var profile = MadeProfile.adobe
    profile.connection = "Lab "
    profile.tags.append(("A2B0", table))
    return profile
  }

  /// Checks the colors of a table's corners, with `light` applied to each level.
  private func checkTable(_ levels: [Double], depth: Int, light: (Double) -> Double) throws {
    let samples = Self.corners.flatMap {
      $0.flatMap { Array(repeating: UInt8(255 * $0), count: depth / 8) }
    }
    let (pixels, warnings) = try decoded(
      Self.row(samples, 8, depth: depth, colorType: 2, [Self.chunk(Self.table(levels))]))
    #expect(warnings == [])
    for (pixel, corner) in zip(pixels, Self.corners) {
      let expected = encodedSRGB(light(levels[corner.reduce(0, +)]))
      #expect(pixel.dropLast().allSatisfy { abs(Double($0) - expected) <= 2.5 }, "\(corner): \(pixel)")
    }
  }

  @Test("A lookup table takes precedence over primaries and curves", arguments: [8, 16])
  func tableBesideLights(depth: Int) throws {
    // L* of a gray is converted to a share of white's light by (L + 16)³ / 116³.
    try checkTable([0, 50, 60, 100], depth: depth) { $0 == 0 ? 0 : pow(($0 + 16) / 116, 3) }
  }

  /// Light is scaled so that the darkest color becomes 0.
  @Test("Black point compensation: the darkest color of a profile becomes black", arguments: [8, 16])
  func blackPoint(depth: Int) throws {
    let darkest = pow(36.0 / 116, 3)
    try checkTable([20, 50, 60, 100], depth: depth) { (pow(($0 + 16) / 116, 3) - darkest) / (1 - darkest) }
  }

  /// IEC 61966-2-1 and BT.709: curves are linear up to 0.04045 and 0.081.
  @Test("Dark samples follow the linear part of the transfer function", arguments: [13, 1] as [UInt8])
  func darkSamples(transfer: UInt8) throws {
    func video(_ sample: Double) -> Double {
      sample < 0.081 ? sample / 4.5 : pow((sample + 0.099) / 1.099, 1 / 0.45)
    }
    let curve = transfer == 13 ? decodedSRGB : video
    let samples = (0..<96).map { UInt8($0 / 3) }
    let chunk = PNGChunk(name: "cICP", data: [12, transfer, 0, 1])
    let pixels = try decoded(Self.row(samples, 32, colorType: 2, [chunk])).pixels
    for (level, pixel) in pixels.enumerated() {
      let expected = encodedSRGB(curve(Double(level) / 255))
      #expect(pixel.dropLast().allSatisfy { abs(Double($0) - expected) <= 0.75 }, "\(level): \(pixel)")
    }
  }

  @Test(
    "A conversion that would change no color by a step of 8 bits is omitted",
    arguments: [2.36, 2.38, 2.42, 2.44])
  func lessThanAStep(exponent: Double) {
    let most = (11...255).map { level in
      abs(encodedSRGB(pow((Double(level) / 255 + 0.055) / 1.055, exponent)) - Double(level))
    }.max()
    let lights = segue_chromaticities(x: (0.3127, 0.64, 0.30, 0.15), y: (0.3290, 0.33, 0.60, 0.06))
    let transfer = segue_transfer(
      exponent: exponent, scale: 1 / 1.055, offset: 0.055 / 1.055, slope: 1 / 12.92, end: 0.04045,
      hdr: SEGUE_SDR)
    var conversion: OpaquePointer?
    let result = segue_conversion_of_chromaticities(&conversion, lights, transfer)
    defer { segue_conversion_free(conversion) }
    #expect(result.status == SEGUE_OK && (conversion == nil) == ((most ?? 0) < 1))
  }

  @Test("A profile that differs from sRGB in one channel only is applied", arguments: 0..<3)
  func oneChannel(channel: Int) throws {
    let lights = MadeProfile.srgbLights
    var profile = MadeProfile.lights(red: lights.red, green: lights.green, blue: lights.blue, gamma: 1)
    let samples = (0..<1024).flatMap { index in
      bigEndian(Int((65535 * decodedSRGB(Double(index) / 1023)).rounded())).suffix(2)
    }
    let curve = Array("curv".utf8) + [0, 0, 0, 0] + bigEndian(1024) + samples
    for (index, name) in ["rTRC", "gTRC", "bTRC"].enumerated() where index != channel {
      let place = try #require(profile.tags.firstIndex { $0.name == name })
      profile.tags[place].data = curve
    }
    let (pixels, warnings) = try decoded(Self.png([Self.chunk(profile)]))
    let light = { (color: [Double]) in
      color.enumerated().map { $0.offset == channel ? $0.element : decodedSRGB($0.element) }
    }
    // Primaries of five digits add up to one step in dark colors.
    #expect(distance(pixels) { light($0).map(encodedSRGB) } <= 1.25 && warnings == [])
  }

  /// PNG, 4.3: the order of precedence is cICP, iCCP, sRGB, then gAMA and cHRM.
  @Test("A damaged chunk that takes precedence leaves colors unchanged, with a warning")
  func damagedChunksThatCount() throws {
    let damaged = ["cICP", "iCCP", "sRGB", "gAMA", "cHRM"].map { PNGChunk(name: $0, data: [1, 2, 3]) }
    let (linear, adobe) = (Self.gamma(100_000), Self.chunk(.adobe))
    let p3 = PNGChunk(name: "cICP", data: [12, 13, 0, 1])
    for (chunks, said) in [
      ([damaged[0], adobe, linear], "chunk cICP"), ([damaged[1], linear], "color profile"),
      ([PNGChunk(name: "iCCP", data: [1, 2]), linear], "color profile"),
      ([damaged[2], linear, Self.displayP3], "chunk sRGB"), ([damaged[3], damaged[4]], "chunk gAMA"),
      ([damaged[3], Self.displayP3], "chunk gAMA"), ([linear, damaged[4]], "chunk cHRM"),
    ] {
      let (pixels, warnings) = try decoded(Self.row([200, 100, 50], 1, colorType: 2, chunks))
      #expect(pixels == [[200, 100, 50, 255]])
      #expect(warnings == ["photo: its \(said) is damaged; its colors are taken as sRGB"])
    }
    // Damage in ignored chunks has no effect.
    for chunks in [[p3] + damaged.dropFirst(), [adobe] + damaged.dropFirst(2)] {
      let (pixels, warnings) = try decoded(Self.row([200, 100, 50], 1, colorType: 2, chunks))
      let alone = try decoded(Self.row([200, 100, 50], 1, colorType: 2, [chunks[0]])).pixels
      #expect(pixels == alone && warnings == [])
    }
  }

  @Test("A color chunk after the pixels of a PNG is ignored")
  func behindThePixels() throws {
    let file = PNGChunk.file([
      .header(1, 1), PNGChunk(name: "IDAT", data: deflated([0, 200, 100, 50])), Self.gamma(100_000),
      PNGChunk(name: "IEND", data: []),
    ])
    let (pixels, warnings) = try decoded(file)
    #expect(pixels == [[200, 100, 50, 255]] && warnings == [])
  }

  /// ICC.1:2022, annex B.4; CIPA DC-007 defines other APP2 segments.
  @Test("A profile is read from APP2 segments with its signature only")
  func otherSegments() throws {
    let profile = MadeJPEG.segments(MadeProfile.gray(gamma: 1).bytes, parts: 1)[0]
    let others = ["MPF\0II*\0", "FPXR\0", "ICC_PROFILE", ""].flatMap {
      MadeJPEG.segment(0xe2, Array($0.utf8))
    }
    var made = MadeJPEG.gray(40, 24)
    let raw = try decoded(made.bytes).pixels
    made.segments = profile
    let converted = try decoded(made.bytes).pixels
    #expect(converted != raw)
    var elsewhere = profile
    elsewhere[1] = 0xe3
    for (segments, expected) in [
      (others, raw), (elsewhere, raw), (others + profile + others, converted),
      (elsewhere + profile, converted),
    ] {
      made.segments = segments
      let (pixels, warnings) = try decoded(made.bytes)
      #expect(pixels == expected && warnings == [])
    }
  }

  @Test("An RGB profile of a CMYK picture is ignored, with a warning")
  func inksWithLights() throws {
    var made = MadeJPEG(width: 16, height: 8, components: [[10, 200], [20, 100], [30, 50], [40, 220]])
    let raw = try decoded(made.bytes).pixels
    made.segments = MadeJPEG.segments(MadeProfile.adobe.bytes, parts: 1)[0]
    let (pixels, warnings) = try decoded(made.bytes)
    let said = "its color profile is damaged (it is for other channels than the picture's)"
    #expect(pixels == raw && warnings == ["photo: \(said); its colors are taken as sRGB"])
  }

  @Test("Warnings about invalid profiles")
  func sentences() throws {
    let other = "it is for other channels than the picture's"
    for (chunk, said) in [
      (
        PNGChunk(name: "iCCP", data: Array("x".utf8) + [0, 0] + deflated(Array("no profile".utf8))),
        "it is no ICC profile"
      ),
      (Self.chunk(.gray(gamma: 2)), other), (Self.chunk(.inks(Self.lab)), other),
      (PNGChunk(name: "cHRM", data: [UInt8](repeating: 0, count: 32)), "there are no such colors"),
    ] {
      #expect(
        try decoded(Self.png([chunk])).warnings == [
          "photo: its color profile is damaged (\(said)); its colors are taken as sRGB"
        ])
    }
  }

  /// Rows wider than 2¹⁸ pixels are decoded without libpng.
  @Test("Rows of any width are converted", arguments: [262_144, 262_145])
  func wideRows(width: Int) throws {
    let levels = (0..<width).map { UInt8(truncatingIfNeeded: $0) }
    let (linear, plain) = (
      try Bitmap(decoding: Self.row(levels, width, colorType: 0, [Self.gamma(100_000)])),
      try Bitmap(decoding: Self.row(levels, width, colorType: 0, []))
    )
    for x in [0, 1, 60, 255, 256, width / 2, width - 1] {
      #expect(plain[x, 0].red == levels[x])
      #expect(abs(Double(linear[x, 0].green) - encodedSRGB(Double(levels[x]) / 255)) <= 0.75, "\(x)")
    }
  }

  @Test("Without a profile each ink absorbs one channel and black absorbs all, at 8 and 16 bits")
  func sharesOfLight() {
    let inks = [0, 1, 77, 128, 200, 254, 255]
    var (bytes, words, exact): ([UInt8], [UInt16], [Double]) = ([], [], [])
    for (index, black) in inks.enumerated() {
      let colors = (1...3).map { inks[(3 * index + 2 * $0) % inks.count] }
      bytes += (colors + [black]).map { UInt8($0) }
      words += (colors + [black]).map { UInt16(257 * $0 - ($0 == 255 ? 0 : $0 / 2)) }
      exact += colors.map { Double(255 - $0) * Double(255 - black) / 255 } + [255]
    }
    let deep = words.indices.map { index -> Double in
      let (ink, black) = (Double(words[index]), Double(words[index | 3]))
      return index % 4 == 3 ? 65535 : (65535 - ink) * (65535 - black) / 65535
    }
    segue_cmyk_to_rgba(&bytes, inks.count)
    segue_cmyk_to_rgba16(&words, inks.count)
    #expect(bytes.map(Double.init) == exact.map { $0.rounded() })
    #expect(words.map(Double.init) == deep.map { $0.rounded() })
  }
}
