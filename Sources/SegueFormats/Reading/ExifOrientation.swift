/// Returns the EXIF structure of a JPEG file, beginning with its byte order mark; nil if there is none.
///
/// - Source: Exif 2.32, 4.5.2.
func exif(inJPEG bytes: [UInt8]) -> ArraySlice<UInt8>? {
  for segment in JPEGSegments(bytes) where segment.kind == 0xe1 && segment.payload.starts(with: exifName) {
    return segment.payload.dropFirst(exifName.count)
  }
  return nil
}

/// The identifier that precedes EXIF in an APP1 segment.
let exifName: [UInt8] = Array("Exif\0\0".utf8)

/// The orientation that a file stores.
enum StoredOrientation: Equatable {
  /// The defined orientation 1…8 of EXIF.
  case turned(Int)
  /// An undefined value, such as 0 or 9, or a value that is not an integer.
  case unknown

  init(_ value: Int?) {
    self = value.flatMap { (1...8).contains($0) ? .turned($0) : nil } ?? .unknown
  }

  /// Reads the orientation from a directory of a TIFF structure, given by its offset; nil if the directory
  /// has no orientation.
  ///
  /// Damage elsewhere in the structure is ignored. The standard requires the type SHORT, but cameras and
  /// editors write all integer types.
  ///
  /// - Source: Exif 2.32, 4.6.4 A; TIFF 6.0, section 2.
  init?(in structure: TIFFStructure, at directory: Int) {
    guard let count = structure.count(at: directory) else { return nil }
    for index in 0..<count {
      let place = directory + 2 + 12 * index
      guard let tag = structure.integer(at: place, bytes: 2) else { return nil }
      guard tag == 0x112 else { continue }
      self.init(structure.firstInteger(ofEntryAt: place))
      return
    }
    return nil
  }

  /// Reads the orientation from EXIF; nil if EXIF has no orientation or is damaged.
  init?(exif bytes: ArraySlice<UInt8>) {
    guard let structure = TIFFStructure(bytes.prefix(StoredMetadata.maxBytes)), let first = structure.first
    else { return nil }
    self.init(in: structure, at: first)
  }
}
