import SegueCommand

/// The program `segue`, apart from what it does: Swift's libraries are put into programs, and tests link what it does without them.
@main struct CommandProcess {
  static func main() { SegueCommand.main() }
}
