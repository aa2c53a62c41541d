import Foundation
import SegueCodecs
import SegueFilters
import SeguePixels
import SegueTestSupport
import SegueTransitions
import Testing

/// Expected frames from an independent reference in double precision, at every level.
@Suite struct VectorTests {
  struct Vector: Decodable, CustomTestStringConvertible {
    let file: String
    let transition: String?
    let filter: String?
    let from: String?
    let to: String?
    let input: String?
    let progress: Double?
    let fraction: Double?
    let tolerance: Int
    var testDescription: String { file }
  }

  static let vectors: [Vector] = {
    struct Manifest: Decodable { let vectors: [Vector] }
    guard let data = FileManager.default.contents(atPath: vectorsFolder + "/manifest.json"),
      let manifest = try? JSONDecoder().decode(Manifest.self, from: data)
    else { return [] }
    return manifest.vectors.filter { vector in
      vector.filter != nil || vector.transition == PixellateDissolve.name
    }
  }()

  @Test func areThere() { #expect(Self.vectors.count == 17) }

  @Test(arguments: vectors, SIMDLevel.available)
  func passes(vector: Vector, level: SIMDLevel) throws {
    let expected = try load(vector.file)
    let frame: Bitmap
    if vector.filter != nil {
      let fraction = try #require(vector.fraction)
      frame = try (load(vector.input) --> Pixellate(fraction: Animated(fraction))).frame(level: level)
    } else {
      let renderer = try TransitionRenderer(from: load(vector.from), to: load(vector.to), level: level)
      frame = try renderer.frame(at: #require(vector.progress))
    }
    #expect(frame.largestDifference(from: expected) <= vector.tolerance)
  }

  private func load(_ file: String?) throws -> Bitmap {
    try Bitmap(contentsOf: vectorsFolder + "/" + #require(file))
  }
}
