import ArgumentParser

/// Options for progress and summary messages of an export.
struct ReportOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Progress on standard error.", valueName: "when"))
  var progressBar = ProgressBar.Mode.auto

  @Flag(name: .shortAndLong, help: "No progress bar and no closing line.")
  var quiet = false

  @Flag(help: "Print a summary as JSON on standard output.")
  var json = false

  @Flag(help: "Print the time of each stage, and advice for more speed.")
  var stats = false

  func validate() throws {
    if quiet && stats { throw ValidationError("give --quiet or --stats, not both") }
    if quiet && Messages.isVerbose { throw ValidationError("give --quiet or --verbose, not both") }
    if Messages.isJSON && progressBar == .always {
      throw ValidationError("give --json-progress or --progress-bar always, not both")
    }
    if quiet && progressBar == .always {
      throw ValidationError("give --quiet or --progress-bar always, not both")
    }
  }
}
