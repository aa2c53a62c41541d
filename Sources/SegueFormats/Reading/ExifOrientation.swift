/// The EXIF of a JPEG file, from its byte order on; nil where it has none.
///
/// - Source: Exif 2.32, 4.5.2.
func exif(inJPEG bytes: [UInt8]) -> ArraySlice<UInt8>? {
  for segment in JPEGSegments(bytes) where segment.kind == 0xe1 && segment.payload.starts(with: exifName) {
    return segment.payload.dropFirst(exifName.count)
  }
  return nil
}

/// Bytes before EXIF in a JPEG file.
let exifName: [UInt8] = Array("Exif\0\0".utf8)

/// An orientation as a file has it.
enum StoredOrientation: Equatable {
  /// How the picture is turned upright: 1…8.
  case turned(Int)
  /// A value that means nothing, such as 0 or 9, or one of a type that is no integer.
  case unknown

  init(_ value: Int?) {
    self = value.flatMap { (1...8).contains($0) ? .turned($0) : nil } ?? .unknown
  }

  /// The orientation in the directory at a place of a TIFF structure; nil where it has none.
  ///
  /// Damage elsewhere in the structure does not count. SHORT is the standard's type; cameras and editors write each type of
  /// integers.
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

  /// The orientation that EXIF has; nil where it has none.
  init?(exif bytes: ArraySlice<UInt8>) {
    guard let structure = TIFFStructure(bytes.prefix(StoredMetadata.mostBytes)), let first = structure.first
    else { return nil }
    self.init(in: structure, at: first)
  }
}
