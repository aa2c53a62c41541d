/// A reader for the bytes of a file, from start to end.
///
/// Reading past the end throws, so that no access is out of bounds.
struct FileReader {
  let bytes: [UInt8]
  /// The name of the file for error messages.
  let name: String
  /// The index of the next byte.
  private(set) var next: Int

  init(_ bytes: [UInt8], named name: String, from start: Int = 0) {
    (self.bytes, self.name, next) = (bytes, name, start)
  }

  /// The number of bytes not yet read.
  var left: Int { bytes.count - next }

  private func endsTooEarly() -> ImageError { .truncated(file: name, detail: "the file ends too early") }

  mutating func byte() throws(ImageError) -> UInt8 {
    guard next < bytes.count else { throw endsTooEarly() }
    next += 1
    return bytes[next - 1]
  }

  /// Reads a 16-bit integer, little-endian.
  mutating func little16() throws(ImageError) -> Int { Int(try byte()) | Int(try byte()) << 8 }

  /// Reads a 32-bit integer, little-endian.
  mutating func little32() throws(ImageError) -> Int { try little16() | (try little16()) << 16 }

  /// Reads a 32-bit integer, big-endian.
  mutating func big32() throws(ImageError) -> Int {
    var value = 0
    for _ in 0..<4 { value = value << 8 | Int(try byte()) }
    return value
  }

  /// Reads a string that is terminated by a zero byte.
  mutating func word() throws(ImageError) -> String {
    guard let end = bytes[next...].firstIndex(of: 0) else { throw endsTooEarly() }
    defer { next = end + 1 }
    return String(decoding: bytes[next..<end], as: UTF8.self)
  }

  /// Reads `count` bytes.
  mutating func take(_ count: Int) throws(ImageError) -> ArraySlice<UInt8> {
    guard count <= left else { throw endsTooEarly() }
    next += count
    return bytes[next - count..<next]
  }
}

extension Span<UInt8> {
  /// Returns whether the bytes begin with an ASCII string.
  func begins(_ word: String) -> Bool { begins(Array(word.utf8)) }

  /// Returns whether the bytes begin with a signature.
  func begins(_ bytes: [UInt8]) -> Bool {
    count >= bytes.count && bytes.indices.allSatisfy { self[$0] == bytes[$0] }
  }
}
