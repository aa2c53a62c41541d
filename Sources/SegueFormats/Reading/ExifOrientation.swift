/// The EXIF orientation 1…8 of a JPEG file; 1 where it has none or a senseless one.
///
/// - Source: Exif 2.32, 4.5.2 and 4.6.4 A; TIFF 6.0, section 2.
func exifOrientation(of jpeg: [UInt8]) -> Int {
  for segment in JPEGSegments(jpeg)
  where segment.kind == 0xe1 && segment.payload.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) {
    return exifOrientation(ofTIFF: segment.payload.dropFirst(6))
  }
  return 1
}

/// The orientation that a TIFF structure has, which some formats put a name before.
func exifOrientation(ofTIFF bytes: ArraySlice<UInt8>) -> Int {
  let name: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
  return TIFF(bytes: bytes.starts(with: name) ? bytes.dropFirst(6) : bytes).orientation ?? 1
}

/// The part of a TIFF structure that holds the orientation.
///
/// Every access is checked.
private struct TIFF {
  let bytes: ArraySlice<UInt8>

  var orientation: Int? {
    let bigEndian: Bool
    switch (integer(at: 0, bytes: 2, bigEndian: true), integer(at: 2, bytes: 2, bigEndian: true)) {
    case (0x4d4d, 42): bigEndian = true
    case (0x4949, 42 << 8): bigEndian = false
    default: return nil
    }
    guard let directory = integer(at: 4, bytes: 4, bigEndian: bigEndian),
      let entries = integer(at: directory, bytes: 2, bigEndian: bigEndian)
    else { return nil }
    for entry in 0..<entries {
      let at = directory + 2 + 12 * entry
      guard let tag = integer(at: at, bytes: 2, bigEndian: bigEndian) else { return nil }
      // Orientation is one SHORT, left-aligned in the entry's value.
      if tag == 0x0112 {
        guard integer(at: at + 2, bytes: 2, bigEndian: bigEndian) == 3,
          let value = integer(at: at + 8, bytes: 2, bigEndian: bigEndian), (1...8).contains(value)
        else { return nil }
        return value
      }
    }
    return nil
  }

  private func integer(at offset: Int, bytes count: Int, bigEndian: Bool) -> Int? {
    guard offset >= 0, offset + count <= bytes.count else { return nil }
    let field = bytes.dropFirst(offset).prefix(count)
    return bigEndian
      ? field.reduce(0) { $0 << 8 | Int($1) } : field.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
