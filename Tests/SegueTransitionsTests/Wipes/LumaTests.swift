import SegueFilters
import SegueFormats
import SeguePixels
import SegueRendering
import SegueTestSupport
import SegueTransitions
import Testing

@Suite("Wipes that follow a map")
struct LumaTests {
  private static let maps = Catalog.maps.items.map(\.name)

  private func frame(
    _ luma: Transitions.Luma, _ from: Bitmap, _ to: Bitmap, at progress: Double,
    _ operation: TransitionOperation = .present
  ) throws -> Bitmap {
    try TransitionRenderer(from: from, to: to, luma, operation: operation).frame(at: progress)
  }

  /// Weight of the second picture by MLT's rule.
  private func share(_ m: Double, _ time: Double, _ softness: Double) -> Double {
    guard softness > 0 else { return m <= time ? 1 : 0 }
    let z = min(1, max(0, (time * (1 + softness) - m) / softness))
    return z * z * (3 - 2 * z)
  }

  @Test("Pixels are mixed as in MLT", arguments: [0, 0.01, 0.1, 0.5, 1])
  func rule(softness: Double) throws {
    let size = PixelSize(width: 61, height: 37)
    let (from, to) = (try Bitmap.noise(61, 37, seed: 1), try Bitmap.noise(61, 37, seed: 2))
    for formula in (MapFormula.mlt + MapFormula.smpte).filter({
      ["luma07", "clock-cw12", "vee-d"].contains($0.name)
    }) {
      for isInverted in [false, true] {
        let luma = Transitions.Luma(
          try Catalog.maps.make(formula.name), softness: softness, isInverted: isInverted)
        for time in [0.013, 0.25, 0.5, 0.77, 0.99] {
          let frame = try frame(luma, from, to, at: time)
          for y in 0..<37 {
            for x in 0..<61 {
              let value = formula.value(MapPlace(x: x, y: y, size))
              let m = isInverted ? 1 - value : value
              if softness == 0, abs(m - time) < 1e-6 { continue }
              let share = share(m, time, softness)
              for channel in [\Pixel.red, \.green, \.blue, \.alpha] {
                let (a, b) = (Double(from[x, y][keyPath: channel]), Double(to[x, y][keyPath: channel]))
                let difference = abs(Double(frame[x, y][keyPath: channel]) - (a + (b - a) * share))
                #expect(difference <= 0.51 + 255 / 32768.0, "\(formula.name) \(x) \(y) \(time)")
              }
            }
          }
        }
      }
    }
  }

  @Test("Every pixel changes once, from the first picture to the second", arguments: maps)
  func once(name: String) throws {
    let luma = Transitions.Luma(try Catalog.maps.make(name))
    for (width, height) in [(1, 1), (1, 7), (7, 1), (2, 2), (40, 30), (48, 27), (27, 48)] {
      let size = PixelSize(width: width, height: height)
      let (from, to) = (try Bitmap(size, filledWith: .black), try Bitmap(size, filledWith: .white))
      let frames = try [0, 0.001, 0.2, 0.4, 0.6, 0.8, 0.999, 1].map { try frame(luma, from, to, at: $0) }
      #expect(frames.first == from && frames.last == to)
      for y in 0..<height {
        for x in 0..<width {
          let changes = zip(frames, frames.dropFirst()).filter { $0[x, y] != $1[x, y] }
          #expect(changes.count == 1 && changes[0].1[x, y] == .white, "\(name) \(size): \(x) \(y)")
        }
      }
    }
  }

  @Test(
    "With 16 bits, or a small map, each column of a 3840-pixel frame changes at its own time")
  func noSteps() throws {
    let frame = PixelSize(width: 3840, height: 2)
    let (from, to) = (try Bitmap(frame, filledWith: .black), try Bitmap(frame, filledWith: .white))
    // A map of 16 bits as wide as the frame, and a much smaller map of 8 bits; outside its outer pixel
    // centers, the smaller one is constant.
    let raster = (0..<3840).flatMap { x -> [UInt8] in
      let sample = x * 65535 / 3839
      return [UInt8(sample >> 8), UInt8(sample & 255)]
    }
    let wide = try LumaPlane(decoding: Array("P5 3840 1 65535\n".utf8) + raster)
    let small = try LumaPlane(decoding: Array("P5 16 1 255\n".utf8) + (0..<16).map { UInt8(17 * $0) })
    for (plane, rim) in [(wide, 0.5), (small, 120)] {
      let renderer = try TransitionRenderer(from: from, to: to, Transitions.Luma(plane))
      for column in stride(from: 121, to: 3719, by: 7) {
        // The time at which the edge is between two columns.
        let time = (Double(column) - rim) / (3840 - 2 * rim)
        let changed = try renderer.frame(at: time)
        let count = (0..<3840).count { changed[$0, 1] == .white }
        #expect(abs(count - column) <= 1, "\(count) at column \(column)")
      }
    }
  }

  @Test("The map is stretched to the frame, and dark pixels change first")
  func stretched() throws {
    // The right half is dark.
    let plane = try #require(LumaPlane(PixelSize(width: 2, height: 1), values: [1, 0]))
    let size = PixelSize(width: 8, height: 3)
    let (from, to) = (try Bitmap(size, filledWith: .black), try Bitmap(size, filledWith: .white))
    for (luma, isLeft) in [
      (Transitions.Luma(plane), false), (Transitions.Luma(plane, isInverted: true), true),
    ] {
      let half = try frame(luma, from, to, at: 0.5)
      for x in 0..<8 { #expect((half[x, 2] == .white) == ((x < 4) == isLeft), "\(x)") }
    }
  }

  @Test("The return is the reverse", arguments: [0, 0.3])
  func back(softness: Double) throws {
    let (list, detail) = (try Bitmap.noise(50, 40, seed: 1), try Bitmap.noise(50, 40, seed: 2))
    for isInverted in [false, true] {
      let luma = Transitions.Luma(
        try Catalog.maps.make("smpte:261"), softness: softness, isInverted: isInverted)
      for progress in [0.013, 0.3, 0.5, 0.9] {
        let there = try frame(luma, list, detail, at: progress)
        for operation in [TransitionOperation.dismiss, .pop] {
          let back = try frame(luma, detail, list, at: 1 - progress, operation)
          #expect(there.largestDifference(from: back) <= 1)
        }
        #expect(try frame(luma, list, detail, at: progress, .push) == there)
      }
    }
  }

  @Test("A map has several names; a name with a dot or a slash is a file")
  func names() throws {
    let (from, to) = (try Bitmap.noise(30, 20, seed: 1), try Bitmap.noise(30, 20, seed: 2))
    func half(_ values: [(key: String, value: String)], _ files: [(key: String, value: ParameterFile)] = [])
      throws -> Bitmap
    {
      let luma = try Catalog.transitions.named("luma").make(values, files: files)
      return try TransitionRenderer(from: from, to: to, luma).frame(at: 0.5)
    }
    let box = try half([("map", "iris-rect")])
    for name in ["smpte101", "smpte:101", "luma18", "%luma18.pgm"] {
      #expect(try half([("map", name)]) == box)
    }
    #expect(try half([]) == half([("map", "luma01")]))
    #expect(try half([("map", "luma01")]) == half([("map", "bar-wipe-lr")]))
    let white = try Bitmap(PixelSize(width: 3, height: 3), filledWith: .white)
    #expect(try half([], [("map", ParameterFile("w.png", picture: white))]) == from)
    #expect(try half([("invert", "true")], [("map", ParameterFile("w.png", picture: white))]) == to)

    func message(
      _ values: [(key: String, value: String)], _ files: [(key: String, value: ParameterFile)] = []
    ) -> String {
      do { return "\(try half(values, files).size)" } catch { return "\(error)" }
    }
    #expect(message([("map", "lumma07")]).hasSuffix("; did you mean luma07?"))
    #expect(message([("map", "smpte:1O1")]).hasSuffix("; did you mean smpte:101?"))
    #expect(message([("map", "iris")]).contains("a name of 'segue list maps'"))
    #expect(
      message([("map", "map.pgm")])
        == "map is 'map.pgm' but must be a picture's file, such as ./map.pgm, or a name of 'segue list maps', read"
    )
    #expect(message([("softness", "1.5")]) == "softness is '1.5' but must be a number in 0…1")
    #expect(
      message([], [("map", ParameterFile("a.txt", bytes: [1]))])
        == "a.txt: not a picture in a format that Segue reads")
  }

  @Test("Softness is clamped to 0…1", arguments: [(-0.5, 0.0), (3, 1)])
  func softnessHasBounds(given: Double, meant: Double) throws {
    let (from, to) = (try Bitmap.noise(30, 20, seed: 1), try Bitmap.noise(30, 20, seed: 2))
    let map = try Catalog.maps.make("luma16")
    for progress in [0.2, 0.4, 0.7] {
      let expected = try frame(Transitions.Luma(map, softness: meant), from, to, at: progress)
      #expect(try frame(Transitions.Luma(map, softness: given), from, to, at: progress) == expected)
    }
  }

  @Test("A misspelled map gets a hint: up to two edits, or a third of the letters of a long name")
  func hints() throws {
    let content = "a picture's file, such as ./map.pgm, or a name of 'segue list maps'"
    for (name, near) in [
      ("luma", "luma01"), ("lum", nil), ("four-box-wipe-ciabc", "four-box-wipe-ci"),
      ("four-box-wipe-ciabcdefghijk", nil),
    ] {
      let hint = near.map { "; did you mean \($0)?" } ?? ""
      #expect(throws: ParameterError.invalid(name, for: "map", expected: content + hint)) {
        try Catalog.transitions.make("luma", ["map": name])
      }
    }
    #expect(throws: ParameterError.unknown("a", of: "luma01", known: [])) {
      try Catalog.maps.make("luma01", ["a": "b"])
    }
  }

  @Test("A registered map is found by its name")
  func registered() throws {
    let section = CatalogSection<OrderMap>("map", Catalog.maps.items)
    section.register(
      "own", OrderMap(.rows) { size, y, row in row[0] = Float(y) / Float(size.height) }, summary: "Down.")
    #expect(section.items.count == 93 && section.items.last?.summary == "Down.")
    _ = try section.make("own")
    #expect(throws: ParameterError.self) { try section.make("own", ["a": "b"]) }
    for item in Catalog.maps.items { checkDescription(item) }
  }

  @Test(
    "A wipe by a picture equals the wipe by its map, with softness and inversion", arguments: [0, 0.4],
    [false, true])
  func picturesAreMaps(softness: Double, isInverted: Bool) throws {
    let plane = LumaPlane(of: try .noise(9, 7, seed: 3, opaque: true))
    let (from, to) = (try Bitmap.noise(30, 20, seed: 1), try Bitmap.noise(30, 20, seed: 2))
    let own = Transitions.Luma(plane, softness: softness, isInverted: isInverted)
    let map = Transitions.Luma(OrderMap(stretching: plane), softness: softness, isInverted: isInverted)
    for progress in [0.2, 0.6] {
      #expect(try frame(own, from, to, at: progress) == frame(map, from, to, at: progress))
    }
  }

  @Test("An unknown map is an error with the most similar name")
  func unknownMaps() throws {
    let error = try #require(throws: UnknownName.self) { try Catalog.maps.named("lumma01") }
    #expect("\(error)" == "there is no map 'lumma01'; did you mean luma01?")
  }
}
