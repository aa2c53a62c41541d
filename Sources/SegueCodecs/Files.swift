import CSegueCodecs
import Glibc

/// The text of `errno`.
private var systemError: String { String(cString: strerror(errno)) }

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

  // One byte more than a regular file has, so that its end is seen by the read that fills it.
  var bytes = [UInt8](repeating: 0, count: max(Int(information.st_size) + 1, 65536))
  var count = 0
  while true {
    let got = bytes.withUnsafeMutableBytes {
      read(descriptor, $0.baseAddress.map { $0 + count }, $0.count - count)
    }
    if got == 0 { break }
    guard got > 0 else {
      if errno == EINTR { continue }
      throw .unreadable(file: file, reason: systemError)
    }
    count += got
    guard count <= limit else { throw .fileTooLarge(file: file, limit: limit) }
    if count == bytes.count { bytes.append(contentsOf: repeatElement(0, count: count)) }
  }
  bytes.removeLast(bytes.count - count)
  return bytes
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

/// Writes a file that appears under its name only when it is whole.
///
/// The bytes go to a hidden name in the same folder first. Where that name is left over from a process that was
/// killed, `overwrite` or `replaceLeftover` says that it may go.
package func writeFile(
  _ file: String, _ bytes: Span<UInt8>, overwrite: Bool, replaceLeftover: Bool = false
) throws(CodecError) {
  if isSpecial(file) { return try writeSpecial(file, bytes) }
  let temporary = temporaryName(for: file)
  if overwrite || replaceLeftover { unlink(temporary) }
  let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
  guard descriptor >= 0 else {
    if errno == EEXIST { throw .leftover(file: file, partial: temporary) }
    throw .cannotCreate(file: file, reason: systemError)
  }
  do throws(CodecError) {
    do throws(CodecError) {
      try writeAll(bytes, to: descriptor, named: file)
    } catch {
      close(descriptor)
      throw error
    }
    // Some file systems report a full disk only here.
    guard close(descriptor) == 0 else { throw .writeFailed(file: file, reason: systemError) }
    try publish(temporary, as: file, overwrite: overwrite)
  } catch {
    unlink(temporary)
    throw error
  }
}

/// Whether the name is a device or a pipe: nothing to be replaced, nothing to appear whole.
private func isSpecial(_ file: String) -> Bool {
  var information = stat()
  return stat(file, &information) == 0 && ![S_IFREG, S_IFDIR].contains(information.st_mode & S_IFMT)
}

private func writeSpecial(_ file: String, _ bytes: Span<UInt8>) throws(CodecError) {
  let descriptor = open(file, O_WRONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw .cannotCreate(file: file, reason: systemError) }
  defer { close(descriptor) }
  try writeAll(bytes, to: descriptor, named: file)
}

private func publish(_ temporary: String, as file: String, overwrite: Bool) throws(CodecError) {
  guard (overwrite ? rename(temporary, file) : segue_rename_new(temporary, file)) == 0 else {
    if !overwrite && errno == EEXIST { throw .exists(file: file) }
    throw .cannotCreate(file: file, reason: systemError)
  }
}

private func temporaryName(for file: String) -> String {
  guard let slash = file.lastIndex(of: "/") else { return ".\(file).partial" }
  return "\(file[...slash]).\(file[file.index(after: slash)...]).partial"
}
