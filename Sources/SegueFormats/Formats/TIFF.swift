// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import CSegueCodecs
public import SeguePixels
public import SegueRendering

extension Formats {
  /// TIFF files with up to 16 bits a sample, or floats, in strips or tiles; libtiff decodes any picture of a
  /// file.
  ///
  /// The encoder writes files without compression, with 8 or 16 bits a sample and straight alpha, or with
  /// floats and premultiplied alpha.
  ///
  ///     let third = try Bitmap(contentsOf: "scans.tif[2]")
  public struct TIFF: StoredFormat, ImageFormat, DeepFormat, Hashable {
    /// The depth of written files.
    public var depth = EncodedDepth.auto

    /// Makes the format with the depth `auto`.
    public init() {}

    public static let name = "tiff"
    public static let title = "TIFF"
    public static let extensions = ["tif", "tiff"]
    public static let mediaTypes = ["image/tiff"]
    public static let summary =
      "TIFF files, 8 or 16 bits or floats, not compressed; file.tif[2] is the third picture of a file."
    public static let isForViewers = false
    public static let depths = [EncodedDepth.auto, .eight, .sixteen, .float]
    public static let parameters: [NamedParameter<TIFF>] = [.depth(\.depth)]

    public func makeEncoder(level: SIMDLevel) -> any FrameEncoder {
      DepthChoosingEncoder(self) {
        PlainEncoder(.sixteen, level) { frame, _ in TIFFFile(frame, bits: 8).bytes }
      } deep: { depth in
        depth == .sixteen
          ? PlainEncoder(.sixteen, level) { frame, _ in TIFFFile(frame, bits: 16).bytes }
          : PlainEncoder(.float, level) { frame, _ in TIFFFile(frame, bits: 32).bytes }
      }
    }

    /// Inserts XMP and the resolution; EXIF is left out.
    public func adding(
      _ metadata: Metadata, to file: [UInt8], named name: String, warn: (String) -> Void
    ) -> [UInt8] {
      TIFFFile.adding(metadata, to: file)
    }

    public static func matches(_ start: Span<UInt8>) -> Bool {
      guard start.count >= 4 else { return false }
      let (first, second, low, high) = (start[0], start[1], start[2], start[3])
      // The version number in the file's byte order: 42 for TIFF, 43 for BigTIFF (above 4 GiB).
      return first == second
        && (first == UInt8(ascii: "I") && high == 0 && (42...43).contains(low)
          || first == UInt8(ascii: "M") && low == 0 && (42...43).contains(high))
    }

    static var hasPages: Bool { true }

    /// Reads XMP and the resolution.
    public static func metadata(
      of bytes: [UInt8], named name: String, options: DecodeOptions
    ) throws(ImageError) -> Metadata {
      try opened(bytes, named: name, options) { (file, picture) throws(ImageError) in
        var stored = stored(file, picture, bytes)
        var (across, down) = (0.0, 0.0)
        if segue_tiff_resolution(file, &across, &down) {
          stored.resolution = Metadata.Resolution(across, down)
        }
        return stored.upright(named: name, options)
      }
    }

    /// Returns the orientation and XMP of an opened picture.
    ///
    /// The orientation is read from the TIFF directory without libtiff, which ignores an orientation whose
    /// type is not SHORT.
    private static func stored(
      _ file: OpaquePointer?, _ picture: segue_picture, _ bytes: [UInt8]
    ) -> StoredMetadata {
      var stored = StoredMetadata()
      if let structure = TIFFStructure(bytes[...]) {
        stored.own = StoredOrientation(in: structure, at: Int(segue_tiff_directory(file)))
      } else {
        stored.own = .turned(Int(picture.orientation))
      }
      var count = 0
      if let xmp = segue_tiff_xmp(file, &count) {
        // Takes one byte more than the limit, to detect XMP above the limit.
        let most = min(count, StoredMetadata.maxBytes + 1)
        stored.xmp = Array(UnsafeBufferPointer(start: xmp, count: most))[...]
      }
      return stored
    }

    /// Reads the header of the selected picture, and only the positions of the other pictures.
    public static func info(
      of bytes: [UInt8], named name: String, options: DecodeOptions
    ) throws(ImageError) -> ImageInfo {
      try opened(bytes, named: name, options) { (file, picture) throws(ImageError) in
        var picture = picture
        picture.orientation = Int32(stored(file, picture, bytes).orientation)
        picture.count = UInt32(pageCount(bytes))
        return ImageInfo(Self.self, picture)
      }
    }

    /// Counts the directories in the chain that begins with the first directory; a damaged directory or a
    /// cycle ends the chain.
    private static func pageCount(_ bytes: [UInt8]) -> Int {
      func integer(_ place: Int, _ count: Int) -> Int? {
        guard place >= 0, place <= bytes.count - count else { return nil }
        let part = bytes[place..<place + count]
        let isLittle = bytes[0] == UInt8(ascii: "I")
        let ordered = isLittle ? Array(part.reversed()) : Array(part)
        return ordered.reduce(0) { $0 << 8 | Int($1) }
      }
      // BigTIFF has offsets and counts of 8 bytes.
      let isBig = bytes[2] == 43 || bytes[3] == 43
      let (width, countWidth, entryWidth) = isBig ? (8, 8, 20) : (4, 2, 12)
      var places: Set<Int> = []
      var next = integer(isBig ? 8 : 4, width)
      while let place = next, place > 0, let count = integer(place, countWidth), count > 0,
        count <= bytes.count, places.insert(place).inserted
      { next = integer(place + countWidth + entryWidth * count, width) }
      return max(1, places.count)
    }

    static func read(
      _ bytes: [UInt8], named name: String, options: DecodeOptions
    ) throws(ImageError) -> StoredPicture {
      try opened(bytes, named: name, options) { (file, picture) throws(ImageError) in
        var count = 0
        let colors = segue_tiff_profile(file, &count)
          .map { FileColors.profile(Array(UnsafeBufferPointer(start: $0, count: count))) }
        var picture = picture
        picture.orientation = Int32(stored(file, picture, bytes).orientation)
        // For the first picture, the file itself is read as EXIF, since both are TIFF structures.
        let exif = options.page == 0 ? bytes[...] : nil
        let said = picture.channels == SEGUE_LAB ? .lab : colors ?? .unsaid.orColors(ofExif: exif)
        return try StoredPicture(picture, said, named: name, options) {
          segue_tiff_decode(file, $0, $1)
        }
      }
    }

    /// Opens the picture that the options select, and passes it to `body`.
    private static func opened<Value>(
      _ bytes: [UInt8], named name: String, _ options: DecodeOptions,
      _ body: (OpaquePointer?, segue_picture) throws(ImageError) -> Value
    ) throws(ImageError) -> Value {
      try bytes.withBytes { (data) throws(ImageError) in
        var file: OpaquePointer?
        var picture = segue_picture()
        let result = segue_tiff_open(&file, data.baseAddress, data.count, options.page, &picture)
        try picture.checkPage(options, result, named: name)
        defer { segue_tiff_close(file) }
        return try body(file, picture)
      }
    }
  }
}
