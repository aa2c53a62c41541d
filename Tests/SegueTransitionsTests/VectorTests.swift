import Foundation
import SegueFormats
import SegueFilters
import SegueRendering
import SeguePixels
import SegueTestSupport
import SegueTransitions
import Testing

/// Frames of an independent reference in double precision, compared at every level.
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
    let time: Double?
    let operation: TransitionOperation?
    let parameters: [String: [Double]]?
    let tolerance: Int
    var testDescription: String { file }
  }

  static let vectors: [Vector] = {
    struct Manifest: Decodable { let vectors: [Vector] }
    guard let data = FileManager.default.contents(atPath: vectorsFolder + "/manifest.json"),
      let manifest = try? JSONDecoder().decode(Manifest.self, from: data)
    else { return [] }
    return manifest.vectors
  }()

  @Test func allVectorsAreFound() { #expect(Self.vectors.count == 73) }

  @Test(arguments: vectors, SIMDLevel.available)
  func framesEqualTheVector(vector: Vector, level: SIMDLevel) throws {
    let expected = try load(vector.file)
    let frame: Bitmap
    if vector.filter != nil {
      let fraction = try #require(vector.fraction)
      frame = try (load(vector.input) --> Pixellate(fraction: Animated(fraction))).frame(
        Execution(level: level))
    } else {
      let renderer = try renderer(vector, level)
      frame = try renderer.frame(at: vector.progress ?? renderer.progress(atTime: #require(vector.time)))
    }
    // Up to 0.5 % of a layer transition's pixels may differ more, at the hard edges of layers.
    let allowed = vector.time == nil ? 0 : frame.width * frame.height / 200
    #expect(frame.pixelsDiffering(from: expected, byMoreThan: vector.tolerance) <= allowed)
  }

  private func renderer(_ vector: Vector, _ level: SIMDLevel) throws -> TransitionRenderer {
    let entry = try #require(Catalog.transitions.items.first { $0.name == vector.transition })
    let parameters = (vector.parameters ?? [:]).map { name, numbers in
      (
        key: name == "from_rect" ? "fromRect" : "toRect",
        value: numbers.map { "\($0)" }.joined(separator: ",")
      )
    }
    return try TransitionRenderer(
      from: load(vector.from), to: load(vector.to), entry.make(parameters),
      operation: vector.operation ?? .present, Execution(level: level))
  }

  private func load(_ file: String?) throws -> Bitmap {
    try Bitmap(contentsOf: vectorsFolder + "/" + #require(file))
  }
}
