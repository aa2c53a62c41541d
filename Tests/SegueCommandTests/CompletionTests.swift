import Foundation
import Segue
import SegueTestSupport
import Testing

/// Completions, as requested in the shells themselves.
@Suite("Completions")
struct CompletionTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["photo.png", "movie.txt", "flow.yaml"] { try folder.write([1], name) }
  }

  /// Returns the completions that a shell offers for a line, by a script.
  private func offers(_ shell: String, _ program: String, _ line: String) throws -> [String] {
    let script = try runSegue(["--generate-completion-script", shell])
    expectSuccess(script)
    try folder.write(script.output.array, shell == "zsh" ? "_segue" : "segue.\(shell)")
    try folder.write(Array(program.utf8), "ask.\(shell)")
    let bin = URL(filePath: segue).deletingLastPathComponent().path()
    let search = "\(bin):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
    let run = try RunningProcess(
      shell == "bash"
        ? ["--norc", "ask.bash", line]
        : shell == "zsh" ? ["-f", "ask.zsh", line] : ["-N", "ask.fish", line],
      program: path(of: shell) ?? shell, environment: ["PATH": search, "HOME": folder.path, "TERM": "dumb"],
      folder: folder.path
    ).finish(within: 60)
    return run.text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// Checks only the text of the script for fish, without running fish.
  @Test func fishOptionsOfferTheirValues() throws {
    let lines = try runSegue(["--generate-completion-script", "fish"]).text.split(separator: "\n")
    for command in ["render", "slideshow", "frame"] {
      for (option, offered) in [
        ("from-filter", "-rfka 'bilateral "), ("to-filter", "-rfka 'bilateral "),
        ("filter", "-rfka 'bilateral "), ("blend", "-rfka 'add-blend "), ("output", " -rF"),
      ] {
        let line = lines.first { $0.contains("\"segue \(command)") && $0.contains("-l '\(option)' ") }
        #expect(line?.contains(offered) == true, "\(command) --\(option)")
      }
    }
  }

  private static let bash = """
    source ./segue.bash
    COMP_LINE=$1 COMP_POINT=${#1} COMP_TYPE=9 COMP_KEY=9
    read -r -a COMP_WORDS <<<"$1"
    [[ $1 != *' ' ]] || COMP_WORDS+=('')
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    function=$(complete -p segue | sed -E 's/.*-F ([^ ]+).*/\\1/')
    "$function" segue "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>/dev/null
    printf '%s\\n' "${COMPREPLY[@]}"
    """

  @Test(.enabled(if: path(of: "bash") != nil, "bash is not here"))
  func bashCompletesTheValuesOfEveryOption() throws {
    for name in ["plan.json", "paint.frag", "mine.glsl"] { try folder.write([1], name) }
    try FileManager.default.createDirectory(atPath: folder.file("below"), withIntermediateDirectories: false)
    let expected = [
      ("render photo.png photo.png --luma iris-r", "iris-rect"),
      ("apply photo.png --blend scr", "screen-blend"),
      ("apply photo.png --second-filter sep", "sepia"), ("frame photo.png --filter cont", "contrast"),
      ("slideshow photo.png -t ran", "random-noise-x random-squares random"),
      ("slideshow photo.png -t wipel", "wipeleft"),
      ("apply photo.png --shader pa", "paint.frag"), ("render photo.png photo.png --shader mi", "mine.glsl"),
      ("work pl", "plan.json"), ("verify pl", "plan.json"), ("finish pl", "plan.json"),
      ("explain wipel", "wipeleft"), ("explain sep", "sepia"), ("list --shader-path be", "below"),
      ("sheet photo.png photo.png -f jp", "jpeg"), ("slideshow photo.png --size 4", "4k"),
      ("sheet photo.png photo.png --sampling mo", "motion"), ("apply photo.png pho", "photo.png"),
      // Completes parameters of the last named transition, or of the default transition.
      ("render photo.png photo.png -p fra", "fraction="),
      ("render photo.png photo.png -t cube -t wipe -p sof", "softness="),
      ("render photo.png photo.png -t wipe -t cube -p sof", ""),
      ("frame photo.png photo.png --transition wipe:softness=1 -p sof", "softness="),
      ("frame photo.png photo.png -t edge-wipe --parameter dir", "direction="),
    ]
    let said = try offeredByBash(expected.map { "segue \($0.0)" }).map { $0.joined(separator: " ") }
    for ((line, offered), said) in zip(expected, said) { #expect(said == offered, "\(line)") }
  }

  private static let fish = """
    source ./segue.fish
    complete -C "$argv[1]" | string split -f 1 \\t
    """

  /// Runs zsh in a zpty terminal, with a widget that prints its completions.
  private static let zsh = """
    zmodload zsh/zpty
    zpty z zsh -f -i
    zpty -w z 'PS1=; fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D; bindkey "^I" complete-word'
    zpty -w z 'compadd() { local -a found; builtin compadd -O found "$@"; print -rl -- "<" $found ">"; builtin compadd "$@" }'
    zpty -w z 'zstyle ":completion:*" list-prompt ""; setopt nolistbeep noautomenu; LISTMAX=10000; print -r ready-${:-go}'
    zpty -r -m z line '*ready-go*'
    zpty -w -n z "$1"$'\\t'
    integer turns=0
    text=
    while (( turns++ < 40 )) && [[ $text != *'>'* ]]; do
      sleep 0.1
      while zpty -r -t z part; do text+=$part; done
    done
    sleep 0.3
    while zpty -r -t z part; do text+=$part; done
    print -r -- "$text"
    zpty -d z
    """

  static let lines: [(line: String, offered: [String], not: [String])] = [
    ("segue re", ["render"], ["storyboard"]),
    ("segue render photo.png photo.png --transition cub", ["cube"], ["wipe"]),
    ("segue render photo.png photo.png -t wipel", ["wipeleft"], ["wipe"]),
    ("segue apply photo.png --filter sep", ["sepia"], ["cube"]),
    ("segue render photo.png photo.png --ease ease-i", ["ease-in", "ease-in-out"], ["linear"]),
    ("segue render photo.png photo.png --format av", ["avif"], ["png"]),
    ("segue render photo.png photo.png --size 72", ["720p"], ["1080p"]),
    ("segue render photo.png photo.png -t wipe -p sof", ["softness="], ["columns="]),
    ("segue render photo.png photo.png -t wipeleft -p dir", ["direction="], ["columns="]),
    ("segue explain multi", ["multiply-blend"], ["cube"]),
    ("segue frame pho", ["photo.png"], ["movie.txt"]),
    ("segue storyboard fl", ["flow.yaml"], ["photo.png"]),
    ("segue plan render photo.png photo.png --for slu", ["slurm"], ["openjd"]),
    ("segue list fil", ["filters"], ["maps"]),
    ("segue render photo.png photo.png --boom", ["--boomerang"], ["--reverse"]),
  ]

  @Test(.enabled(if: path(of: "bash") != nil, "bash is not here"))
  func bash() throws {
    let said = try offeredByBash(Self.lines.map(\.line))
    for ((line, offered, not), words) in zip(Self.lines, said) { try expect(words, offered, not, line) }
  }

  /// The words that Bash offers for each line; one process completes all lines.
  private func offeredByBash(_ lines: [String]) throws -> [[String]] {
    let ask = """
      while read -r line; do
        COMPREPLY=()
        set -- "$line"
        \(Self.bash.split(separator: "\n").dropFirst().joined(separator: "\n  "))
        echo .
      done <lines
      """
    try folder.write(Array(lines.map { "\($0)\n" }.joined().utf8), "lines")
    let said = try offers("bash", "source ./segue.bash\n\(ask)", "")
      .split(separator: ".", omittingEmptySubsequences: false).dropLast().map { Array($0) }
    try #require(said.count == lines.count, "\(said)")
    return said
  }

  /// Lines with -p are excluded: their script asks fish for the command line, which exists only in a
  /// terminal.
  @Test(
    .enabled(if: path(of: "fish") != nil, "fish is not here: scripts/bootstrap fish"),
    arguments: lines.filter { !$0.line.contains(" -p ") })
  func fishCompletesLines(_ line: String, _ offered: [String], _ not: [String]) throws {
    try expect(offers("fish", Self.fish, line), offered, not, line)
  }

  @Test(.enabled(if: path(of: "zsh") != nil, "zsh is not here: scripts/bootstrap zsh"), arguments: lines)
  func zsh(_ line: String, _ offered: [String], _ not: [String]) throws {
    let words = try offers("zsh", Self.zsh, line)
    let text = words.joined(separator: "\n")
    for word in offered {
      // A single completion is inserted into the line.
      #expect(words.contains(word) || text.contains(word), "\(word) for \(line): \(words)")
    }
    for word in not { #expect(!words.contains(word), "\(word) for \(line): \(words)") }
  }

  private func expect(_ words: [String], _ offered: [String], _ not: [String], _ line: String) throws {
    for word in offered { #expect(words.contains(word), "\(word) for \(line): \(words)") }
    for word in not { #expect(!words.contains(word), "\(word) for \(line): \(words)") }
  }
}

@Suite("Man pages", .enabled(if: path(of: "python3") != nil, "python3 is not here"))
struct ManualTests {
  @Test("Each command has a man page with all its options")
  func pages() throws {
    let folder = try TemporaryFolder()
    let run = try RunningProcess(
      [projectFolder + "/scripts/manual", segue, folder.path, "2026-01-31"],
      program: path(of: "python3") ?? "python3"
    ).finish()
    expectSuccess(run)
    let names = folder.names()
    for command in try HelpTests.commands() {
      #expect(names.contains("segue-\(command).1"))
      let page = try String(contentsOfFile: folder.file("segue-\(command).1"), encoding: .utf8)
      let options = try runSegue([command, "--help"]).text.matches(of: /\n  (?:-\w, )?(--[a-z-]+)/)
      #expect(!options.isEmpty)
      for option in options where option.1 != "--help" {
        #expect(page.contains(option.1.replacing("-", with: "\\-")), "\(option.1) of \(command)")
      }
      #expect(page.contains(".SH EXIT STATUS") == (command != "plan") && page.contains("\"2026-01-31\""))
    }
    #expect(
      try String(contentsOfFile: folder.file("segue-work.1"), encoding: .utf8).contains(
        "segue work plan.json"))
    guard let mandoc = path(of: "mandoc") else { return }
    for name in names {
      let lint = try RunningProcess(["-T", "lint", "-W", "warning", folder.file(name)], program: mandoc)
        .finish()
      #expect(lint.code == 0, "\(lint.text)\(lint.errorText)")
    }
  }
}
