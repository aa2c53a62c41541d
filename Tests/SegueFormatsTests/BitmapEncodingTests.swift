import Foundation
import SegueFiles
import SegueFormats
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite("Writing images")
struct BitmapEncodingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "The extension determines the format", arguments: ["a.png", "b.PNG", "c.jpg", "d.JPEG", "e.x.jpeg"])
  func formats(name: String) throws {
    let bitmap = try Bitmap(PixelSize(width: 8, height: 8), filledWith: .white)
    try bitmap.write(to: folder.file(name))
    let bytes = try contents(of: folder.file(name))
    #expect(
      Catalog.formats.forContent(bytes)?.name == (name.lowercased().hasSuffix("png") ? "png" : "jpeg"))
    #expect(try Bitmap(contentsOf: folder.file(name)) == bitmap)
    #expect(folder.names() == [name])
  }

  @Test("Writing to a bitmap discards cached facts about its pixels")
  func writingBetweenEncodings() throws {
    var bitmap = try Bitmap(PixelSize(width: 8, height: 8), filledWith: .white)
    #expect(try Bitmap(decoding: bitmap.encoded(as: .png)) == bitmap)
    bitmap[3, 4] = .clear
    #expect(try Bitmap(decoding: bitmap.encoded(as: .png))[3, 4] == .clear)
    bitmap[3, 4] = .black
    #expect(try Bitmap(decoding: bitmap.encoded(as: .png)) == bitmap)
    // Straight pixels kept by the bitmap are stale after a write.
    var straight = try Bitmap(width: 2, height: 1, rgba: [200, 100, 50, 128, 1, 2, 3, 0])
    _ = try straight.encoded(as: .png)
    straight[0, 0] = .white
    #expect(try Bitmap(decoding: straight.encoded(as: .png)).rgba() == [255, 255, 255, 255, 0, 0, 0, 0])
  }

  private static let endings = [
    ".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".exr", ".ppm", ".pam", ".pfm", ".pnm", ".pgm", ".pbm",
    ".phm",
  ]

  @Test(
    "An unknown extension is refused, and nothing is written",
    arguments: ["a.gif", "png", "a.png ", "a."])
  func otherFormats(name: String) throws {
    let file = folder.file(name)
    let reason = "the name does not end in \(Self.endings.alternatives)"
    #expect(throws: ExportError.unsupported(file: file, reason: reason)) {
      try Bitmap(width: 1, height: 1).write(to: file)
    }
    #expect(folder.names().isEmpty)
  }

  @Test("An existing file is kept unless it may be replaced")
  func existing() throws {
    let file = folder.file("a.png")
    let (first, second) = (try Bitmap.noise(5, 5, seed: 1), try Bitmap.noise(6, 6, seed: 2))
    try first.write(to: file)
    #expect(throws: FileError.exists(file: file)) { try second.write(to: file) }
    #expect(try Bitmap(contentsOf: file) == first)
    #expect(folder.names() == ["a.png"])
    try second.write(to: file, overwrite: true)
    #expect(try Bitmap(contentsOf: file) == second)
    #expect(folder.names() == ["a.png"])
    // An explicit format makes no difference.
    #expect(throws: FileError.exists(file: file)) { try first.write(to: file, as: .jpeg) }
    #expect(try Bitmap(contentsOf: file) == second)
    try first.write(to: file, as: .png(compression: .small), overwrite: true)
    #expect(try Bitmap(contentsOf: file) == first && folder.names() == ["a.png"])
  }

  @Test("A missing folder is not created")
  func missingFolder() throws {
    let file = folder.file("none/a.png")
    #expect(throws: FileError.cannotCreate(file: file, reason: String(cString: strerror(ENOENT)))) {
      try Bitmap(width: 1, height: 1).write(to: file)
    }
    #expect(folder.names().isEmpty)
  }

  @Test("A folder is not replaced", arguments: [false, true])
  func overFolder(overwrite: Bool) throws {
    let file = folder.file("a.png")
    mkdir(file, 0o700)
    let reason = String(cString: strerror(EISDIR))
    #expect(throws: overwrite ? FileError.cannotCreate(file: file, reason: reason) : .exists(file: file)) {
      try Bitmap(width: 1, height: 1).write(to: file, overwrite: overwrite)
    }
    #expect(folder.names() == ["a.png"])
  }

  @Test("A device is written to, not replaced, and a full one is an error")
  func devices() throws {
    let bytes: [UInt8] = [1, 2, 3]
    try writeFile("/dev/null", bytes.span, overwrite: false)
    let full = FileError.writeFailed(file: "/dev/full", reason: String(cString: strerror(ENOSPC)))
    #expect(throws: full) { try writeFile("/dev/full", bytes.span, overwrite: true) }
    // A link with an image extension, as a user may name a device.
    let link = folder.file("full.png")
    symlink("/dev/full", link)
    #expect(throws: FileError.writeFailed(file: link, reason: String(cString: strerror(ENOSPC)))) {
      try Bitmap(width: 9, height: 9).write(to: link)
    }
    #expect(folder.names() == ["full.png"])
  }

  @Test("A file that cannot be written completely does not appear", arguments: [false, true])
  func cutShort(overwrite: Bool) async {
    await #expect(processExitsWith: .success) { [overwrite] in
      let folder = try TemporaryFolder()
      let file = folder.file("a.png")
      let bitmap = try Bitmap.noise(100, 100, seed: 1)
      if overwrite { try Bitmap(width: 1, height: 1).write(to: file) }
      // A file size limit acts like a full disk: the first bytes are written, later ones fail.
      signal(SIGXFSZ, SIG_IGN)
      var size = rlimit(rlim_cur: 4096, rlim_max: 4096)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &size)
      #expect(throws: FileError.writeFailed(file: file, reason: String(cString: strerror(EFBIG)))) {
        try bitmap.write(to: file, overwrite: overwrite)
      }
      #expect(folder.names() == (overwrite ? ["a.png"] : []))
      if overwrite { #expect(try Bitmap(contentsOf: file).width == 1) }
    }
  }

  @Test("A plain name is written to the working folder")
  func bareName() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      chdir(folder.path)
      try Bitmap(width: 3, height: 2).write(to: "bare.png")
      #expect(folder.names() == ["bare.png"])
    }
  }

  @Test(
    "Errors and warnings name the file, and metadata that fits is written", arguments: ["a.jpg", "a.dat"])
  func named(name: String) throws {
    let file = folder.file(name)
    func write(_ bitmap: Bitmap, _ metadata: Metadata? = nil) throws -> [String] {
      var said: [String] = []
      if name.hasSuffix("jpg") {
        try bitmap.write(to: file, overwrite: true, metadata: metadata) { said.append($0) }
      } else {
        try bitmap.write(to: file, as: .jpeg, overwrite: true, metadata: metadata) { said.append($0) }
      }
      return said
    }
    #expect(
      throws: ExportError.unsupported(file: file, reason: "JPEG ends at 65500 pixels a side")
    ) { try write(Bitmap(width: 65501, height: 1)) }
    #expect(folder.names().isEmpty)
    let picture = try Bitmap.noise(9, 7, seed: 1, opaque: true)
    let long = Metadata(xmp: String(repeating: "a", count: 66_000))
    #expect(
      try write(picture, long) == ["\(file): its XMP has 66000 bytes, more than JPEG holds; it is left out"])
    #expect(try Metadata(contentsOf: file) == Metadata())
    let exif = MadeExif(orientation: 1, small: nil).bytes
    #expect(try write(picture, Metadata(exif: exif, xmp: "<a/>")).isEmpty)
    let back = try Metadata(contentsOf: file)
    // EXIF gets the width of the written picture. An entry's value follows its tag, type and count.
    let width = try #require(exif.firstRange(of: [0xa0, 0x02])).lowerBound + 8
    #expect(back.xmp == "<a/>" && back.exif?[width..<width + 2] == [0, 9])
  }
}
