import SeguePlatform
import SegueFiles
import Synchronization

/// Prints a line on standard error; bytes that are not UTF-8 appear as `\xE9`.
///
/// A failed write is ignored.
func say(_ line: String) { show(FileName.shown(line) + "\n") }

/// Returns whether this is the first call with this line; thread-safe.
func isNew(_ line: String) -> Bool { said.withLock { $0.insert(line).inserted } }

private let said = Mutex<Set<String>>([])

/// Prints text on standard error without buffering.
func show(_ text: String) {
  let bytes = Array(text.utf8)
  try? writeAll(bytes.span, to: STDERR_FILENO, named: "standard error")
}

/// Prints text on standard output; throws if that fails, for example because the disk is full.
func put(_ text: String) throws(FileError) { try put(bytes: FileName.shown(text)) }

/// Prints a value on standard output, as JSON on one line.
func putJSON(_ value: some Encodable) throws { try put(bytes: encodeJSON(value)) }

private func put(bytes text: String) throws(FileError) {
  let bytes = Array(text.utf8)
  try writeAll(bytes.span, to: STDOUT_FILENO, named: "standard output")
}

/// Throws if standard output is a terminal, which must not receive binary data.
func checkIsNoTerminal() throws {
  guard isatty(STDOUT_FILENO) == 1, !Messages.isDryRun else { return }
  throw Failure(
    .usage, "standard output is a terminal; send it to a file or a program, or give -o with a name")
}
