import SegueFiles

/// Quotes names of files and folders for job files.
///
/// A name may have any character but NUL. In a job it is always a value: quoted for the file's syntax, with
/// the engine's placeholders escaped.
enum JobText {
  /// A label of lowercase letters, digits and dashes, with a letter first and no dash last, as Kubernetes
  /// requires.
  static func label(_ name: some StringProtocol) -> String {
    let plain = name.lowercased().unicodeScalars.map {
      ("a"..."z").contains($0) || ("0"..."9").contains($0) ? Character($0) : "-"
    }
    // Limited to 50 characters: with an index appended, a pod's name may have 63.
    let words = String(String(plain).drop { $0 == "-" }.prefix(50)).split(separator: "-")
    return (["segue"] + words).joined(separator: "-")
  }

  /// A title of at most 128 scalars without control characters, and without braces, which Open Job
  /// Description evaluates.
  ///
  /// - Source: Open Job Description 2023-09, `JobTemplateName`.
  static func openJDTitle(_ name: some StringProtocol) -> String {
    var title = String.UnicodeScalarView()
    for scalar in name.unicodeScalars.prefix(128) {
      switch scalar {
      case "{": title.append("(")
      case "}": title.append(")")
      default: title.append(scalar.properties.generalCategory == .control ? "_" : scalar)
      }
    }
    return title.isEmpty ? "segue" : String(title)
  }

  /// Escapes an argument of a container, in which Kubernetes expands `$(NAME)` and reads `$$` as a dollar
  /// sign.
  static func kubernetesValue(_ text: String) -> String {
    text.unicodeScalars.map { $0 == "$" ? "$$" : String($0) }.joined()
  }

  /// Quotes a word for bash on one line.
  ///
  /// sbatch refuses scripts with DOS line ends, even within quotes.
  static func bashWord(_ word: String) -> String {
    guard word.unicodeScalars.contains(where: isASCIIControl) else { return shellWord(word) }
    return "$'"
      + word.unicodeScalars.map { scalar in
        if scalar == "'" || scalar == "\\" { return "\\\(scalar)" }
        guard isASCIIControl(scalar) else { return String(scalar) }
        let digits = String(scalar.value, radix: 16)
        return digits.count < 2 ? "\\x0\(digits)" : "\\x\(digits)"
      }.joined() + "'"
  }

  /// The output of a Slurm task: a directive for sbatch, or a command in the script.
  ///
  /// sbatch expands nothing in a name with a backslash, and its directives cannot contain line ends. For such
  /// names the script redirects its own output, and Slurm's messages are lost.
  ///
  /// - Source: sbatch(1), filename pattern; Slurm's `_get_argument`.
  static func slurmLog(in folder: String) -> (directive: String, command: String) {
    guard !folder.unicodeScalars.contains(where: { $0 == "\\" || isASCIIControl($0) }) else {
      let name = bashWord(folder)
      return ("#SBATCH --output=/dev/null\n", "exec >>\(name)/\"$SLURM_ARRAY_TASK_ID.log\" 2>&1\n")
    }
    let name = folder.unicodeScalars.map { $0 == "%" ? "%%" : String($0) }.joined() + "/%a.log"
    let word = shellWord(name) == name ? name : "\"\(backslashed(name))\""
    return ("#SBATCH --output=\(word)\n", "")
  }

  /// Escapes a text for a comment of one line.
  static func comment(_ text: String) -> String {
    text.unicodeScalars.map { isUnseen($0) ? $0.escaped(asASCII: true) : String($0) }.joined()
  }

  /// Escapes a text between double quotes in YAML and JSON.
  static func quoted(_ text: String) -> String {
    backslashed(text).unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16)
      return isUnseen(scalar)
        ? "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)" : String(scalar)
    }.joined()
  }

  /// Escapes double quotes and backslashes.
  private static func backslashed(_ text: String) -> String {
    text.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
  }

  private static func isASCIIControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 32 || scalar.value == 127
  }

  /// Whether a character may end a line, is invisible, or is invalid in YAML; limited to four hexadecimal
  /// digits.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value <= 0xffff
      && [.control, .format, .lineSeparator, .paragraphSeparator, .unassigned].contains(
        scalar.properties.generalCategory)
  }
}
