import SegueFiles

/// Names of files and folders as the readers of jobs take them.
///
/// A name may have any character but NUL. In a job it is always a value: quoted for the reader of the file, and with the
/// engine's own placeholders escaped where the engine looks for them in values too.
enum JobText {
  /// A label of small letters, digits and dashes, a letter first and no dash last, as Kubernetes names jobs.
  static func label(_ name: some StringProtocol) -> String {
    let plain = name.lowercased().unicodeScalars.map {
      ("a"..."z").contains($0) || ("0"..."9").contains($0) ? Character($0) : "-"
    }
    // With a number of an index behind it, a pod's name has 63 characters at most.
    let words = String(String(plain).drop { $0 == "-" }.prefix(50)).split(separator: "-")
    return (["segue"] + words).joined(separator: "-")
  }

  /// A title of 128 scalars without control characters and braces, which Open Job Description takes for expressions.
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

  /// A text in an argument of a container, where Kubernetes replaces `$(NAME)` and takes `$$` for a dollar sign.
  static func kubernetesValue(_ text: String) -> String {
    text.unicodeScalars.map { $0 == "$" ? "$$" : String($0) }.joined()
  }

  /// A word as bash takes it, on one line.
  ///
  /// sbatch refuses a script with the line ends of DOS, be they between quotes or not.
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

  /// Where Slurm writes what a task says: a line for sbatch, or a command of the script.
  ///
  /// sbatch replaces nothing in a name with a backslash, and no word of its lines can have a line end. There the script
  /// sends its output to the file itself, and messages of Slurm's own are lost.
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

  /// A text in a comment, which ends at the end of its line.
  static func comment(_ text: String) -> String {
    text.unicodeScalars.map { isUnseen($0) ? $0.escaped(asASCII: true) : String($0) }.joined()
  }

  /// A text between quotation marks in YAML, and in JSON.
  static func quoted(_ text: String) -> String {
    backslashed(text).unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16)
      return isUnseen(scalar)
        ? "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)" : String(scalar)
    }.joined()
  }

  /// A text with backslashes before quotation marks and backslashes.
  private static func backslashed(_ text: String) -> String {
    text.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
  }

  private static func isASCIIControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 32 || scalar.value == 127
  }

  /// Whether a line may end at a character, nothing be seen of it, or YAML not have it; all have four digits.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value <= 0xffff
      && [.control, .format, .lineSeparator, .paragraphSeparator, .unassigned].contains(
        scalar.properties.generalCategory)
  }
}
