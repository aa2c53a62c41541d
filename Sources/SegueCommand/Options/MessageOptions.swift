import ArgumentParser

/// Options for further messages on standard error.
///
/// `Messages` searches the command line for these options before the argument parser runs.
struct MessageOptions: ParsableArguments {
  @Flag(help: "Print details: instruction set, threads, images, ffmpeg's command line, times.")
  var verbose = false

  @Flag(help: "Read no configuration file.")
  var noConfig = false

  @Flag(help: "Print all messages as JSON, an object a line: start, progress, warning, finish, error.")
  var jsonProgress = false
}

/// The option `--quiet` for commands that print no summary line.
struct QuietOption: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print only warnings and errors.") var quiet = false

  func validate() throws {
    if quiet && Messages.isVerbose { throw ValidationError("give --quiet or --verbose, not both") }
  }
}
