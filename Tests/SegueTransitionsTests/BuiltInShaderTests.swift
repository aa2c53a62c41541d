import Foundation
import SegueRendering
import SeguePixels
import SegueShaders
import SegueTestSupport
import SegueTransitions
import Testing

/// Properties that only the catalog's shaders have, beyond the properties of all transitions.
///
/// The shader files also run in other hosts.
@Suite struct BuiltInShaderTests {
  static let folder = projectFolder + "/Sources/SegueTransitions/Transitions"
  /// Shader files, in the folders of their families.
  static let files = ((try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasSuffix(".glsl") && !$0.contains("/Includes/") }.sorted()
  static let names = files.map { String($0.split(separator: "/").last?.dropLast(5) ?? "") }

  /// Transitions of gl-transitions, whose frames equal the frames of the originals.
  ///
  /// Some of these transitions are not continuous, and some depend on the frame size. If a transition does
  /// not begin and end with the pictures, the catalog shows the pictures at the ends.
  static let collection = Set(
    Catalog.transitions.items.filter { $0.glsl?().contains("\n// Source: gl-transitions") == true }.map(
      \.name))
  static let own = names.filter { !collection.contains($0) }

  /// The text of a shader, with included files.
  private func source(_ name: String) throws -> String {
    try #require(Catalog.transitions.items.first { $0.name == name }?.glsl?())
  }

  private func blend(_ name: String) throws -> ShaderBlend {
    try #require(ShaderBlend(Shader(source: source(name), file: "\(name).glsl")))
  }

  @Test func everyFileIsInTheCatalog() throws {
    #expect(Self.names.count >= 14)
    for name in Self.names { #expect(Catalog.transitions.items.contains { $0.name == name }, "\(name)") }
  }

  @Test(arguments: names) func shadersHaveAllMetadata(_ name: String) throws {
    let shader = try Shader(source: source(name), file: "\(name).glsl")
    #expect(shader.name == name && shader.kind == .transition && shader.license == "MIT")
    #expect(shader.summary.last == "." && shader.warnings.isEmpty)
    for parameter in shader.parameters {
      let hasBounds = "\(parameter.kind)".contains("…") || parameter.kind == .word(["true", "false"])
      #expect(!parameter.summary.isEmpty && (hasBounds || parameter.kind == .picture), "\(parameter.name)")
    }
  }

  /// Each file is a catalog item of the same name.
  @Test(arguments: names) func shadersAreCatalogItems(_ name: String) throws {
    let shader = try Shader(source: source(name), file: "\(name).glsl")
    let item = try Catalog.transitions.named(name)
    #expect(item.summary == shader.summary && item.parameters == shader.parameters)
  }

  /// WebGL requires ASCII.
  @Test(arguments: names) func shadersAreASCII(_ name: String) throws {
    #expect(try source(name).utf8.allSatisfy { $0 < 0x80 })
  }

  /// Execution with comparisons decided for whole blocks gives the pixels of pixel-by-pixel execution.
  ///
  /// The largest pictures are smaller than in `scripts/soak whole`.
  @Test(arguments: names) func blocksEqualTheirPixels(_ name: String) throws {
    let shader = try Shader(source: source(name), file: "\(name).glsl")
    let isShort = Self.collection.contains(name)
    let largest = isWhole ? (333, 217) : (149, 97)
    for (width, height) in isShort ? [(67, 45)] : [largest, (64, 130), (16, 8), (17, 9)] {
      for isOpaque in [true, false] {
        let from = try Bitmap.noise(width, height, seed: 3, opaque: isOpaque)
        let to = try Bitmap.noise(width, height, seed: 4, opaque: isOpaque)
        for progress in isShort
          ? [0.02, 0.37, 0.9] : [-0.1, 0, 0.02, 0.2, 0.37, 0.5, 0.71, 0.9, 0.99, 1, 1.2]
        {
          for light in width == 64 ? [Light.gamma, .linear] : [.gamma] {
            let byBlocks = try ((.from, .to) --> Blockwise(shader: shader, blocks: .always))
              .frame(from: from, to: to, at: progress, light: light)
            let byPixels = try ((.from, .to) --> Blockwise(shader: shader, blocks: .never))
              .frame(from: from, to: to, at: progress, light: light)
            #expect(byBlocks == byPixels, "\(width)x\(height) \(isOpaque) \(progress) \(light)")
          }
        }
      }
    }
  }

  /// Execution with comparisons decided for whole blocks gives the floats of pixel-by-pixel execution, for
  /// pictures of 16 bits, of 8 bits, and of floats beyond 0…1.
  @Test(arguments: names) func floatBlocksEqualTheirPixels(_ name: String) throws {
    let shader = try Shader(source: source(name), file: "\(name).glsl")
    for (width, height) in [(149, 97), (64, 130), (17, 9)] {
      let deep = try (Bitmap.deepNoise(width, height, 3), Bitmap.deepNoise(width, height, 4, isOpaque: false))
      let wide = try Bitmap(
        width: width, height: height, floats: deep.0.floats().map { $0 == 1 ? 1 : 3 * $0 - 1 })
      let eight = try Bitmap.noise(width, height, seed: 5)
      for (from, to) in [(deep.0, deep.1), (deep.1, deep.0), (eight, deep.0), (wide, deep.0)] {
        for progress in [0.02, 0.37, 0.9] {
          func frame(_ blocks: BlockUse) throws -> Bitmap {
            try shader.rows(of: [from, to], at: progress, blocks: blocks).rendered(as: .float)
          }
          let (byBlocks, byPixels) = (try frame(.always), try frame(.never))
          #expect(byBlocks == byPixels, "\(width)x\(height) \(progress) \(from.depth)")
        }
      }
    }
  }

  /// If a factor is 0 in a whole block, the block has the same bits of zeros as in pixel-by-pixel execution.
  @Test func zerosOfFloatsHaveNoSign() throws {
    let text = """
      vec4 transition(vec2 uv) {
        return vec4((uv.x - 2.0) * step(progress, uv.y), mix(getFromColor(uv), getToColor(uv), 1.0).rg, 1.0);
      }
      """
    let shader = try Shader(source: text, file: "zero.glsl")
    let from = try Bitmap.deepNoise(149, 97, 3)
    let to = try Bitmap(width: 149, height: 97, floats: Array(repeating: -0.0, count: 4 * 149 * 97))
    func bits(_ blocks: BlockUse) throws -> [UInt32] {
      try shader.rows(of: [from, to], at: 0.5, blocks: blocks).rendered(as: .float).floats().map(\.bitPattern)
    }
    let (byBlocks, byPixels) = (try bits(.always), try bits(.never))
    #expect(byBlocks == byPixels && byPixels.contains(0) && !byPixels.contains(1 << 31))
  }

  private struct Blockwise: Blend {
    let shader: Shader
    let blocks: BlockUse

    func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {
      shader.rows(of: [a, b], at: progress, blocks: blocks)
    }
  }

  /// Wide frames are computed in strips, with the same bytes as row by row.
  @Test(arguments: names) func stripsEqualTheirRows(_ name: String) throws {
    let shader = try Shader(source: source(name), file: "\(name).glsl")
    let isShort = Self.collection.contains(name)
    let from = try Bitmap.noise(2100, isShort ? 19 : 75, seed: 5)
    let to = try Bitmap.noise(2100, isShort ? 19 : 75, seed: 6)
    for progress in isShort ? [0.37] : [0.2, 0.5, 0.93] {
      for blocks in isShort ? [BlockUse.whereFaster] : [BlockUse.never, .whereFaster, .always] {
        let rows = shader.rows(of: [from, to], at: progress, blocks: blocks)
        let inStrips = try rows.rendered(Execution(threads: 2))
        let inRows = try RowByRow(rows: rows).rendered(Execution(threads: 2))
        #expect(inStrips == inRows, "\(progress) \(blocks)")
      }
    }
  }

  private struct RowByRow: RowSource {
    let rows: any RowSource
    var inputs: [any RowSource] { [rows] }
    var size: PixelSize { rows.size }

    func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
      try Reader(rows.makeReader(context))
    }

    final class Reader: RowReader {
      private let reader: any RowReader

      init(_ reader: any RowReader) { self.reader = reader }

      func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
        try reader.read(y, into: &row)
      }
    }
  }

  /// The shader's own arithmetic is exact at the ends, where the catalog would return the pictures
  /// themselves.
  @Test(arguments: own) func endsAreExact(_ name: String) throws {
    let blend = try blend(name)
    for (width, height) in [(61, 40), (40, 61), (1, 1), (3, 2), (640, 37), (97, 97)] {
      let from = try Bitmap.noise(width, height, seed: 1)
      let to = try Bitmap.noise(width, height, seed: 2)
      for level in SIMDLevel.available {
        let chain = (.from, .to) --> blend
        let size = "\(width)x\(height) \(level)"
        #expect(try chain.frame(from: from, to: to, at: 0, Execution(level: level)) == from, "\(size)")
        #expect(try chain.frame(from: from, to: to, at: 1, Execution(level: level)) == to, "\(size)")
      }
    }
  }

  @Test(arguments: own) func endsAreExactAtTheBoundsOfEveryParameter(_ name: String) throws {
    let blend = try blend(name)
    let from = try Bitmap.noise(61, 40, seed: 1)
    let to = try Bitmap.noise(61, 40, seed: 2)
    for parameter in blend.shader.parameters {
      let (bounds, count) =
        switch parameter.kind {
        case .number(let range): (range, 1)
        case .numbers(let count, let range?, _): (range, count)
        default: (0...0, 0)
        }
      try #require(count > 0, "\(parameter.name) has no range")
      for bound in [bounds.lowerBound, bounds.upperBound] {
        let text = Array(repeating: "\(bound)", count: count).joined(separator: ",")
        let shader = try blend.shader.with([(parameter.name, text)])
        let chain = (.from, .to) --> (try #require(ShaderBlend(shader)))
        #expect(try chain.frame(from: from, to: to, at: 0) == from, "\(parameter.name)=\(text)")
        #expect(try chain.frame(from: from, to: to, at: 1) == to, "\(parameter.name)=\(text)")
        // Pixels stay premultiplied, and no component is NaN.
        let frame = try chain.frame(from: from, to: to, at: 0.4)
        #expect(frame.isPremultiplied, "\(parameter.name)=\(text)")
      }
    }
  }

  /// Pixels of transparent pictures stay premultiplied.
  @Test(arguments: collection.sorted()) func framesArePremultiplied(_ name: String) throws {
    let blend = try blend(name)
    let (from, to) = (try Bitmap.noise(61, 40, seed: 1), try Bitmap.noise(61, 40, seed: 2))
    for progress in [0.004, 0.3, 0.8] {
      #expect(
        try ((.from, .to) --> blend).frame(from: from, to: to, at: progress).isPremultiplied, "\(progress)")
    }
  }

  /// Picture expected at a point and a progress; u is from the left, v from the top.
  static let shown: [(name: String, at: Double, u: Double, v: Double, isSecond: Bool)] = [
    ("wipe", 0.5, 0.1, 0.5, true), ("wipe", 0.5, 0.9, 0.5, false), ("circle-open", 0.5, 0.5, 0.5, true),
    ("circle-open", 0.5, 0.02, 0.02, false), ("circle-open", 0.5, 0.98, 0.98, false),
    // The hand of a clock turns from the top to the right.
    ("radial", 0.4, 0.6, 0.1, true), ("radial", 0.4, 0.9, 0.6, true), ("radial", 0.4, 0.4, 0.1, false),
    ("radial", 0.4, 0.1, 0.6, false), ("radial", 0.6, 0.4, 0.9, true), ("radial", 0.6, 0.1, 0.4, false),
    ("wind", 0.5, 0.02, 0.5, true), ("wind", 0.5, 0.98, 0.5, false),
    ("polka-dots-curtain", 0.4, 0.02, 0.98, true), ("polka-dots-curtain", 0.4, 0.98, 0.02, false),
    ("directional-warp", 0.5, 0.05, 0.5, true), ("directional-warp", 0.5, 0.95, 0.5, false),
    ("ripple", 0.3, 0.5, 0.5, true), ("ripple", 0.3, 0.02, 0.02, false),
    ("cube", 0.5, 0.35, 0.5, false), ("cube", 0.5, 0.65, 0.5, true), ("swap", 0.3, 0.3, 0.5, false),
    ("swap", 0.7, 0.7, 0.5, true),
    // The right side of the card comes nearer; the page is turned from the bottom right.
    ("flip", 0.25, 0.5, 0.5, false), ("flip", 0.75, 0.5, 0.5, true), ("flip", 0.25, 0.85, 0.03, false),
    ("page-curl", 0.3, 0.95, 0.95, true), ("page-curl", 0.3, 0.1, 0.1, false),
    ("page-curl", 0.8, 0.9, 0.1, true),
  ]

  @Test(arguments: shown.indices) func pixelsShowTheExpectedPicture(index: Int) throws {
    let (name, progress, u, v, isSecond) = Self.shown[index]
    let size = PixelSize(width: 160, height: 90)
    let (red, blue) = (Pixel(red: 255, green: 0, blue: 0), Pixel(red: 0, green: 0, blue: 255))
    let frame = try ((.from, .to) --> blend(name)).frame(
      from: Bitmap(size, filledWith: red), to: Bitmap(size, filledWith: blue), at: progress)
    let pixel = frame[Int(u * 160), Int(v * 90)]
    let (shown, hidden) = isSecond ? (pixel.blue, pixel.red) : (pixel.red, pixel.blue)
    #expect(shown > 60 && hidden < 20, "\(name) at \(progress), \(u), \(v): \(pixel)")
  }

  /// A frame of four times the width, reduced to a quarter, looks like the frame.
  ///
  /// An exception is `bars-swipe`, whose bars have hard edges and are only a few pixels wide in the small
  /// frame.
  @Test(arguments: own.filter { $0 != "bars-swipe" }) func framesLookTheSameAtAnySize(_ name: String) throws {
    let blend = try blend(name)
    let sizes = try Self.sizes.get()
    for progress in [0.2, 0.5, 0.7] {
      let frames = try sizes.map {
        try ((.from, .to) --> blend).frame(from: $0.from, to: $0.to, at: progress)
      }
      #expect(frames[0].meanDifference(from: try frames[1].fitted(to: frames[0].size)) < 2, "\(progress)")
    }
  }

  /// Each of 121 frames differs little from the previous one.
  ///
  /// `distance-fade` is excluded, since colors with a large distance change within one frame.
  @Test(arguments: own.filter { $0 != "distance-fade" }) func framesChangeLittle(_ name: String) throws {
    let blend = try blend(name)
    let (from, to) = (try Self.smooth(160, 90, 0), try Self.smooth(160, 90, 2))
    var last = from
    for index in 1...120 {
      let frame = try ((.from, .to) --> blend).frame(from: from, to: to, at: Double(index) / 120)
      #expect(frame.meanDifference(from: last) < 8, "\(index)")
      last = frame
    }
  }

  /// Smooth pictures at two sizes.
  private static let sizes = Result {
    try [1, 4].map { scale in
      (
        from: try smooth(320 * scale, 180 * scale, 0), to: try smooth(320 * scale, 180 * scale, 2)
      )
    }
  }

  /// Waves of color, which look the same at any size.
  private static func smooth(_ width: Int, _ height: Int, _ phase: Double) throws -> Bitmap {
    var bitmap = try Bitmap(width: width, height: height)
    for y in 0..<height {
      bitmap.withMutableRow(y) { row in
        for x in row.indices {
          let u = (Double(x) + 0.5) / Double(width)
          let v = (Double(y) + 0.5) / Double(height)
          func byte(_ angle: Double) -> UInt8 { UInt8(127.5 + 120 * sin(angle + phase)) }
          row[x] = Pixel(red: byte(7 * u), green: byte(5 * v + 1), blue: byte(4 * (u + v) + 2), alpha: 255)
        }
      }
    }
    return bitmap
  }
}

extension Bitmap {
  fileprivate var isPremultiplied: Bool {
    (0..<height).allSatisfy { y in
      (0..<width).allSatisfy { x in
        let pixel = self[x, y]
        return max(pixel.red, pixel.green, pixel.blue) <= pixel.alpha
      }
    }
  }
}

extension Bitmap {
  /// Makes a picture of random samples of 16 bits.
  fileprivate static func deepNoise(
    _ width: Int, _ height: Int, _ seed: UInt64, isOpaque: Bool = true
  ) throws -> Bitmap {
    let (high, low) = try (noise(width, height, seed: seed), noise(width, height, seed: seed + 100))
    let words = zip(high.rgba(), low.rgba()).enumerated().map { index, bytes in
      isOpaque && index % 4 == 3 ? UInt16.max : UInt16(bytes.0) << 8 | UInt16(bytes.1)
    }
    return try Bitmap(width: width, height: height, rgba16: words)
  }
}
