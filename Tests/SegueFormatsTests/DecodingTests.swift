import Foundation
import SegueFiles
import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

@Suite("Reading images")
struct DecodingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("A missing file is an error, also below a file that is no folder")
  func missing() throws {
    try folder.write([1], "a-file")
    for name in ["nothing.png", "no-folder/a.png", "a-file/a.png"] {
      let file = folder.file(name)
      #expect(throws: FileError.missing(file: file)) { try Bitmap(contentsOf: file) }
    }
    #expect(throws: FileError.missing(file: "")) { try Bitmap(contentsOf: "") }
  }

  @Test("A folder is unreadable, with the reason")
  func aFolder() {
    #expect(throws: FileError.unreadable(file: folder.path, reason: "it is a folder")) {
      try Bitmap(contentsOf: folder.path)
    }
  }

  @Test("A file that cannot be opened or read is unreadable, with the system's reason")
  func unreadable() throws {
    let loop = folder.file("loop.png")
    symlink(loop, loop)
    // Errors that occur even for root, unlike missing permissions.
    #expect(throws: FileError.unreadable(file: loop, reason: String(cString: strerror(ELOOP)))) {
      try Bitmap(contentsOf: loop)
    }
    let long = folder.file(String(repeating: "x", count: 300))
    #expect(throws: FileError.unreadable(file: long, reason: String(cString: strerror(ENAMETOOLONG)))) {
      try Bitmap(contentsOf: long)
    }
    // Address 0 of a process is not readable.
    #expect(throws: FileError.unreadable(file: "/proc/self/mem", reason: String(cString: strerror(EIO)))) {
      try Bitmap(contentsOf: "/proc/self/mem")
    }
  }

  @Test(
    "Content that is no image is an error",
    arguments: [
      [], [0x89], [0x89, 0x50, 0x4e], [0xff, 0xd8], Array("%PDF-1.7".utf8), Array("Just text.\n".utf8),
      Array(repeating: 0, count: 100_000),
    ] as [[UInt8]])
  func notAnImage(bytes: [UInt8]) throws {
    // The extension does not matter.
    let file = try folder.write(bytes, "image.png")
    #expect(throws: ImageError.notAnImage(file: file)) { try Bitmap(contentsOf: file) }
  }

  @Test("An endless device or pipe is refused after its first bytes, unless they begin an image")
  func endless() async {
    #expect(throws: ImageError.notAnImage(file: "/dev/null")) { try Bitmap(contentsOf: "/dev/null") }
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let pipe = folder.file("pipe")
      mkfifo(pipe, 0o600)
      signal(SIGPIPE, SIG_IGN)
      Thread.detachNewThread {
        let end = open(pipe, O_WRONLY)
        // Writes in pieces shorter than an image signature.
        while write(end, "yes\n", 4) == 4 {}
      }
      let before = try peakMemory()
      for file in ["/dev/zero", pipe] {
        #expect(throws: ImageError.notAnImage(file: file)) { try Bitmap(contentsOf: file) }
      }
      #expect(try peakMemory() - before < 16 << 20)
    }
  }

  @Test("An endless pipe that begins with an image is refused at the limit")
  func endlessImage() throws {
    let file = folder.file("pipe")
    mkfifo(file, 0o600)
    signal(SIGPIPE, SIG_IGN)
    Thread.detachNewThread {
      let end = open(file, O_WRONLY)
      let start = MadeJPEG.gray(1, 1).bytes
      while write(end, start, start.count) == start.count {}
      close(end)
    }
    #expect(throws: ImageError.fileTooLarge(file: file, limit: 16 + 1 << 24)) {
      try Bitmap(contentsOf: file, options: DecodeOptions(maxPixels: 1))
    }
  }

  @Test("A file longer than any image within the pixel limit is refused by its length")
  func fileTooLarge() throws {
    let file = try folder.write(MadeJPEG.gray(1, 1).bytes, "padded.jpg")
    let options = DecodeOptions(maxPixels: 1)
    truncate(file, 16 + 1 << 24)
    #expect(try Bitmap(contentsOf: file, options: options).width == 1)
    truncate(file, 17 + 1 << 24)
    #expect(throws: ImageError.fileTooLarge(file: file, limit: 16 + 1 << 24)) {
      try Bitmap(contentsOf: file, options: options)
    }
  }

  @Test("Each of several files decoded together is checked against the limit", arguments: [1, 3])
  func together(threads: Int) throws {
    let small = try folder.write(MadeJPEG.gray(4, 4).bytes, "small.jpg")
    let large = try folder.write(MadeJPEG.gray(5, 4).bytes, "large.jpg")
    let options = DecodeOptions(maxPixels: 16)
    #expect(
      try Bitmap.decoding([small, small], Execution(threads: threads, decoding: options)).map(\.width) == [
        4, 4,
      ])
    #expect(try Bitmap.decoding([large, small], Execution(threads: threads)).map(\.width) == [5, 4])
    #expect(throws: ImageError.tooLarge(file: large, size: PixelSize(width: 5, height: 4), limit: 16)) {
      try Bitmap.decoding([small, large], Execution(threads: threads, decoding: options))
    }
  }

  @Test("The content determines the format, not the name")
  func wrongName() throws {
    let png = MadePNG(9, 7, 6, 8, interlaced: false, seed: 1)
    for name in ["png.jpg", "png.txt", "png"] {
      let file = try folder.write(png.bytes, name)
      #expect(try Bitmap(contentsOf: file).straightBytes == ReferencePNG(png.bytes).rgba)
    }
    let jpeg = try folder.write(MadeJPEG.gray(9, 7).bytes, "jpeg.png")
    #expect(try Bitmap(contentsOf: jpeg).width == 9)
  }

  @Test("A pipe is read to the end", arguments: [1, 200])
  func pipe(side: Int) throws {
    // 200 x 200 pixels of noise exceed the first buffer.
    let bitmap = try Bitmap.noise(side, side, seed: 1, opaque: true)
    let bytes = try encoded(bitmap, Formats.PNG())
    let file = folder.file("pipe")
    mkfifo(file, 0o600)
    let data = Data(bytes)
    Thread.detachNewThread {
      let handle = FileHandle(forWritingAtPath: file)
      try? handle?.write(contentsOf: data)
      try? handle?.close()
    }
    #expect(try Bitmap(contentsOf: file) == bitmap)
  }

  @Test("The name - is standard input")
  func standardInput() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let file = folder.file("in.png")
      let bitmap = try Bitmap.noise(30, 20, seed: 2)
      try bitmap.write(to: file)
      dup2(open(file, O_RDONLY), STDIN_FILENO)
      #expect(try Bitmap(contentsOf: "-") == bitmap)
      // Standard input is at its end.
      #expect(throws: ImageError.notAnImage(file: "-")) { try Bitmap(contentsOf: "-") }
    }
  }

  @Test("A picture in memory is fitted to the same pixels as its file, with the same limit")
  func fittedInMemory() throws {
    // A picture of five times the frame's sides is decoded at half size.
    let bytes = try encoded(.noise(200, 160, seed: 6, opaque: true), Formats.JPEG(quality: 90))
    let file = try folder.write(bytes, "photo.jpg")
    let framing = Framing(size: PixelSize(width: 40, height: 32))
    let fitted = try Bitmap(decoding: bytes, named: "photo", fittedTo: framing)
    #expect(try fitted == Bitmap(contentsOf: file, fittedTo: framing))
    #expect(try fitted != Bitmap(decoding: bytes).fitted(to: framing))
    let few = Execution(decoding: DecodeOptions(maxPixels: 200 * 160 - 1))
    let size = PixelSize(width: 200, height: 160)
    #expect(throws: ImageError.tooLarge(file: "photo", size: size, limit: 200 * 160 - 1)) {
      try Bitmap(decoding: bytes, named: "photo", fittedTo: framing, few)
    }
    #expect(throws: ImageError.tooLarge(file: file, size: size, limit: 200 * 160 - 1)) {
      try Bitmap(contentsOf: file, fittedTo: framing, few)
    }
  }

  @Test("A map is read like a bitmap: from any page of a file, within the limit")
  func maps() throws {
    let gif = MadeGIF(testDescription: "", frames: [MadeGIF.Frame(), MadeGIF.Frame(left: 3, width: 5)])
    let file = try folder.write(gif.made.bytes, "maps.gif")
    for name in [file, file + "[0]", file + "[1]"] {
      #expect(try LumaPlane(contentsOf: name).values == LumaPlane(of: Bitmap(contentsOf: name)).values)
    }
    #expect(try LumaPlane(contentsOf: file).values != LumaPlane(contentsOf: file + "[1]").values)
    let options = DecodeOptions(maxPixels: 13 * 9 - 1)
    #expect(throws: ImageError.tooLarge(file: file, size: gif.size, limit: 13 * 9 - 1)) {
      try LumaPlane(contentsOf: file, options: options)
    }
    #expect(throws: FileError.missing(file: folder.file("none.pgm"))) {
      try LumaPlane(contentsOf: folder.file("none.pgm"))
    }
  }

  @Test("The error is that of the first file that cannot be decoded", arguments: [1, 3])
  func firstOfErrors(threads: Int) throws {
    let good = try folder.write(MadeJPEG.gray(4, 4).bytes, "good.jpg")
    let bad = try folder.write(Array("text".utf8), "bad.jpg")
    let missing = folder.file("missing.jpg")
    #expect(throws: ImageError.notAnImage(file: bad)) {
      try Bitmap.decoding([good, bad, missing], Execution(threads: threads))
    }
    #expect(throws: FileError.missing(file: missing)) {
      try Bitmap.decoding([missing, good, bad], Execution(threads: threads))
    }
  }

  @Test("Decoding no files gives no bitmaps")
  func noFiles() throws { #expect(try Bitmap.decoding([]).isEmpty) }

  @Test("Errors name a picture in memory by its given name, else as image")
  func namesInMemory() {
    let bytes: [UInt8] = [1, 2, 3]
    let none = ImageError.notAnImage(file: "image")
    #expect(throws: none) { try Bitmap(decoding: bytes) }
    #expect(throws: none) { try Bitmap(decoding: Data(bytes)) }
    #expect(throws: none) { try LumaPlane(decoding: bytes) }
    let named = ImageError.notAnImage(file: "a map")
    #expect(throws: named) { try Bitmap(decoding: bytes, named: "a map") }
    #expect(throws: named) { try LumaPlane(decoding: bytes, named: "a map") }
  }
}
