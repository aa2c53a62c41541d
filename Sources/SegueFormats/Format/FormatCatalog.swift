import SegueFiles
public import SegueRendering

extension Catalog {
  /// The formats of what is written and read.
  ///
  /// A new one is one file and one line here.
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
  /// Enters a type.
  public init<Kind: FileFormat>(_ type: Kind.Type) { self.init(type) { $0 } }
}

extension CatalogSection<any FileFormat> {
  /// Adds a format of your own: files are told by it, and names find it.
  public func register<Kind: FileFormat>(_ type: Kind.Type) { register(CatalogItem(type)) }

  /// Every format with its options as they are unless said otherwise.
  package var all: [any FileFormat] { items.compactMap { try? $0.make() } }

  /// The format that the extension of a file's name means; nil where it means none of these.
  public func forFile(named name: String) -> CatalogItem<any FileFormat>? {
    let name = name.lowercased()
    return items.first { item in
      let format = try? item.make()
      return format.map { type(of: $0).extensions.contains { name.hasSuffix("." + $0) } } ?? false
    }
  }

  /// The format that the first bytes of a file show; nil where they show none that is read.
  package func forContent(_ bytes: [UInt8]) -> (any ReadableFormat.Type)? {
    for format in all {
      if let readable = type(of: format) as? any ReadableFormat.Type, readable.matches(bytes.span) {
        return readable
      }
    }
    return nil
  }

  /// The titles of formats that are read: `PNG, JPEG, …, PNM or others that ffmpeg reads`.
  package var readableTitles: String {
    all.compactMap { (type(of: $0) as? any ReadableFormat.Type)?.title }.alternatives
  }
}

/// Whether a file's first bytes are those of an image that is read, as far as that can be known without decoding it;
/// nothing is known of what is no regular file, such as a pipe: what is read from it is gone.
///
/// - Throws: `FileError` where the file is missing or cannot be opened; `ImageError` where it is no image.
package func checkIsImage(_ file: String) throws {
  guard let start = try readStart(of: fileAndPage(file).file, count: 16) else { return }
  if Catalog.formats.forContent(start) == nil { throw notAnImage(start, named: file) }
}
