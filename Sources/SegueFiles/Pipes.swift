import CSegueFiles
import Glibc

/// Whether the name is a device or a pipe: nothing to be replaced, nothing to appear whole.
package func isSpecial(_ file: String) -> Bool {
  status(of: file).map { ![S_IFREG, S_IFDIR].contains($0.st_mode & S_IFMT) } ?? false
}

/// Why a device or a pipe is refused.
let specialReason = "it is a device or a pipe, where a file is needed"

/// Refuses a device or a pipe, which reading could wait for without end.
package func checkIsNotSpecial(_ file: String) throws(FileError) {
  if isSpecial(file) { throw .unreadable(file: file, reason: specialReason) }
}

/// Opens a device or a pipe for writing; a named pipe waits for its reader.
package func openSpecial(_ file: String) throws(FileError) -> Int32 {
  let descriptor = file.withName { open($0, O_WRONLY | O_CLOEXEC) }
  guard descriptor >= 0 else { throw .cannotCreate(file: file, reason: systemError) }
  widenPipe(descriptor)
  return descriptor
}

/// Gives a descriptor that is a pipe more room, so that the reader is woken less often.
package func widenPipe(_ descriptor: Int32) { segue_widen_pipe(descriptor) }

/// Makes a pipe that no child inherits, with more room than usual.
package func makePipe() throws(FileError) -> (reading: Int32, writing: Int32) {
  var ends: [Int32] = [0, 0]
  guard segue_open_pipe(&ends) == 0 else { throw .cannotCreate(file: "a pipe", reason: systemError) }
  widenPipe(ends[1])
  return (ends[0], ends[1])
}

/// Waits until a pipe's reader has taken all of it; false where it went away before.
package func waitUntilRead(_ descriptor: Int32) -> Bool { segue_wait_until_read(descriptor) }

/// The text of `errno`.
var systemError: String { String(cString: strerror(errno)) }
