// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import CSegueCodecs
public import SeguePixels
public import SegueRendering

extension Formats {
  /// PNG: lossless; RGB for opaque frames, and RGBA with straight alpha for other frames, with 8 or 16 bits a
  /// sample.
  ///
  ///     let small = try photo.encoded(as: Formats.PNG(compression: .small))
  public struct PNG: ImageFormat, StoredFormat, DeepFormat, Hashable {
    /// The compression effort.
    public enum Compression: String, CaseIterable, Sendable {
      /// Simple filters and deflate by ISA-L: many times faster than `small`, with somewhat larger files.
      case fast
      /// Adaptive filters and deflate by libpng at level 9: the smallest files.
      case small
    }

    /// The compression effort.
    public var compression = Compression.fast
    /// The bit depth of a sample: 8 or 16, by default the depth of the pictures.
    public var depth = EncodedDepth.auto

    /// Makes the format with fast compression.
    public init() {}

    /// Makes the format with a compression effort.
    public init(compression: Compression, depth: EncodedDepth = .auto) {
      (self.compression, self.depth) = (compression, depth)
    }

    public static let name = "png"
    public static let extensions = ["png"]
    public static let mediaTypes = ["image/png"]
    public static let summary = "PNG files: RGB where a frame is opaque, else RGBA with straight alpha."
    public static let parameters: [NamedParameter<PNG>] = [
      .word("png-compression", \.compression, "Compression effort of PNG."), .depth(\.depth),
    ]

    public static let depths = [EncodedDepth.auto, .eight, .sixteen]

    /// The maximum width and height in pixels.
    public static let maxSide = 0x7fff_ffff
    /// The chunk IEND, without its length.
    public static let trailer = Array("IEND".utf8) + [0xae, 0x42, 0x60, 0x82]

    public func makeEncoder(level: SIMDLevel) -> any FrameEncoder {
      let isSmall = compression == .small
      return DepthChoosingEncoder(self) {
        isSmall ? SmallPNGEncoder(level) as any FrameEncoder : FastPNGEncoder(level)
      } deep: { _ in
        DeepPNGEncoder(level, isSmall: isSmall)
      }
    }

    public static func matches(_ start: Span<UInt8>) -> Bool {
      start.withUnsafeBufferPointer { segue_is_png($0.baseAddress, $0.count) }
    }

    /// Reads the chunks eXIf and pHYs, and text chunks with EXIF or XMP, before and after the image data.
    public static func metadata(
      of bytes: [UInt8], named name: String, options: DecodeOptions
    ) throws(ImageError) -> Metadata {
      PNGMetadata(bytes).stored.upright(named: name, options)
    }

    /// Inserts chunks for EXIF, XMP and resolution after the header.
    public func adding(
      _ metadata: Metadata, to file: [UInt8], named name: String, warn: (String) -> Void
    ) -> [UInt8] {
      var chunks: [(name: String, payload: [UInt8])] = []
      if let resolution = metadata.resolution {
        let sides = [resolution.across, resolution.down].map {
          Int(($0 * Metadata.Resolution.meter).rounded())
        }
        if sides.allSatisfy({ (1...Self.maxSide).contains($0) }) {
          chunks.append(("pHYs", sides.flatMap(big32) + [1]))
        }
      }
      if let exif = metadata.exif, !exif.isEmpty { chunks.append(("eXIf", exif)) }
      if let xmp = metadata.xmp, !xmp.isEmpty {
        chunks.append(("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + xmp.utf8))
      }
      let bytes = chunks.flatMap { chunk -> [UInt8] in
        let named = Array(chunk.name.utf8) + chunk.payload
        return big32(chunk.payload.count) + named + big32(Int(segue_crc32(named, named.count)))
      }
      var file = file
      file.insert(contentsOf: bytes, at: 33)
      return file
    }

    /// Decodes any color type, bit depth and interlacing.
    static func read(
      _ bytes: [UInt8], named name: String, options: DecodeOptions
    ) throws(ImageError) -> StoredPicture {
      var dimensions = segue_dimensions()
      try segue_png_dimensions(bytes, bytes.count, &dimensions).checkDecoded(name)
      let size = PixelSize(width: Int(dimensions.width), height: Int(dimensions.height))
      try size.checkDecodable(named: name, options)
      let header = Header(bytes)
      if header.depth == 16 { try options.checkDepth(of: name) }
      let said = PNGMetadata(bytes).stored
      let conversion = try FileColors(png: bytes).orColors(ofExif: said.exif)
        .conversion(of: header.channels, named: name, options)
      // If 8 bits are wanted, and the picture is neither converted to sRGB nor fitted nor dithered, libpng
      // rounds samples to 8 bits row by row, which takes half the memory of 16-bit samples.
      if header.depth == 16 && (conversion != nil || options.keepsWords(of: size)) {
        let words = try WideStorage(size, named: name)
        try segue_png_decode16(
          bytes, bytes.count, dimensions, conversion?.pointer, words.samples.baseAddress, words.stride
        ).checkDecoded(name)
        return try StoredPicture.words(words).turned(upright: said.orientation, size, named: name)
      }
      let storage = try PixelStorage(size, named: name)
      try segue_png_decode(
        bytes, bytes.count, dimensions, conversion?.pointer, storage.bytes, storage.stride
      ).checkDecoded(name)
      return try StoredPicture.bytes(storage).turned(upright: said.orientation, size, named: name)
    }

    /// Reads the header and the chunks around the image data.
    public static func info(
      of bytes: [UInt8], named name: String, options: DecodeOptions
    ) throws(ImageError) -> ImageInfo {
      var dimensions = segue_dimensions()
      try segue_png_dimensions(bytes, bytes.count, &dimensions).checkDecoded(name)
      let header = Header(bytes)
      var chunks = PNGChunks(bytes)
      guard header.isSound, chunks.next()?.isSound == true else {
        throw .damaged(file: name, detail: "the PNG header is damaged")
      }
      return ImageInfo(
        Self.self, stored: PixelSize(width: Int(dimensions.width), height: Int(dimensions.height)),
        orientation: PNGMetadata(bytes).stored.orientation,
        hasAlpha: header.hasAlpha || chunks.contains { $0.name == "tRNS" },
        depth: header.color == 3 ? 8 : Int(header.depth))
    }

    /// The fields of the IHDR chunk that follow the size.
    private struct Header {
      let depth: UInt8
      /// The color type: the sum of 1 for a palette, 2 for colors and 4 for alpha.
      let color: UInt8

      init(_ bytes: [UInt8]) { (depth, color) = (bytes[24], bytes[25]) }

      var channels: segue_channels { color & 2 == 0 ? SEGUE_GRAY : SEGUE_RGB }
      var hasAlpha: Bool { color & 4 != 0 }
      /// Whether the color type allows the depth.
      var isSound: Bool {
        let depths: [UInt8: [UInt8]] = [
          0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
        ]
        return depths[color]?.contains(depth) ?? false
      }
    }

    public static func decodeLuma(
      _ bytes: [UInt8], named name: String, options: DecodeOptions
    ) throws(ImageError) -> LumaPlane {
      var dimensions = segue_dimensions()
      try segue_png_dimensions(bytes, bytes.count, &dimensions).checkDecoded(name)
      guard Header(bytes).depth == 16 else {
        return LumaPlane(of: try decode(bytes, named: name, options: options.ofNumbers))
      }
      let size = PixelSize(width: Int(dimensions.width), height: Int(dimensions.height))
      try size.checkDecodable(named: name, options)
      var result = segue_result()
      let samples = [UInt16](unsafeUninitializedCapacity: size.width * size.height) { samples, count in
        result = segue_png_decode_luma(bytes, bytes.count, dimensions, samples.baseAddress)
        count = result.status == SEGUE_OK ? samples.count : 0
      }
      try result.checkDecoded(name)
      var values = samples.map { Float($0) / 65535 }
      let orientation = PNGMetadata(bytes).stored.orientation
      let upright = orientation > 4 ? size.turned : size
      if orientation > 1 {
        // A float has 4 bytes, so `segue_turn` moves it as a pixel of 4 bytes.
        let stored = values
        segue_turn(stored, 4 * size.width, dimensions, Int32(orientation), 4, &values, 4 * upright.width)
      }
      guard let plane = LumaPlane(upright, values: values) else { throw .outOfMemory(file: name) }
      return plane
    }
  }
}

extension ImageFormat where Self == Formats.PNG {
  /// PNG with fast compression.
  public static var png: Formats.PNG { Formats.PNG() }
  /// PNG with the given compression effort.
  public static func png(compression: Formats.PNG.Compression) -> Formats.PNG {
    Formats.PNG(compression: compression)
  }
}

private final class FastPNGEncoder: FrameEncoder {
  private let kernels: Kernels
  private let deflater = segue_deflater_create()
  private var output = segue_buffer()
  private var batches = PNGBatches()

  init(_ level: SIMDLevel) { kernels = Kernels(level) }

  deinit {
    segue_deflater_free(deflater)
    segue_buffer_free(&output)
  }

  func encode(_ frame: any RowSource, on canvas: FrameCanvas, named name: String) throws {
    let bitmap = try canvas.bitmap(of: frame)
    guard let deflater else { throw ExportError.outOfMemory(file: name) }
    let dimensions = try segue_dimensions(
      bitmap.size, most: Formats.PNG.maxSide, of: Formats.PNG.self, named: name)
    let rows = PNGRows(bitmap, kernels)
    try segue_png_begin(deflater, &output, dimensions, rows.alpha, 8).check(name)
    try batches.filter(rows) { filtered, count, isLast in
      try segue_png_add_rows(deflater, &output, filtered, count, isLast).check(name)
    }
  }

  func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
    try output.withBytes(body)
  }
}

private final class SmallPNGEncoder: FrameEncoder {
  private let kernels: Kernels
  private var output = segue_buffer()
  private var packed: [UInt8] = []

  init(_ level: SIMDLevel) { kernels = Kernels(level) }

  deinit { segue_buffer_free(&output) }

  func encode(_ frame: any RowSource, on canvas: FrameCanvas, named name: String) throws {
    let bitmap = try canvas.bitmap(of: frame)
    let dimensions = try segue_dimensions(
      bitmap.size, most: Formats.PNG.maxSide, of: Formats.PNG.self, named: name)
    let rows = PNGRows(bitmap, kernels)
    rows.pack(into: &packed)
    try segue_png_encode_small(&output, packed, dimensions, rows.alpha, 8).check(name)
  }

  func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
    try output.withBytes(body)
  }
}
