// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import CSegueCodecs
import Dispatch
import SeguePlatform
public import SeguePixels
public import SegueRendering
import Synchronization

extension Formats {
  /// JPEG: lossy; transparent pixels are composited over black.
  ///
  ///     let bytes = try photo.encoded(as: Formats.JPEG(quality: 80))
  public struct JPEG: ImageFormat, StoredFormat, Hashable {
    /// The quality, 1…100.
    public var quality = 90
    /// The chroma subsampling.
    public var chroma = ChromaSubsampling.half

    /// The color profile that the file embeds: none or sRGB.
    public var profile = ColorProfile.none

    /// Makes the format with quality 90 and 4:2:0 chroma.
    public init() {}

    /// Makes the format; `quality` is clamped to 1…100.
    public init(quality: Int, chroma: ChromaSubsampling = .half, profile: ColorProfile = .none) {
      self.quality = max(1, min(100, quality))
      self.chroma = chroma
      self.profile = profile
    }

    public static let name = "jpeg"
    public static let extensions = ["jpg", "jpeg"]
    public static let mediaTypes = ["image/jpeg"]
    public static let summary = "JPEG files; transparency over black."
    public static let parameters: [NamedParameter<JPEG>] = [
      .quality(\.quality), .chroma(\.chroma), .profile(\.profile),
    ]

    /// The maximum width and height in pixels.
    public static let maxSide = 65500
    /// The marker EOI.
    public static let trailer: [UInt8] = [0xff, 0xd9]

    public func makeEncoder(level: SIMDLevel) -> any FrameEncoder { JPEGEncoder(self, level) }

    public static func matches(_ start: Span<UInt8>) -> Bool {
      start.withUnsafeBufferPointer { segue_is_jpeg($0.baseAddress, $0.count) }
    }

    /// Reads EXIF, XMP and the resolution in the JFIF header.
    public static func metadata(
      of bytes: [UInt8], named name: String, options: DecodeOptions
    ) throws(ImageError) -> Metadata { stored(bytes).upright(named: name, options) }

    /// Returns the metadata as stored in the file, not yet adjusted for the applied orientation.
    fileprivate static func stored(_ bytes: [UInt8]) -> StoredMetadata {
      var stored = StoredMetadata(exif: exif(inJPEG: bytes))
      for segment in JPEGSegments(bytes) {
        let payload = segment.payload
        if segment.kind == 0xe1, payload.starts(with: Self.xmpName), stored.xmp == nil {
          stored.xmp = payload.dropFirst(Self.xmpName.count)
        } else if segment.kind == 0xe0, payload.count >= 12, payload.starts(with: Array("JFIF\0".utf8)) {
          let numbers = Array(payload.dropFirst(7).prefix(5)).map(Double.init)
          let inches = [1: 1, 2: Metadata.Resolution.centimeter][numbers[0]]
          stored.resolution = inches.flatMap {
            Metadata.Resolution(256 * numbers[1] + numbers[2], 256 * numbers[3] + numbers[4], inches: $0)
          }
        }
      }
      return stored
    }

    /// The identifier that precedes XMP in an APP1 segment.
    static let xmpName = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

    /// Sets the resolution in the JFIF header written by libjpeg, and inserts EXIF and XMP after it.
    public func adding(
      _ metadata: Metadata, to file: [UInt8], named name: String, warn: (String) -> Void
    ) -> [UInt8] {
      var file = file
      let header = 20
      guard file.count > header, file[2...].starts(with: [0xff, 0xe0, 0, 16]) else { return file }
      if let resolution = metadata.resolution {
        let sides = [resolution.across, resolution.down].map { Int($0.rounded()) }
        if sides.allSatisfy({ (1...65535).contains($0) }) {
          file.replaceSubrange(13..<18, with: [1] + sides.flatMap { big32($0).suffix(2) })
        }
      }
      var segments: [UInt8] = []
      for (part, start, bytes) in [
        ("EXIF", exifName, metadata.exif ?? []),
        ("XMP", Self.xmpName, metadata.xmp.map { Array($0.utf8) } ?? []),
      ] where !bytes.isEmpty {
        let count = 2 + start.count + bytes.count
        guard count <= 65535 else {
          warn("\(name): its \(part) has \(bytes.count) bytes, more than JPEG holds; it is left out")
          continue
        }
        segments += [0xff, 0xe1] + big32(count).suffix(2) + start + bytes
      }
      file.insert(contentsOf: segments, at: header)
      return file
    }

    /// Reads the header and the segments before the first scan.
    public static func info(
      of bytes: [UInt8], named name: String, options: DecodeOptions
    ) throws(ImageError) -> ImageInfo {
      var dimensions = segue_dimensions()
      var channels = SEGUE_RGB
      try segue_jpeg_dimensions(bytes, bytes.count, &dimensions, &channels).checkDecoded(name)
      return ImageInfo(
        Self.self, stored: PixelSize(width: Int(dimensions.width), height: Int(dimensions.height)),
        orientation: stored(bytes).orientation, hasAlpha: false, depth: 8)
    }

    /// Decodes any subsampling, progressive files, gray, CMYK and YCCK, and applies the EXIF orientation.
    static func read(
      _ bytes: [UInt8], named name: String, options: DecodeOptions
    ) throws(ImageError) -> StoredPicture {
      try JPEGFile(bytes, named: name, options).picture()
    }

    static func readFitted(
      _ bytes: [UInt8], named name: String, options: DecodeOptions, to framing: Framing,
      _ execution: Execution
    ) throws -> Bitmap {
      let file = try JPEGFile(bytes, named: name, options)
      let hasBytes = options.depth ?? .eight == .eight
      return hasBytes && file.isStreamed(to: framing)
        ? try file.streamed(to: framing, execution.level)
        : try file.picture().fitted(to: framing, options.depth, execution)
    }
  }
}

/// A JPEG file in memory, with the decoding parameters derived from its header and from the decoding options.
private struct JPEGFile: Sendable {
  let bytes: [UInt8]
  let name: String
  let dimensions: segue_dimensions
  let channels: segue_channels
  let conversion: ColorConversion?
  let orientation: Int
  /// The factor by which decoding reduces both sides: 1, 2, 4 or 8.
  let part: Int
  /// The size of the decoded, upright picture.
  let size: PixelSize
  /// The exact size of the reduced picture, whose sides may be fractional; `size` has the sides rounded up.
  let extent: Extent
  private let warn: (@Sendable (String) -> Void)?

  /// The limit for libjpeg's memory in bytes.
  ///
  /// A progressive CMYK file needs 8 bytes a pixel until its last scan.
  var memory: Int { 10 * Int(dimensions.width) * Int(dimensions.height) + 1 << 24 }

  init(_ bytes: [UInt8], named name: String, _ options: DecodeOptions) throws(ImageError) {
    var dimensions = segue_dimensions()
    var channels = SEGUE_RGB
    try segue_jpeg_dimensions(bytes, bytes.count, &dimensions, &channels).checkDecoded(name)
    let stored = PixelSize(width: Int(dimensions.width), height: Int(dimensions.height))
    try stored.checkDecodable(named: name, options)
    let said = Formats.JPEG.stored(bytes)
    conversion = try FileColors(jpeg: bytes).orColors(ofExif: said.exif)
      .conversion(of: channels, named: name, options)
    orientation = said.orientation
    let upright = orientation > 4 ? stored.turned : stored
    // A fractional reduced side is padded at the right and bottom edges of the stored picture. Rotation or
    // mirroring would move the padding to other edges, so a picture with fractional sides is reduced only if
    // it is stored upright.
    let most = options.framing.map { $0.reduction(of: upright) } ?? 1
    let isWhole = stored.width % most == 0 && stored.height % most == 0
    part = orientation == 1 || isWhole ? most : 1
    size = PixelSize(width: (upright.width + part - 1) / part, height: (upright.height + part - 1) / part)
    extent = Extent(
      width: Double(upright.width) / Double(part), height: Double(upright.height) / Double(part))
    (self.bytes, self.name, self.dimensions, self.channels) = (bytes, name, dimensions, channels)
    warn = options.warn
  }

  /// Throws the error of the decoder, and warns if the end marker is missing.
  private func check(_ result: segue_result, lacksEnd: Bool) throws(ImageError) {
    try result.checkDecoded(name)
    if lacksEnd { warn?("\(name): its end marker is missing; all pixels are there") }
  }

  /// Decodes the whole picture.
  func picture() throws(ImageError) -> StoredPicture {
    let storage = try PixelStorage(size, named: name)
    if orientation == 1, let rowConversion {
      try decode(into: storage, rowConversion)
    } else {
      var lacksEnd = false
      let result = segue_jpeg_decode(
        bytes, bytes.count, dimensions, Int32(part), Int32(orientation),
        rowConversion == nil ? conversion?.pointer : nil, memory, storage.bytes, storage.stride, &lacksEnd)
      try check(result, lacksEnd: lacksEnd)
      if let rowConversion {
        inBands(of: size.height, threads: usableCores) { rows in
          for y in rows { rowConversion(storage.bytes + y * storage.stride) }
        }
      }
    }
    return part > 1 ? .reduced(storage, extent) : .bytes(storage)
  }

  /// Decodes the rows of an upright picture while another thread converts their colors; if no thread can be
  /// started, this thread converts each row after decoding it.
  private func decode(into storage: PixelStorage, _ convert: @escaping RowConversion) throws(ImageError) {
    let (given, ended) = (DispatchSemaphore(value: 0), DispatchGroup())
    // The number of decoded rows, and whether decoding is finished.
    let rows = Mutex((count: 0, areAll: false))
    let isConverting = startThread(in: ended) {
      var next = 0
      while true {
        given.wait()
        let (end, areAll) = rows.withLock { $0 }
        for y in next..<end { convert(storage.bytes + y * storage.stride) }
        next = end
        if areAll { return }
      }
    }
    let (result, lacksEnd) = decodeRows { taken, count in
      let first = rows.withLock { $0.count }
      for index in 0..<count {
        let row = storage.bytes + (first + index) * storage.stride
        memcpy(row, taken + 4 * index * size.width, 4 * size.width)
        if !isConverting { convert(row) }
      }
      rows.withLock { $0.count = first + count }
      given.signal()
    }
    rows.withLock { $0.areAll = true }
    given.signal()
    ended.wait()
    try check(result, lacksEnd: lacksEnd)
  }

  /// Decodes the rows of an upright picture, and passes them to `take`.
  ///
  /// The colors of CMYK files are converted by the decoder; the caller must apply `rowConversion` to the rows
  /// of other files.
  private func decodeRows(_ take: StreamedRows.Take) -> (result: segue_result, lacksEnd: Bool) {
    var lacksEnd = false
    let result = withoutActuallyEscaping(take) { take in
      withUnsafePointer(to: take) { take in
        segue_jpeg_decode_rows(
          bytes, bytes.count, dimensions, Int32(part), rowConversion == nil ? conversion?.pointer : nil,
          memory,
          { context, rows, count in
            guard let rows else { return }
            context?.assumingMemoryBound(to: StreamedRows.Take.self).pointee(rows, count)
          }, UnsafeMutableRawPointer(mutating: take), &lacksEnd)
      }
    }
    return (result, lacksEnd)
  }

  /// The conversion of rows in place; nil if no conversion is needed, or for CMYK, which the decoder itself
  /// converts.
  private var rowConversion: RowConversion? {
    guard let conversion, channels != SEGUE_CMYK else { return nil }
    let width = size.width
    return { segue_convert8(conversion.pointer, $0, width) }
  }

  /// Returns whether the picture is fitted row by row during decoding: an upright picture that shrinks in
  /// both directions.
  func isStreamed(to framing: Framing) -> Bool {
    guard let frame = framing.size, orientation == 1 else { return false }
    return size.width > frame.width && size.height > frame.height
  }

  /// Fits the picture to a frame while decoding it.
  func streamed(to framing: Framing, _ level: SIMDLevel) throws -> Bitmap {
    let outcome = Mutex((result: segue_result(), lacksEnd: false))
    let rows = StreamedRows(size, convert: rowConversion) { take in
      let decoded = decodeRows(take)
      outcome.withLock { $0 = decoded }
    }
    let fitted = Result { () throws(RenderError) in
      try rows.fitted(to: framing, of: extent, level)
    }
    let (result, lacksEnd) = outcome.withLock { $0 }
    try check(result, lacksEnd: lacksEnd)
    return try fitted.get()
  }
}

extension Framing {
  /// Returns the factor by which decoding may reduce both sides for this frame: 1, 2, 4 or 8.
  ///
  /// After a reduction by 2, the sides must still have 2.3 times the pixels of the fitted sides; after a
  /// reduction by 4 or 8, 3 times. (With 2 times, frames of sharp photographs have a PSNR of 44 dB against
  /// frames of pictures decoded in full.)
  fileprivate func reduction(of picture: PixelSize) -> Int {
    // libjpeg averages gamma-encoded samples, so a picture to be fitted in linear light is decoded at full
    // size.
    guard let size, light == .gamma else { return 1 }
    let across = Double(size.width) / Double(picture.width)
    let down = Double(size.height) / Double(picture.height)
    let scale = fit == .contain || fit == .blur ? min(across, down) : max(across, down)
    return [(8, 3), (4, 3), (2, 2.3)].first { part, margin in Double(part) * scale * margin <= 1 }?.0 ?? 1
  }
}

extension ImageFormat where Self == Formats.JPEG {
  /// JPEG with quality 90 and 4:2:0 chroma.
  public static var jpeg: Formats.JPEG { Formats.JPEG() }
  /// JPEG with the given quality, 1…100.
  public static func jpeg(quality: Int, chroma: ChromaSubsampling = .half) -> Formats.JPEG {
    Formats.JPEG(quality: quality, chroma: chroma)
  }
}

private final class JPEGEncoder: FrameEncoder {
  private let format: Formats.JPEG
  private let kernels: Kernels
  private let jpeg = segue_jpeg_encoder_create()
  private var planes: YCbCrPlanes?
  private var output = segue_buffer()

  init(_ format: Formats.JPEG, _ level: SIMDLevel) {
    self.format = format
    kernels = Kernels(level)
  }

  deinit {
    segue_jpeg_encoder_free(jpeg)
    segue_buffer_free(&output)
  }

  func encode(_ frame: any RowSource, on canvas: FrameCanvas, named name: String) throws {
    guard let jpeg else { throw ExportError.outOfMemory(file: name) }
    let dimensions = try segue_dimensions(
      frame.size, most: Formats.JPEG.maxSide, of: Formats.JPEG.self, named: name)
    let isHalved = format.chroma == .half
    let strip = PixelSize(width: frame.size.width, height: isHalved ? 16 : 8)
    var planes = self.planes.take(for: strip) ?? YCbCrPlanes(.jfif, format.chroma, size: strip, step: 8)
    defer { self.planes = planes }
    let profile = format.profile.bytes
    try segue_jpeg_begin(
      jpeg, &output, dimensions, Int32(format.quality), isHalved, profile, profile.count
    ).check(name)
    // Uses the premultiplied colors, which are the picture composited over black.
    try canvas.withStrips(of: frame, height: strip.height) { rows, range in
      planes.convert(rows, range, to: 0, count: strip.height, kernels)
      try planes.withRows { segue_jpeg_add_rows(jpeg, &output, $0, $1) }.check(name)
    }
    try segue_jpeg_end(jpeg, &output).check(name)
  }

  func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
    try output.withBytes(body)
  }
}
