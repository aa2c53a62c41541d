import ArgumentParser

/// Options for a dry run, which checks everything and writes nothing.
///
/// `Messages` looks for these options in the words of the command line before these are parsed.
struct DryRunOptions: ParsableArguments {
  @Flag(help: "Check everything, print what would be made, and write nothing.")
  var dryRun = false

  @Flag(help: "Print the command lines of ffmpeg, quoted for a shell; encode and write nothing.")
  var printCommand = false
}
