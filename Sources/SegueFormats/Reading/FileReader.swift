/// Reads the bytes of a file from front to back; a file that ends too early is an error, and so nothing is ever read behind it.
struct FileReader {
  let bytes: [UInt8]
  /// What errors call the file.
  let name: String
  /// Where the next byte is.
  private(set) var next: Int

  init(_ bytes: [UInt8], named name: String, from start: Int = 0) {
    (self.bytes, self.name, next) = (bytes, name, start)
  }

  /// How many bytes are left.
  var left: Int { bytes.count - next }

  private func endsTooEarly() -> ImageError { .truncated(file: name, detail: "the file ends too early") }

  mutating func byte() throws(ImageError) -> UInt8 {
    guard next < bytes.count else { throw endsTooEarly() }
    next += 1
    return bytes[next - 1]
  }

  /// Two bytes, the lowest first.
  mutating func little16() throws(ImageError) -> Int { Int(try byte()) | Int(try byte()) << 8 }

  /// Four bytes, the lowest first.
  mutating func little32() throws(ImageError) -> Int { try little16() | (try little16()) << 16 }

  /// Four bytes, the highest first.
  mutating func big32() throws(ImageError) -> Int {
    var value = 0
    for _ in 0..<4 { value = value << 8 | Int(try byte()) }
    return value
  }

  /// A text that a byte of 0 ends.
  mutating func word() throws(ImageError) -> String {
    guard let end = bytes[next...].firstIndex(of: 0) else { throw endsTooEarly() }
    defer { next = end + 1 }
    return String(decoding: bytes[next..<end], as: UTF8.self)
  }

  /// Takes so many bytes.
  mutating func take(_ count: Int) throws(ImageError) -> ArraySlice<UInt8> {
    guard count <= left else { throw endsTooEarly() }
    next += count
    return bytes[next - count..<next]
  }
}

extension Span<UInt8> {
  /// Whether the first bytes are those of a word.
  func begins(_ word: String) -> Bool { begins(Array(word.utf8)) }

  /// Whether the first bytes are these.
  func begins(_ bytes: [UInt8]) -> Bool {
    count >= bytes.count && bytes.indices.allSatisfy { self[$0] == bytes[$0] }
  }
}
