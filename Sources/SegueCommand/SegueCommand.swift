import ArgumentParser
import SeguePlatform
import SegueFiles

/// The `segue` command: it parses options and prints messages; pixels are processed by the library.
package struct SegueCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "segue",
    abstract: "Render the transition between two images.",
    discussion: """
      segue render from.png to.png -o frames/%04d.png
      segue frame from.png to.png --progress 0.4 -o frame.png
      """,
    version: segueVersion,
    subcommands: [
      RenderCommand.self, StoryboardCommand.self, SlideshowCommand.self, FrameCommand.self, ApplyCommand.self,
      JoinCommand.self, InfoCommand.self, SheetCommand.self, PreviewCommand.self, StudioCommand.self,
      PlanCommand.self, WorkCommand.self,
      VerifyCommand.self, FinishCommand.self, ListCommand.self, ExplainCommand.self, DoctorCommand.self,
      BenchCommand.self,
    ])

  package init() {}

  package static func main() {
    occupyStandardDescriptors()
    // Ends the process on SIGQUIT, for which Swift would print a backtrace and dump core. The other
    // termination signals end the process by default.
    if !isIgnored(SIGQUIT) { signal(SIGQUIT) { _ in _exit(ExitStatus.quit.rawValue) } }
    // Ignores the signals for a closed pipe and a file size limit, so that the writes fail with an error.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // A process that ignores this signal, as its parent may have done, cannot learn how ffmpeg ended.
    signal(SIGCHLD, SIG_DFL)
    var words = CommandLineWords(commandLineWords.dropFirst())
    var configured: ConfiguredWords?
    Messages.start(words)
    do {
      try checkMachine()
      // Skips the parser and the configuration for this single word: they would take a third of the command's
      // time.
      if words.words == ["--version"] { printVersion() }
      let made = try ConfiguredWords(words)
      configured = made
      words = made.words
      Messages.start(words)
      ConfigFile.start(made.config)
      // Lists names without the parser, which takes a third of the time of this command.
      if let list = NameList(words) { return try list.show() }
      try checkCommandName(words)
      if let option = ForeignOptions.long(words.words) {
        throw ValidationError("Unknown option '\(option)'")
      }
      if let file = words.dashedFile {
        throw ValidationError("'\(file)' is no option; write a file of this name as './\(file)'")
      }
      var command = try parseAsRoot(CommandLineWords.packed(words.words))
      try words.checkRepetitions(in: type(of: command))
      for line in made.notes { note(line) }
      try command.run()
    } catch {
      if let failure = Failure(error) { (configured?.failure(of: failure) ?? failure).exit() }
      if let failure = configured?.failure() { failure.exit() }
      let subcommand = subcommand(of: words)
      // Puts the parser's list of values on one line.
      let reason = message(for: error).replacing("one of the following:\n  - ", with: "one of ")
        .replacing("\n  - ", with: ", ")
      guard exitCode(for: error) != .success else {
        if reason == configuration.version { printVersion() }
        printAndExit(shortHelp(of: subcommand, words) ?? fullMessage(for: error) + "\n")
      }
      let isUnknown = reason.hasPrefix("Unknown option")
      let advice = advice(for: reason, subcommand)
      let start = (["segue"] + [subcommand?.configuration.commandName].compactMap(\.self)).joined(
        separator: " ")
      // If there is advice, removes the argument parser's suggestion of a similar name from the message.
      let said = advice == nil ? reason : reason.split(separator: ". Did you mean")[0].description
      Failure(
        isUnknown ? .unknownOption : .usage,
        "\(said.prefix(1).lowercased())\(said.dropFirst())\(advice.map { "; \($0)" } ?? "") (see '\(start) --help')"
      ).exit()
    }
  }

  /// Returns advice about an error of the argument parser; nil if there is no advice for this error.
  private static func advice(for reason: String, _ subcommand: (any ParsableCommand.Type)?) -> String? {
    let quoted = reason.split(separator: "'", omittingEmptySubsequences: false)
    guard let subcommand, quoted.count > 2 else { return nil }
    let word = String(quoted[1])
    if reason.hasPrefix("Unknown option") {
      return ForeignOptions.advice(word, help: helpMessage(for: subcommand))
    }
    let takesTwo: [any ParsableCommand.Type] = [
      RenderCommand.self, FrameCommand.self, SheetCommand.self, PreviewCommand.self,
    ]
    guard reason.contains("nexpected argument"), !word.hasPrefix("-"),
      takesTwo.contains(where: { $0 == subcommand })
    else { return nil }
    return "this takes two images, and 'segue slideshow' any number"
  }

  /// Returns the short help if `-h` asks for help and the subcommand has a short help; nil otherwise.
  private static func shortHelp(
    of subcommand: (any ParsableCommand.Type)?, _ words: CommandLineWords
  ) -> String? {
    guard words.options.contains("-h"), let subcommand, let name = subcommand.configuration.commandName
    else { return nil }
    return ShortHelp.text(of: helpMessage(for: subcommand), command: name)
  }

  /// Prints the version, and the features of the build and the machine.
  private static func printVersion() -> Never {
    printAndExit(configuration.version + "\n" + versionDetails())
  }

  /// Prints text on standard output and ends the process.
  private static func printAndExit(_ text: String) -> Never {
    do throws(FileError) { try put(text) } catch { Failure(error).exit() }
    SeguePlatform.exit(EXIT_SUCCESS)
  }

  /// Opens `/dev/null` for each standard descriptor that is closed.
  ///
  /// Otherwise, the next opened file would get this descriptor, and messages might be written into a file of
  /// a frame. Reading and writing still fail: the descriptors for output are read-only, and the descriptor
  /// for input is write-only.
  private static func occupyStandardDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Throws if the system lacks a required resource.
  private static func checkMachine() throws {
    guard !commandLineWords.isEmpty else {
      throw Failure(
        .machineUnsuitable, "no arguments reached the command; they are read from /proc: is it mounted?")
    }
    // Checks that 16 more file descriptors can be opened, so that a lack of descriptors is reported by a
    // clear error at the start.
    let descriptors = (0..<16).map { _ in dup(STDERR_FILENO) }
    let isFull = descriptors.contains { $0 < 0 } && errno == EMFILE
    for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
    if isFull {
      throw Failure(.machineUnsuitable, "too few files may be open at once; raise the limit: ulimit -n 64")
    }
  }

  /// Throws for an unknown subcommand: the argument parser would take it for an argument, or ignore it after
  /// `help`.
  private static func checkCommandName(_ words: CommandLineWords) throws {
    guard let word = words.words.first(where: { $0 != "help" }), !word.hasPrefix("-") else { return }
    let names = configuration.subcommands.compactMap { $0.configuration.commandName }
    do throws(UnknownName) {
      _ = try find(word, in: names, kind: "command") { $0 }
    } catch {
      throw Failure(.unknownCommand, "\(error) (see 'segue --help')")
    }
  }

  /// Returns the type of the command that a command line names, such as `render` or `plan render`; nil
  /// without a known command.
  static func commandType(of words: CommandLineWords) -> (any ParsableCommand.Type)? {
    func named(_ name: String?, of command: any ParsableCommand.Type) -> (any ParsableCommand.Type)? {
      command.configuration.subcommands.first { $0.configuration.commandName == name }
    }
    guard let command = named(words.words.first, of: Self.self) else { return nil }
    return command.configuration.subcommands.isEmpty
      ? command : named(words.words.dropFirst().first, of: command)
  }

  /// All commands, with `plan` replaced by its subcommands.
  static var allTypes: [any ParsableCommand.Type] {
    configuration.subcommands.flatMap { command in
      command.configuration.subcommands.isEmpty ? [command] : command.configuration.subcommands
    }
  }

  /// Returns the type of the subcommand that a command line names first; nil without a known subcommand.
  private static func subcommand(of words: CommandLineWords) -> (any ParsableCommand.Type)? {
    let word = words.words.first { !$0.hasPrefix("-") }
    return configuration.subcommands.first { $0.configuration.commandName == word }
  }
}
