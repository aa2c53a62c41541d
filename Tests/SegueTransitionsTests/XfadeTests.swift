import Foundation
import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import SegueTransitions
import Testing

/// Compares transitions of ffmpeg's xfade with their formulas in double precision.
@Suite struct XfadeTests {
  /// Names of xfade in ffmpeg, where `xfade-radial` is called radial.
  private static let names = [
    "fade", "wipeleft", "wiperight", "wipeup", "wipedown", "slideleft", "slideright", "slideup", "slidedown",
    "circlecrop", "rectcrop", "distance", "fadeblack", "fadewhite", "xfade-radial", "smoothleft",
    "smoothright",
    "smoothup", "smoothdown", "circleopen", "circleclose", "vertopen", "vertclose", "horzopen", "horzclose",
    "dissolve", "pixelize", "diagtl", "diagtr", "diagbl", "diagbr", "hlslice", "hrslice", "vuslice",
    "vdslice",
    "hblur", "fadegrays", "wipetl", "wipetr", "wipebl", "wipebr", "squeezeh", "squeezev", "zoomin",
    "fadefast",
    "fadeslow", "hlwind", "hrwind", "vuwind", "vdwind", "coverleft", "coverright", "coverup", "coverdown",
    "revealleft", "revealright", "revealup", "revealdown",
  ]

  @Test func allNamesOfXfadeAreVariants() throws {
    #expect(Self.names.count == 58)
    for name in Self.names { _ = try Catalog.transitions.make(name) }
    #expect(Set(Catalog.transitions.variants.map(\.name)).isSuperset(of: Self.names))
  }

  @Test("A frame at NaN is the first picture", arguments: ["fadefast", "hblur", "zoomin", "rectcrop"])
  func noProgress(name: String) throws {
    let from = try Bitmap.noise(16, 12, seed: 1)
    let renderer = try TransitionRenderer(
      from: from, to: .noise(16, 12, seed: 2), Catalog.transitions.make(name))
    #expect(try renderer.frame(at: .nan) == from)
  }

  private static let size = PixelSize(width: 50, height: 34)

  /// Straight channel of a pixel at t, from both pictures by position; x and y are from the top left.
  private typealias Formula = (
    _ t: Double, _ x: Int, _ y: Int, _ a: (Int, Int) -> Double, _ b: (Int, Int) -> Double
  ) -> Double

  private static func s(_ z: Double) -> Double {
    let z = min(1, max(0, z))
    return z * z * (3 - 2 * z)
  }

  private static func n(_ x: Int, _ y: Int) -> Double {
    let v = sinf(Float(x) * 12.9898 + Float(y) * 78.233) * 43758.545
    return Double(v - v.rounded(.down))
  }

  private static var formulas: [String: Formula] {
    let (w, h) = (Double(size.width), Double(size.height))
    let (w2, h2) = (Double(size.width / 2), Double(size.height / 2))
    let radius = hypot(w2, h2)
    func mixed(_ share: @escaping (Double, Double, Double) -> Double) -> Formula {
      { t, x, y, a, b in
        let share = share(t, Double(x), Double(y))
        return a(x, y) * (1 - share) + b(x, y) * share
      }
    }
    func through(_ t: Double, _ a: Double, _ first: Double, _ second: Double, _ b: Double) -> Double {
      let (early, late) = (s((1 - t - 0.8) / 0.2), s((1 - t - 0.2) / 0.8))
      return (1 - t) * (early * a + (1 - early) * first) + t * (late * second + (1 - late) * b)
    }
    return [
      "fade": mixed { t, _, _ in t },
      "fadefast": { t, x, y, a, b in
        let (p, q) = (a(x, y), b(x, y))
        return q + (p - q) * pow(1 - t, 1 + log(1 + abs(p - q) / 255))
      },
      "fadeslow": { t, x, y, a, b in
        let (p, q) = (a(x, y), b(x, y))
        return q + (p - q) * pow(1 - t, 1 + log(2 - abs(p - q) / 255))
      },
      "fadeblack": { t, x, y, a, b in through(t, a(x, y), 0, 0, b(x, y)) },
      "fadewhite": { t, x, y, a, b in through(t, a(x, y), 255, 255, b(x, y)) },
      "wipeleft": mixed { t, x, _ in x > floor(w * (1 - t)) ? 1 : 0 },
      "wiperight": mixed { t, x, _ in x <= floor(w * t) ? 1 : 0 },
      "wipeup": mixed { t, _, y in y > floor(h * (1 - t)) ? 1 : 0 },
      "wipedown": mixed { t, _, y in y <= floor(h * t) ? 1 : 0 },
      "wipetl": mixed { t, x, y in y <= floor(h * (1 - t)) && x <= floor(w * (1 - t)) ? 0 : 1 },
      "wipetr": mixed { t, x, y in y <= floor(h * (1 - t)) && x > floor(w * t) ? 0 : 1 },
      "wipebl": mixed { t, x, y in y > floor(h * t) && x <= floor(w * (1 - t)) ? 0 : 1 },
      "wipebr": mixed { t, x, y in y > floor(h * t) && x > floor(w * t) ? 0 : 1 },
      "smoothleft": mixed { t, x, _ in s(2 * t - 1 + x / w) },
      "smoothright": mixed { t, x, _ in s(2 * t - 1 + (w - 1 - x) / w) },
      "smoothup": mixed { t, _, y in s(2 * t - 1 + y / h) },
      "smoothdown": mixed { t, _, y in s(2 * t - 1 + (h - 1 - y) / h) },
      "diagtl": mixed { t, x, y in s(2 * t - 1 + x / w * y / h) },
      "diagtr": mixed { t, x, y in s(2 * t - 1 + (w - 1 - x) / w * y / h) },
      "diagbl": mixed { t, x, y in s(2 * t - 1 + x / w * (h - 1 - y) / h) },
      "diagbr": mixed { t, x, y in s(2 * t - 1 + (w - 1 - x) / w * (h - 1 - y) / h) },
      "circleopen": mixed { t, x, y in s(3 * t - 0.5 - hypot(x - w2, y - h2) / radius) },
      "circleclose": mixed { t, x, y in s(3 * t - 1.5 + hypot(x - w2, y - h2) / radius) },
      "vertopen": mixed { t, x, _ in s(2 * t - abs(2 * x / w - 1)) },
      "vertclose": mixed { t, x, _ in s(2 * t - 1 + abs(2 * x / w - 1)) },
      "horzopen": mixed { t, _, y in s(2 * t - abs(2 * y / h - 1)) },
      "horzclose": mixed { t, _, y in s(2 * t - 1 + abs(2 * y / h - 1)) },
      "xfade-radial": mixed { t, x, y in s(atan2(x - w2, y - h2) + (t - 0.5) * 2.5 * .pi) },
      "hlwind": mixed { t, x, y in s((0.8 * (1 - x / w) + 0.2 * n(0, Int(y)) - 1.2 * t) / -0.2) },
      "hrwind": mixed { t, x, y in s((0.8 * x / w + 0.2 * n(0, Int(y)) - 1.2 * t) / -0.2) },
      "vuwind": mixed { t, x, y in s((0.8 * (1 - y / h) + 0.2 * n(Int(x), 0) - 1.2 * t) / -0.2) },
      "vdwind": mixed { t, x, y in s((0.8 * y / h + 0.2 * n(Int(x), 0) - 1.2 * t) / -0.2) },
      "dissolve": mixed { t, x, y in n(Int(x), Int(y)) < t ? 1 : 0 },
      "circlecrop": { t, x, y, a, b in
        hypot(Double(x) - w2, Double(y) - h2) <= pow(abs(2 * t - 1), 3) * radius
          ? (t <= 0.5 ? a(x, y) : b(x, y)) : 0
      },
      "rectcrop": { t, x, y, a, b in
        abs(Double(x) - w2) < floor(abs(t - 0.5) * w) && abs(Double(y) - h2) < floor(abs(t - 0.5) * h)
          ? (t <= 0.5 ? a(x, y) : b(x, y)) : 0
      },
      "hblur": { t, x, y, a, b in
        let end = min(x + Int(1 + w2 * 2 * min(t, 1 - t)), size.width)
        let count = Double(end - x)
        return (x..<end).reduce(0) { $0 + (a($1, y) * (1 - t) + b($1, y) * t) / count }
      },
      "slideleft": { t, x, y, a, b in
        let z = Int((1 - t) * w)
        return x >= z ? b(x - z, y) : a(x - z + size.width, y)
      },
      "slideright": { t, x, y, a, b in
        let z = Int((1 - t) * w)
        return x + z < size.width ? b(x + z, y) : a(x + z - size.width, y)
      },
      "slideup": { t, x, y, a, b in
        let z = Int((1 - t) * h)
        return y >= z ? b(x, y - z) : a(x, y - z + size.height)
      },
      "slidedown": { t, x, y, a, b in
        let z = Int((1 - t) * h)
        return y + z < size.height ? b(x, y + z) : a(x, y + z - size.height)
      },
      "coverleft": { t, x, y, a, b in x >= Int((1 - t) * w) ? b(x - Int((1 - t) * w), y) : a(x, y) },
      "coverright": { t, x, y, a, b in
        x + Int((1 - t) * w) < size.width ? b(x + Int((1 - t) * w), y) : a(x, y)
      },
      "coverup": { t, x, y, a, b in y >= Int((1 - t) * h) ? b(x, y - Int((1 - t) * h)) : a(x, y) },
      "coverdown": { t, x, y, a, b in
        y + Int((1 - t) * h) < size.height ? b(x, y + Int((1 - t) * h)) : a(x, y)
      },
      "revealleft": { t, x, y, a, b in
        x >= Int((1 - t) * w) ? b(x, y) : a(x - Int((1 - t) * w) + size.width, y)
      },
      "revealright": { t, x, y, a, b in
        x + Int((1 - t) * w) < size.width ? b(x, y) : a(x + Int((1 - t) * w) - size.width, y)
      },
      "revealup": { t, x, y, a, b in
        y >= Int((1 - t) * h) ? b(x, y) : a(x, y - Int((1 - t) * h) + size.height)
      },
      "revealdown": { t, x, y, a, b in
        y + Int((1 - t) * h) < size.height ? b(x, y) : a(x, y + Int((1 - t) * h) - size.height)
      },
      "squeezeh": { t, x, y, a, b in
        let z = 0.5 + (Double(y) / h - 0.5) / (1 - t)
        return z >= 0 && z <= 1 ? a(x, Int((z * (h - 1)).rounded(.toNearestOrEven))) : b(x, y)
      },
      "squeezev": { t, x, y, a, b in
        let z = 0.5 + (Double(x) / w - 0.5) / (1 - t)
        return z >= 0 && z <= 1 ? a(Int((z * (w - 1)).rounded(.toNearestOrEven)), y) : b(x, y)
      },
      "zoomin": { t, x, y, a, b in
        let f = s((0.5 - t) / 0.5)
        let u = Int(((0.5 + (Double(x) / w - 0.5) * f) * (w - 1)).rounded(.up))
        let v = Int(((0.5 + (Double(y) / h - 0.5) * f) * (h - 1)).rounded(.up))
        let share = s((1 - t) / 0.5)
        return a(u, v) * share + b(x, y) * (1 - share)
      },
      "pixelize": { t, x, y, a, b in
        let q = (50 * min(t, 1 - t)).rounded(.up) / 50 * min(w, h) / 10
        let u = Int(min((floor(Double(x) / q) + 0.5) * q, w - 1))
        let v = Int(min((floor(Double(y) / q) + 0.5) * q, h - 1))
        return a(u, v) * (1 - t) + b(u, v) * t
      },
    ]
  }

  /// Tries progresses at which no edge is on a whole pixel.
  @Test(arguments: formulas.keys.sorted(), [0.137, 0.333, 0.593, 0.871])
  func framesEqualTheFormulas(name: String, t: Double) throws {
    let formula = try #require(Self.formulas[name])
    let (a, b) = (
      try Bitmap.noise(Self.size.width, Self.size.height, seed: 11, opaque: true),
      try Bitmap.noise(Self.size.width, Self.size.height, seed: 12, opaque: true)
    )
    let frame = try Catalog.transitions.make(name).chain(.present).frame(from: a, to: b, at: t)
    var different = 0
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        let isOff = (0..<3).contains { c in
          let wanted = formula(t, x, y, { a[$0, $1].channel(c) }, { b[$0, $1].channel(c) })
          return abs(frame[x, y].channel(c) - wanted) > 1
        }
        if isOff { different += 1 }
      }
    }
    #expect(different == 0, "\(different) pixels")
  }

  @Test(
    "Edges are inside the frame just after the start and just before the end",
    arguments: formulas.keys.filter { $0.hasPrefix("wipe") }.sorted(), [1e-9, 1 - 1e-9])
  func edgesNearTheEnds(name: String, t: Double) throws { try framesEqualTheFormulas(name: name, t: t) }

  @Test("A single row or column vanishes as soon as it is squeezed", arguments: [(5, 1), (1, 5), (1, 1)])
  func whatIsOneLineIsSqueezedAway(width: Int, height: Int) throws {
    let (a, b) = (try Bitmap.noise(width, height, seed: 7), try Bitmap.noise(width, height, seed: 8))
    for name in ["squeezeh", "squeezev"] where (name == "squeezeh" ? height : width) == 1 {
      let chain = try Catalog.transitions.make(name).chain(.present)
      for t in [0.1, 0.5, 0.9] { #expect(try chain.frame(from: a, to: b, at: t) == b, "\(name) at \(t)") }
    }
  }

  /// Every variant has exact ends, and equal frames with any number of threads.
  @Test(arguments: Catalog.transitions.variants.map(\.name)) func endsAreExactAndFramesDoNotDependOnThreads(
    name: String
  ) throws {
    let (a, b) = (try Bitmap.noise(33, 21, seed: 5), try Bitmap.noise(33, 21, seed: 6))
    let chain = try Catalog.transitions.make(name).chain(.present)
    #expect(try chain.frame(from: a, to: b, at: 0) == a)
    #expect(try chain.frame(from: a, to: b, at: 1) == b)
    for t in [0.001, 0.3, 0.5, 0.77, 0.999] {
      let one = try chain.frame(from: a, to: b, at: t, Execution(threads: 1))
      #expect(try chain.frame(from: a, to: b, at: t, Execution(threads: 3)) == one)
      #expect(try chain.frame(from: a, to: b, at: t, Execution(threads: 2, level: .reference)) == one)
      for y in 0..<21 {
        for x in 0..<33 { #expect((0..<3).allSatisfy { one[x, y].channel($0) <= one[x, y].channel(3) }) }
      }
    }
  }

  @Test(arguments: [(1, 1), (1, 9), (9, 1), (2, 2)]) func variantsRenderSmallPictures(width: Int, height: Int)
    throws
  {
    let (a, b) = (try Bitmap.noise(width, height, seed: 7), try Bitmap.noise(width, height, seed: 8))
    for name in Self.names {
      let chain = try Catalog.transitions.make(name).chain(.present)
      for t in [0.01, 0.5, 0.9] { _ = try chain.frame(from: a, to: b, at: t) }
    }
  }

  @Test func variantsTakeParametersAndAreSuggested() throws {
    let (a, b) = (try Bitmap.noise(20, 10, seed: 1), try Bitmap.noise(20, 10, seed: 2))
    func frame(_ name: String, _ values: [String: String] = [:]) throws -> Bitmap {
      try Catalog.transitions.make(name, values).chain(.present).frame(from: a, to: b, at: 0.4)
    }
    #expect(try frame("wipeup") == frame("edge-wipe", ["direction": "up"]))
    #expect(try frame("wipeup") != frame("wipeleft"))
    // Explicit parameters override those of the name.
    #expect(try frame("wipeup", ["direction": "left"]) == frame("wipeleft"))
    #expect(try Catalog.transitions.named("wipeup").parameters.first?.defaultValue == "up")
    #expect(throws: UnknownName.self) { try Catalog.transitions.make("wipelefft") }
    do {
      _ = try Catalog.transitions.named("wipelefft")
    } catch { #expect("\(error)".contains("did you mean wipeleft?")) }
  }
}

extension Pixel {
  fileprivate func channel(_ index: Int) -> Double { Double([red, green, blue, alpha][index]) }
}
