import SeguePixels
import SegueRendering
import Testing

/// Checks the description of a catalog entry.
package func checkDescription(_ entry: CatalogItem<some Sendable>) {
  let isName = entry.name.allSatisfy { $0.isLowercase && $0.isLetter || $0.isNumber || $0 == "-" }
  #expect(isName && !entry.name.isEmpty, "\(entry.name): the name must be lowercase words joined by hyphens")
  #expect(
    entry.summary.last == "." && entry.summary.first?.isUppercase == true, "\(entry.name): not a sentence")
  for parameter in entry.parameters {
    #expect(parameter.summary.last == ".", "\(entry.name).\(parameter.name): not a sentence")
    if parameter.kind.isOfFile { continue }
    // The parameter accepts its default value.
    #expect(throws: Never.self) { _ = try entry.makeWithFiles([(parameter.name, parameter.defaultValue)]) }
  }
}

extension ParameterKind {
  /// Whether the values are files.
  package var isOfFile: Bool { if case .file = self { true } else { self == .picture } }
}

extension ParameterFile {
  /// Noise of 512 × 512 pixels, a valid size in both layouts of color tables.
  package static let table: ParameterFile = {
    guard let noise = try? Bitmap.noise(512, 512, seed: 8, opaque: true) else {
      preconditionFailure("cannot allocate a picture of 1 MB")
    }
    return ParameterFile("noise.png", picture: noise)
  }()
}

extension CatalogItem {
  /// Makes an item, with a color table of noise for each required file.
  package func makeWithFiles(_ values: [(key: String, value: String)] = []) throws -> Made {
    try make(values, files: parameters.filter(\.isRequired).map { ($0.name, ParameterFile.table) })
  }
}
