import CSegueFiles
import SeguePlatform

/// An incremental SHA-256 checksum.
package struct SHA256 {
  private var hash = segue_sha256()

  /// Starts a checksum of no bytes; `add` appends bytes.
  package init() { segue_sha256_start(&hash) }

  /// Adds bytes to the checksum.
  package mutating func add(_ bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { segue_sha256_add(&hash, $0.baseAddress, $0.count) }
  }

  /// The checksum of all bytes so far: 64 hexadecimal digits, as `sha256sum` prints them.
  package var digest: String {
    var copy = hash
    var digest = [UInt8](repeating: 0, count: 32)
    segue_sha256_end(&copy, &digest)
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Returns the checksum of an array of bytes.
  package static func digest(of bytes: Span<UInt8>) -> String {
    var hash = SHA256()
    hash.add(bytes)
    return hash.digest
  }

  /// Returns the checksum and the length of a file, which is read in parts of 1 MiB.
  ///
  /// - Throws: `FileError` if the file is missing or unreadable, or is a device or a pipe.
  package static func digest(ofFile file: String) throws(FileError) -> (digest: String, count: Int) {
    try checkIsNotSpecial(file)
    let descriptor = file.withName { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { throw .missing(file: file) }
      throw .unreadable(file: file, reason: systemError)
    }
    defer { close(descriptor) }
    var hash = SHA256()
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var count = 0
    while true {
      let got = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { throw .unreadable(file: file, reason: systemError) }
      if got == 0 { return (hash.digest, count) }
      hash.add(buffer.span.extracting(first: got))
      count += got
    }
  }
}
