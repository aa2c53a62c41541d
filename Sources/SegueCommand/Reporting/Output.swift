import Glibc
import Segue
import SegueFiles
import Synchronization

/// Writes a line to standard error; bytes that are not UTF-8 become `\xE9`.
///
/// Errors of the write are ignored.
func say(_ line: String) { show(FileName.shown(line) + "\n") }

/// Whether a line occurs for the first time; thread-safe.
func isNew(_ line: String) -> Bool { said.withLock { $0.insert(line).inserted } }

private let said = Mutex<Set<String>>([])

/// Writes text to standard error without buffering.
func show(_ text: String) {
  let bytes = Array(text.utf8)
  try? writeAll(bytes.span, to: STDERR_FILENO, named: "standard error")
}

/// Writes text to standard output; unlike `print` it reports a full disk.
func put(_ text: String) throws(FileError) { try put(bytes: FileName.shown(text)) }

/// Writes a value to standard output as one line of JSON.
func putJSON(_ value: some Encodable) throws { try put(bytes: encodeJSON(value)) }

private func put(bytes text: String) throws(FileError) {
  let bytes = Array(text.utf8)
  try writeAll(bytes.span, to: STDOUT_FILENO, named: "standard output")
}

/// Refuses to write binary data to a terminal.
func checkIsNoTerminal() throws {
  guard isatty(STDOUT_FILENO) == 1 else { return }
  throw Failure(
    .usage, "standard output is a terminal; send it to a file or a program, or give -o with a name")
}
