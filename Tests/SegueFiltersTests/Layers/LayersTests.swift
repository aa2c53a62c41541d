import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

private typealias Layer = Layers.Layer

/// Computes layers by their definition, pixel by pixel in Double, rounded once.
private enum Definition {
  static func frame(_ layers: [Layer], _ from: Bitmap, _ to: Bitmap, background: Pixel = .black) throws
    -> Bitmap
  {
    var result = from
    for y in 0..<from.height {
      for x in 0..<from.width {
        var color = channels(background)
        for layer in layers {
          guard let sample = sample(layer, from, to, Double(x) + 0.5, Double(y) + 0.5) else { continue }
          let opacity = max(0, min(1, layer.opacity))
          color = color * (1 - sample[3] * opacity / 255) + sample * opacity
        }
        let bytes = SIMD4<UInt8>(color, rounding: .toNearestOrAwayFromZero)
        result[x, y] = Pixel(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes[3])
      }
    }
    return result
  }

  /// Premultiplied channels of a layer at a position of the frame; nil outside the layer.
  private static func sample(_ layer: Layer, _ from: Bitmap, _ to: Bitmap, _ x: Double, _ y: Double)
    -> SIMD4<Double>?
  {
    let part =
      layer.part ?? PixelRectangle(x: 0, y: 0, width: Double(from.width), height: Double(from.height))
    guard let inverse = layer.transform.inverse else { return nil }
    let u = inverse.a * x + inverse.c * y + (inverse.tx - part.x)
    let v = inverse.b * x + inverse.d * y + (inverse.ty - part.y)
    guard u >= 0, v >= 0, u < part.width, v < part.height else { return nil }
    let bitmap: Bitmap
    switch layer.content {
    case .color(let pixel): return channels(pixel)
    case .from: bitmap = from
    case .to: bitmap = to
    case .picture(let picture): bitmap = picture
    }
    let (left, top) = ((u - 0.5).rounded(.down), (v - 0.5).rounded(.down))
    let (across, down) = (u - 0.5 - left, v - 0.5 - top)
    func texel(_ dx: Double, _ dy: Double) -> SIMD4<Double> {
      let column = Int(part.x) + Int(max(0, min(part.width - 1, left + dx)))
      return channels(bitmap[column, Int(part.y) + Int(max(0, min(part.height - 1, top + dy)))])
    }
    let above = texel(0, 0) * (1 - across) + texel(1, 0) * across
    let below = texel(0, 1) * (1 - across) + texel(1, 1) * across
    return above * (1 - down) + below * down
  }

  private static func channels(_ pixel: Pixel) -> SIMD4<Double> {
    SIMD4(Double(pixel.red), Double(pixel.green), Double(pixel.blue), Double(pixel.alpha))
  }
}

@Suite struct LayersTests {
  static let size = PixelSize(width: 60, height: 40)

  private func pictures(opaque: Bool, seed: UInt64 = 1) throws -> (from: Bitmap, to: Bitmap) {
    let size = Self.size
    return (
      try .noise(size.width, size.height, seed: seed, opaque: opaque),
      try .noise(size.width, size.height, seed: seed + 100, opaque: opaque)
    )
  }

  private func frame(
    _ layers: [Layer], _ pictures: (from: Bitmap, to: Bitmap), background: Pixel = .black,
    _ execution: Execution = .standard
  ) throws -> Bitmap {
    try ((.from, .to) --> Layers(background: background) { _, _ in layers })
      .frame(from: pictures.from, to: pictures.to, at: 0.5, execution)
  }

  static let center = PixelPoint(x: 30, y: 20)
  /// Translations by whole and fractional pixels and off the frame, scales, rotations, and combinations.
  static let transforms: [(name: String, transform: PixelTransform)] = [
    ("nothing", .identity), ("down", .translation(y: 7)), ("up", .translation(y: -13)),
    ("right", .translation(x: 9)), ("left", .translation(x: -21)), ("both", .translation(x: -5, y: 11)),
    ("half a row", .translation(y: 0.5)), ("rows and a bit", .translation(y: -3.3)),
    ("half a column", .translation(x: 0.5)), ("columns and a bit", .translation(x: 17.8)),
    ("bits of both", .translation(x: 0.7, y: -0.2)), ("whole and half", .translation(x: 4, y: 2.5)),
    ("to the last row", .translation(y: 39)), ("to the last column", .translation(x: -59)),
    ("just off", .translation(y: 40)), ("just off to the left", .translation(x: -60)),
    ("far off", .translation(x: 1e7, y: -1e7)), ("half", .scale(0.5, about: center)),
    ("most", .scale(0.93, about: center)), ("twice", .scale(2, about: center)),
    ("moved half", .scale(0.5, about: PixelPoint(x: 0, y: 40)).translated(x: 3.25, y: -1)),
    ("mirrored", .scale(-1, about: center)), ("turned", .rotation(.degrees(30), about: center)),
    ("turned back", .rotation(.degrees(-77), about: PixelPoint(x: 0, y: 0))),
    ("a quarter", .rotation(.degrees(90), about: center)),
    ("half around", .rotation(.degrees(180), about: center)),
    ("wide from the left", .scale(x: 2, y: 1, about: PixelPoint(x: 0, y: 20))),
    ("tall from the top", .scale(x: 1, y: 2, about: PixelPoint(x: 30, y: 0))),
    ("mirrored between columns", .scale(x: -1, y: 1, about: PixelPoint(x: 30.25, y: 20))),
    ("upside down between rows", .scale(x: 1, y: -1, about: PixelPoint(x: 30, y: 20.25))),
    ("sheared down", sheared(down: 0.25)), ("sheared aside", sheared(aside: -0.5)),
  ]

  private static func sheared(down: Double = 0, aside: Double = 0) -> PixelTransform {
    var transform = PixelTransform.identity
    (transform.b, transform.c) = (down, aside)
    return transform
  }

  @Test("Layers match their definition", arguments: transforms.map(\.name), [1, 0.999, 0.4])
  func placement(name: String, opacity: Double) throws {
    let transform = try #require(Self.transforms.first { $0.name == name }).transform
    for opaque in [true, false] {
      let pictures = try pictures(opaque: opaque)
      let moved = Layer(.to, transform: transform, opacity: opacity)
      for layers in [[moved], [Layer(.from), moved]] {
        let frame = try frame(layers, pictures)
        let expected = try Definition.frame(layers, pictures.from, pictures.to)
        // Tolerance: half a step of rounding for each layer, and positions to 1/256 of a pixel under a warp.
        #expect(frame.largestDifference(from: expected) <= 2, "opaque: \(opaque)")
      }
    }
  }

  @Test(arguments: [true, false]) func movesByWholePixelsKeepPixels(opaque: Bool) throws {
    let pictures = try pictures(opaque: opaque)
    for (dx, dy) in [(0, 0), (0, 5), (0, -5), (8, 0), (-8, 0), (3, -4), (-59, 39)] {
      let move = PixelTransform.translation(x: Double(dx), y: Double(dy))
      let frame = try frame([Layer(.to, transform: move)], pictures, background: .clear)
      for y in 0..<40 {
        for x in 0..<60 {
          let isInside = (0..<60).contains(x - dx) && (0..<40).contains(y - dy)
          #expect(frame[x, y] == (isInside ? pictures.to[x - dx, y - dy] : .clear), "\(dx), \(dy)")
        }
      }
    }
  }

  /// Tries parts smaller than the frame, at its edges and inside, in place and moved by whole rows.
  ///
  /// Only complete rows may be copied.
  @Test(
    arguments: [
      PixelRectangle(x: 0, y: 0, width: 10, height: 40), PixelRectangle(x: 0, y: 5, width: 59, height: 20),
      PixelRectangle(x: 0, y: 0, width: 60, height: 7), PixelRectangle(x: 0, y: 33, width: 60, height: 7),
      PixelRectangle(x: 50, y: 0, width: 10, height: 40), PixelRectangle(x: 20, y: 10, width: 1, height: 1),
      PixelRectangle(x: 20, y: 10, width: 25, height: 13),
    ]) func parts(part: PixelRectangle) throws
  {
    for opaque in [true, false] {
      let pictures = try pictures(opaque: opaque)
      for (name, transform) in Self.transforms {
        for opacity in [1, 0.3] {
          let layers = [Layer(.from), Layer(.to, part: part, transform: transform, opacity: opacity)]
          let frame = try frame(layers, pictures)
          let expected = try Definition.frame(layers, pictures.from, pictures.to)
          #expect(frame.largestDifference(from: expected) <= 2, "\(name), \(opacity), opaque: \(opaque)")
        }
      }
    }
  }

  @Test func aPartAtTheLeftEdgeDoesNotChangeTheRest() throws {
    let pictures = try pictures(opaque: true)
    let part = PixelRectangle(x: 0, y: 0, width: 20, height: 40)
    let frame = try frame([Layer(.from), Layer(.to, part: part)], pictures)
    for y in 0..<40 {
      for x in 0..<60 { #expect(frame[x, y] == (x < 20 ? pictures.to : pictures.from)[x, y]) }
    }
  }

  @Test(arguments: [0, -1, -.infinity, .nan] as [Double]) func layersWithoutOpacityAreInvisible(
    opacity: Double
  )
    throws
  {
    let pictures = try pictures(opaque: true)
    #expect(try frame([Layer(.from), Layer(.to, opacity: opacity)], pictures) == pictures.from)
  }

  @Test(arguments: [1, 2, .infinity] as [Double]) func opacitiesAbove1Are1(opacity: Double) throws {
    let pictures = try pictures(opaque: true)
    #expect(try frame([Layer(.from), Layer(.to, opacity: opacity)], pictures) == pictures.to)
    let through = try self.pictures(opaque: false)
    #expect(
      try frame([Layer(.from), Layer(.to, opacity: opacity)], through)
        == frame([Layer(.from), Layer(.to)], through))
  }

  @Test func anOpaquePictureUnderAnOpacityIsADissolve() throws {
    let pictures = try pictures(opaque: true)
    for opacity in [0.1, 0.25, 0.5, 0.75] {
      let dissolve = try ((.from, .to) --> Dissolve(mix: Animated(opacity))).frame(
        from: pictures.from, to: pictures.to)
      #expect(try frame([Layer(.from), Layer(.to, opacity: opacity)], pictures) == dissolve)
    }
  }

  @Test(arguments: ["tomato", "#20406080", "transparent"]) func colorLayersEqualPlainPictures(name: String)
    throws
  {
    let color = try #require(Pixel(name))
    let part = PixelRectangle(x: 10, y: 10, width: 20, height: 15)
    for opaque in [true, false] {
      let pictures = try pictures(opaque: opaque)
      for (name, transform) in Self.transforms {
        for opacity in [1, 0.5] {
          let layers = [
            Layer(.from), Layer(.color(color), part: part, transform: transform, opacity: opacity),
          ]
          let expected = try Definition.frame(layers, pictures.from, pictures.to)
          #expect(try frame(layers, pictures).largestDifference(from: expected) <= 1, "\(name), \(opacity)")
        }
      }
    }
  }

  @Test(arguments: [Pixel.black, .white, .clear, Pixel(red: 10, green: 90, blue: 0, alpha: 100)])
  func theBackgroundIsBehindAllLayers(background: Pixel) throws {
    let pictures = try pictures(opaque: true)
    let empty = try frame([], pictures, background: background)
    #expect(try empty == Bitmap(Self.size, filledWith: background))
    let half = try frame([Layer(.to, transform: .translation(y: 20))], pictures, background: background)
    for x in 0..<60 {
      #expect(half[x, 19] == background && half[x, 20] == pictures.to[x, 0])
    }
    let through = try self.pictures(opaque: false)
    let layers = [Layer(.to, transform: .rotation(.degrees(5), about: Self.center), opacity: 0.8)]
    let expected = try Definition.frame(layers, through.from, through.to, background: background)
    #expect(try frame(layers, through, background: background).largestDifference(from: expected) <= 2)
  }

  /// Occlusion: opaque layers over others, translucent layers over opaque ones, and rows with both.
  @Test func theLastLayerIsOnTop() throws {
    let pictures = try pictures(opaque: true)
    let up = PixelTransform.translation(y: -15)
    for layers in [
      [Layer(.to), Layer(.from)], [Layer(.from, opacity: 0.5), Layer(.to)],
      [Layer(.to), Layer(.from, transform: up)],
      [Layer(.from, transform: up), Layer(.to, transform: .translation(y: 25))],
      [
        Layer(.to, transform: up), Layer(.from, transform: up, opacity: 0.3),
        Layer(.to, transform: .translation(x: 30)),
      ],
      [
        Layer(.from), Layer(.color(.white), part: PixelRectangle(x: 5, y: 5, width: 50, height: 4)),
        Layer(.to, opacity: 0.2),
      ],
      [
        Layer(.from), Layer(.to, part: PixelRectangle(x: 0, y: 0, width: 60, height: 11)),
        Layer(.from, transform: up),
      ],
    ] {
      let expected = try Definition.frame(layers, pictures.from, pictures.to)
      #expect(try frame(layers, pictures).largestDifference(from: expected) <= 2)
    }
    #expect(try frame([Layer(.to), Layer(.from)], pictures) == pictures.from)
  }

  @Test(
    "Empty or invalid parts show nothing",
    arguments: [
      PixelRectangle(x: 0, y: 0, width: 0, height: 10), PixelRectangle(x: 0, y: 0, width: 10, height: -1),
      PixelRectangle(x: 60, y: 0, width: 10, height: 10), PixelRectangle(x: -20, y: 0, width: 10, height: 10),
      PixelRectangle(x: 55, y: 0, width: 10, height: 10), PixelRectangle(x: 0, y: 0, width: 60, height: 41),
      PixelRectangle(x: 0, y: 0, width: .nan, height: 10),
      PixelRectangle(x: .nan, y: 0, width: 10, height: 10),
      PixelRectangle(x: 0, y: 0, width: .infinity, height: 10),
      PixelRectangle(x: 0, y: 1e300, width: 1e300, height: 10),
      PixelRectangle(x: 1e18, y: 0, width: 10, height: 1e18),
      PixelRectangle(x: 1e300, y: 0, width: 10, height: 10),
      PixelRectangle(x: 0, y: 1e300, width: 10, height: 10),
      PixelRectangle(x: 0, y: .nan, width: 10, height: 10),
      PixelRectangle(x: 0, y: -5, width: 10, height: 10),
      PixelRectangle(x: 0, y: 0, width: 10, height: .infinity),
    ]) func emptyParts(part: PixelRectangle) throws
  {
    let pictures = try pictures(opaque: true)
    #expect(try frame([Layer(.from), Layer(.to, part: part)], pictures) == pictures.from)
  }

  @Test(
    "Degenerate or invalid transforms show nothing",
    arguments: [
      PixelTransform.scale(0, about: center), .scale(1e-8, about: center), .scale(.nan, about: center),
      .scale(.infinity, about: center), .translation(x: .nan), .translation(y: .nan),
      .translation(x: .infinity), .translation(y: -.infinity), .rotation(.degrees(.nan), about: center),
      .translation(x: 1e300, y: 1e300), .rotation(.degrees(10), about: PixelPoint(x: 1e18, y: -1e18)),
    ]) func emptyTransforms(transform: PixelTransform) throws
  {
    let pictures = try pictures(opaque: true)
    for content in [Layer.Content.to, .color(.white)] {
      #expect(try frame([Layer(.from), Layer(content, transform: transform)], pictures) == pictures.from)
    }
  }

  @Test("A color layer covers the pixels whose center is inside, however thin") func thinColors() throws {
    let pictures = try pictures(opaque: true)
    let center = PixelPoint(x: 30.5, y: 20.5)
    let column = try frame(
      [Layer(.color(.white), transform: .scale(x: 2e-8, y: 1, about: center))], pictures)
    let row = try frame(
      [Layer(.color(.white), transform: .scale(x: 1, y: 2e-8, about: center))], pictures)
    for y in 0..<40 {
      for x in 0..<60 {
        #expect(column[x, y] == (x == 30 ? .white : .black) && row[x, y] == (y == 20 ? .white : .black))
      }
    }
  }

  @Test("A color layer may be much larger than the frame") func largeColors() throws {
    let layer = Layer(.color(.white), part: PixelRectangle(x: 0, y: 0, width: 5e8, height: 5e8))
    let made = try frame([layer], pictures(opaque: true))
    #expect(try made == Bitmap(Self.size, filledWith: .white))
  }

  @Test(
    "Opacities near 1 and offsets near whole pixels give the picture itself, within one level",
    arguments: [
      (0.99999, .identity), (1, .translation(x: 1e-5)), (1, .translation(y: 1e-5)),
      (0.99999, .translation(x: 1e-5)),
    ] as [(Double, PixelTransform)]) func hairs(opacity: Double, transform: PixelTransform) throws
  {
    let pictures = try pictures(opaque: true)
    let made = try frame([Layer(.from), Layer(.to, transform: transform, opacity: opacity)], pictures)
    #expect(made.largestDifference(from: pictures.to) <= 1)
  }

  /// A layer reduced to a few pixels is drawn, although the determinant of its transform is tiny.
  @Test(arguments: [0.02, 0.005, 0.0009]) func layersOfAFewPixelsAreDrawn(scale: Double) throws {
    let size = PixelSize(width: 1200, height: 400)
    let (from, to) = (try Bitmap(size, filledWith: .black), try Bitmap(size, filledWith: .white))
    let frame = try
      ((.from, .to)
      --> Layers { progress, screen in
        [Layer(.from), Layer(.to, transform: .scale(progress, about: screen.center))]
      }).frame(from: from, to: to, at: scale)
    var white = 0
    for y in 0..<400 { for x in 0..<1200 where frame[x, y] == .white { white += 1 } }
    let columns = 2 * (0..<600).count { Double($0) + 0.5 < 600 * scale }
    let rows = 2 * (0..<200).count { Double($0) + 0.5 < 200 * scale }
    #expect(white == columns * rows && (white > 0 || scale < 0.0025))
    #expect(scale < 0.0025 || frame[600, 200] == .white)
  }

  @Test func atTheEndsFramesEqualThePictures() throws {
    let pictures = try pictures(opaque: false)
    let nothing = (.from, .to) --> Layers { _, _ in [] }
    #expect(try nothing.frame(from: pictures.from, to: pictures.to, at: 0) == pictures.from)
    #expect(try nothing.frame(from: pictures.from, to: pictures.to, at: 1) == pictures.to)
    #expect(try nothing.rows(from: pictures.from, to: pictures.to, at: 0).bitmap == pictures.from)
    for progress in [-0.01, 0.001, 0.999, 1.01] {
      let frame = try nothing.frame(from: pictures.from, to: pictures.to, at: progress)
      #expect(try frame == Bitmap(Self.size, filledWith: .black))
    }
  }

  @Test func layersGetTheProgressAndTheBounds() throws {
    let pictures = try pictures(opaque: true)
    let chain =
      (.from, .to)
      --> Layers { progress, bounds in
        [.init(.from), .init(.to, transform: .translation(y: bounds.height * (1 - progress)))]
      }
    let frame = try chain.frame(from: pictures.from, to: pictures.to, at: 0.25, Execution(threads: 3))
    for x in 0..<60 { #expect(frame[x, 29] == pictures.from[x, 29] && frame[x, 30] == pictures.to[x, 0]) }
  }

  @Test(arguments: SIMDLevel.available) func framesDoNotDependOnLevelOrThreads(level: SIMDLevel) throws {
    for opaque in [true, false] {
      let pictures = try pictures(opaque: opaque)
      for (name, transform) in Self.transforms {
        let layers = [
          Layer(.from, opacity: 0.7), Layer(.to, transform: transform, opacity: 0.9),
          Layer(.to, part: PixelRectangle(x: 0, y: 0, width: 30, height: 40), transform: transform),
        ]
        let expected = try frame(layers, pictures, Execution(level: .reference))
        for threads in [1, 3, 50] {
          #expect(
            try frame(layers, pictures, Execution(threads: threads, level: level)) == expected, "\(name)")
        }
      }
    }
  }

  @Test func inputsThatAreComputedAreRenderedOnce() throws {
    let pictures = try pictures(opaque: true)
    let execution = Execution(threads: 4, level: .reference)
    let rows = CountingRows(pictures.from)
    let chain = (.picture(rows), .to) --> Layers { _, _ in [.init(.from, transform: .translation(y: 3))] }
    let frame = try chain.frame(to: pictures.to, at: 0.5, execution)
    #expect(rows.reads == Array(repeating: 1, count: 40) && rows.executions == [execution])
    #expect(frame[7, 20] == pictures.from[7, 17])
  }

  /// Tries failing inputs that the layers show, hide, or do not use.
  @Test(arguments: FailingRows.all) func inputsThatFailAreErrors(rows: FailingRows) throws {
    let failing = Chain.picture(rows)
    for layers in Self.failingLayers {
      try expectFailure((failing, .to) --> layers)
      try expectFailure((.from, failing) --> layers)
      try expectFailure((failing --> Unchanged(), failing --> Pixellate(fraction: 0.2)) --> layers)
      try expectFailure(((.from, failing) --> layers, .to) --> layers)
      try expectFailure((.from, failing) --> layers --> Negative())
    }
  }

  /// Each chain fails in one or two kinds of layers; `scripts/soak whole` tries each chain in each kind.
  @Test func endlessShadersAreErrors() throws {
    for (place, chain) in try endlessChains().enumerated() {
      for (number, layers) in Self.failingLayers.enumerated() where isWhole || (place + number) % 4 == 0 {
        try expectFailure((chain, .to) --> layers, briefly: true)
        try expectFailure((.from, chain) --> layers --> Pixellate(fraction: 0.1), briefly: true)
      }
    }
  }

  static let failingLayers = [
    Layers { progress, size in
      [.init(.from), .init(.to, transform: .translation(y: size.height * (1 - progress)), opacity: 0.5)]
    },
    Layers { _, size in [.init(.from), .init(.to, transform: .rotation(.degrees(20), about: size.center))] },
    Layers { _, _ in [.init(.from), .init(.to)] },
    Layers { _, _ in [.init(.color(.white))] },
  ]
}
