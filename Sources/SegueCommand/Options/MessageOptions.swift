import ArgumentParser

/// What is said on standard error besides; `Messages` knows which is asked for.
struct MessageOptions: ParsableArguments {
  @Flag(help: "Say what was decided: instruction set, threads, images, ffmpeg's command line, times.")
  var verbose = false

  @Flag(help: "Say everything as JSON, an object a line: start, progress, warning, finish, error.")
  var jsonProgress = false
}
