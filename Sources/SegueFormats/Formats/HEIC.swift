// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import CSegueCodecs
public import SeguePixels
public import SegueRendering

extension Formats {
  /// HEIC files, such as the photographs of phones, with 8 to 16 bits a sample; only decoded, by libheif.
  ///
  /// A file may have several pictures, any of which can be decoded.
  public struct HEIC: StoredFormat, Hashable {
    /// Makes the format, which has no options.
    public init() {}

    public static let name = "heic"
    public static let extensions = ["heic", "heif", "hif"]
    public static let mediaTypes = ["image/heic", "image/heif", "image/heic-sequence", "image/heif-sequence"]
    public static let summary = "HEIC files of phones, of 8 bits and more: read, not written."
    public static let parameters: [NamedParameter<HEIC>] = []
    public static let unavailable: String? =
      "HEIC files are read, not written; avif has pictures of the same kind"

    public static func matches(_ start: Span<UInt8>) -> Bool {
      let brands = ["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"]
      return brands.contains { HEIFPicture.has(brand: $0, start) }
    }

    static var hasPages: Bool { true }

    /// Reads EXIF and XMP.
    public static func metadata(
      of bytes: [UInt8], named name: String, options: DecodeOptions
    ) throws(ImageError) -> Metadata {
      try HEIFPicture.metadata(of: bytes, named: name, options: options)
    }

    /// Reads the properties of a picture from the container, without decoding.
    public static func info(
      of bytes: [UInt8], named name: String, options: DecodeOptions
    ) throws(ImageError) -> ImageInfo {
      ImageInfo(Self.self, try HEIFPicture.header(of: bytes, named: name, options: options))
    }

    static func read(
      _ bytes: [UInt8], named name: String, options: DecodeOptions
    ) throws(ImageError) -> StoredPicture {
      try HEIFPicture.read(bytes, named: name, options: options)
    }
  }
}

extension Formats.AVIF: StoredFormat {
  public static func matches(_ start: Span<UInt8>) -> Bool {
    ["avif", "avis"].contains { HEIFPicture.has(brand: $0, start) }
  }

  static var hasPages: Bool { true }

  /// Reads EXIF and XMP.
  public static func metadata(
    of bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> Metadata {
    try HEIFPicture.metadata(of: bytes, named: name, options: options)
  }

  /// Reads the properties of a picture from the container, without decoding.
  public static func info(
    of bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> ImageInfo {
    ImageInfo(Self.self, try HEIFPicture.header(of: bytes, named: name, options: options))
  }

  /// Decodes a still picture of an AVIF file with libheif.
  static func read(
    _ bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> StoredPicture {
    try HEIFPicture.read(bytes, named: name, options: options)
  }
}

/// The decoder that HEIC and AVIF share: pictures in an HEIF container.
private enum HEIFPicture {
  /// Returns whether a file begins with an `ftyp` box that has the given major brand.
  static func has(brand: String, _ start: Span<UInt8>) -> Bool {
    guard start.count >= 12 else { return false }
    return zip(4..<12, ("ftyp" + brand).utf8).allSatisfy { start[$0] == $1 }
  }

  static func metadata(
    of bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> Metadata {
    try opened(bytes, named: name, options) { (file, _) throws(ImageError) in
      // libheif applies the orientation in the container; the orientation in EXIF only repeats it, and must
      // not be applied again.
      var stored = StoredMetadata(own: .turned(1))
      for (part, isExif) in [("EXIF", true), ("XMP", false)] {
        var output = segue_buffer()
        defer { segue_buffer_free(&output) }
        let result = segue_heif_metadata(file, isExif, StoredMetadata.maxBytes, &output)
        if result.status == SEGUE_NO_MEMORY { throw .outOfMemory(file: name) }
        guard result.status == SEGUE_OK else {
          stored.broken.append(part)
          continue
        }
        // EXIF is preceded by a 4-byte offset to the TIFF structure.
        var bytes = output.bytes[...]
        if isExif, bytes.count >= 4 { bytes = bytes.dropFirst(4 + bytes.bigEndian(at: 0)) }
        if isExif { stored.exif = bytes } else { stored.xmp = bytes }
      }
      return stored.upright(named: name, options)
    }
  }

  static func header(
    of bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> segue_picture {
    try opened(bytes, named: name, options.ofHeaders) { (_, picture) throws(ImageError) in picture }
  }

  static func read(
    _ bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> StoredPicture {
    try opened(bytes, named: name, options) { (file, picture) throws(ImageError) in
      var profile = segue_buffer()
      defer { segue_buffer_free(&profile) }
      var (primaries, transfer) = (UInt8(2), UInt8(2))
      try segue_heif_colors(file, &profile, &primaries, &transfer).checkDecoded(name)
      let colors: FileColors =
        profile.count > 0 ? .profile(profile.bytes) : FileColors(primaries: primaries, transfer: transfer)
      return try StoredPicture(picture, colors, named: name, options) { segue_heif_decode(file, $0, $1) }
    }
  }

  /// Checks the file by `HEIFPrecaution`, opens the picture that the options select, and passes the picture
  /// to `body`.
  private static func opened<Value>(
    _ bytes: [UInt8], named name: String, _ options: DecodeOptions,
    _ body: (OpaquePointer?, segue_picture) throws(ImageError) -> Value
  ) throws(ImageError) -> Value {
    try HEIFPrecaution.check(bytes, named: name, options: options)
    return try bytes.withBytes { (data) throws(ImageError) in
      var file: OpaquePointer?
      var picture = segue_picture()
      let result = segue_heif_open(&file, data.baseAddress, data.count, options.page, &picture)
      try picture.checkPage(options, result, named: name)
      defer { segue_heif_close(file) }
      return try body(file, picture)
    }
  }
}
