extension LinearProgram {
  /// Finds the end of each value's live interval: the last step that reads it.
  ///
  /// An interval begins at the step that computes the value. A value computed before a loop and read in it
  /// lives until the loop ends.
  func liveEnds(keeping result: [SSAValue]) -> [SSAValue: Int] {
    var ends: [SSAValue: Int] = [:]
    var defined: [SSAValue: Int] = [:]
    func read(_ value: SSAValue, at position: Int) {
      var end = position
      for turn in turns where turn.contains(position) && (defined[value] ?? -1) < turn.lowerBound {
        end = max(end, turn.upperBound - 1)
      }
      ends[value] = max(ends[value] ?? 0, end)
    }
    for (position, step) in steps.enumerated() {
      switch step {
      case .operation(let operation):
        for input in operation.inputs { read(input, at: position) }
        for output in operation.outputs where defined[output] == nil { defined[output] = position }
      case .jumpIfNone(let mask, _), .jumpIfAll(let mask, _): read(mask, at: position)
      case .jump, .count: break
      }
    }
    // Keeps carried values alive to the end of the iteration, where they are written, even if nothing reads
    // them.
    for (position, step) in steps.enumerated() {
      guard case .operation(let operation) = step else { continue }
      for output in operation.outputs where (defined[output] ?? position) < position {
        ends[output] = max(ends[output] ?? 0, position)
      }
    }
    for value in result { ends[value] = steps.count }
    return ends
  }
}
