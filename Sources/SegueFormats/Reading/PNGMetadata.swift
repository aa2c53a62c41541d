import CSegueCodecs

/// The EXIF, XMP and resolution of a PNG file, from chunks before and after its image data.
///
/// EXIF is in an eXIf chunk or, as ImageMagick wrote it before eXIf existed, in a text chunk of hexadecimal
/// digits; the eXIf chunk has precedence. XMP is in a text chunk, as plain text or hexadecimal digits.
///
/// - Source: PNG, third edition, 11.3.3 and 11.3.4; XMP Specification, part 3, 1.1.5; ImageMagick's "Raw
///   profile type".
struct PNGMetadata {
  /// The metadata as stored in the file, not yet adjusted for the applied orientation.
  private(set) var stored = StoredMetadata()

  /// The kinds of chunks that contain metadata, by precedence.
  private enum Place: Int {
    case exif, exifDigits, xmp, xmpDigits
    /// A copy of an APP1 segment with EXIF or XMP, distinguished by the first bytes.
    case segmentDigits

    static let texts: [String: Place] = [
      "XML:com.adobe.xmp": .xmp, "Raw profile type exif": .exifDigits, "Raw profile type xmp": .xmpDigits,
      "Raw profile type APP1": .segmentDigits,
    ]
  }

  init(_ bytes: [UInt8]) {
    // The first chunk of each kind; a nil value stands for a damaged chunk.
    var found: [Place: ArraySlice<UInt8>?] = [:]
    for chunk in PNGChunks(bytes, pastPixels: true) {
      let payload = chunk.payload
      switch chunk.name {
      case "eXIf" where found[.exif] == nil: found[.exif] = .some(chunk.isSound ? payload : nil)
      case "tEXt", "zTXt", "iTXt":
        guard let end = payload.prefix(80).firstIndex(of: 0),
          let place = Place.texts[String(decoding: payload[..<end], as: UTF8.self)], found[place] == nil
        else { continue }
        let text = chunk.isSound ? Self.text(payload[(end + 1)...], of: chunk.name) : nil
        found[place] = .some(place == .xmp ? text : text.flatMap(Self.digits))
      case "pHYs" where chunk.isSound && payload.count == 9 && payload.last == 1:
        stored.resolution = Metadata.Resolution(
          Double(payload.bigEndian(at: payload.startIndex)),
          Double(payload.bigEndian(at: payload.startIndex + 4)), inches: Metadata.Resolution.meter)
      default: break
      }
    }
    // The hexadecimal digits of an APP1 segment contain either EXIF or XMP.
    let xmpName = Formats.JPEG.xmpName
    if let segment = found[.segmentDigits], let bytes = segment, bytes.starts(with: xmpName) {
      found[.segmentDigits] = nil
      if found[.xmpDigits] == nil { found[.xmpDigits] = .some(bytes.dropFirst(xmpName.count)) }
    }
    take("EXIF", \.exif, [found[.exif], found[.exifDigits], found[.segmentDigits]])
    take("XMP", \.xmp, [found[.xmp], found[.xmpDigits]])
  }

  /// Stores in `part` the first undamaged element of `places`; adds `name` to `broken` if elements exist, but
  /// all of them are damaged.
  private mutating func take(
    _ name: String, _ part: WritableKeyPath<StoredMetadata, ArraySlice<UInt8>?>,
    _ places: [ArraySlice<UInt8>??]
  ) {
    let there = places.compactMap(\.self)
    stored[keyPath: part] = there.lazy.compactMap(\.self).first
    if !there.isEmpty && stored[keyPath: part] == nil { stored.broken.append(name) }
  }

  /// Returns the text in the bytes after a chunk's keyword; nil if the chunk is damaged.
  private static func text(_ bytes: ArraySlice<UInt8>, of chunk: String) -> ArraySlice<UInt8>? {
    switch chunk {
    case "tEXt": return bytes
    case "zTXt": return bytes.first == 0 ? inflated(bytes.dropFirst()) : nil
    default:
      // Before its text, iTXt has a compression flag, the compression method, a language, and a translated
      // keyword.
      guard let isPacked = bytes.first, isPacked < 2, bytes.dropFirst().first == 0,
        let first = bytes.dropFirst(2).firstIndex(of: 0), let second = bytes[(first + 1)...].firstIndex(of: 0)
      else { return nil }
      let text = bytes[(second + 1)...]
      return isPacked == 1 ? inflated(text) : text
    }
  }

  private static func inflated(_ packed: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var output = segue_buffer()
    defer { segue_buffer_free(&output) }
    let packed = Array(packed)
    let result = segue_inflate(&output, packed, packed.count, StoredMetadata.maxBytes)
    return result.status == SEGUE_OK ? output.bytes[...] : nil
  }

  /// Decodes hexadecimal digits, which follow a line with a name and a line with the number of bytes.
  private static func digits(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let lines = text.split(whereSeparator: { $0 == 10 || $0 == 13 }).filter { $0.contains { $0 != 32 } }
    guard lines.count >= 2,
      let count = Int(String(decoding: lines[1].filter { $0 != 32 }, as: UTF8.self))
    else { return nil }
    var bytes: [UInt8] = []
    var high: UInt8?
    for letter in lines.dropFirst(2).joined() where letter != 32 {
      guard let digit = Character(UnicodeScalar(letter)).hexDigitValue else { return nil }
      if let first = high { bytes.append(first << 4 | UInt8(digit)) }
      high = high == nil ? UInt8(digit) : nil
    }
    return high == nil && bytes.count == count ? bytes[...] : nil
  }
}
