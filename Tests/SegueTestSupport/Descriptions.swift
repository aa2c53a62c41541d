import SegueFilters
import Testing

/// What every entry of the catalogue owes its reader.
public func checkDescription(_ type: any Described.Type) {
  let isName = type.name.allSatisfy { $0.isLowercase && $0.isLetter || $0.isNumber || $0 == "-" }
  #expect(isName && !type.name.isEmpty, "\(type.name): lower-case words joined by hyphens")
  #expect(type.summary.last == "." && type.summary.first?.isUppercase == true, "\(type.name): one sentence")
  for parameter in type.parameterDescriptions {
    #expect(parameter.summary.last == ".", "\(type.name).\(parameter.name): one sentence")
    // The default is a value that the parameter takes.
    #expect(throws: Never.self) { _ = try type.make([(parameter.name, parameter.defaultValue)]) }
  }
}
