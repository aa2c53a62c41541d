import SegueFiles

/// Quoting of file and folder names for job files.
///
/// A name may contain any character but NUL. In a job file, the name must remain a plain value. So the name
/// is quoted as the syntax of the job file requires, and placeholders of the engine in the name are escaped.
enum JobText {
  /// Makes a label that Kubernetes accepts: lowercase letters, digits and dashes, beginning with a letter and
  /// not ending with a dash.
  static func label(_ name: some StringProtocol) -> String {
    let plain = name.lowercased().unicodeScalars.map {
      ("a"..."z").contains($0) || ("0"..."9").contains($0) ? Character($0) : "-"
    }
    // Keeps at most 50 characters of the name, since the name of a pod has at most 63 characters, including
    // an appended index.
    let words = String(String(plain).drop { $0 == "-" }.prefix(50)).split(separator: "-")
    return (["segue"] + words).joined(separator: "-")
  }

  /// Makes a title of at most 128 Unicode scalars, without control characters and braces; Open Job
  /// Description would evaluate braces.
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

  /// Escapes an argument of a container.
  ///
  /// Kubernetes expands `$(NAME)`, and replaces `$$` by a dollar sign.
  static func kubernetesValue(_ text: String) -> String {
    text.unicodeScalars.map { $0 == "$" ? "$$" : String($0) }.joined()
  }

  /// Quotes a word for bash, so that the result contains no line ends.
  ///
  /// sbatch refuses scripts that contain DOS line ends, even within quotes.
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

  /// Makes the line that redirects a Slurm task's output to a log: a directive for sbatch, or a command in
  /// the script.
  ///
  /// sbatch expands no placeholders in a name that contains a backslash, and directives cannot contain line
  /// ends. For a name with such a character, the script redirects its own output, and messages of Slurm
  /// itself are lost.
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

  /// Escapes a text for a one-line comment.
  static func comment(_ text: String) -> String {
    text.unicodeScalars.map { isUnseen($0) ? $0.escaped(asASCII: true) : String($0) }.joined()
  }

  /// Escapes a text for use between double quotes in YAML and JSON.
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

  /// Returns whether a character of the Basic Multilingual Plane may end a line, is invisible, or is invalid
  /// in YAML.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value <= 0xffff
      && [.control, .format, .lineSeparator, .paragraphSeparator, .unassigned].contains(
        scalar.properties.generalCategory)
  }
}
