import SegueFilters
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import SegueTransitions
import Testing

/// The effects of `Framing.light`.
@Suite("Mixing in linear light") struct LightTests {
  static let size = PixelSize(width: 24, height: 16)
  static let red = Pixel(red: 255, green: 0, blue: 0)
  static let green = Pixel(red: 0, green: 255, blue: 0)

  private static func plain(_ pixel: Pixel) throws -> Bitmap {
    var bitmap = try Bitmap(size)
    for y in 0..<size.height { bitmap.withMutableRow(y) { $0.update(repeating: pixel) } }
    return bitmap
  }

  private static func noise(_ seed: UInt64, opaque: Bool = false) throws -> Bitmap {
    var random = SeededGenerator(seed)
    var bitmap = try Bitmap(size)
    for y in 0..<size.height {
      bitmap.withMutableRow(y) { row in
        for x in row.indices {
          row[x] = .random(using: &random)
          if opaque { row[x].alpha = 255 }
        }
      }
    }
    return bitmap
  }

  private static func colors(_ bitmap: Bitmap) -> Set<Pixel> {
    var found: Set<Pixel> = []
    for y in 0..<bitmap.height {
      bitmap.withRow(y) { row in for x in row.indices { found.insert(row[x]) } }
    }
    return found
  }

  @Test(
    "Half of red and half of green is (188, 188, 0) in linear light",
    arguments: ["cross-dissolve", "fade-in", "pixellate-dissolve"])
  func halves(name: String) throws {
    let transition = try Catalog.transitions.make(name)
    for (light, level) in [(Light.gamma, UInt8(128)), (.linear, 188)] {
      let renderer = try TransitionRenderer(
        from: try Self.plain(Self.red), to: try Self.plain(Self.green), transition,
        framing: Framing(light: light))
      let half = Self.colors(try renderer.frame(at: 0.5))
      #expect(half == [Pixel(red: level, green: level, blue: 0)], "\(light)")
    }
  }

  @Test("Shaders of two pictures compute in linear light, with premultiplied colors")
  func shaders() throws {
    let source = "vec4 transition(vec2 uv) { return mix(getFromColor(uv), getToColor(uv), progress); }"
    let transition = try #require(ShaderTransition(try Shader(source: source)))
    let framing = Framing(light: .linear)
    for (from, to) in [
      (try Self.plain(Self.red), try Self.plain(Self.green)), (try Self.noise(7), try Self.noise(8)),
    ] {
      let shader = try TransitionRenderer(from: from, to: to, transition, framing: framing).frame(at: 0.5)
      let blend = try TransitionRenderer(
        from: from, to: to, Transitions.CrossDissolve(), framing: framing
      ).frame(at: 0.5)
      for y in 0..<Self.size.height {
        for (a, b) in zip(Self.row(y, of: shader), Self.row(y, of: blend)) { #expect(abs(a - b) <= 1) }
      }
    }
  }

  private static func row(_ y: Int, of bitmap: Bitmap) -> [Int] {
    bitmap.withRow(y) { row in
      row.indices.flatMap {
        [Int(row[$0].red), Int(row[$0].green), Int(row[$0].blue), Int(row[$0].alpha)]
      }
    }
  }

  @Test("Soft edges and translucent pixels are mixed in linear light")
  func edges() throws {
    let (from, to) = (try Self.plain(Self.red), try Self.plain(Self.green))
    let order = OrderMap(.columns) { _, _, row in for x in row.indices { row[x] = x < 12 ? 0.25 : 0.75 } }
    let blend = MapMix(order) { _, _ in .init(turn: 0.5, softness: 0.5, isSmooth: false) }
    let chain = (.from, .to) --> blend
    let colors = Self.colors(try chain.frame(from: from, to: to, at: 0.5, light: .linear))
    #expect(colors == [Pixel(red: 188, green: 188, blue: 0), Self.red])
    let veil = try Self.plain(Pixel(red: 128, green: 128, blue: 128, alpha: 128))
    let black = Framing(background: .black, light: .linear)
    #expect(Self.colors(try veil.fitted(to: black)) == [Pixel(red: 188, green: 188, blue: 188)])
  }

  @Test("Blends compute in linear light: the formula for some colors", arguments: SIMDLevel.available)
  func blends(level: SIMDLevel) throws {
    let execution = Execution(level: level)
    let gray = try Self.plain(Pixel(red: 188, green: 128, blue: 60))
    let multiply = try Catalog.blends.make("multiply-blend")
    let chain = (.from, .to) --> multiply
    // In linear light, 188 is 0.5029, 128 is 0.2159, and 60 is 0.0452; the squares are 0.2529, 0.0466 and
    // 0.0020.
    let colors = Self.colors(try chain.frame(from: gray, to: gray, light: .linear, execution))
    #expect(colors == [Pixel(red: 138, green: 61, blue: 7)])
  }

  @Test("A checkerboard reduced in linear light keeps its mean light")
  func fitting() throws {
    var board = try Bitmap(PixelSize(width: 64, height: 64))
    for y in 0..<64 {
      board.withMutableRow(y) { row in
        for x in row.indices { row[x] = (x + y) % 2 == 0 ? .black : .white }
      }
    }
    for (light, level) in [(Light.gamma, 128), (.linear, 188)] {
      let small = try board.fitted(to: Framing(size: PixelSize(width: 16, height: 16), light: light))
      small.withRow(8) { row in
        for x in 4..<12 { #expect(abs(Int(row[x].green) - level) <= 1, "\(light): \(row[x])") }
      }
    }
  }

  @Test("Both ends are exact, and equal pictures stay unchanged in transitions that only mix")
  func ends() throws {
    let (from, to) = (try Self.noise(1), try Self.noise(2))
    for item in Catalog.transitions.items {
      let renderer = try TransitionRenderer(
        from: from, to: to, try item.make(), framing: Framing(light: .linear))
      #expect(try renderer.frame(at: 0) == from, "\(item.name)")
      #expect(try renderer.frame(at: 1) == to, "\(item.name)")
    }
    let photo = try Self.noise(6, opaque: true)
    for name in ["cross-dissolve", "fade-in", "luma"] {
      let renderer = try TransitionRenderer(
        from: photo, to: photo, try Catalog.transitions.make(name), framing: Framing(light: .linear))
      #expect(try renderer.frame(at: 0.3) == photo, "\(name)")
    }
  }

  @Test("Both ends keep the colors of transparent pixels")
  func straightAlpha() throws {
    let (from, to): ([UInt8], [UInt8]) = ([200, 100, 50, 0, 9, 8, 7, 128], [1, 2, 3, 4, 5, 6, 7, 0])
    for light in Light.allCases {
      let renderer = try TransitionRenderer(
        from: Bitmap(width: 2, height: 1, rgba: from), to: Bitmap(width: 2, height: 1, rgba: to),
        Transitions.CrossDissolve(), framing: Framing(light: light))
      #expect(try renderer.frame(at: 0).rgba() == from && renderer.frame(at: 1).rgba() == to, "\(light)")
    }
  }

  @Test("All levels and threads give the same bytes")
  func levels() throws {
    let (from, to) = (try Self.noise(3), try Self.noise(4, opaque: true))
    for name in ["cross-dissolve", "fade-in", "soft-wipe", "flip", "zoom-in", "pop"] {
      let renderer = try TransitionRenderer(
        from: from, to: to, try Catalog.transitions.make(name),
        framing: Framing(size: PixelSize(width: 41, height: 19), light: .linear))
      let expected = try renderer.frame(at: 0.4, Execution(level: .reference))
      for level in SIMDLevel.available {
        #expect(
          try renderer.frame(at: 0.4, Execution(threads: 3, level: level)) == expected, "\(name), \(level)")
      }
    }
  }

  @Test("Pushes and covers are equal in both: interpolation within a picture ignores the light")
  func moves() throws {
    let (from, to) = (try Self.noise(9, opaque: true), try Self.noise(10, opaque: true))
    for name in ["push", "coverup"] {
      func frame(_ light: Light) throws -> Bitmap {
        let transition = try Catalog.transitions.make(name)
        return try TransitionRenderer(from: from, to: to, transition, framing: Framing(light: light))
          .frame(at: 0.37)
      }
      #expect(try frame(.linear) == frame(.gamma), "\(name)")
    }
  }

  @Test("Filters of one picture compute with gamma-encoded values")
  func filters() throws {
    let photo = try Self.noise(5, opaque: true)
    for name in ["gaussian-blur", "sepia", "brightness"] {
      let filter = try Catalog.filters.make(name)
      let chain = Chain.picture(photo) --> filter
      #expect(try chain.frame(light: .linear) == chain.frame(), "\(name)")
    }
  }
}
