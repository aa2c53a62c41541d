import CSegueFiles
import SeguePlatform

/// Returns whether a name refers to a device or a pipe, which is written directly and never replaced.
package func isSpecial(_ file: String) -> Bool {
  status(of: file).map { ![S_IFREG, S_IFDIR].contains($0.st_mode & S_IFMT) } ?? false
}

/// The error text for a device or a pipe where a regular file is needed.
let specialReason = "it is a device or a pipe, where a file is needed"

/// Throws for a device or a pipe, since reading it could block forever.
package func checkIsNotSpecial(_ file: String) throws(FileError) {
  if isSpecial(file) { throw .unreadable(file: file, reason: specialReason) }
}

/// Opens a device or a pipe for writing.
///
/// Opening a named pipe blocks until another process opens the pipe for reading.
package func openSpecial(_ file: String) throws(FileError) -> Int32 {
  let descriptor = file.withName { open($0, O_WRONLY | O_CLOEXEC) }
  guard descriptor >= 0 else { throw .cannotCreate(file: file, reason: systemError) }
  widenPipe(descriptor)
  return descriptor
}

/// Enlarges the buffer of a pipe, so that its reader wakes up less often.
package func widenPipe(_ descriptor: Int32) { segue_widen_pipe(descriptor) }

/// Creates a pipe with an enlarged buffer; programs started by this process do not inherit the descriptors.
package func makePipe() throws(FileError) -> (reading: Int32, writing: Int32) {
  var ends: [Int32] = [0, 0]
  guard segue_open_pipe(&ends) == 0 else { throw .cannotCreate(file: "a pipe", reason: systemError) }
  widenPipe(ends[1])
  return (ends[0], ends[1])
}

/// Reads up to 64 KiB from a descriptor; returns an empty array at the end of the file.
package func readChunk(_ descriptor: Int32, named file: String) throws(FileError) -> [UInt8] {
  var isFailed = false
  let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { bytes, count in
    var result = 0
    repeat { result = read(descriptor, bytes.baseAddress, bytes.count) } while result < 0 && errno == EINTR
    (isFailed, count) = (result < 0, max(0, result))
  }
  if isFailed { throw .unreadable(file: file, reason: systemError) }
  return chunk
}

/// Waits until the reader of a pipe has read everything; returns false if the reader closes the pipe first.
package func waitUntilRead(_ descriptor: Int32) -> Bool { segue_wait_until_read(descriptor) }

/// The message for the current `errno`.
var systemError: String { String(cString: strerror(errno)) }
