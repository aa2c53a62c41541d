import SeguePlatform
import SegueErrors

/// Reads a whole file, or standard input if the name is `-`.
///
/// `goesOn` receives the first 16 bytes and decides whether to read on; if not, only these bytes are
/// returned. A file of less than 16 bytes is returned whole, without a call of `goesOn`. `isInput` says that
/// the caller's result depends on the file; the read is then reported to `FileReads`. If `mayBeSpecial` is
/// false, a device or a pipe is an error, found without waiting for a writer of the pipe.
package func readFile(
  _ file: String, limit: Int, isInput: Bool = true, mayBeSpecial: Bool = true,
  goesOn: ([UInt8]) -> Bool = { _ in true }
) throws(FileError) -> [UInt8] {
  let flags = O_RDONLY | O_CLOEXEC | (mayBeSpecial ? 0 : O_NONBLOCK)
  let descriptor = file == "-" ? STDIN_FILENO : file.withName { open($0, flags) }
  guard descriptor >= 0 else {
    if errno == ENOENT || errno == ENOTDIR { throw .missing(file: file) }
    throw .unreadable(file: file, reason: systemError)
  }
  defer { if descriptor != STDIN_FILENO { close(descriptor) } }
  var information = stat()
  guard fstat(descriptor, &information) == 0 else { throw .unreadable(file: file, reason: systemError) }
  if information.st_mode & S_IFMT == S_IFDIR { throw .unreadable(file: file, reason: "it is a folder") }
  guard mayBeSpecial || information.st_mode & S_IFMT == S_IFREG else {
    throw .unreadable(file: file, reason: specialReason)
  }
  guard information.st_size <= limit else { throw .tooLarge(file: file, limit: limit) }

  var bytes: [UInt8] = []
  // Reserves one byte more than the file's length, so that the same read detects the end of the file.
  var room = max(Int(information.st_size) + 1, min(65536, limit))
  while true {
    var isRead = true
    var isAtEnd = false
    let part = [UInt8](unsafeUninitializedCapacity: room) { memory, count in
      if bytes.isEmpty {
        let start = UnsafeMutableBufferPointer(rebasing: memory.prefix(16))
        isRead = readAll(from: descriptor, into: start, &count)
        isAtEnd = count < start.count || !goesOn(Array(start.prefix(count)))
      }
      if isRead && !isAtEnd { isRead = readAll(from: descriptor, into: memory, &count) }
    }
    guard isRead else { throw .unreadable(file: file, reason: systemError) }
    if isAtEnd {
      // Reports a file of less than 16 bytes, which was read as a whole. A longer file that `goesOn` rejects
      // is not reported, since only its start was read.
      if isInput && part.count < 16 { try FileReads.tell(file, .whole(part)) }
      return part
    }
    if bytes.isEmpty { bytes = part } else { bytes += part }
    guard bytes.count <= limit else { throw .tooLarge(file: file, limit: limit) }
    if part.count < room {
      if isInput { try FileReads.tell(file, .whole(bytes)) }
      return bytes
    }
    room = min(bytes.count, limit - bytes.count + 1)
  }
}

/// The treatment of a text that is not UTF-8.
package enum OtherEncoding {
  /// The text is refused with an error.
  case refused
  /// Bytes that are not UTF-8 are escaped as `FileName` does, for texts that contain file names.
  case keptAsNames
  /// The text is decoded as Latin-1, in which each byte is a character.
  case latin1
}

/// Reads a whole text file in UTF-8, or standard input if the name is `-`; removes a byte order mark.
///
/// - Parameters:
///   - file: The file.
///   - limit: The maximum number of bytes.
///   - other: The treatment of a text that is not UTF-8.
/// - Returns: The text.
/// - Throws: `FileError` if the file cannot be read, is too long, or is not a text.
package func readText(
  _ file: String, limit: Int, other: OtherEncoding = .refused
) throws(FileError) -> String {
  let bytes: [UInt8]
  do throws(FileError) {
    bytes = try readFile(file, limit: limit)
  } catch {
    guard error.code == .fileTooLarge else { throw error }
    throw .notText(file: file, reason: "a text of more than \(limit) bytes")
  }
  return try text(of: bytes, named: file, other: other)
}

/// Decodes the bytes of a text file in the same way as `readText`.
package func text(
  of bytes: [UInt8], named file: String, other: OtherEncoding = .refused
) throws(FileError) -> String {
  let bytes = try bytesOfText(bytes, named: file)
  if let text = String(validating: bytes, as: UTF8.self) { return text }
  // Refuses zero bytes: most binary files contain them, but texts and file names do not.
  if !bytes.contains(0) {
    switch other {
    case .refused: break
    case .keptAsNames: return FileName.text(bytes)
    case .latin1: return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
  }
  throw .notText(file: file, reason: "not a text in UTF-8")
}

/// Removes a UTF-8 byte order mark.
///
/// - Throws: `FileError.notText` for a byte order mark of UTF-16 or UTF-32.
package func bytesOfText(_ bytes: [UInt8], named file: String) throws(FileError) -> [UInt8] {
  let others: [(mark: [UInt8], name: String)] = [
    ([0xFF, 0xFE, 0, 0], "UTF-32"), ([0, 0, 0xFE, 0xFF], "UTF-32"), ([0xFF, 0xFE], "UTF-16"),
    ([0xFE, 0xFF], "UTF-16"),
  ]
  for (mark, name) in others where bytes.starts(with: mark) {
    throw .notText(file: file, reason: "a text in \(name); save it in UTF-8")
  }
  return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
}

/// Reads until `memory` is full or the file ends, and adds the bytes read to `count`; returns false on an
/// error.
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

/// Reads the last bytes of a regular file; returns nil if the file is not regular or cannot be read.
package func readEnd(of file: String, count: Int) -> [UInt8]? {
  guard let information = status(of: file), information.st_mode & S_IFMT == S_IFREG else { return nil }
  let descriptor = file.withName { open($0, O_RDONLY | O_CLOEXEC) }
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: min(count, Int(information.st_size)))
  let place = information.st_size - off_t(bytes.count)
  let got = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, place) }
  return got == bytes.count ? bytes : nil
}

/// Reads the first bytes of a regular file; returns nil for a device or a pipe.
///
/// If `isInput` is true, the read is also reported to `FileReads`.
package func readStart(
  of file: String, count: Int, isInput: Bool = true
) throws(FileError) -> [UInt8]? {
  guard let information = status(of: file) else {
    if errno == ENOENT || errno == ENOTDIR { throw .missing(file: file) }
    throw .unreadable(file: file, reason: systemError)
  }
  if information.st_mode & S_IFMT == S_IFDIR { throw .unreadable(file: file, reason: "it is a folder") }
  if isInput { try FileReads.tell(file, .start) }
  guard information.st_mode & S_IFMT == S_IFREG else { return nil }
  let descriptor = file.withName { open($0, O_RDONLY | O_CLOEXEC) }
  guard descriptor >= 0 else { throw .unreadable(file: file, reason: systemError) }
  defer { close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: count)
  let got = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
  guard got >= 0 else { throw .unreadable(file: file, reason: systemError) }
  return Array(bytes.prefix(got))
}
