import CSegueCodecs
import Foundation
import SegueFiles
import SegueFormats
import SeguePixels
import SegueRendering
import SegueTestSupport
import SystemPackage
import Testing

/// Laws for every format of the catalog; new formats are tested without further code.
@Suite struct FormatCatalogTests {
  static let names = Catalog.formats.items.map(\.name)

  private func format(_ name: String) throws -> any FileFormat { try Catalog.formats.make(name) }

  /// The commit is unknown in a copy without git or on another branch than main.
  @Test func theCommitThatIsBuiltHasTwelveDigits() {
    guard let commit = segue_commit().map({ String(cString: $0) }) else { return }
    #expect(commit.count == 12 && commit.allSatisfy(\.isHexDigit), "\(commit)")
  }

  @Test("All libraries are listed, with the versions of their packages")
  func libraries() throws {
    let libraries = ImageLibrary.all
    #expect(
      libraries.map(\.name)
        == ["libpng", "libjpeg-turbo", "ISA-L", "libwebp", "lcms2", "libtiff", "libheif"])
    let packages = ["libpng", "libjpeg", "libisal", "libwebp", "lcms2", "libtiff-4", "libheif"]
    for (library, package) in zip(libraries, packages) where path(of: "pkg-config") != nil {
      guard let version = library.version else { continue }
      let said = try runProgram(
        ["pkg-config", "--modversion", package], input: [], limit: 1 << 10, seconds: 60)
      guard said.isSuccess else { continue }
      // pkg-config may omit a trailing 0.
      let numbers = String(decoding: said.bytes, as: UTF8.self).split { $0 == "." || $0.isNewline }
      #expect(version == (numbers + ["0"]).prefix(3).joined(separator: "."), "\(library.name)")
    }
  }

  @Test func namesAndExtensionsAreUnique() {
    #expect(Set(Self.names).count == Self.names.count)
    let extensions = Catalog.formats.all.flatMap { type(of: $0).extensions }
    #expect(Set(extensions).count == extensions.count)
  }

  @Test(arguments: names) func formatsHaveADescription(_ name: String) throws {
    let item = try Catalog.formats.named(name)
    checkDescription(item)
    for end in try type(of: format(name)).extensions {
      #expect(Catalog.formats.forFile(named: "a/b.\(end.uppercased())")?.name == name)
    }
  }

  @Test("A value outside an option's range is an error that states the range", arguments: names)
  func options(_ name: String) throws {
    let item = try Catalog.formats.named(name)
    for parameter in item.parameters {
      for value in ["", "no such value", "-1", "70000"] {
        let error = #expect(throws: ParameterError.self) { _ = try item.make([(parameter.name, value)]) }
        #expect("\(try #require(error))".contains("\(parameter.kind)"))
      }
    }
    #expect(throws: ParameterError.self) { try item.make([("no-such-option", "1")]) }
  }

  @Test("Formats that write and read reproduce a picture", arguments: names)
  func imagesComeBack(_ name: String) throws {
    guard let format = try format(name) as? any ImageFormat, let readable = format as? any ReadableFormat
    else { return }
    let flat = try Bitmap(PixelSize(width: 9, height: 7), filledWith: Pixel(red: 10, green: 200, blue: 90))
    let bytes = try flat.encoded(as: format)
    let matches = type(of: readable).matches(bytes.span)
    #expect(matches)
    guard name != "exr" || hasFFmpeg else { return }
    let read = try Bitmap(decoding: bytes, options: DecodeOptions(programs: true))
    #expect(read.pixelsDiffering(from: flat, byMoreThan: 2) == 0)
    let options = DecodeOptions(programs: true)
    #expect(try Bitmap(decoding: Data(bytes), options: options) == Bitmap(decoding: bytes, options: options))
  }

  @Test("Short forms equal the formats, with documented defaults")
  func shortWays() throws {
    for quality in [90, 33] {
      #expect(Formats.JPEG.jpeg(quality: quality) == Formats.JPEG(quality: quality, chroma: .half))
      #expect(
        Formats.JPEG.jpeg(quality: quality, chroma: .full)
          == Formats.JPEG(quality: quality, chroma: .full))
      for isLossless in [false, true] {
        #expect(
          Formats.WebP.webp(quality: quality, isLossless: isLossless)
            == Formats.WebP(quality: quality, isLossless: isLossless))
      }
    }
    #expect(Formats.JPEG.jpeg == Formats.JPEG(quality: 90, chroma: .half))
    #expect(Formats.WebP() == Formats.WebP(quality: 90, isLossless: false) && Formats.WebP() == .webp())
    #expect(Formats.PNG.png == .png(compression: .fast) && Formats.PNG.png != .png(compression: .small))
    #expect(Formats.Y4M.y4m == .y4m(chroma: .half) && Formats.Y4M.y4m != .y4m(chroma: .full))
  }

  @Test("Formats that are only read name a substitute for writing", arguments: names)
  func unavailable(_ name: String) throws {
    let same = "files are read, not written; png has the same pixels"
    let reasons = [
      "qoi": "QOI \(same)", "bmp": "BMP \(same)",
      "heic": "HEIC files are read, not written; avif has pictures of the same kind",
      "others": "files of this kind are read, not written; png has the same pixels",
    ]
    guard name != "webp" || segue_has_webp() else { return }
    #expect(try type(of: format(name)).unavailable == reasons[name])
  }

  @Test("Stream formats have frames of equal length", arguments: names)
  func streams(_ name: String) throws {
    guard let format = try format(name) as? any StreamFormat else { return }
    let encoder = format.makeEncoder(level: .preferred)
    let counts = try (0..<3).map { seed in
      try encoder.encode(Bitmap.noise(20, 10, seed: UInt64(seed)), named: "frame")
      return try encoder.withBytes { $0.count }
    }
    #expect(counts[0] >= 200 && Set(counts).count == 1)
  }

  @Test("H.264 with halved chroma has even sides, with full chroma any", arguments: names)
  func oddSides(_ name: String) throws {
    guard let format = try format(name) as? any YCbCrVideo else { return }
    let full = try #require(Catalog.formats.make(name, ["chroma": "444"]) as? any YCbCrVideo)
    for (width, height) in [(5, 4), (4, 5), (5, 5), (4, 4)] {
      let size = PixelSize(width: width, height: height)
      try full.check(size, named: "a")
      if size == PixelSize(width: 4, height: 4) {
        try format.check(size, named: "a")
      } else {
        #expect(throws: ExportError.oddSides(file: "a", size: size)) { try format.check(size, named: "a") }
      }
    }
  }

  /// A user's own format.
  struct Gray: ImageFormat {
    static let name = "test-gray"
    static let extensions = ["test-gray"]
    static let summary = "One byte a pixel."
    static let parameters: [NamedParameter<Gray>] = []
    func makeEncoder(level: SIMDLevel) -> any FrameEncoder { Encoder() }

    final class Encoder: FrameEncoder {
      private var bytes: [UInt8] = []
      func encode(_ frame: any RowSource, on canvas: FrameCanvas, named name: String) throws {
        let bitmap = try canvas.bitmap(of: frame)
        bytes = (0..<bitmap.height).flatMap { y in (0..<bitmap.width).map { bitmap[$0, y].green } }
      }
      func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
        let bytes = bytes
        return try body(bytes.span)
      }
    }
  }

  @Test func aUsersFormatIsFoundByItsName() throws {
    let section = CatalogSection<any FileFormat>("format", Catalog.formats.items)
    section.register(Gray.self)
    #expect(section.forFile(named: "a.test-gray")?.name == "test-gray")
    #expect(try section.make("test-gray") is Gray)
    #expect(try Bitmap(width: 3, height: 2).encoded(as: Gray()) == [0, 0, 0, 0, 0, 0])
  }

  @Test("A user's own format takes no metadata by default")
  func metadataOfOnesOwn() throws {
    let metadata = Metadata(
      exif: MadeExif(small: nil).bytes, xmp: "<a/>",
      resolution: Metadata.Resolution(across: 300, down: 150))
    let bytes = try Bitmap(width: 3, height: 2).encoded(as: Gray(), metadata: metadata) {
      Issue.record("warned: \($0)")
    }
    #expect(bytes == [0, 0, 0, 0, 0, 0])
  }

  /// A user's own readable format: a signature, then a row of grays, which are inverted if colors are
  /// converted.
  struct GrayRow: ReadableFormat {
    static let name = "test-row"
    static let extensions = ["test-row"]
    static let summary = "A row of bytes."
    static let parameters: [NamedParameter<GrayRow>] = []

    static func matches(_ start: Span<UInt8>) -> Bool {
      start.count > 3 && zip(0..<3, "ROW".utf8).allSatisfy { start[$0] == $1 }
    }

    static func decode(
      _ bytes: [UInt8], named name: String, options: DecodeOptions
    ) throws(ImageError) -> Bitmap {
      let grays = bytes.dropFirst(3).map { options.color == .convert ? 255 - $0 : $0 }
      guard grays.count <= options.maxPixels else {
        let size = PixelSize(width: grays.count, height: 1)
        throw .tooLarge(file: name, size: size, limit: options.maxPixels)
      }
      do {
        var bitmap = try Bitmap(width: grays.count, height: 1)
        for (x, gray) in grays.enumerated() { bitmap[x, 0] = Pixel(red: gray, green: gray, blue: gray) }
        return bitmap
      } catch {
        throw .outOfMemory(file: name)
      }
    }
  }

  /// Runs in its own process, since it changes the global catalog.
  @Test("A user's own format needs one decoding function, and is read everywhere")
  func ownFilesAreRead() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let file = try folder.write(Array("ROW".utf8) + [0, 51, 102, 255], "a.dat")
      #expect(throws: ImageError.notAnImage(file: file)) { try Bitmap(contentsOf: file) }
      Catalog.formats.register(GrayRow.self)

      let bitmap = try Bitmap(contentsOf: file)
      #expect((0..<4).map { bitmap[$0, 0].red } == [255, 204, 153, 0])
      let framing = Framing(size: PixelSize(width: 2, height: 1))
      let fitted = try bitmap.fitted(to: framing)
      #expect(try Bitmap(contentsOf: file, fittedTo: framing) == fitted && fitted.width == 2)
      let few = Execution(decoding: DecodeOptions(maxPixels: 3))
      let size = PixelSize(width: 4, height: 1)
      #expect(throws: ImageError.tooLarge(file: file, size: size, limit: 3)) {
        try Bitmap(contentsOf: file, fittedTo: framing, few)
      }
      // A map is decoded without color conversion.
      let plane = try LumaPlane(contentsOf: file)
      #expect(plane.size == bitmap.size)
      #expect(zip(plane.values, [0, 0.2, 0.4, 1] as [Float]).allSatisfy { abs($0 - $1) < 1e-6 })
      #expect(try Metadata(contentsOf: file) == Metadata())
    }
  }

  @Test("A file location is a path, a URL or a FilePath")
  func locations() throws {
    let folder = try TemporaryFolder()
    let bitmap = try Bitmap.noise(5, 4, seed: 1)
    let name = folder.file("a b%20.png")
    try bitmap.write(to: name)
    #expect(try Bitmap(contentsOf: name) == bitmap)
    #expect(try Bitmap(contentsOf: URL(filePath: name)) == bitmap)
    #expect(try Bitmap(contentsOf: FilePath(name)) == bitmap)
    try bitmap.write(to: URL(filePath: folder.file("c.dat")), as: .png(compression: .small))
    #expect(try Bitmap(contentsOf: folder.file("c.dat")) == bitmap)
    let elsewhere = try #require(URL(string: "https://example.com/a.png"))
    #expect(throws: FileError.self) { try Bitmap(contentsOf: elsewhere) }
  }

  @Test("The first bytes determine the format")
  func contents() {
    func name(_ start: [UInt8]) -> String? {
      Catalog.formats.forContent(start + [UInt8](repeating: 0, count: 16)).map { $0.name }
    }
    for brand in ["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"] {
      #expect(name([0, 0, 0, 24] + Array("ftyp\(brand)".utf8)) == "heic", "\(brand)")
    }
    for brand in ["avif", "avis"] {
      #expect(name([0, 0, 0, 24] + Array("ftyp\(brand)".utf8)) == "avif", "\(brand)")
    }
    let others = name([0x59, 0xa6, 0x6a, 0x95])
    #expect(others != nil && name([1, 0xda, 2, 1]) == nil && name([1, 0xda, 1, 3]) == nil)
    // SGI images, plain and compressed, with one or two bytes a sample.
    for (packed, size) in [(0, 1), (0, 2), (1, 1), (1, 2)] as [(UInt8, UInt8)] {
      #expect(name([1, 0xda, packed, size]) == others)
    }
  }

  /// TIFF 6.0, section 2, and BigTIFF: the byte order twice, then 42 or 43 in this order.
  @Test("A signature that is short or wrong does not match")
  func marks() {
    func isTIFF(_ text: String) -> Bool { Formats.TIFF.matches(Array(text.utf8).span) }
    for text in ["II*\0", "II+\0", "MM\0*", "MM\0+", "MM\0* and more"] { #expect(isTIFF(text), "\(text)") }
    for text in [
      "", "I", "II", "II*", "MM\0", "II\0*", "MM*\0", "IM*\0", "MI\0*", "II)\0", "II,\0", "MM\0)", "MM\0,",
      "II*\u{1}", "II+\u{1}", "MM\u{1}*", "MM\u{1}+", "JJ*\0", "\0\0*\0",
    ] { #expect(!isTIFF(text), "\(text)") }
    let webp = Array("RIFF\0\0\0\0WEBP".utf8)
    let heic = [0, 0, 0, 24] + Array("ftypheic".utf8)
    let avif = [0, 0, 0, 24] + Array("ftypavif".utf8)
    for start in [webp, heic, avif] {
      #expect(Catalog.formats.forContent(start) != nil)
      for count in start.indices { #expect(Catalog.formats.forContent(Array(start.prefix(count))) == nil) }
      for place in [4, 5, 6, 7, 8, 9, 10, 11] where start != webp || place > 7 {
        var other = start
        other[place] ^= 0x20
        #expect(Catalog.formats.forContent(other) == nil, "\(place)")
      }
    }
    for place in 0..<4 {
      var other = webp
      other[place] += 1
      #expect(Catalog.formats.forContent(other) == nil, "\(place)")
    }
  }

  @Test("checkIsImage reads the first 16 bytes, also for a page of a file")
  func firstBytesOfImages() throws {
    let folder = try TemporaryFolder()
    let xwd: [UInt8] = [0, 0, 0, 107, 0, 0, 0, 7, 0, 0, 0, 2, 0, 0, 0, 24]
    let png = try Bitmap(width: 1, height: 1).encoded(as: .png)
    for (name, bytes, isImage) in [
      ("a.xwd", xwd, true), ("short.xwd", Array(xwd.dropLast()), false), ("a.png", png, true),
      ("text", [97], false),
      ("empty", [], false),
    ] {
      let file = try folder.write(bytes, name)
      for path in [file, file + "[2]"] {
        if isImage {
          try checkIsImage(path)
        } else {
          #expect(throws: ImageError.notAnImage(file: path)) { try checkIsImage(path) }
        }
      }
    }
    #expect(throws: FileError.missing(file: folder.file("none"))) { try checkIsImage(folder.file("none")) }
    // A device is not read, since its bytes would be lost.
    try checkIsImage("/dev/zero")
  }
}
