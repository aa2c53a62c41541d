import Glibc
import Segue
import SegueFiles
import Synchronization

/// Writes a line to standard error; bytes of names that are not UTF-8 as `\xE9`.
///
/// Where that is closed there is nobody to tell.
func say(_ line: String) { show(FileName.shown(line) + "\n") }

/// Whether a line is asked about for the first time; from any thread.
func isNew(_ line: String) -> Bool { said.withLock { $0.insert(line).inserted } }

private let said = Mutex<Set<String>>([])

/// Writes text to standard error at once.
func show(_ text: String) {
  let bytes = Array(text.utf8)
  try? writeAll(bytes.span, to: STDERR_FILENO, named: "standard error")
}

/// Writes text to standard output; `print` would hide that the disk is full.
func put(_ text: String) throws(FileError) { try put(bytes: FileName.shown(text)) }

/// Writes a value to standard output as one line of JSON.
func putJSON(_ value: some Encodable) throws { try put(bytes: encodeJSON(value)) }

private func put(bytes text: String) throws(FileError) {
  let bytes = Array(text.utf8)
  try writeAll(bytes.span, to: STDOUT_FILENO, named: "standard output")
}

/// Refuses to write what is no text to a terminal.
func checkIsNoTerminal() throws {
  guard isatty(STDOUT_FILENO) == 1 else { return }
  throw Failure(
    .usage, "standard output is a terminal; send it to a file or a program, or give -o with a name")
}
