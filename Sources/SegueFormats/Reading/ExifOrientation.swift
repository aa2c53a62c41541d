/// The EXIF of a JPEG file, from its byte order mark on; nil without EXIF.
///
/// - Source: Exif 2.32, 4.5.2.
func exif(inJPEG bytes: [UInt8]) -> ArraySlice<UInt8>? {
  for segment in JPEGSegments(bytes) where segment.kind == 0xe1 && segment.payload.starts(with: exifName) {
    return segment.payload.dropFirst(exifName.count)
  }
  return nil
}

/// The identifier before EXIF in an APP1 segment.
let exifName: [UInt8] = Array("Exif\0\0".utf8)

/// An orientation as stored in a file.
enum StoredOrientation: Equatable {
  /// The transformation to upright, 1…8.
  case turned(Int)
  /// An undefined value, such as 0 or 9, or a type that is no integer.
  case unknown

  init(_ value: Int?) {
    self = value.flatMap { (1...8).contains($0) ? .turned($0) : nil } ?? .unknown
  }

  /// Reads the orientation from the directory at an offset of a TIFF structure; nil without one.
  ///
  /// Damage elsewhere in the structure is ignored. The standard's type is SHORT; cameras and editors write
  /// every integer type.
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

  /// Reads the orientation of EXIF; nil without one.
  init?(exif bytes: ArraySlice<UInt8>) {
    guard let structure = TIFFStructure(bytes.prefix(StoredMetadata.maxBytes)), let first = structure.first
    else { return nil }
    self.init(in: structure, at: first)
  }
}
