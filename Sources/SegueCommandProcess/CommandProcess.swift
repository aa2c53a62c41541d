import SegueCommand

/// The program `segue`.
///
/// All other code is in a library, so that tests can link it without the program's static runtime.
@main struct CommandProcess {
  static func main() { SegueCommand.main() }
}
