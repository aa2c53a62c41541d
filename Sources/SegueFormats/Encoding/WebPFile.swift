/// Adds chunks, such as EXIF, to a WebP file with one picture.
///
/// A file in the simple format gets an extended header (VP8X). A color profile is placed before the picture,
/// EXIF and XMP after it.
///
/// - Source: WebP Container Specification, "Extended File Format".
func webpFile(_ file: [UInt8], adding additions: [(name: String, payload: [UInt8])]) -> [UInt8] {
  guard !additions.isEmpty else { return file }
  let flags: [String: UInt8] = ["ICCP": 0x20, "EXIF": 0x08, "XMP ": 0x04]
  var chunks = RIFFChunks(file).map { (name: $0.name, payload: Array($0.payload)) }
  guard let first = chunks.first else { return file }
  var header = first.payload
  if first.name == "VP8X" {
    chunks.removeFirst()
  } else {
    guard let picture = WebPHeader(first.name, first.payload) else { return file }
    header =
      [picture.hasAlpha ? 0x10 : 0, 0, 0, 0] + big32(picture.width - 1).reversed().prefix(3)
      + big32(picture.height - 1).reversed().prefix(3)
  }
  for addition in additions { header[0] |= flags[addition.name] ?? 0 }
  let before = additions.filter { $0.name == "ICCP" }
  let behind = additions.filter { $0.name != "ICCP" }
  let body = Array("WEBP".utf8) + ([("VP8X", header)] + before + chunks + behind).flatMap(riffChunk)
  return Array("RIFF".utf8) + big32(body.count).reversed() + body
}

/// Makes a RIFF chunk, padded to an even length.
func riffChunk(_ name: String, _ payload: [UInt8]) -> [UInt8] {
  Array(name.utf8) + big32(payload.count).reversed() + payload + (payload.count % 2 == 1 ? [0] : [])
}

/// The size and alpha flag from the header of a VP8 or VP8L stream.
private struct WebPHeader {
  let width: Int
  let height: Int
  let hasAlpha: Bool

  /// - Source: RFC 6386, 9.1; RFC 9649, 3.4.
  init?(_ name: String, _ stream: [UInt8]) {
    func little(_ range: Range<Int>) -> Int { stream[range].reversed().reduce(0) { $0 << 8 | Int($1) } }
    if name == "VP8L", stream.count >= 5 {
      let bits = little(1..<5)
      (width, height, hasAlpha) = (bits & 0x3fff + 1, bits >> 14 & 0x3fff + 1, bits >> 28 & 1 == 1)
    } else if name == "VP8 ", stream.count >= 10 {
      (width, height, hasAlpha) = (little(6..<8) & 0x3fff, little(8..<10) & 0x3fff, false)
    } else {
      return nil
    }
  }
}
