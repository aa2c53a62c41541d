import Foundation
import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

private typealias Layer = Layers.Layer

/// Compares smooth edges, round corners, shadows and pictures of layers with plain definitions.
@Suite struct LayerShapesTests {
  static let size = PixelSize(width: 60, height: 40)
  static let part = PixelRectangle(x: 0, y: 0, width: 30, height: 20)

  private func frame(_ layers: [Layer], _ from: Bitmap, _ to: Bitmap, level: SIMDLevel = .best) throws
    -> Bitmap
  {
    try ((.from, .to) --> Layers { _, _ in layers }).frame(
      from: from, to: to, at: 0.5, Execution(level: level))
  }

  /// A layer as large as the frame, with round corners, shows the picture behind it at the corners.
  @Test(arguments: [false, true]) func roundCornersShowThePictureBehind(isSmooth: Bool) throws {
    let (from, to) = (
      try Bitmap(Self.size, filledWith: Pixel(red: 200, green: 10, blue: 60)),
      try Bitmap(Self.size, filledWith: Pixel(red: 20, green: 220, blue: 90))
    )
    var layer = Layer(.to)
    (layer.cornerRadius, layer.edges) = (9, isSmooth ? .smooth : .hard)
    let frame = try frame([Layer(.from), layer], from, to)
    for (x, y) in [(0, 0), (59, 0), (0, 39), (59, 39), (1, 0)] {
      #expect(frame[x, y] == from[x, y], "\(x), \(y)")
    }
    for (x, y) in [(20, 0), (0, 20), (30, 20), (59, 15)] { #expect(frame[x, y] == to[x, y], "\(x), \(y)") }
  }

  /// Coverage of each pixel by a layer, 0…255, from a white layer over black.
  private func coverage(_ layer: Layer) throws -> [[Double]] {
    let black = try Bitmap(Self.size, filledWith: .black)
    let frame = try frame([layer], black, black)
    return (0..<Self.size.height).map { y in (0..<Self.size.width).map { Double(frame[$0, y].green) } }
  }

  private func white(
    _ transform: PixelTransform, cornerRadius: Double = 0, edges: Layer.Edges = .smooth
  ) -> Layer {
    var layer = Layer(.color(.white), part: Self.part, transform: transform)
    (layer.cornerRadius, layer.edges) = (cornerRadius, edges)
    return layer
  }

  /// Fraction of a pixel inside a layer, from 64 × 64 samples.
  ///
  /// A layer is convex: if the corners of a pixel are inside, all of it is; if they are all beyond one side of
  /// the layer's part, none of it is.
  private func share(_ x: Int, _ y: Int, _ layer: Layer, _ inverse: PixelTransform) -> Double {
    let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map { (dx: Int, dy: Int) in
      inverse.applied(to: PixelPoint(x: Double(x + dx), y: Double(y + dy)))
    }
    if corners.allSatisfy({ isInside($0, layer) }) { return 1 }
    let (width, height) = (Self.part.width, Self.part.height)
    if corners.allSatisfy({ $0.x < 0 }) || corners.allSatisfy({ $0.y < 0 })
      || corners.allSatisfy({ $0.x > width }) || corners.allSatisfy({ $0.y > height })
    {
      return 0
    }
    var inside = 0
    for j in 0..<64 {
      for i in 0..<64 {
        let place = inverse.applied(
          to: PixelPoint(x: Double(x) + (Double(i) + 0.5) / 64, y: Double(y) + (Double(j) + 0.5) / 64))
        inside += isInside(place, layer) ? 1 : 0
      }
    }
    return Double(inside) / 4096
  }

  private func isInside(_ place: PixelPoint, _ layer: Layer) -> Bool {
    let (width, height, radius) = (Self.part.width, Self.part.height, layer.cornerRadius)
    guard place.x >= 0, place.y >= 0, place.x < width, place.y < height else { return false }
    let across = max(radius - place.x, place.x - (width - radius), 0)
    let down = max(radius - place.y, place.y - (height - radius), 0)
    return across * across + down * down < max(radius * radius, 1e-9)
  }

  static let transforms: [(name: String, forth: PixelTransform, back: PixelTransform, tolerance: Double)] = [
    ("moved", .translation(x: 10.3, y: 5.75), .translation(x: -10.3, y: -5.75), 0.02),
    (
      "scaled", .scale(x: 1.4, y: 0.7, about: PixelPoint(x: 0, y: 0)).translated(x: 3.1, y: 2.6),
      .translation(x: -3.1, y: -2.6).followed(
        by: .scale(x: 1 / 1.4, y: 1 / 0.7, about: PixelPoint(x: 0, y: 0))),
      0.06
    ),
    (
      "turned", .rotation(.degrees(25), about: PixelPoint(x: 15, y: 10)).translated(x: 15, y: 10),
      .translation(x: -15, y: -10).followed(by: .rotation(.degrees(-25), about: PixelPoint(x: 15, y: 10))),
      0.1
    ),
  ]

  /// A pixel's coverage is its fraction inside the layer; corners may deviate a little.
  @Test(arguments: transforms.indices, [0, 6.5, 10]) func smoothEdgesCoverFractionsOfPixels(
    index: Int, cornerRadius: Double
  ) throws {
    let (name, forth, back, tolerance) = Self.transforms[index]
    let layer = white(forth, cornerRadius: cornerRadius)
    let covered = try coverage(layer)
    var (worst, whole) = (0.0, 0)
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        let share = share(x, y, layer, back)
        worst = max(worst, abs(share - covered[y][x] / 255))
        whole += share == 1 && covered[y][x] == 255 ? 1 : 0
      }
    }
    #expect(worst <= (cornerRadius > 0 ? max(tolerance, 0.06) : tolerance), "\(name)")
    #expect(whole > 300, "\(name)")
  }

  /// Compares pixels that are partly in the layer, judged by five points.
  @Test("Coverage is right with rotation and non-uniform scale, too", arguments: [0, 6.5, 9])
  func stretchedEdges(cornerRadius: Double) throws {
    let center = PixelPoint(x: 15, y: 10)
    let points = [(0, 0), (1, 0), (0, 1), (1, 1), (0.5, 0.5)]
    for (name, transform) in [
      ("wide", .scale(x: 1.6, y: 0.7, about: center).followed(by: .rotation(.degrees(-35), about: center))),
      ("tall", .scale(x: 0.6, y: 1.3, about: center).followed(by: .rotation(.degrees(30), about: center))),
      ("slanted", .rotation(.degrees(45), about: center).followed(by: .scale(x: 1.3, y: 0.8, about: center))),
    ] as [(String, PixelTransform)] {
      let forth = transform.translated(x: 14, y: 9)
      let back = try #require(forth.inverse)
      let layer = white(forth, cornerRadius: cornerRadius)
      let covered = try coverage(layer)
      var worst = 0.0
      for y in 0..<Self.size.height {
        for x in 0..<Self.size.width {
          let inside = points.count { point in
            let place = PixelPoint(x: Double(x) + point.0, y: Double(y) + point.1)
            return isInside(back.applied(to: place), layer)
          }
          guard inside > 0, inside < points.count else { continue }
          worst = max(worst, abs(share(x, y, layer, back) - covered[y][x] / 255))
        }
      }
      #expect(worst <= 0.075, "\(name)")
    }
  }

  /// With hard edges, a pixel is covered if its center is in the layer.
  @Test(arguments: transforms.indices, [4, 10.0]) func hardCornersAreRound(index: Int, cornerRadius: Double)
    throws
  {
    let (name, forth, back, _) = Self.transforms[index]
    let layer = white(forth, cornerRadius: cornerRadius, edges: .hard)
    let covered = try coverage(layer)
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        let place = back.applied(to: PixelPoint(x: Double(x) + 0.5, y: Double(y) + 0.5))
        #expect(covered[y][x] == (isInside(place, layer) ? 255 : 0), "\(name) \(x), \(y)")
      }
    }
  }

  /// The radius is limited to half of the shorter side, in wide and in tall layers.
  @Test(arguments: [Layer.Edges.smooth, .hard], [(30.0, 12.0), (12, 30)])
  private func theCornerRadiusIsLimitedToHalfASide(edges: Layer.Edges, side: (width: Double, height: Double))
    throws
  {
    func covered(_ cornerRadius: Double) throws -> [[Double]] {
      var layer = white(.translation(x: 5, y: 5), cornerRadius: cornerRadius, edges: edges)
      layer.part = PixelRectangle(x: 0, y: 0, width: side.width, height: side.height)
      return try coverage(layer)
    }
    let half = try covered(6)
    #expect(half[5][5] == 0 && half[11][11] == 255)
    for radius in [7.0, 14, 15, 16, 1000] { #expect(try covered(radius) == half, "\(radius)") }
  }

  /// Smooth edges change only pixels at edges, and none after a translation by whole pixels.
  @Test(arguments: [true, false]) func smoothEdgesChangeOnlyEdges(opaque: Bool) throws {
    let (from, to) = (
      try Bitmap.noise(60, 40, seed: 1, opaque: opaque), try Bitmap.noise(60, 40, seed: 2, opaque: opaque)
    )
    for (_, forth, back, _) in Self.transforms {
      var layer = Layer(.to, part: Self.part, transform: forth, opacity: 0.7)
      let hard = try frame([Layer(.from), layer], from, to)
      layer.edges = .smooth
      let smooth = try frame([Layer(.from), layer], from, to)
      for y in 0..<40 {
        for x in 0..<60 where share(x, y, white(forth), back) == 1 {
          #expect(smooth[x, y] == hard[x, y])
        }
      }
    }
    var layer = Layer(.to, part: Self.part, transform: .translation(x: 7, y: -3))
    let hard = try frame([Layer(.from), layer], from, to)
    layer.edges = .smooth
    #expect(try frame([Layer(.from), layer], from, to) == hard)
  }

  /// A layer thinner than a pixel covers a share of the pixel equal to its width.
  @Test func layersThinnerThanAPixelAreFaint() throws {
    let layer = white(.scale(x: 0.01, y: 1, about: PixelPoint(x: 0, y: 0)).translated(x: 20.2, y: 4))
    let covered = try coverage(layer)
    #expect(abs(covered[10][20] - 0.3 * 255) <= 1)
    #expect(covered[10][21] == 0 && covered[10][19] == 0 && covered[3][20] == 0)
  }

  @Test("A picture too thin for fixed-point steps is not drawn", arguments: Layers.Layer.Edges.allCases)
  func thinnerThanSteps(edges: Layers.Layer.Edges) throws {
    let from = try Bitmap.noise(60, 40, seed: 6, opaque: true)
    let to = try Bitmap.noise(60, 40, seed: 7, opaque: true)
    let center = PixelPoint(x: 5.5, y: 5.5)
    let flat = [PixelTransform.scale(x: 2e-11, y: 1, about: center), .scale(x: 1, y: 2e-11, about: center)]
    for transform in flat + flat.map({ $0.followed(by: .rotation(.degrees(90), about: center)) }) {
      var layer = Layer(.to, transform: transform)
      layer.edges = edges
      #expect(try frame([Layer(.from), layer], from, to) == from)
    }
  }

  /// The blur of a rectangle is the product of two blurred steps.
  @Test(arguments: [0.8, 3, 20]) func shadowsAreBlurredRectangles(radius: Double) throws {
    let (width, height) = (160, 120)
    let white = try Bitmap(PixelSize(width: width, height: height), filledWith: .white)
    var layer = Layer(
      .color(.clear), part: PixelRectangle(x: 0, y: 0, width: 60, height: 40),
      transform: .translation(x: 50, y: 40))
    layer.shadow = Layers.Shadow(color: .black, opacity: 1, radius: radius, x: 4, y: 6)
    let shadow = try frame([Layer(.from), layer], white, white)
    func step(_ place: Double, _ start: Double, _ end: Double) -> Double {
      func normal(_ z: Double) -> Double { 0.5 * erfc(-z / 2.0.squareRoot()) }
      return normal((end - place) / radius) - normal((start - place) / radius)
    }
    var worst = 0.0
    for y in 0..<height {
      for x in 0..<width {
        let dark = step(Double(x) + 0.5, 54, 114) * step(Double(y) + 0.5, 46, 86)
        worst = max(worst, abs(255 * (1 - dark) - Double(shadow[x, y].red)))
      }
    }
    #expect(worst <= (radius < 1 ? 12 : 3))
  }

  /// Compares with the layer itself, drawn in black and blurred.
  @Test("A soft shadow has the layer's round corners") func shadowsOfRoundCorners() throws {
    let white = try Bitmap(PixelSize(width: 88, height: 88), filledWith: .white)
    var layer = Layer(
      .color(.black), part: PixelRectangle(x: 0, y: 0, width: 32, height: 32),
      transform: .translation(x: 28, y: 28))
    (layer.cornerRadius, layer.edges) = (9, .smooth)
    let sharp = ReferencePicture(try frame([Layer(.from), layer], white, white))
    layer.content = .color(.clear)
    layer.shadow = Layers.Shadow(color: .black, opacity: 1, radius: 8, x: 0, y: 0)
    let shadow = try frame([Layer(.from), layer], white, white)
    #expect(sharp.blurred(sigma: 8).largestDifference(from: shadow) < 4)
  }

  @Test(
    "Layers of one pixel's width or height, and layers larger than the frame, cast shadows",
    arguments: [(1, 20), (20, 1), (1500, 20), (20, 1500)])
  func shadowsOfAnySize(width: Int, height: Int) throws {
    let white = try Bitmap(Self.size, filledWith: .white)
    var layer = Layer(
      .color(.clear), part: PixelRectangle(x: 0, y: 0, width: Double(width), height: Double(height)),
      transform: .translation(x: 10, y: 10))
    layer.shadow = Layers.Shadow(color: .black, opacity: 1, radius: 0, x: 5, y: 4)
    let shadow = try frame([Layer(.from), layer], white, white)
    for y in 0..<40 {
      for x in 0..<60 {
        let isDark = (15..<15 + width).contains(x) && (14..<14 + height).contains(y)
        #expect(shadow[x, y] == (isDark ? .black : .white), "\(x), \(y)")
      }
    }
  }

  /// A shadow moves and fades with its layer, and lies below it.
  @Test func shadowsFollow() throws {
    let white = try Bitmap(Self.size, filledWith: .white)
    var layer = Layer(.color(.white), part: Self.part, transform: .translation(x: 10, y: 10), opacity: 0.5)
    layer.shadow = Layers.Shadow(color: .black, opacity: 1, radius: 0, x: 5, y: 5)
    let shadow = try frame([Layer(.from), layer], white, white)
    #expect(shadow[42, 32].red == 128 || shadow[42, 32].red == 127)
    #expect(shadow[12, 12] == .white && shadow[47, 20] == .white)
    // The layer has an opacity of 0.5, so it halves the shadow behind it.
    #expect((190...192).contains(shadow[30, 20].red))
  }

  /// The layer is large, so that a shadow of the largest radius is visible.
  @Test("Opacity and radius of a shadow are clamped to their ranges") func shadowsBeyondTheirEnds() throws {
    let white = try Bitmap(Self.size, filledWith: .white)
    func made(_ shadow: Layers.Shadow, _ side: Double) throws -> Bitmap {
      var layer = Layer(
        .color(.clear), part: PixelRectangle(x: 0, y: 0, width: side, height: side),
        transform: .translation(x: 25, y: 15), opacity: 0.5)
      layer.shadow = shadow
      return try frame([Layer(.from), layer], white, white)
    }
    for (beyond, end, side) in [
      (Layers.Shadow(opacity: 3), Layers.Shadow(opacity: 1), 10),
      (Layers.Shadow(radius: -4), Layers.Shadow(radius: 0), 10),
      (Layers.Shadow(radius: 1000), Layers.Shadow(radius: 500), 600),
    ] as [(Layers.Shadow, Layers.Shadow, Double)] {
      let made = (try made(beyond, side), try made(end, side))
      #expect(made.0 == made.1 && made.0 != white, "\(beyond)")
    }
    #expect(try made(Layers.Shadow(opacity: -1), 10) == white)
  }

  /// Expects the formulas of sRGB; edges of the layer are at x = 12.25 and 42.25, and y = 7.5 and 27.5.
  @Test(
    "In linear light, a layer and its smooth edges are mixed with the picture below",
    arguments: [
      Pixel(red: 90, green: 10, blue: 40, alpha: 120), Pixel(red: 30, green: 200, blue: 90),
    ]) func layersInLight(color: Pixel) throws
  {
    let below = try Bitmap.noise(60, 40, seed: 8, opaque: true)
    var layer = Layer(.color(color), part: Self.part, transform: .translation(x: 12.25, y: 7.5), opacity: 0.6)
    layer.edges = .smooth
    let layers = [Layer(.from), layer]
    let made = try ((.from, .to) --> Layers { _, _ in layers }).frame(
      from: below, to: below, at: 0.5, light: .linear)
    func light(_ number: Double) -> Double {
      number <= 0.04045 ? number / 12.92 : pow((number + 0.055) / 1.055, 2.4)
    }
    func number(_ light: Double) -> Double {
      light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }
    func overlap(_ pixel: Int, _ start: Double, _ end: Double) -> Double {
      max(0, min(Double(pixel) + 1, end) - max(Double(pixel), start))
    }
    let alpha = Double(color.alpha)
    var worst = 0.0
    for y in 0..<40 {
      for x in 0..<60 {
        let share = 0.6 * alpha / 255 * overlap(x, 12.25, 42.25) * overlap(y, 7.5, 27.5)
        for channel in [\Pixel.red, \.green, \.blue] {
          let above = light(Double(color[keyPath: channel]) / alpha)
          let own = light(Double(below[x, y][keyPath: channel]) / 255)
          let expected = 255 * number(above * share + own * (1 - share))
          worst = max(worst, abs(Double(made[x, y][keyPath: channel]) - expected))
        }
      }
    }
    #expect(worst < 0.6)
  }

  @Test("A layer with an opacity above 1 has the shadow of an opaque layer", arguments: [1.2, 2, .infinity])
  func shadowsOfMoreThanOpaque(opacity: Double) throws {
    let white = try Bitmap(Self.size, filledWith: .white)
    func shadow(_ opacity: Double) throws -> Bitmap {
      var layer = Layer(.color(.clear), part: Self.part, opacity: opacity)
      layer.shadow = Layers.Shadow(color: .black, opacity: 0.4, radius: 2)
      return try frame([Layer(.from), layer], white, white)
    }
    #expect(try shadow(opacity) == shadow(1) && shadow(1) != white)
  }

  /// A layer with its own picture has the size of that picture.
  @Test func aLayerMayHaveAPictureOfItsOwn() throws {
    let black = try Bitmap(Self.size, filledWith: .black)
    let own = try Bitmap.noise(12, 9, seed: 5, opaque: true)
    let layer = Layer(.picture(own), transform: .translation(x: 20, y: 30))
    let frame = try frame([Layer(.from), layer], black, black)
    for y in 0..<40 {
      for x in 0..<60 {
        let isInside = (20..<32).contains(x) && (30..<39).contains(y)
        #expect(frame[x, y] == (isInside ? own[x - 20, y - 30] : .black))
      }
    }
  }

  /// All SIMD levels give equal frames.
  @Test func allLevelsGiveEqualResults() throws {
    let (from, to) = (try Bitmap.noise(60, 40, seed: 3), try Bitmap.noise(60, 40, seed: 4))
    for (_, forth, _, _) in Self.transforms {
      var layer = Layer(.to, transform: forth, opacity: 0.6)
      (layer.cornerRadius, layer.edges, layer.shadow) = (8, .smooth, Layers.Shadow())
      let expected = try frame([Layer(.from), layer], from, to, level: .reference)
      for level in SIMDLevel.available {
        #expect(try frame([Layer(.from), layer], from, to, level: level) == expected, "\(level)")
      }
    }
  }
}

extension PixelTransform {
  fileprivate func applied(to point: PixelPoint) -> PixelPoint {
    let origin = PixelTransform.translation(x: point.x, y: point.y).followed(by: self)
    return PixelPoint(x: origin.tx, y: origin.ty)
  }
}
