import ArgumentParser
import SegueFiles

/// `NAME[:key=value,…]`.
struct Specification: ExpressibleByArgument {
  let name: String
  let values: [(key: String, value: String)]

  init?(argument: String) {
    let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    name = String(parts[0])
    guard parts.count == 2 else {
      values = []
      return
    }
    var assignments: [(key: String, value: String)] = []
    for piece in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
      if let assignment = Assignment(argument: String(piece)) {
        assignments.append((assignment.key, assignment.value))
      } else if let last = assignments.popLast() {
        // A comma inside a value, as a point has one.
        assignments.append((last.key, "\(last.value),\(piece)"))
      } else {
        return nil
      }
    }
    values = assignments
  }
}

/// `FILE[:key=value,…]`, where the name of a file may have a colon itself.
struct ShaderSpecification: ExpressibleByArgument {
  let file: String
  var values: [(key: String, value: String)]

  init(argument: String) {
    let ends = argument.indices.filter { argument[$0] == ":" } + [argument.endIndex]
    let end = ends.last { fileExists(String(argument[..<$0])) } ?? ends[0]
    let specification = Specification(argument: "file" + argument[end...])
    file = specification == nil ? argument : String(argument[..<end])
    values = specification?.values ?? []
  }
}

/// `key=value`.
struct Assignment: ExpressibleByArgument {
  let key: String
  let value: String

  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else { return nil }
    key = String(argument[..<equals])
    value = String(argument[argument.index(after: equals)...])
  }
}
