public import SegueFiles
public import SeguePixels
import SegueRendering

extension Bitmap {
  /// Encodes the bitmap to the bytes of an image file.
  ///
  ///     let bytes = try photo.encoded(as: .jpeg(quality: 80))
  ///
  /// - Parameters:
  ///   - format: The format with its options.
  ///   - level: The SIMD level, which does not affect the bytes.
  ///   - metadata: The EXIF, XMP and resolution to store; nil for none.
  ///   - warn: Receives a warning for metadata that the format cannot store.
  /// - Returns: The bytes of the whole file.
  /// - Throws: `ExportError` if the format does not allow this size, or memory is exhausted.
  public func encoded(
    as format: some ImageFormat, level: SIMDLevel = .preferred, metadata: Metadata? = nil,
    warn: (String) -> Void = { _ in }
  ) throws -> [UInt8] {
    let encoder = format.makeEncoder(level: level)
    try encoder.encode(self, named: "image")
    return try format.withBytes(of: encoder, metadata, of: size, named: "image", warn: warn) { bytes in
      Array(copying: bytes)
    }
  }

  /// Writes the bitmap to an image file, in the format of the name's extension.
  ///
  ///     try frame.write(to: "frame.png")
  ///
  /// The file appears under its name only when it is complete.
  ///
  /// - Parameters:
  ///   - file: A path or a `URL` whose extension belongs to a format of `Catalog.formats`.
  ///   - overwrite: Whether to replace an existing file.
  ///   - metadata: The EXIF, XMP and resolution to store; nil for none.
  ///   - warn: Receives a warning for metadata that the format cannot store.
  /// - Throws: `FileError` or `ExportError`, naming the file.
  public func write(
    to file: some FileLocation, overwrite: Bool = false, metadata: Metadata? = nil,
    warn: (String) -> Void = { _ in }
  ) throws {
    let path = try file.filePath()
    guard let format = try Catalog.formats.forFile(named: path)?.make().image else {
      let extensions = Catalog.formats.all.compactMap(\.image)
        .flatMap { type(of: $0).extensions }.map { ".\($0)" }
      throw ExportError.unsupported(
        file: path, reason: "the name does not end in \(extensions.alternatives)")
    }
    try write(to: path, as: format, overwrite: overwrite, metadata: metadata, warn: warn)
  }

  /// Writes the bitmap to an image file, in the given format and with any extension.
  ///
  ///     try frame.write(to: "frame.png", as: .png(compression: .small))
  ///
  /// - Throws: `FileError` or `ExportError`, naming the file.
  public func write(
    to file: some FileLocation, as format: some ImageFormat, overwrite: Bool = false,
    metadata: Metadata? = nil, warn: (String) -> Void = { _ in }
  ) throws {
    let path = try file.filePath()
    let encoder = format.makeEncoder(level: .preferred)
    try encoder.encode(self, named: path)
    try format.withBytes(of: encoder, metadata, of: size, named: path, warn: warn) { bytes in
      try writeFile(path, bytes, overwrite: overwrite)
    }
  }
}

extension Array<UInt8> {
  /// Copies the bytes of a span to an array.
  package init(copying bytes: Span<UInt8>) { self = bytes.withUnsafeBufferPointer { Array($0) } }
}
