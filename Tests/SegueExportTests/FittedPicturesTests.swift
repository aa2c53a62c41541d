import SegueExport
import SegueFiles
import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

/// Compares pictures fitted to one frame with pictures fitted one by one.
@Suite struct FittedPicturesTests {
  private let folder: TemporaryFolder
  private let bitmaps: [Bitmap]
  private let sources: [PictureSource]

  /// Makes pictures of several sizes, with transparency: a file, bytes, a bitmap, and another file.
  init() throws {
    folder = try TemporaryFolder()
    let sizes = [(12, 8), (7, 9), (12, 8), (30, 5)].map { PixelSize(width: $0.0, height: $0.1) }
    let made = try sizes.enumerated().map { try Bitmap.noise($1.width, $1.height, seed: UInt64($0)) }
    let files = try made.map { try $0.encoded(as: .png) }
    bitmaps = try files.map { try Bitmap(decoding: $0) }
    sources = [
      .file(try folder.write(files[0], "0.png")), .bytes(files[1], named: "1.png"), .bitmap(bitmaps[2]),
      .file(try folder.write(files[3], "3.png")),
    ]
  }

  static let backgrounds = [nil, Pixel.black, Pixel(red: 10, green: 40, blue: 5, alpha: 60)]

  @Test("A background comes once behind each picture, opaque or not", arguments: Framing.Fit.allCases)
  func backgrounds(fit: Framing.Fit) throws {
    for size in [nil, PixelSize(width: 12, height: 8), PixelSize(width: 5, height: 11)] {
      for background in Self.backgrounds {
        let framing = Framing(size: size, fit: fit, background: background)
        var common = framing
        common.size = size ?? bitmaps[0].size
        let all = try FittedPictures(sources, framing).all()
        let expected = try bitmaps.map { try $0.fitted(to: common) }
        #expect(all == expected, "\(String(describing: size))")
        let isOpaque = background?.alpha == 255
        #expect(!isOpaque || all.allSatisfy(\.isOpaque))
        let ofFrame = FittedPictures(sources, common)
        for index in sources.indices { #expect(try ofFrame.picture(index) == expected[index], "\(index)") }
      }
    }
  }

  @Test("Without a size, a picture on its own keeps its own, and all have that of the first")
  func sizes() throws {
    var pictures = FittedPictures(sources, Framing(background: .black))
    #expect(try sources.indices.map { try pictures.picture($0).size } == bitmaps.map(\.size))
    #expect(try pictures.all().allSatisfy { $0.size == bitmaps[0].size })
    pictures.framing.size = PixelSize(width: 3, height: 4)
    #expect(try pictures.picture(1) == bitmaps[1].fitted(to: pictures.framing))
    #expect(try FittedPictures([], Framing()).all().isEmpty)
  }

  @Test("Decoded pictures are reported before they are fitted, without background")
  func decoded() throws {
    var seen: [Bitmap] = []
    _ = try FittedPictures(sources, Framing(background: .black)).all(decoded: { seen = $0 })
    #expect(seen == bitmaps)
  }

  @Test("A missing or damaged picture is an error that names it")
  func failures() throws {
    let missing = folder.file("none.png")
    #expect(throws: FileError.missing(file: missing)) {
      try FittedPictures([.bitmap(bitmaps[0]), .file(missing)], Framing()).all()
    }
    let damaged = FittedPictures([.bytes([1, 2, 3], named: "upload")], Framing())
    for make in [{ _ = try damaged.all() }, { _ = try damaged.picture(0) }] {
      #expect(throws: ImageError.notAnImage(file: "upload"), performing: make)
    }
  }
}
