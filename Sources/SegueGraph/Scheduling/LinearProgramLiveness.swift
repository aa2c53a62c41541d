extension LinearProgram {
  /// Finds the end of each value's live interval: the index of the last step that reads the value.
  ///
  /// An interval begins at the step that computes the value. A value that is computed before a loop and read
  /// in the loop lives until the loop ends.
  func liveEnds(keeping result: [SSAValue]) -> ValueTable<Int> {
    var ends: ValueTable<Int> = [:]
    var defined: ValueTable<Int> = [:]
    func read(_ value: SSAValue, at position: Int) {
      var end = position
      for turn in turns where turn.contains(position) && (defined[value] ?? -1) < turn.lowerBound {
        end = max(end, turn.upperBound - 1)
      }
      ends[value] = max(ends[value] ?? 0, end)
    }
    for (position, step) in steps.enumerated() {
      for value in step.read { read(value, at: position) }
      for value in step.written where defined[value] == nil { defined[value] = position }
    }
    // Keeps carried values alive to the end of the iteration, where they are written, even if nothing reads
    // them.
    for (position, step) in steps.enumerated() {
      for value in step.written where (defined[value] ?? position) < position {
        ends[value] = max(ends[value] ?? 0, position)
      }
    }
    for value in result { ends[value] = steps.count }
    return ends
  }
}
