import SeguePixels
import SegueRendering
import Testing

/// Checks the description of a catalog entry.
package func checkDescription(_ entry: CatalogItem<some Sendable>) {
  let isName = entry.name.allSatisfy { $0.isLowercase && $0.isLetter || $0.isNumber || $0 == "-" }
  #expect(isName && !entry.name.isEmpty, "\(entry.name): lower-case words joined by hyphens")
  #expect(
    entry.summary.last == "." && entry.summary.first?.isUppercase == true, "\(entry.name): one sentence")
  for parameter in entry.parameters {
    #expect(parameter.summary.last == ".", "\(entry.name).\(parameter.name): one sentence")
    if parameter.kind.isOfFile { continue }
    // The default is a value that the parameter takes.
    #expect(throws: Never.self) { _ = try entry.makeWithFiles([(parameter.name, parameter.defaultValue)]) }
  }
}

extension ParameterKind {
  /// Whether its values are files.
  package var isOfFile: Bool { if case .file = self { true } else { self == .picture } }
}

extension ParameterFile {
  /// A picture of noise that is a table of colors, whichever of the two layouts it is read in.
  package static let table: ParameterFile = {
    guard let noise = try? Bitmap.noise(512, 512, seed: 8, opaque: true) else {
      preconditionFailure("a megabyte can be had")
    }
    return ParameterFile("noise.png", picture: noise)
  }()
}

extension CatalogItem {
  /// Makes one; where it cannot be made without a file, with a table of noise.
  package func makeWithFiles(_ values: [(key: String, value: String)] = []) throws -> Made {
    try make(values, files: parameters.filter(\.isRequired).map { ($0.name, ParameterFile.table) })
  }
}
