import SeguePlatform

/// The error of a read from the pipe of a program that has written nothing for too long.
package struct PipeTimeout: Error {}

/// Reads a number of bytes from a pipe.
///
/// - Parameters:
///   - descriptor: The reading end of the pipe.
///   - count: The number of bytes.
///   - seconds: The number of seconds without a byte after which the read fails.
/// - Returns: The bytes; fewer than `count` if the pipe ends.
/// - Throws: `PipeTimeout` if no byte comes in time.
package func readPipe(_ descriptor: Int32, count: Int, seconds: Int) throws(PipeTimeout) -> [UInt8] {
  var isLate = false
  let bytes = [UInt8](unsafeUninitializedCapacity: count) { memory, filled in
    (filled, isLate) = fill(UnsafeMutableRawBufferPointer(memory), from: descriptor, seconds)
  }
  if isLate { throw PipeTimeout() }
  return bytes
}

/// Replaces the content of an array by bytes from a pipe, in place if the array's memory is not shared.
///
/// Reused memory avoids page faults: the first write to each page of new memory took a quarter of the time of
/// decoding 1080p video.
///
/// - Parameters:
///   - descriptor: The reading end of the pipe.
///   - bytes: The array.
///   - seconds: The number of seconds without a byte after which the read fails.
/// - Returns: Whether the pipe had enough bytes to fill the array.
/// - Throws: `PipeTimeout` if no byte comes in time.
package func readPipe(
  _ descriptor: Int32, into bytes: inout [UInt8], seconds: Int
) throws(PipeTimeout) -> Bool {
  let (count, isLate) = bytes.withUnsafeMutableBytes { fill($0, from: descriptor, seconds) }
  if isLate { throw PipeTimeout() }
  return count == bytes.count
}

/// Reads bytes from a pipe until `memory` is full, or the pipe ends.
///
/// - Returns: The number of bytes read, and whether reading ended because no byte came for `seconds`.
private func fill(
  _ memory: UnsafeMutableRawBufferPointer, from descriptor: Int32, _ seconds: Int
) -> (count: Int, isLate: Bool) {
  var filled = 0
  while filled < memory.count {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let ready = poll(&wait, 1, Int32(clamping: seconds * 1000))
    if ready < 0 && errno == EINTR { continue }
    guard ready != 0 else { return (filled, true) }
    let got = read(descriptor, memory.baseAddress.map { $0 + filled }, memory.count - filled)
    if got < 0 && errno == EINTR { continue }
    guard got > 0 else { break }
    filled += got
  }
  return (filled, false)
}

/// A temporary file without a name, which the system removes when this object is released.
///
/// The file is in `temporaryFolder`, unless another folder is given.
package final class NamelessFile: Sendable {
  /// The descriptor, open for reading and writing.
  package let descriptor: Int32

  /// Creates the file.
  package init(inFolder folder: String? = nil) throws(FileError) {
    let folder = folder ?? temporaryFolder
    var name = Array("\(folder)/segue-XXXXXX".utf8CString)
    descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw .cannotCreate(file: "a file in \(folder)", reason: systemError) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(name)
  }

  deinit { close(descriptor) }

  /// A path at which programs started by this process can open the file.
  package var path: String { "/proc/\(getpid())/fd/\(descriptor)" }

  /// The number of bytes in the file.
  package var count: Int { max(0, Int(lseek(descriptor, 0, SEEK_END))) }

  /// Appends bytes to the file.
  package func write(_ bytes: Span<UInt8>) throws(FileError) {
    try writeAll(bytes, to: descriptor, named: "a temporary file")
  }
}

/// Reads 32-bit floats from a pipe; returns fewer than `count` if the pipe ends early.
///
/// - Throws: `PipeTimeout` if no byte comes in time.
package func readFloats(
  _ descriptor: Int32, count: Int, seconds: Int
) throws(PipeTimeout) -> [Float] {
  let bytes = try readPipe(descriptor, count: 4 * count, seconds: seconds)
  return [Float](unsafeUninitializedCapacity: bytes.count / 4) { memory, filled in
    filled = bytes.count / 4
    bytes.withUnsafeBytes {
      UnsafeMutableRawBufferPointer(memory).copyMemory(from: .init(rebasing: $0.prefix(4 * filled)))
    }
  }
}

extension NamelessFile {
  /// Appends floats with the most significant byte first.
  package func write(bigEndian numbers: [Float]) throws(FileError) {
    let bytes = [UInt8](unsafeUninitializedCapacity: 4 * numbers.count) { memory, filled in
      let words = UnsafeMutableRawBufferPointer(memory)
      for index in numbers.indices {
        words.storeBytes(of: numbers[index].bitPattern.bigEndian, toByteOffset: 4 * index, as: UInt32.self)
      }
      filled = 4 * numbers.count
    }
    try write(bytes.span)
  }
}
