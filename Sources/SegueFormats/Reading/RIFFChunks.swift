/// The chunks of a WebP file, each with its name and payload.
struct RIFFChunks: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var at = 12

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> (name: String, payload: ArraySlice<UInt8>)? {
    guard at + 8 <= bytes.count else { return nil }
    let length = bytes[at + 4..<at + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length <= bytes.count - at - 8 else { return nil }
    let name = String(decoding: bytes[at..<at + 4], as: UTF8.self)
    let start = at + 8
    // Chunks begin at even offsets.
    at = start + length + length % 2
    return (name, bytes[start..<start + length])
  }
}
