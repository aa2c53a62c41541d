import CSegueCodecs
import Glibc

/// The text of `errno`.
var systemError: String { String(cString: strerror(errno)) }

/// Reads a whole file, or standard input for `-`.
package func readFile(_ file: String, limit: Int) throws(CodecError) -> [UInt8] {
  let descriptor = file == "-" ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else {
    if errno == ENOENT || errno == ENOTDIR { throw .missing(file: file) }
    throw .unreadable(file: file, reason: systemError)
  }
  defer { if descriptor != STDIN_FILENO { close(descriptor) } }
  var information = stat()
  guard fstat(descriptor, &information) == 0 else { throw .unreadable(file: file, reason: systemError) }
  if information.st_mode & S_IFMT == S_IFDIR { throw .unreadable(file: file, reason: "it is a folder") }
  guard information.st_size <= limit else { throw .fileTooLarge(file: file, limit: limit) }

  var bytes: [UInt8] = []
  // One byte more than a regular file has, so that its end is seen by the read that fills it.
  var room = max(Int(information.st_size) + 1, min(65536, limit))
  while true {
    var isRead = true
    let part = [UInt8](unsafeUninitializedCapacity: room) {
      isRead = readAll(from: descriptor, into: $0, &$1)
    }
    guard isRead else { throw .unreadable(file: file, reason: systemError) }
    if bytes.isEmpty { bytes = part } else { bytes += part }
    guard bytes.count <= limit else { throw .fileTooLarge(file: file, limit: limit) }
    if part.count < room { return bytes }
    room = min(bytes.count, limit - bytes.count + 1)
  }
}

/// Reads a whole text, or standard input for `-`.
package func readText(_ file: String, limit: Int) throws(CodecError) -> String {
  let bytes: [UInt8]
  do throws(CodecError) {
    bytes = try readFile(file, limit: limit)
  } catch .fileTooLarge(let file, let limit) {
    throw .unsupported(file: file, detail: "a text of more than \(limit) bytes")
  }
  guard let text = String(validating: bytes, as: UTF8.self) else {
    throw .unsupported(file: file, detail: "not a text in UTF-8")
  }
  return text
}

/// Reads until memory is full or the file ends, counting bytes; false where reading failed.
private func readAll(
  from descriptor: Int32, into memory: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int
) -> Bool {
  while count < memory.count {
    let got = read(descriptor, memory.baseAddress.map { $0 + count }, memory.count - count)
    if got < 0 && errno == EINTR { continue }
    if got < 0 { return false }
    if got == 0 { break }
    count += got
  }
  return true
}

/// Reads the first bytes of a regular file; nil for anything else that can be opened, folders aside.
func readStart(of file: String, count: Int) throws(CodecError) -> [UInt8]? {
  var information = stat()
  guard stat(file, &information) == 0 else {
    if errno == ENOENT || errno == ENOTDIR { throw .missing(file: file) }
    throw .unreadable(file: file, reason: systemError)
  }
  if information.st_mode & S_IFMT == S_IFDIR { throw .unreadable(file: file, reason: "it is a folder") }
  guard information.st_mode & S_IFMT == S_IFREG else { return nil }
  let descriptor = open(file, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw .unreadable(file: file, reason: systemError) }
  defer { close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: count)
  let got = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
  guard got >= 0 else { throw .unreadable(file: file, reason: systemError) }
  return Array(bytes.prefix(got))
}

/// Writes all bytes to a descriptor. `FileHandle.write` would trap where a pipe's reader has gone.
package func writeAll(_ bytes: Span<UInt8>, to descriptor: Int32, named file: String) throws(CodecError) {
  var rest = bytes
  while !rest.isEmpty {
    let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if written < 0 && errno == EINTR { continue }
    // A write of nothing at all would go on for ever.
    guard written > 0 else { throw .writeFailed(file: file, reason: systemError) }
    rest = rest.extracting(droppingFirst: written)
  }
}

/// Writes a file that appears under its name only when it is whole (`PartialFile`).
package func writeFile(
  _ file: String, _ bytes: Span<UInt8>, overwrite: Bool, replaceLeftover: Bool = false, durable: Bool = false
) throws(CodecError) {
  if isSpecial(file) { return try writeSpecial(file, bytes) }
  let partial = try PartialFile(file, overwrite: overwrite, replaceLeftover: replaceLeftover)
  try partial.write(bytes)
  try partial.publish(durable: durable)
}

/// Whether the name is a device or a pipe: nothing to be replaced, nothing to appear whole.
package func isSpecial(_ file: String) -> Bool {
  var information = stat()
  return stat(file, &information) == 0 && ![S_IFREG, S_IFDIR].contains(information.st_mode & S_IFMT)
}

/// Opens a device or a pipe for writing; a named pipe waits for its reader.
package func openSpecial(_ file: String) throws(CodecError) -> Int32 {
  let descriptor = open(file, O_WRONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw .cannotCreate(file: file, reason: systemError) }
  widenPipe(descriptor)
  return descriptor
}

/// Gives a descriptor that is a pipe more room, so that the reader is woken less often.
package func widenPipe(_ descriptor: Int32) { segue_widen_pipe(descriptor) }

/// Makes a pipe that no child inherits, with more room than usual.
package func makePipe() throws(CodecError) -> (reading: Int32, writing: Int32) {
  var ends: [Int32] = [0, 0]
  guard segue_open_pipe(&ends) == 0 else { throw .cannotCreate(file: "a pipe", reason: systemError) }
  widenPipe(ends[1])
  return (ends[0], ends[1])
}

/// Waits until a pipe's reader has taken all of it; false where it went away before.
package func waitUntilRead(_ descriptor: Int32) -> Bool { segue_wait_until_read(descriptor) }

private func writeSpecial(_ file: String, _ bytes: Span<UInt8>) throws(CodecError) {
  let descriptor = try openSpecial(file)
  defer { close(descriptor) }
  try writeAll(bytes, to: descriptor, named: file)
}
