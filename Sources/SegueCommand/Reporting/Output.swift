import Glibc
import Segue
import SegueFiles

/// Writes a line to standard error.
///
/// Where that is closed there is nobody to tell.
func say(_ line: String) { show(line + "\n") }

/// Writes text to standard error at once.
func show(_ text: String) {
  let bytes = Array(text.utf8)
  try? writeAll(bytes.span, to: STDERR_FILENO, named: "standard error")
}

/// Writes text to standard output; `print` would hide that the disk is full.
func put(_ text: String) throws(FileError) {
  let bytes = Array(text.utf8)
  try writeAll(bytes.span, to: STDOUT_FILENO, named: "standard output")
}
