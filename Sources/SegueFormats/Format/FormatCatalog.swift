import SegueFiles
public import SegueRendering

extension Catalog {
  /// The formats that can be written or read: each has one file, and one line here.
  public static let formats = CatalogSection<any FileFormat>(
    "format",
    [
      .init(Formats.PNG.self), .init(Formats.JPEG.self), .init(Formats.WebP.self), .init(Formats.APNG.self),
      .init(Formats.MP4.self), .init(Formats.MOV.self), .init(Formats.MKV.self), .init(Formats.WebM.self),
      .init(Formats.GIF.self), .init(Formats.AVIF.self), .init(Formats.Y4M.self), .init(Formats.RGBA.self),
      .init(Formats.RGB24.self), .init(Formats.Null.self), .init(Formats.TIFF.self), .init(Formats.HEIC.self),
      .init(Formats.QOI.self), .init(Formats.BMP.self), .init(Formats.PNM.self), .init(Formats.Others.self),
    ])
}

extension CatalogItem<any FileFormat> {
  /// Makes a catalog item of a format type.
  public init<Kind: FileFormat>(_ type: Kind.Type) { self.init(type) { $0 } }
}

extension CatalogSection<any FileFormat> {
  /// Registers a format, which is then found by file extension and by content.
  public func register<Kind: FileFormat>(_ type: Kind.Type) { register(CatalogItem(type)) }

  /// All formats, each with its default options.
  package var all: [any FileFormat] { items.compactMap { try? $0.make() } }

  /// The format of a file name's extension; nil if no format has it.
  public func forFile(named name: String) -> CatalogItem<any FileFormat>? {
    let name = name.lowercased()
    return items.first { item in
      let format = try? item.make()
      return format.map { type(of: $0).extensions.contains { name.hasSuffix("." + $0) } } ?? false
    }
  }

  /// The format that the first bytes of a file identify; nil if none does.
  package func forContent(_ bytes: [UInt8]) -> (any ReadableFormat.Type)? {
    for format in all {
      if let readable = type(of: format) as? any ReadableFormat.Type, readable.matches(bytes.span) {
        return readable
      }
    }
    return nil
  }

  /// The titles of all formats that can be decoded: `PNG, JPEG, …, PNM or others that ffmpeg reads`.
  package var readableTitles: String {
    all.compactMap { (type(of: $0) as? any ReadableFormat.Type)?.title }.alternatives
  }
}

/// Checks that the first bytes of a file identify an image, without decoding the file.
///
/// Pipes are not checked, since reading would consume their bytes.
///
/// - Throws: `FileError` if the file is missing or cannot be opened; `ImageError` if it is not an image.
package func checkIsImage(_ file: String) throws {
  guard let start = try readStart(of: fileAndPage(file).file, count: 16) else { return }
  if Catalog.formats.forContent(start) == nil { throw notAnImage(start, named: file) }
}
