import Glibc
import Segue

/// Draws the sample pictures of the documentation, with the same pixels on every machine.
@main
struct SampleImages {
  static func main() {
    guard CommandLine.arguments.count == 2 else { fail(64, "usage: SampleImages FOLDER") }
    let folder = CommandLine.arguments[1]
    do {
      try listScreen().bitmap().write(to: "\(folder)/from.png", overwrite: true)
      try detailScreen().bitmap().write(to: "\(folder)/to.png", overwrite: true)
      try mapScreen().bitmap().write(to: "\(folder)/storyboard/map.png", overwrite: true)
      try settingsScreen().bitmap().write(to: "\(folder)/storyboard/settings.png", overwrite: true)
    } catch let error as FileError where error.code == .fileWriteFailed {
      fail(74, "\(error)")
    } catch {
      fail(73, "\(error)")
    }
  }

  private static func fail(_ code: Int32, _ message: String) -> Never {
    let line = Array("SampleImages: \(message)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(code)
  }
}
