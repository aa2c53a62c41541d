import Testing

/// Expects an exit code with its one line on standard error and nothing on standard output.
func expectFailure(
  _ run: Run, _ code: Int32, saying words: [String], sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(run.code == code, "\(run.errorText)", sourceLocation: sourceLocation)
  #expect(run.output.isEmpty, "standard output is for what was asked for", sourceLocation: sourceLocation)
  let lines = run.errorText.split(separator: "\n", omittingEmptySubsequences: false)
  #expect(lines.count == 2 && lines.last == "", "one line: \(run.errorText)", sourceLocation: sourceLocation)
  #expect(run.errorText.hasPrefix("segue: "), "\(run.errorText)", sourceLocation: sourceLocation)
  for word in words {
    #expect(
      run.errorText.contains(word), "'\(word)' is missing in: \(run.errorText)",
      sourceLocation: sourceLocation)
  }
}

/// Expects exit code 0, and says what standard error says where it is another.
func expectSuccess(_ run: Run, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(run.code == 0, "\(run.errorText)", sourceLocation: sourceLocation)
}
