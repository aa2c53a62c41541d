import SegueRendering
import Testing

/// What every entry of the catalog owes its reader.
package func checkDescription(_ entry: CatalogItem<some Sendable>) {
  let isName = entry.name.allSatisfy { $0.isLowercase && $0.isLetter || $0.isNumber || $0 == "-" }
  #expect(isName && !entry.name.isEmpty, "\(entry.name): lower-case words joined by hyphens")
  #expect(
    entry.summary.last == "." && entry.summary.first?.isUppercase == true, "\(entry.name): one sentence")
  for parameter in entry.parameters {
    #expect(parameter.summary.last == ".", "\(entry.name).\(parameter.name): one sentence")
    if parameter.kind == .picture { continue }
    // The default is a value that the parameter takes.
    #expect(throws: Never.self) { _ = try entry.make([(parameter.name, parameter.defaultValue)]) }
  }
}
