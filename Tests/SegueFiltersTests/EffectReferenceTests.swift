import Foundation
import SegueFilters
import SegueFormats
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import Testing

/// Compares shaders of the catalog with formulas in Double, on a photograph and on partly transparent noise.
@Suite struct EffectReferenceTests {
  static let filters =
    EffectReference.color + EffectReference.distort + EffectReference.pattern + EffectReference.edges
    + EffectReference.blur
  static let blends = EffectReference.blends

  struct Case: CustomTestStringConvertible, Sendable {
    let reference: EffectReference
    let values: [String: Numbers]
    var testDescription: String { reference.name + (values.isEmpty ? "" : ":" + described(values)) }

    static func all(_ references: [EffectReference]) -> [Case] {
      references.flatMap { reference in
        ([[:]] + reference.others).map { Case(reference: reference, values: $0) }
      }
    }
  }

  /// Every shader file in the folder of a family has a catalog item and a reference; files in subfolders are
  /// passes of Swift filters and included files.
  @Test func everyShaderFileIsInTheCatalog() throws {
    let folder = projectFolder + "/Sources/SegueFilters/Filters"
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".glsl") && $0.split(separator: "/").count == 2 }
    #expect(files.count > 80)
    let names = files.map { String($0.split(separator: "/").last?.dropLast(5) ?? "") }
    let references = Set((Self.filters + Self.blends).map(\.name))
    #expect(Set(names).subtracting(references).isEmpty)
    for name in names {
      let item: (aliases: [String], source: String?)? =
        Catalog.filters.items.first { $0.name == name }.map { ($0.aliases, $0.source) }
        ?? Catalog.blends.items.first { $0.name == name }.map { ($0.aliases, $0.source) }
      #expect(item?.source?.hasPrefix("GPUImage") == true, "\(name): the source must be in GPUImage")
    }
  }

  /// Shader texts have included files inlined, so that they compile on their own.
  @Test func shaderTextsCompileOnTheirOwn() throws {
    let texts =
      Catalog.filters.items.map { ($0.name, $0.glsl) } + Catalog.blends.items.map { ($0.name, $0.glsl) }
    for case (let name, let text?) in texts {
      #expect(throws: Never.self, "\(name)") { try Shader(source: text(), file: "\(name).glsl") }
    }
    #expect(texts.contains { $0.1?().contains("float strength(vec3 color)") == true })
  }

  @Test("A family is a folder; items are sorted by family and name") func families() throws {
    let folder = projectFolder + "/Sources/SegueFilters/Filters"
    var folders: [String: String] = [:]
    for file in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let parts = file.split(separator: "/")
      if parts.count == 2, file.hasSuffix(".glsl") {
        folders[String(parts[1].dropLast(5))] = String(parts[0])
      } else if file.hasSuffix(".swift") {
        let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
        guard let name = text.firstMatch(of: /static let name = "(.*)"/) else { continue }
        folders[String(name.1)] = String(parts[0])
      }
    }
    let filters = Catalog.filters.items.map { ($0.family, $0.name) }.filter { !$0.0.isEmpty }
    let blends = Catalog.blends.items.map { ($0.family, $0.name) }.filter { !$0.0.isEmpty }
    for items in [filters, blends] {
      #expect(items.map { "\($0.0) \($0.1)" } == items.map { "\($0.0) \($0.1)" }.sorted())
    }
    #expect(Dictionary((filters + blends).map { ($0.1, $0.0) }, uniquingKeysWith: { $1 }) == folders)
  }

  /// Shader files are ASCII, as other hosts require, and numeric parameters have ranges.
  @Test func shaderFilesAreASCIIAndHaveRanges() throws {
    let folder = projectFolder + "/Sources/SegueFilters/Filters"
    for file in try FileManager.default.subpathsOfDirectory(atPath: folder) where file.hasSuffix(".glsl") {
      #expect(try contents(of: "\(folder)/\(file)").allSatisfy { $0 < 0x80 }, "\(file)")
    }
    for item in Catalog.filters.items.map(\.parameters) + Catalog.blends.items.map(\.parameters) {
      for parameter in item {
        if case .numbers(_, nil, _) = parameter.kind { Issue.record("\(parameter.name) has no range") }
      }
    }
  }

  @Test(arguments: Case.all(filters)) func filterEqualsItsFormula(_ test: Case) throws {
    let item = try Catalog.filters.named(test.reference.name)
    try check(test, item.parameters) { pictures in
      let filter = try item.make(text(test.values, item.parameters))
      return try (pictures[0] --> filter).frame()
    }
  }

  @Test(arguments: Case.all(blends)) func blendEqualsItsFormula(_ test: Case) throws {
    let item = try Catalog.blends.named(test.reference.name)
    try check(test, item.parameters) { pictures in
      let blend = try item.make(text(test.values, item.parameters))
      return try ((.picture(pictures[0]), .picture(pictures[1])) --> blend).frame()
    }
  }

  @Test func filtersWithoutEffectChangeNoByte() throws {
    for reference in Self.filters {
      guard let identity = reference.identity else { continue }
      let item = try Catalog.filters.named(reference.name)
      let filter = try item.make(text(identity, item.parameters))
      for picture in try testPictures() {
        #expect(try (picture --> filter).frame() == picture, "\(reference.name):\(described(identity))")
      }
    }
  }

  @Test func blendsWithoutEffectChangeNoByte() throws {
    for reference in Self.blends {
      guard let identity = reference.identity else { continue }
      let item = try Catalog.blends.named(reference.name)
      let blend = try item.make(text(identity, item.parameters))
      let pictures = try testPictures()
      for (a, b) in zip(pictures, pictures.reversed()) {
        #expect(
          try ((.picture(a), .picture(b)) --> blend).frame() == a, "\(reference.name):\(described(identity))")
      }
    }
  }

  /// Compares every pixel with the formula, within 1/255.
  ///
  /// Ignores pixels where the formula is within 1e-4 of a discontinuity, since the last bit of a float
  /// decides there.
  private func check(
    _ test: Case, _ parameters: [ParameterDescription], _ render: ([Bitmap]) throws -> Bitmap
  ) throws {
    let reference = test.reference
    #expect(
      Set(reference.defaults.keys) == Set(parameters.filter { $0.kind != .picture }.map(\.name)),
      "parameters differ")
    for parameter in parameters where parameter.kind != .picture {
      let stated = reference.defaults[parameter.name]?.values ?? []
      #expect(numbers(parameter.defaultValue) == stated, "default of \(parameter.name) differs")
    }
    let values = reference.defaults.merging(test.values) { $1 }
    let pictures = try testPictures()
    for (first, second) in zip(pictures, pictures.reversed()) + [try levels(), try stripes()] {
      let frame = try render([first, second])
      let texels = [Texels(first), Texels(second)]
      var wrong = 0
      var example = ""
      for y in 0..<first.height {
        for x in 0..<first.width {
          let probe = Probe(x, y, texels, values)
          let color = reference.formula(probe).clamped(lowerBound: .zero, upperBound: .one)
          let expected = SIMD4(color.rgb * color.w, color.w) * 255
          let pixel = frame[x, y]
          let given = SIMD4(
            Double(pixel.red), Double(pixel.green), Double(pixel.blue), Double(pixel.alpha))
          let difference = expected - given
          if max(difference.max(), -difference.min()) <= 1 || probe.nearestStep < 1e-4 { continue }
          if wrong == 0 { example = "(\(x), \(y)): \(given), not \(expected)" }
          wrong += 1
        }
      }
      #expect(wrong == 0, "\(example)")
    }
  }
}

/// Formats parameter values for the description of a test.
func described(_ values: [String: Numbers]) -> String {
  values.sorted { $0.key < $1.key }
    .map { "\($0.key)=\($0.value.values.map { "\($0)" }.joined(separator: ","))" }.joined(separator: ",")
}

/// Formats values in the form that the catalog parses.
func text(
  _ values: [String: Numbers], _ parameters: [ParameterDescription]
) -> [(key: String, value: String)] {
  values.sorted { $0.key < $1.key }.map { key, value in
    let kind = parameters.first { $0.name == key }?.kind
    if case .word = kind { return (key, value.values[0] == 0 ? "false" : "true") }
    if case .numbers(_, _, whole: true) = kind { return (key, "\(Int(value.values[0]))") }
    return (key, value.values.map { "\($0)" }.joined(separator: ","))
  }
}

/// Parses the numbers of a default.
private func numbers(_ text: String) -> [Double] {
  text.split(separator: ",").map { $0 == "true" ? 1 : $0 == "false" ? 0 : Double($0) ?? .nan }
}

/// A part of a photograph, or opaque noise if the photograph is missing; and partly transparent noise.
func testPictures(_ width: Int = 61, _ height: Int = 43) throws -> [Bitmap] {
  [try photograph(width, height), try Bitmap.noise(width, height, seed: 5)]
}

/// Two pictures that pair every gray near the ends and the middle of the range with every other.
private func levels() throws -> (Bitmap, Bitmap) {
  let grays = [0, 1, 2, 3, 60, 126, 127, 128, 129, 200, 252, 253, 254, 255].map { UInt8($0) }
  var across = try Bitmap(width: grays.count, height: grays.count)
  var down = across
  for (x, a) in grays.enumerated() {
    for (y, b) in grays.enumerated() {
      across[x, y] = Pixel(red: a, green: a, blue: a)
      down[x, y] = Pixel(red: b, green: b, blue: b)
    }
  }
  return (across, down)
}

/// A picture with alternating opaque and translucent rows, and an opaque picture.
private func stripes() throws -> (Bitmap, Bitmap) {
  var rows = try Bitmap.noise(29, 23, seed: 6)
  let opaque = try Bitmap.noise(29, 23, seed: 7, opaque: true)
  for y in 0..<23 where y / 2 % 2 == 0 { for x in 0..<29 { rows[x, y] = opaque[x, y] } }
  return (rows, opaque)
}

private func photograph(_ width: Int, _ height: Int) throws -> Bitmap {
  guard let photo = Photograph.shared else { return try Bitmap.noise(width, height, seed: 4, opaque: true) }
  var part = try Bitmap(width: width, height: height)
  for y in 0..<height { for x in 0..<width { part[x, y] = photo[370 + x, 60 + y] } }
  return part
}

private enum Photograph {
  static let shared = corporaFolder.flatMap { try? Bitmap(contentsOf: "\($0)/photos/kodim23.png") }
}
