import ArgumentParser
import Glibc
import Segue

/// The `segue` command: parsing, progress, messages. No pixels here.
@main
struct SegueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "segue",
    abstract: "Render the transition between two images.",
    discussion: """
      segue render from.png to.png -o frames/%04d.png
      segue frame from.png to.png --progress 0.4 -o frame.png
      """,
    version: "0.1.0",
    subcommands: [
      RenderCommand.self, FrameCommand.self, ApplyCommand.self, SheetCommand.self, ListCommand.self,
      ExplainCommand.self, BenchCommand.self,
    ])

  static func main() {
    // A closed pipe and a limit on file sizes are failed writes with their own message, not silent deaths.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let failure as Failure {
      failure.exit()
    } catch let error as CodecError {
      Failure(error).exit()
    } catch let error as PixelError {
      Failure(error).exit()
    } catch let error as ParameterError {
      Failure(.usage, "\(error)").exit()
    } catch {
      guard exitCode(for: error) != .success else { exit(withError: error) }
      Failure(.usage, "\(message(for: error)); see 'segue --help'").exit()
    }
  }
}
