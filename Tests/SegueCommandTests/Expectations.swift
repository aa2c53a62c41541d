import Testing

/// Expects an exit code, one line on standard error, and nothing on standard output.
func expectFailure(
  _ run: Run, _ code: Int32, saying words: [String], sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(run.code == code, "\(run.errorText)", sourceLocation: sourceLocation)
  #expect(run.output.isEmpty, "nothing on standard output", sourceLocation: sourceLocation)
  let lines = run.errorText.split(separator: "\n", omittingEmptySubsequences: false)
  #expect(lines.count == 2 && lines.last == "", "one line: \(run.errorText)", sourceLocation: sourceLocation)
  #expect(run.errorText.hasPrefix("segue: "), "\(run.errorText)", sourceLocation: sourceLocation)
  for word in words {
    #expect(
      run.errorText.contains(word), "'\(word)' is missing in: \(run.errorText)",
      sourceLocation: sourceLocation)
  }
}

/// Expects exit code 0; a failure shows standard error.
func expectSuccess(_ run: Run, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(run.code == 0, "\(run.errorText)", sourceLocation: sourceLocation)
}
