import Foundation
import SeguePixels
import SegueTestSupport
import SegueTransitions
import Testing

extension MapFormula: CustomTestStringConvertible {
  package var testDescription: String { name }

  /// Values of all pixels of a frame.
  fileprivate func values(_ size: PixelSize) -> [Double] {
    (0..<size.height).flatMap { y in (0..<size.width).map { value(MapPlace(x: $0, y: y, size)) } }
  }
}

@Suite("Maps by formula")
struct MapTests {
  static let sizes = [(1, 1), (1, 7), (7, 1), (2, 2), (64, 48), (64, 36), (36, 64), (61, 47), (48, 49)]
    .map { PixelSize(width: $0, height: $1) }

  @Test("There are 22 maps of MLT and 70 of SMPTE, all with unique names")
  func names() {
    #expect(MapFormula.mlt.count == 22 && MapFormula.smpte.count == 70)
    let names = (MapFormula.mlt + MapFormula.smpte).flatMap { [$0.name] + $0.aliases }
    #expect(Set(names).count == names.count)
    #expect(
      Set(names).isSuperset(of: ["luma01", "luma22", "%luma16.pgm", "smpte:101", "smpte101", "iris-rect"]))
  }

  @Test(
    "All values are in 0…1, and both ends are reached", arguments: MapFormula.mlt + MapFormula.smpte)
  func range(map: MapFormula) {
    for size in Self.sizes {
      let values = map.values(size)
      #expect(values.allSatisfy { (0...1).contains($0) }, "\(size)")
      guard size.width > 2, size.height > 2 else { continue }
      // Pixel centers are not on the rim.
      let rim = 2.01 / Double(min(size.width, size.height))
      #expect((values.min() ?? 1) <= rim, "\(size): from \(values.min() ?? 1)")
      #expect(
        (values.max() ?? 0) >= (map.name == "luma21" ? 0.5 : 1) - rim, "\(size): to \(values.max() ?? 0)")
    }
  }

  @Test("MLT's maps equal those of MLT's recipes", arguments: Array(zip(MapFormula.mlt, MLTRecipe.all)))
  func mlt(map: MapFormula, recipe: MLTRecipe) {
    for (width, height) in [(96, 72), (72, 96), (144, 48)] {
      let expected = recipe.draw(width, height)
      let values = map.values(PixelSize(width: width, height: height))
      // After diagonal mirroring, the halves meet in a staircase of single pixels. In maps with a strip for
      // each row of pixels, MLT wipes the rows one after another, each from left to right.
      let tolerance =
        recipe.dmirror
        ? 1 / Double(width) + 1 / Double(height) : recipe.bands < 0 ? 1 / Double(height) : 1e-9
      #expect(zip(values, expected).allSatisfy { abs($0 - $1) <= tolerance })
    }
  }

  @Test("The changed area of wipes with straight edges is inside the edges", arguments: SMPTEEdges.all)
  func edges(wipe: SMPTEEdges) throws {
    let map = try #require(MapFormula.smpte.first { $0.aliases.contains("smpte:\(wipe.number)") })
    for size in Self.sizes {
      for time in [0.003, 0.1, 0.26, 0.47, 0.52, 0.74, 0.9, 0.997] {
        let areas = wipe.areas(time)
        for y in 0..<size.height {
          for x in 0..<size.width {
            let place = MapPlace(x: x, y: y, size)
            let value = map.value(place)
            if abs(value - time) < 1e-9 { continue }
            #expect(
              (value < time) == areas.contains { $0.contains(place.u, place.v) }, "\(size) \(x) \(y) \(time)")
          }
        }
      }
    }
  }

  @Test("Hands turn evenly in pixels, around the pivots of the table", arguments: SMPTEHands.all)
  func hands(wipe: SMPTEHands) throws {
    let map = try #require(MapFormula.smpte.first { $0.aliases.contains("smpte:\(wipe.number)") })
    for size in Self.sizes {
      for y in 0..<size.height {
        for x in 0..<size.width {
          let place = MapPlace(x: x, y: y, size)
          let expected = wipe.values(place.u, place.v, size)
          #expect(expected.contains { abs($0 - map.value(place)) < 1e-6 }, "\(size) \(x) \(y)")
        }
      }
    }
  }

  @Test("The expectations cover all SMPTE wipes")
  func statements() {
    let numbers = SMPTEEdges.all.map(\.number) + SMPTEHands.all.map(\.number)
    #expect(numbers.sorted().map { "smpte\($0)" } == MapFormula.smpte.map { $0.aliases[0] })
  }
}
