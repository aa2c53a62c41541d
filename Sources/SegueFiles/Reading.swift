import Glibc

/// Reads a whole file, or standard input for `-`.
///
/// `goesOn` is asked whether to read on behind the first 16 bytes, or all of fewer; where not, they are returned.
/// `isInput` says whether the result depends on the file: `FileReads` is told of it.
package func readFile(
  _ file: String, limit: Int, isInput: Bool = true, goesOn: ([UInt8]) -> Bool = { _ in true }
) throws(FileError) -> [UInt8] {
  let descriptor = file == "-" ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else {
    if errno == ENOENT || errno == ENOTDIR { throw .missing(file: file) }
    throw .unreadable(file: file, reason: systemError)
  }
  defer { if descriptor != STDIN_FILENO { close(descriptor) } }
  var information = stat()
  guard fstat(descriptor, &information) == 0 else { throw .unreadable(file: file, reason: systemError) }
  if information.st_mode & S_IFMT == S_IFDIR { throw .unreadable(file: file, reason: "it is a folder") }
  guard information.st_size <= limit else { throw .tooLarge(file: file, limit: limit) }

  var bytes: [UInt8] = []
  // One byte more than a regular file has, so that its end is seen by the read that fills it.
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
      // All of a short file; of another only what says that it is not wanted.
      if isInput && part.count < 16 { try FileReads.tell(file, part) }
      return part
    }
    if bytes.isEmpty { bytes = part } else { bytes += part }
    guard bytes.count <= limit else { throw .tooLarge(file: file, limit: limit) }
    if part.count < room {
      if isInput { try FileReads.tell(file, bytes) }
      return bytes
    }
    room = min(bytes.count, limit - bytes.count + 1)
  }
}

/// Reads a whole text, or standard input for `-`.
///
/// With `orLatin1` bytes that are no UTF-8 are characters each, as editors wrote them once; a text has no byte of 0.
package func readText(_ file: String, limit: Int, orLatin1: Bool = false) throws(FileError) -> String {
  let bytes: [UInt8]
  do throws(FileError) {
    bytes = try readFile(file, limit: limit)
  } catch .tooLarge(let file, let limit) {
    throw .notText(file: file, reason: "a text of more than \(limit) bytes")
  }
  guard let text = String(validating: bytes, as: UTF8.self) else {
    if orLatin1, !bytes.contains(0), !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) {
      return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
    throw .notText(file: file, reason: "not a text in UTF-8")
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
package func readStart(of file: String, count: Int) throws(FileError) -> [UInt8]? {
  var information = stat()
  guard stat(file, &information) == 0 else {
    if errno == ENOENT || errno == ENOTDIR { throw .missing(file: file) }
    throw .unreadable(file: file, reason: systemError)
  }
  if information.st_mode & S_IFMT == S_IFDIR { throw .unreadable(file: file, reason: "it is a folder") }
  try FileReads.tell(file, nil)
  guard information.st_mode & S_IFMT == S_IFREG else { return nil }
  let descriptor = open(file, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw .unreadable(file: file, reason: systemError) }
  defer { close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: count)
  let got = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
  guard got >= 0 else { throw .unreadable(file: file, reason: systemError) }
  return Array(bytes.prefix(got))
}
