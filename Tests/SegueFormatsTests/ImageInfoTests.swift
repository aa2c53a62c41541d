import CSegueCodecs
import Foundation
import SegueFiles
import SegueFormats
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Compares the properties of files with their decoded pixels, and with the properties in their names.
@Suite struct ImageInfoTests {
  /// The properties of a file agree with its decoded picture.
  static func check(_ bytes: [UInt8], _ name: String, page: Int = 0) throws -> ImageInfo {
    let folder = try TemporaryFolder()
    let file = try folder.write(bytes, "file") + (page > 0 ? "[\(page)]" : "")
    let info = try ImageInfo(contentsOf: file)
    let bitmap = try Bitmap(contentsOf: file, options: .withPrograms)
    #expect(info.size == bitmap.size, "\(name)")
    if !bitmap.hasOpaquePixels { #expect(info.hasAlpha != false, "\(name)") }
    #expect((1...8).contains(info.orientation) && info.count >= 1 && info.depth ?? 1 > 0, "\(name)")
    #expect(Catalog.formats.forContent(Array(bytes.prefix(16)))?.name == info.format)
    let kind = try type(of: Catalog.formats.make(info.format))
    #expect(info.mediaType.map(kind.mediaTypes.contains) ?? kind.mediaTypes.isEmpty)
    if page == 0 { #expect(try ImageInfo(of: bytes) == info && ImageInfo(of: Data(bytes)) == info) }
    return info
  }

  static let corpora = ["jpeg", "exif-orientation", "photos", "pngsuite"].flatMap { folder in
    corpusNames(folder) { $0.hasSuffix(".png") || $0.hasSuffix(".jpg") }.map { "\(folder)/\($0)" }
  }

  @Test("Sizes of all files of the corpora are those of their pixels", .needsCorpora)
  func corpora() throws {
    #expect(Self.corpora.count > 150)
    for name in Self.corpora where !name.hasPrefix("pngsuite/x") {
      let info = try Self.check(contents(of: corpusFile(name)), name)
      #expect(info.count == 1)
    }
  }

  @Test("A landscape in any orientation has the size of the upright one", .needsCorpora, arguments: 0...8)
  func orientations(_ number: Int) throws {
    let files = Self.corpora.filter {
      $0.hasSuffix("Landscape_\(number).jpg") || $0.hasSuffix("Portrait_\(number).jpg")
    }
    #expect(!files.isEmpty)
    for file in files {
      let info = try ImageInfo(contentsOf: corpusFile(file))
      #expect(info.orientation == max(1, number) && info.mediaType == "image/jpeg", "\(file)")
      let stored = try #require(jpegSize(contents(of: corpusFile(file))))
      #expect(info.size == (number > 4 ? stored.turned : stored))
    }
  }

  /// The size in the frame header, independently of libjpeg.
  private func jpegSize(_ bytes: [UInt8]) -> PixelSize? {
    var place = 2
    while place + 9 < bytes.count, bytes[place] == 0xff {
      func number(_ at: Int) -> Int { Int(bytes[at]) << 8 | Int(bytes[at + 1]) }
      if (0xc0...0xc2).contains(bytes[place + 1]) {
        return PixelSize(width: number(place + 7), height: number(place + 5))
      }
      place += 2 + number(place + 2)
    }
    return nil
  }

  /// PngSuite's names have the interlacing, the color type and the depth.
  ///
  /// Files with tRNS begin with tb, tm or tp1.
  @Test("Alpha and depth are those in the names of PngSuite", .needsCorpora)
  func pngSuite() throws {
    var count = 0
    for name in corpusNames("pngsuite", where: { $0.hasSuffix(".png") && !$0.hasPrefix("x") }) {
      guard let match = name.wholeMatch(of: /(...)([ni])([02346])([gcpa])([0-9]+)\.png/),
        let depth = Int(match.5)
      else { continue }
      let info = try ImageInfo(contentsOf: corpusFile("pngsuite/\(name)"))
      #expect(info.depth == (match.3 == "3" ? 8 : depth), "\(name)")
      let hasColor = ["tb", "tm", "tp1"].contains { name.hasPrefix($0) }
      #expect(info.hasAlpha == (hasColor || ["4", "6"].contains(match.3)), "\(name)")
      count += 1
    }
    #expect(count > 100)
  }

  /// Damage in the signature and in the header is found; damage in the image data (xcsn, xdtn) is not looked at.
  @Test("Files of PngSuite with damaged headers have no properties", .needsCorpora)
  func damagedPNG() throws {
    let names = corpusNames("pngsuite") { $0.hasPrefix("x") }
    #expect(names.count >= 12)
    for name in names {
      let file = try corpusFile("pngsuite/\(name)")
      let isRead = (try? ImageInfo(contentsOf: file)) != nil
      #expect(isRead == ["xcsn0g01.png", "xdtn0g01.png"].contains(name), "\(name)")
      if !isRead { #expect(throws: ImageError.self) { try ImageInfo(contentsOf: file) } }
    }
  }

  @Test("Pictures of the project have the size of their pixels")
  func pictures() throws {
    let folder = projectFolder + "/Tests/Pictures"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    // A canvas above the limit, declared only in the header.
    for name in names where !name.hasSuffix(".md") && !name.hasPrefix("canvas") {
      _ = try Self.check(contents(of: "\(folder)/\(name)"), name)
    }
    let long = try ImageInfo(contentsOf: "\(folder)/orientation-long-be.jpg")
    #expect(long.orientation > 1)
    let info = try ImageInfo(contentsOf: "\(folder)/orientation-eXIf.png")
    #expect(info.orientation > 1 && info.format == "png")
    if segue_has_heif() {
      #expect(try ImageInfo(contentsOf: "\(folder)/twelve-bits.avif").depth == 12)
      #expect(try ImageInfo(contentsOf: "\(folder)/deep.heic").depth == 10)
      let straight = try ImageInfo(contentsOf: "\(folder)/straight.avif")
      #expect(straight.hasAlpha == true && straight.depth == 8 && straight.mediaType == "image/avif")
      #expect(try ImageInfo(contentsOf: "\(folder)/flat.avif").hasAlpha == false)
    }
  }

  @Test("Small files of all formats have their properties, the same as their pixels")
  func smallFiles() throws {
    let files = try InfoFile.small()
    for (index, file) in files.enumerated() {
      #expect(try Self.check(file.bytes, "\(file.name) \(index)") == file.info, "\(file.name) \(index)")
    }
    #expect(Set(files.map(\.info.format)).count >= 6)
  }

  @Test("Each page of a TIFF file has its size", .enabled(if: segue_has_tiff(), "libtiff is not here"))
  func eachPage() throws {
    let pictures = InfoFile.pages
    for (page, size) in pictures.sizes.enumerated() {
      let info = try Self.check(pictures.bytes, "page \(page)", page: page)
      #expect(info.size == size && info.count == pictures.sizes.count && info.format == "tiff")
    }
    let folder = try TemporaryFolder()
    let path = try folder.write(pictures.bytes, "scan.tif")
    let error = #expect(throws: ImageError.self) { try ImageInfo(contentsOf: path + "[9]") }
    #expect(error?.description.hasSuffix("it has 3 pictures, [0] to [2]") == true)
    // A chain of directories in a circle ends.
    var circle = pictures.bytes
    let isBig = circle[0] == UInt8(ascii: "M")
    let first = Array(circle[4..<8])
    let place = (isBig ? first : first.reversed()).reduce(0) { $0 << 8 | Int($1) }
    let count = isBig ? Int(circle[place + 1]) : Int(circle[place])
    circle.replaceSubrange(place + 2 + 12 * count..<place + 6 + 12 * count, with: first)
    #expect(try ImageInfo(of: circle).count == 1)
  }

  @Test("A page of another format than TIFF is an error, as for pixels")
  func noPage() throws {
    let folder = try TemporaryFolder()
    let png = try folder.write(MadePNG(5, 4, 2, 8, interlaced: false, seed: 1).bytes, "a.png")
    let gif = try folder.write(MadeGIF.all[3].made.bytes, "a.gif")
    for path in [png + "[1]", gif + "[2]"] {
      let own = #expect(throws: ImageError.self) { try ImageInfo(contentsOf: path) }
      let other = #expect(throws: ImageError.self) { try Bitmap(contentsOf: path) }
      #expect(own == other)
    }
    #expect(try ImageInfo(contentsOf: gif + "[1]") == ImageInfo(contentsOf: gif))
  }

  @Test("What is no image is an error that says so")
  func noImage() {
    for bytes in [[], [0], Array("hello, this is a text".utf8), [UInt8](repeating: 0, count: 100)] {
      #expect(throws: ImageError.notAnImage(file: "image")) { try ImageInfo(of: bytes) }
    }
    let video = [0, 0, 0, 24] + Array("ftypisom".utf8) + [UInt8](repeating: 0, count: 8)
    #expect(throws: ImageError.video(file: "clip", container: "MP4 or QuickTime")) {
      try ImageInfo(of: video, named: "clip")
    }
    #expect(throws: FileError.missing(file: "/none.png")) { try ImageInfo(contentsOf: "/none.png") }
    #expect(throws: ImageError.notAnImage(file: "/dev/zero")) { try ImageInfo(contentsOf: "/dev/zero") }
  }

  @Test("A size above the limit is given, and one of 0 pixels is damage")
  func extremes() throws {
    func png(_ width: Int, _ height: Int) -> [UInt8] {
      PNGChunk.file([
        PNGChunk(name: "IHDR", data: bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0]),
        PNGChunk(name: "IEND", data: []),
      ])
    }
    let size = PixelSize(width: 1 << 30, height: 1 << 30)
    #expect(try ImageInfo(of: png(size.width, size.height)).size == size)
    for (width, height) in [(0, 5), (5, 0), (0, 0)] {
      #expect(throws: ImageError.damaged(file: "image", detail: "a side is 0 pixels")) {
        try ImageInfo(of: png(width, height))
      }
    }
    let gif = Array("GIF89a".utf8) + [0xff, 0xff, 0xff, 0xff, 0, 0, 0]
    #expect(throws: ImageError.self) { try ImageInfo(of: gif) }
    let frame: [UInt8] = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0, 2, 0, 0x3b]
    #expect(try ImageInfo(of: gif + frame).size == PixelSize(width: 65535, height: 65535))
  }

  /// Expects damaged bytes to have plausible properties, or to cause an error that names the file.
  ///
  /// A truncated file must have the size and the format of the whole file.
  static func expectSound(_ bytes: [UInt8], whole: ImageInfo? = nil) {
    do throws(ImageError) {
      let info = try ImageInfo(of: bytes, named: "cut")
      #expect(info.size.width > 0 && info.size.height > 0 && info.count > 0)
      guard let whole else { return }
      // The orientation may be behind the cut.
      #expect(info.size == whole.size || info.orientation == 1 && info.size == whole.size.turned)
      #expect(info.count <= whole.count && info.format == whole.format)
    } catch {
      #expect(error.file == "cut" && !error.description.contains("\n"))
    }
  }

  @Test("A file cut at any byte has its own size, or is an error")
  func cuts() throws {
    let pictures = [
      "metadata.avif", "flat.heic", "lab8.tif", "orientation-eXIf.png", "rle-33-by-imagemagick.bmp",
    ]
    let files =
      try InfoFile.small().map(\.bytes)
      + pictures.map { try contents(of: projectFolder + "/Tests/Pictures/" + $0) }
      + [InfoFile.pages.bytes]
    for bytes in files {
      let whole = try ImageInfo(of: bytes)
      for count in 0..<bytes.count where count < 1500 || count % 64 == 0 {
        Self.expectSound(Array(bytes.prefix(count)), whole: whole)
      }
    }
  }

  @Test("Damaged bytes have properties or an error, and those that decode have the size of their pixels")
  func damage() throws {
    let pictures = [
      "metadata.avif", "flat.heic", "lab8.tif", "orientation-eXIf.png", "rle-33-by-imagemagick.bmp",
    ]
    let files =
      try InfoFile.small().map(\.bytes)
      + pictures.map { try contents(of: projectFolder + "/Tests/Pictures/" + $0) }
      + [
        InfoFile.pages.bytes, OtherFormatsTests.psd(OtherFormatsTests.straight, OtherFormatsTests.size),
        MadeEXR().bytes, [0xff, 0x0a] + [UInt8](repeating: 0x5a, count: 40),
        [0xff, 0x4f, 0xff, 0x51] + [UInt8](repeating: 3, count: 60),
        Array("SIMPLE  =                    T".utf8) + [UInt8](repeating: 32, count: 2850),
      ]
    var generator = SeededGenerator(31)
    var decoded = 0
    for round in 0..<Fuzz.rounds {
      var bytes = files[round % files.count]
      Fuzz.flip(&bytes, using: &generator)
      if Bool.random(using: &generator) { bytes.removeLast(.random(in: 0...bytes.count, using: &generator)) }
      Self.expectSound(bytes)
      guard round % 8 == 0,
        let bitmap = try? Bitmap(decoding: bytes, options: DecodeOptions(maxPixels: 1 << 16))
      else { continue }
      #expect(try ImageInfo(of: bytes).size == bitmap.size)
      decoded += 1
    }
    #expect(decoded > Fuzz.rounds / 100)
  }

  /// A user's own format is decoded for its size.
  @Test func aUsersFormatIsDecodedForItsSize() throws {
    let info = try FormatCatalogTests.GrayRow.info(
      of: Array("ROW".utf8) + [1, 2], named: "a", options: DecodeOptions())
    #expect(info == ImageInfo(FormatCatalogTests.GrayRow.self, size: PixelSize(width: 2, height: 1)))
    #expect(info.format == "test-row" && info.mediaType == nil && info.hasAlpha == nil && info.depth == nil)
  }
}
