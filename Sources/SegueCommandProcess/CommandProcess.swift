import SegueCommand

/// The program `segue`; its code is a library, which tests link without the program's static runtime.
@main struct CommandProcess {
  static func main() { SegueCommand.main() }
}
