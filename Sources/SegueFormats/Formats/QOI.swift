// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SeguePixels
public import SegueRendering

extension Formats {
  /// QOI files: lossless RGB or RGBA with 8 bits a channel; only decoded.
  ///
  ///     let photo = try Bitmap(contentsOf: "photo.qoi")
  ///
  /// - Source: The Quite OK Image Format Specification 1.0, qoiformat.org.
  public struct QOI: StoredFormat, Hashable {
    /// Makes the format, which has no options.
    public init() {}

    public static let name = "qoi"
    public static let extensions = ["qoi"]
    public static let mediaTypes = ["image/qoi"]
    public static let summary = "QOI files, RGB or RGBA: read, not written."
    public static let parameters: [NamedParameter<QOI>] = []
    public static let unavailable: String? = "QOI files are read, not written; png has the same pixels"

    public static func matches(_ start: Span<UInt8>) -> Bool { start.begins("qoif") }

    /// Reads the properties of a file from its header.
    public static func info(
      of bytes: [UInt8], named name: String, options: DecodeOptions
    ) throws(ImageError) -> ImageInfo {
      var file = FileReader(bytes, named: name, from: 4)
      let (size, channels) = try header(&file)
      return ImageInfo(Self.self, size: size, hasAlpha: channels == 4, depth: 8)
    }

    /// Reads the size and the number of channels, 3 or 4.
    private static func header(
      _ file: inout FileReader
    ) throws(ImageError) -> (size: PixelSize, channels: UInt8) {
      let name = file.name
      let size = PixelSize(width: try file.big32(), height: try file.big32())
      let (channels, space) = (try file.byte(), try file.byte())
      guard channels == 3 || channels == 4 else {
        throw .damaged(file: name, detail: "it has \(channels) channels, not 3 or 4")
      }
      guard space < 2 else {
        throw .damaged(file: name, detail: "its color space is number \(space), not 0 or 1")
      }
      return (size, channels)
    }

    /// Decodes RGB and RGBA pixels.
    ///
    /// The header may declare linear colors. Known encoders set this flag without converting, and known
    /// decoders ignore it, so the colors are taken as sRGB.
    static func read(
      _ bytes: [UInt8], named name: String, options: DecodeOptions
    ) throws(ImageError) -> StoredPicture {
      var file = FileReader(bytes, named: name, from: 4)
      let (size, channels) = try header(&file)
      try size.checkDecodable(named: name, options)
      let end: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]
      // A byte encodes a run of at most 62 pixels.
      guard file.left >= (size.width * size.height - 1) / 62 + 1 + end.count else {
        throw .truncated(
          file: name, detail: "\(size) pixels are more than \(counted(file.left, "byte")) can be")
      }
      let storage = try PixelStorage(size, named: name)
      var pixel = Pixel.black
      var seen = [Pixel](repeating: .clear, count: 64)
      var run = 0
      for y in 0..<size.height {
        let row = storage.row(y)
        for x in row.indices {
          if run > 0 { run -= 1 } else { run = try next(&pixel, &seen, &file) }
          row[x] = pixel
          if channels == 3 { row[x].alpha = 255 }
        }
      }
      guard run == 0 else { throw .damaged(file: name, detail: "a run goes on behind the last pixel") }
      guard try file.take(end.count).elementsEqual(end) else {
        throw .damaged(file: name, detail: "the end is not where the last pixel is")
      }
      return .bytes(storage)
    }

    /// Decodes the next pixel; returns the number of further pixels of its run, which repeat this pixel.
    private static func next(
      _ pixel: inout Pixel, _ seen: inout [Pixel], _ file: inout FileReader
    ) throws(ImageError) -> Int {
      let tag = try file.byte()
      let value = tag & 63
      switch (tag, tag >> 6) {
      case (254, _), (255, _):
        (pixel.red, pixel.green, pixel.blue) = (try file.byte(), try file.byte(), try file.byte())
        if tag == 255 { pixel.alpha = try file.byte() }
      case (_, 0):
        pixel = seen[Int(value)]
        return 0
      case (_, 1):
        pixel.red &+= value >> 4 &- 2
        pixel.green &+= value >> 2 & 3 &- 2
        pixel.blue &+= value & 3 &- 2
      case (_, 2):
        let others = try file.byte()
        let green = value &- 32
        pixel.red &+= green &+ (others >> 4) &- 8
        pixel.green &+= green
        pixel.blue &+= green &+ (others & 15) &- 8
      default:
        // Stores the pixel of a run in the table, too, like the reference decoder. This matters only for a
        // run at the start of the file.
        seen[place(of: pixel)] = pixel
        return Int(value)
      }
      seen[place(of: pixel)] = pixel
      return 0
    }

    /// Returns the index of a pixel in the table of 64 recent pixels, by its hash.
    private static func place(of pixel: Pixel) -> Int {
      (Int(pixel.red) * 3 + Int(pixel.green) * 5 + Int(pixel.blue) * 7 + Int(pixel.alpha) * 11) & 63
    }
  }
}
