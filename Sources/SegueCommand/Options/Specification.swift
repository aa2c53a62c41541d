import ArgumentParser
import SegueFiles

extension Specification: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

/// A shader file with parameters, `FILE[:key=value,…]`; the file name may contain a colon.
struct ShaderSpecification: ExpressibleByArgument {
  let file: String
  var values: [(key: String, value: String)]

  init(argument: String) {
    let ends = argument.indices.filter { argument[$0] == ":" } + [argument.endIndex]
    let end = ends.last { fileExists(String(argument[..<$0])) } ?? ends[0]
    let specification = Specification("file" + argument[end...])
    file = specification == nil ? argument : String(argument[..<end])
    values = specification?.values ?? []
  }
}

/// A shader parameter or an option of ffmpeg, written as `key=value`.
struct Assignment: ExpressibleByArgument {
  let key: String
  let value: String

  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else { return nil }
    key = String(argument[..<equals])
    value = String(argument[argument.index(after: equals)...])
  }
}
