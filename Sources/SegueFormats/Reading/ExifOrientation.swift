/// The EXIF of a JPEG file, from its byte order on; nil where it has none.
///
/// - Source: Exif 2.32, 4.5.2.
func exif(inJPEG bytes: [UInt8]) -> ArraySlice<UInt8>? {
  for segment in JPEGSegments(bytes) where segment.kind == 0xe1 && segment.payload.starts(with: exifName) {
    return segment.payload.dropFirst(exifName.count)
  }
  return nil
}

/// What stands before EXIF in a JPEG file.
let exifName: [UInt8] = Array("Exif\0\0".utf8)

/// The EXIF orientation 1…8 of a JPEG file; 1 where it has none or a senseless one.
func exifOrientation(of jpeg: [UInt8]) -> Int { exif(inJPEG: jpeg).map(exifOrientation(ofTIFF:)) ?? 1 }

/// The orientation that a TIFF structure has, which some formats put a name before; 1 where it has none or a senseless one.
///
/// What is wrong elsewhere in it does not count.
///
/// - Source: Exif 2.32, 4.6.4 A; TIFF 6.0, section 2.
func exifOrientation(ofTIFF bytes: ArraySlice<UInt8>) -> Int {
  guard let structure = TIFFStructure(bytes.prefix(StoredMetadata.mostBytes)),
    let directory = structure.first,
    let count = structure.count(at: directory)
  else { return 1 }
  for index in 0..<count {
    let place = directory + 2 + 12 * index
    guard let tag = structure.integer(at: place, bytes: 2) else { return 1 }
    guard tag == 0x112 else { continue }
    // One SHORT, left-aligned in the entry's value.
    guard structure.integer(at: place + 2, bytes: 2) == TIFFStructure.Kind.short,
      let value = structure.integer(at: place + 8, bytes: 2), (1...8).contains(value)
    else { return 1 }
    return value
  }
  return 1
}
