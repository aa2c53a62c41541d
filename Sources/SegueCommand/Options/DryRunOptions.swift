import ArgumentParser

/// Options for a dry run, which checks everything and writes nothing.
///
/// `Messages` searches the command line for these options before the argument parser runs.
struct DryRunOptions: ParsableArguments {
  @Flag(help: "Check everything, print what would be made, and write nothing.")
  var dryRun = false

  @Flag(help: "Print the command lines of ffmpeg, quoted for a shell; encode and write nothing.")
  var printCommand = false
}
