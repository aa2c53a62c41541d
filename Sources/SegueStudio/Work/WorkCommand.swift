import SegueFiles
import SegueRendering
import SegueTransitions

extension Work {
  /// The command that renders it, as a shell takes it.
  ///
  /// - Parameters:
  ///   - output: Where the frames go.
  ///   - path: The path of a file by its name.
  /// - Returns: The words of the command.
  package func command(_ output: WorkOutput, path: (String) -> String) -> String {
    var words = ["segue", output.still == nil ? "render" : "frame", path(from)]
    if let to { words.append(path(to)) }
    func add(_ option: String, _ value: String?) { if let value { words += [option, value] } }
    if let chain {
      for filter in chain.from { add("--from-filter", filter.naming(path).text) }
      for filter in chain.to { add("--to-filter", filter.naming(path).text) }
      add("--blend", chain.blend?.naming(path).text)
      for filter in chain.result { add("--filter", filter.naming(path).text) }
    } else {
      let shader = source?.name ?? named.name
      if source != nil || Specification.isFile(path(shader)) {
        add("--shader", path(shader))
      } else {
        add("-t", shader)
      }
      for (key, value) in named.specification.naming(path).values { add("-p", "\(key)=\(value)") }
    }
    add("--operation", operation.flatMap { $0 == .present ? nil : $0.rawValue })
    if let still = output.still {
      add("--time", shortest(still))
    } else {
      add("--duration", duration.map(shortest))
    }
    add("--ease", ease)
    add("--size", size)
    add("--fit", fit)
    add("--background", background)
    add("--light", light)
    if output.still == nil {
      add("--fps", output.fps)
      add("--hold", output.hold.flatMap { $0 > 0 ? shortest($0) : nil })
      if output.reverse == true { words.append("--reverse") }
      if output.boomerang == true { words.append("--boomerang") }
    }
    add("-o", output.file)
    return words.map(shellWord).joined(separator: " ")
  }
}

extension Specification {
  /// The same with the paths of files that are named.
  func naming(_ path: (String) -> String) -> Specification {
    Specification(name: isFile ? path(name) : name, values: values.map { ($0.key, path($0.value)) })
  }
}
