import SegueFiles
public import SegueRendering

extension Catalog {
  /// The formats that can be written or read; `accepted(by:as:)` returns formats of equal rank in this order.
  public static let formats = CatalogSection<any FileFormat>(
    "format",
    [
      .init(Formats.PNG.self), .init(Formats.JPEG.self), .init(Formats.WebP.self), .init(Formats.APNG.self),
      .init(Formats.MP4.self), .init(Formats.MOV.self), .init(Formats.MKV.self), .init(Formats.WebM.self),
      .init(Formats.GIF.self), .init(Formats.AVIF.self), .init(Formats.Y4M.self), .init(Formats.RGBA.self),
      .init(Formats.RGB24.self), .init(Formats.RGBA64.self), .init(Formats.RGBAF32.self),
      .init(Formats.Null.self), .init(Formats.TIFF.self), .init(Formats.EXR.self), .init(Formats.HEIC.self),
      .init(Formats.QOI.self), .init(Formats.BMP.self), .init(Formats.PNM.self), .init(Formats.Others.self),
    ])
}

extension CatalogItem<any FileFormat> {
  /// Makes a catalog item of a format type.
  public init<Kind: FileFormat>(_ type: Kind.Type) { self.init(type) { $0 } }
}

extension CatalogSection<any FileFormat> {
  /// Registers a format, which is then found by file extension, media type and content.
  public func register<Kind: FileFormat>(_ type: Kind.Type) { register(CatalogItem(type)) }

  /// All formats, each with its default options.
  package var all: [any FileFormat] { items.compactMap { try? $0.make() } }

  /// Returns the format of a file name's extension; nil if no format has this extension.
  public func forFile(named name: String) -> CatalogItem<any FileFormat>? {
    let name = name.lowercased()
    return first { $0.extensions.contains { name.hasSuffix("." + $0) } }
  }

  /// Returns the format of a file extension, with or without the dot; nil if no format has this extension.
  ///
  ///     Catalog.formats.forExtension("jpg")?.name   // jpeg
  public func forExtension(_ ending: String) -> CatalogItem<any FileFormat>? {
    let ending = ending.lowercased()
    return first { $0.extensions.contains { ending == $0 || ending == "." + $0 } }
  }

  /// Returns the format of a media type, as in a header `Content-Type`; nil if no format has this media type.
  ///
  /// Letter case, and parameters after a semicolon, are ignored.
  ///
  ///     let item = Catalog.formats.forMediaType("image/webp")
  ///     let bytes = try item?.make([("quality", "80")]).image.map { try photo.encoded(as: $0) }
  public func forMediaType(_ type: String) -> CatalogItem<any FileFormat>? {
    let type = type.prefix { $0 != ";" }.lowercased().split(whereSeparator: \.isWhitespace).joined()
    return first { $0.mediaTypes.contains(type) }
  }

  /// Returns the formats that the client of an HTTP request accepts and this build can write, the best first.
  ///
  /// Formats are ordered by their quality in the header. At equal quality, formats named precisely
  /// (`image/webp`) precede formats of a range (`image/*`); further ties follow the order of the header, then
  /// the order of the catalog. Formats without a media type are never included. Video formats are included
  /// even if ffmpeg is not installed.
  ///
  ///     let accepted = Catalog.formats.accepted(by: "image/avif,image/webp,image/*;q=0.8", as: .image)
  ///     accepted.map(\.name)   // webp, png, jpeg
  ///
  /// - Parameters:
  ///   - header: The value of the header `Accept`; an empty value accepts everything.
  ///   - kind: The kind of output, such as `image` for a single frame; nil for any kind.
  /// - Returns: The formats, the best first; empty if no format is accepted.
  public func accepted(by header: String, as kind: FormatKind? = nil) -> [CatalogItem<any FileFormat>] {
    let header = AcceptHeader(header)
    let ranked = items.compactMap { item -> (item: CatalogItem<any FileFormat>, rank: AcceptHeader.Rank)? in
      guard let format = try? item.make(), type(of: format).unavailable == nil,
        kind.map(format.writtenKinds.contains) ?? !format.writtenKinds.isEmpty,
        let rank = type(of: format).mediaTypes.compactMap(header.rank).max(),
        type(of: format).isForViewers || rank.precision == 2
      else { return nil }
      return (item, rank)
    }
    return ranked.enumerated().sorted {
      ($1.element.rank, $0.offset) < ($0.element.rank, $1.offset)
    }.map(\.element.item)
  }

  /// Returns the first format whose type satisfies a condition.
  private func first(where isWanted: (any FileFormat.Type) -> Bool) -> CatalogItem<any FileFormat>? {
    items.first { item in (try? item.make()).map { isWanted(type(of: $0)) } ?? false }
  }

  /// Returns the format that the first bytes of a file identify; nil if no format matches.
  package func forContent(_ bytes: [UInt8]) -> (any ReadableFormat.Type)? {
    readable.first { $0.matches(bytes.span) }
  }

  /// The titles of all readable formats as a phrase: `PNG, JPEG, …, PNM or others that ffmpeg reads`.
  package var readableTitles: String { readable.map { $0.title }.alternatives }

  /// The types of all formats that can be decoded.
  package var readable: [any ReadableFormat.Type] { all.compactMap { type(of: $0).readable } }
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
