import Foundation
import SegueFormats
import SegueRendering
import Testing

/// Compares the kinds and media types of all formats with separate lists.
@Suite struct FormatKindTests {
  /// The media types of IANA's registry (iana.org/assignments/media-types), by format.
  static let registered: [String: [String]] = [
    "png": ["image/png"], "jpeg": ["image/jpeg"], "webp": ["image/webp"], "apng": ["image/apng"],
    "mp4": ["video/mp4"], "mov": ["video/quicktime"], "mkv": ["video/matroska"], "webm": ["video/webm"],
    "gif": ["image/gif"], "avif": ["image/avif"], "tiff": ["image/tiff"], "bmp": ["image/bmp"],
    "heic": ["image/heic", "image/heif", "image/heic-sequence", "image/heif-sequence"],
    "others": [
      "image/jxl", "image/jp2", "image/j2c", "image/jpx", "image/vnd.adobe.photoshop", "image/dpx",
      "image/vnd.zbrush.pcx", "image/fits",
    ],
  ]
  /// Common types that IANA has not registered; the WebM project defines `webm`, the QOI specification `qoi`.
  static let unregistered: [String: [String]] = [
    "mkv": ["video/x-matroska"], "qoi": ["image/qoi"],
    "pnm": ["anymap", "graymap", "pixmap", "bitmap", "arbitrarymap", "floatmap"].map {
      "image/x-portable-\($0)"
    },
    "exr": ["image/x-exr"],
    "others": [
      "image/x-dds", "image/x-sun-raster", "image/x-sgi", "image/x-xwindowdump",
      "image/x-xpixmap",
    ],
  ]

  @Test("Every format has its media types, registered ones first", arguments: FormatCatalogTests.names)
  func mediaTypes(_ name: String) throws {
    let types = try type(of: Catalog.formats.make(name)).mediaTypes
    let known = Self.registered[name, default: []]
    #expect(Set(types) == Set(known + Self.unregistered[name, default: []]))
    #expect(Set(types).count == types.count)
    if let first = known.first { #expect(types.first == first) }
    // Raw pixels, Y4M and `null` have no media types.
    #expect(types.isEmpty == ["y4m", "rgba", "rgb24", "rgba64le", "rgbaf32le", "null"].contains(name))
  }

  @Test func mediaTypesAreUnique() {
    let types = Catalog.formats.all.flatMap { type(of: $0).mediaTypes }
    #expect(Set(types).count == types.count && types.allSatisfy { $0 == $0.lowercased() })
  }

  @Test(
    "Types of extensions are those of the machine's list",
    .enabled(
      if: FileManager.default.fileExists(atPath: "/etc/mime.types"),
      "needs /etc/mime.types (Debian: media-types)"))
  func machine() throws {
    var types: [String: [String]] = [:]
    for line in try String(contentsOfFile: "/etc/mime.types", encoding: .utf8).split(separator: "\n") {
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      for ending in words.dropFirst() where words[0].first != "#" {
        types[ending, default: []].append(words[0])
      }
    }
    // Four extensions have another meaning in the machine's list: exr is ACES, hif is AVIF, ras is a format
    // of CMU, and sgi is a protected GIF.
    for format in Catalog.formats.all {
      for ending in type(of: format).extensions where !["exr", "hif", "ras", "sgi"].contains(ending) {
        guard let known = types[ending] else { continue }
        #expect(!Set(known).isDisjoint(with: type(of: format).mediaTypes), "\(ending): \(known)")
      }
    }
    #expect(types["webp"] == nil || types["webp"] == ["image/webp"])
  }

  @Test(
    "A format is found by its extension, and by each of its media types", arguments: FormatCatalogTests.names)
  func lookUp(_ name: String) throws {
    let kind = try type(of: Catalog.formats.make(name))
    for ending in kind.extensions {
      for written in [ending, "." + ending, ending.uppercased()] {
        #expect(Catalog.formats.forExtension(written)?.name == name)
      }
      #expect(Catalog.formats.forExtension("a." + ending) == nil)
    }
    for type in kind.mediaTypes {
      for written in [type, type.uppercased(), " \(type) ", "\(type);charset=binary", "\(type) ; q=0.5"] {
        #expect(Catalog.formats.forMediaType(written)?.name == name, "\(written)")
      }
      #expect(Catalog.formats.forMediaType(type + "x") == nil)
    }
  }

  @Test func textsThatAreNoTypesAreNotFound() {
    for text in ["", ".", "/", "image", "image/", "image/*", "*/*", ";", "text/html"] {
      #expect(Catalog.formats.forMediaType(text) == nil && Catalog.formats.forExtension(text) == nil)
    }
  }

  @Test(
    "A format is of one kind, and written as the kinds of its protocols", arguments: FormatCatalogTests.names)
  func kinds(_ name: String) throws {
    let kinds: [String: FormatKind] = [
      "webp": .animation, "apng": .animation, "gif": .animation, "y4m": .stream, "rgba": .stream,
      "rgb24": .stream, "rgba64le": .stream, "rgbaf32le": .stream, "null": .stream, "mp4": .video,
      "mov": .video, "mkv": .video, "webm": .video,
      "avif": .video,
    ]
    let format = try Catalog.formats.make(name)
    let kind = type(of: format).kind
    #expect(kind == kinds[name] ?? .image)
    // Each of these properties has a value exactly if the format conforms to the protocol.
    #expect((format.image != nil) == (format is any ImageFormat))
    #expect((format.animation != nil) == (format is any AnimationFormat))
    #expect((format.stream != nil) == (format is any StreamFormat))
    #expect((format.video != nil) == (format is any VideoFormat))
    #expect((type(of: format).readable != nil) == (format is any ReadableFormat))
    #expect(type(of: format).readable.map { $0.name == name } ?? true)
    let isOnlyRead = ["heic", "qoi", "bmp", "others", "null"].contains(name)
    #expect(format.writtenKinds == (isOnlyRead ? [] : name == "webp" ? [.image, .animation] : [kind]))
  }

  @Test("The options of a format are kept")
  func options() throws {
    let webp = try Catalog.formats.make("webp", ["quality": "31"])
    #expect(webp.image as? Formats.WebP == Formats.WebP(quality: 31))
    #expect(webp.animation as? Formats.WebP == Formats.WebP(quality: 31))
    #expect(try Catalog.formats.make("y4m", ["chroma": "444"]).stream as? Formats.Y4M == .y4m(chroma: .full))
    #expect(try Catalog.formats.make("mkv", ["codec": "ffv1"]).video as? Formats.MKV == .mkv(codec: .ffv1))
  }

  /// A user's own format gets its kind from its protocol alone.
  @Test func formatsOfUsersHaveKinds() {
    #expect(FormatCatalogTests.Gray.kind == .image && FormatCatalogTests.GrayRow.kind == .image)
    #expect(FormatCatalogTests.Gray().writtenKinds == [.image] && FormatCatalogTests.Gray.mediaTypes.isEmpty)
    #expect(FormatCatalogTests.GrayRow().writtenKinds.isEmpty && FormatCatalogTests.GrayRow.readable != nil)
    #expect(FormatCatalogTests.Gray.readable == nil)
  }
}
