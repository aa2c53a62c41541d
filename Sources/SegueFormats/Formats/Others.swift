// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import CSegueCodecs
import SegueErrors
import SegueFiles
public import SeguePixels
public import SegueRendering

extension Formats {
  /// Formats that the user's ffmpeg decodes, if it is installed: PSD, JPEG XL, JPEG 2000 and others.
  ///
  /// ffmpeg is run only if the decoding options allow it:
  ///
  ///     let photo = try Bitmap(contentsOf: "photo.psd", options: DecodeOptions(programs: true))
  public struct Others: StoredFormat, Hashable {
    /// Makes the format, which has no options.
    public init() {}

    public static let name = "others"
    public static let extensions = ForeignFormat.own.flatMap(\.extensions)
    public static let mediaTypes = ForeignFormat.own.flatMap(\.mediaTypes)
    public static let title = "others that ffmpeg reads"
    public static let summary =
      "\(ForeignFormat.own.map(\.name).joined(separator: ", ")): read by ffmpeg, not written."
    public static let parameters: [NamedParameter<Others>] = []
    public static let unavailable: String? =
      "files of this kind are read, not written; png has the same pixels"

    /// The time limit for decoding one picture, in seconds.
    private static let patience = 120.0

    public static func matches(_ start: Span<UInt8>) -> Bool {
      ForeignFormat(start).map { !$0.isLight } ?? false
    }

    /// Reads the properties of a file from its header; does not run ffmpeg.
    public static func info(
      of bytes: [UInt8], named name: String, options: DecodeOptions
    ) throws(ImageError) -> ImageInfo {
      guard let format = ForeignFormat(bytes.span) else { throw .notAnImage(file: name) }
      let header = try ForeignHeader(bytes, demuxer: format.demuxer, named: name)
      var info = ImageInfo(
        Self.self, size: header.size, orientation: header.orientation, hasAlpha: header.hasAlpha,
        depth: header.depth)
      info.mediaType = format.mediaTypes.first
      return info
    }

    /// Decodes the first picture with ffmpeg, in 8 or 16 bits a sample; OpenEXR also in floats.
    ///
    /// ffmpeg receives the bytes and the name of the format, but no file name, so that it opens no other
    /// file. Any message of ffmpeg is an error, even if ffmpeg goes on decoding.
    static func read(
      _ bytes: [UInt8], named name: String, options: DecodeOptions
    ) throws(ImageError) -> StoredPicture {
      guard let format = ForeignFormat(bytes.span) else { throw .notAnImage(file: name) }
      guard options.programs else {
        throw .unsupported(
          file: name,
          detail: "\(format.title) image, which ffmpeg reads; DecodeOptions(programs: true) starts it")
      }
      let light = format.isLight ? try OpenEXR(bytes, named: name) : nil
      try light?.size.checkDecodable(named: name, options)
      try format.check(bytes, named: name)
      let colors = try FileColors(foreign: bytes, demuxer: format.demuxer, named: name)
      // The maximum size of ffmpeg's output in bytes: 4 samples a pixel, each of 2 bytes, or of 4 bytes for
      // linear light. `limit` adds 4096 bytes for a header.
      let (most, overflow) = max(0, options.maxPixels)
        .multipliedReportingOverflow(by: format.isLight ? 16 : 8)
      let output: ProgramOutput
      do throws(ProgramError) {
        output = try runProgram(
          format.command(bytes.count, options), input: light?.bytes ?? bytes,
          limit: overflow ? .max - 1 : min(most, 1 << 60) + 4096,
          seconds: patience)
      } catch {
        switch error {
        case .missing:
          throw .unsupported(
            file: name,
            detail: "\(format.title) image, which needs ffmpeg; "
              + "install it (Debian: apt-get install ffmpeg)")
        case .notStarted(let reason):
          throw .unsupported(file: name, detail: "ffmpeg cannot be started: \(reason)")
        case .tooMuch:
          throw .damaged(file: name, detail: "ffmpeg makes more of it than an image within the limit")
        case .tooLong:
          throw .damaged(file: name, detail: "ffmpeg has not read it in \(Int(patience)) seconds")
        }
      }
      guard output.isSuccess, output.complaint.isEmpty else {
        throw format.error(output.complaint, named: name, options)
      }
      do throws(ImageError) {
        if light != nil { try options.checkDepth(of: name) }
        if let light {
          if !light.hasPrimariesOfSRGB, options.color == .convert {
            options.warn?("\(name): its primaries are not converted, but taken as those of sRGB")
          }
          return options.depth ?? .float == .eight
            ? try light.encode(output.bytes, named: name)
            : try light.encodeFloats(output.bytes, named: name)
        }
        let picture = try PNM.read(output.bytes, named: name, options: options)
        let isGray = try PNMReader(output.bytes, named: name, options: options).channels < 3
        try picture.convert(
          colors.conversion(of: isGray ? SEGUE_GRAY : SEGUE_RGB, named: name, options), named: name)
        return picture
      } catch {
        switch error.code {
        case .imageTooLarge, .imageOutOfMemory, .imageUnsupported: throw error
        default: throw .damaged(file: name, detail: "ffmpeg makes no picture of it")
        }
      }
    }
  }
}

/// A format that ffmpeg decodes from a pipe.
private struct ForeignFormat {
  /// The name of the format in sentences, with its article, such as `an XWD`.
  let title: String
  let extensions: [String]
  let mediaTypes: [String]
  /// The name of the demuxer in ffmpeg.
  let demuxer: String
  /// The possible first bytes of files; nil stands for any byte.
  let signatures: [[UInt8?]]

  init(
    _ title: String, _ extensions: [String], _ mediaTypes: [String], _ demuxer: String,
    _ signatures: [UInt8?]...
  ) {
    (self.title, self.extensions, self.mediaTypes) = (title, extensions, mediaTypes)
    (self.demuxer, self.signatures) = (demuxer, signatures)
  }

  /// The formats that ffmpeg 5.1 decodes from files written by ImageMagick or ffmpeg.
  static let all = [
    ForeignFormat(
      "a JPEG XL", ["jxl"], ["image/jxl"], "jpegxl_pipe", [0xff, 0x0a],
      [0, 0, 0, 12] + text("JXL ") + [13, 10, 0x87, 10]),
    ForeignFormat(
      "a JPEG 2000", ["jp2", "j2k", "jpf", "j2c"], ["image/jp2", "image/j2c", "image/jpx"], "j2k_pipe",
      [0xff, 0x4f, 0xff, 0x51],
      [0, 0, 0, 12] + text("jP  ") + [13, 10, 0x87, 10]),
    ForeignFormat("a PSD", ["psd"], ["image/vnd.adobe.photoshop"], "psd_pipe", text("8BPS") + [0, 1]),
    ForeignFormat("a DDS", ["dds"], ["image/x-dds"], "dds_pipe", text("DDS ") + [124, 0, 0, 0]),
    ForeignFormat("an OpenEXR", ["exr"], ["image/x-exr"], "exr_pipe", [0x76, 0x2f, 0x31, 0x01, 2]),
    ForeignFormat("a DPX", ["dpx"], ["image/dpx"], "dpx_pipe", text("SDPX"), text("XPDS")),
    ForeignFormat(
      "a Sun raster", ["ras", "sun"], ["image/x-sun-raster"], "sunrast_pipe", [0x59, 0xa6, 0x6a, 0x95]),
    ForeignFormat(
      "an SGI", ["sgi"], ["image/x-sgi"], "sgi_pipe", [1, 0xda, 0, 1], [1, 0xda, 0, 2], [1, 0xda, 1, 1],
      [1, 0xda, 1, 2]),
    ForeignFormat(
      "a PCX", ["pcx"], ["image/vnd.zbrush.pcx"], "pcx_pipe", [10, 5, 1, 1], [10, 5, 1, 2], [10, 5, 1, 4],
      [10, 5, 1, 8],
      [10, 3, 1, 1],
      [10, 2, 1, 1], [10, 2, 1, 4]),
    ForeignFormat(
      "an XWD", ["xwd"], ["image/x-xwindowdump"], "xwd_pipe",
      [0, 0, nil, nil, 0, 0, 0, 7, 0, 0, 0, nil, 0, 0, 0, nil]),
    ForeignFormat("an XPM", ["xpm"], ["image/x-xpixmap"], "xpm_pipe", text("/* XPM */")),
    ForeignFormat("a FITS", ["fits", "fit"], ["image/fits"], "fits", text("SIMPLE  =")),
  ]

  private static func text(_ text: String) -> [UInt8?] { text.utf8.map { $0 } }

  /// The formats for which `Formats` has no separate type.
  static let own = all.filter { !$0.isLight }

  /// Whether samples are in linear light, which ffmpeg passes on without conversion.
  var isLight: Bool { demuxer == "exr_pipe" }

  /// The name of the format in lists, without the article.
  var name: Substring { title.drop { $0 != " " }.dropFirst() }

  /// Finds the format that the first bytes of a file identify; nil if no format matches.
  init?(_ start: Span<UInt8>) {
    let start = start.indices.prefix(16).map { start[$0] }
    let found = Self.all.first { format in
      format.signatures.contains { signature in
        signature.count <= start.count && zip(signature, start).allSatisfy { $0 == nil || $0 == $1 }
      }
    }
    guard let found else { return nil }
    self = found
  }

  /// Throws for a truncated Sun raster file, whose missing pixels ffmpeg would invent without a message.
  ///
  /// Truncated OpenEXR files are found by `OpenEXR`, and truncated files of other formats by ffmpeg.
  func check(_ bytes: [UInt8], named name: String) throws(ImageError) {
    guard demuxer == "sunrast_pipe" else { return }
    var header = FileReader(bytes, named: name, from: 16)
    let count = try header.big32()
    _ = try header.big32()
    _ = try header.big32()
    let palette = try header.big32()
    guard header.left >= count + palette else {
      throw .truncated(
        file: name, detail: "\(counted(count + palette, "byte")) behind the header, and \(there(header.left))"
      )
    }
  }

  /// Returns the command line that decodes a file of `count` bytes to PAM, or to planes of floats for linear
  /// light.
  func command(_ count: Int, _ options: DecodeOptions) -> [String] {
    [
      "ffmpeg", "-nostdin", "-hide_banner", "-v", "error", "-xerror", "-err_detect", "explode", "-threads",
      "1",
    ]
      + ["-max_pixels", "\(max(1, min(options.maxPixels, Int(Int32.max))))", "-protocol_whitelist", "pipe"]
      // Without `-frame_size`, ffmpeg splits formats that have no parser into pieces of 4096 bytes.
      + (demuxer.hasSuffix("_pipe") ? ["-frame_size", "\(count)"] : [])
      + ["-f", demuxer, "-i", "pipe:0", "-map", "0:v:0", "-frames:v", "1"]
      + (isLight
        ? ["-c:v", "rawvideo", "-f", "rawvideo"]
        : [
          "-sws_flags", "accurate_rnd+full_chroma_int+full_chroma_inp", "-c:v", "pam", "-f", "image2pipe",
        ]) + ["pipe:1"]
  }

  /// Makes an error from the first line of ffmpeg's messages, without the prefix that names a component of
  /// ffmpeg.
  func error(_ complaint: String, named name: String, _ options: DecodeOptions) -> ImageError {
    let line = complaint.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    // Recognizes ffmpeg's message for a picture above `-max_pixels`: "Picture size 30000x20000 exceeds".
    let words = complaint.split(whereSeparator: \.isWhitespace)
    for (start, size) in zip(words, words.dropFirst(2)) where start == "Picture" {
      let sides = size.split(separator: "x").compactMap { Int($0) }
      if sides.count == 2 {
        return .tooLarge(
          file: name, size: PixelSize(width: sides[0], height: sides[1]), limit: options.maxPixels)
      }
    }
    if line.contains("Unknown input format") {
      return .unsupported(
        file: name, detail: "\(title) image, which the installed ffmpeg does not read")
    }
    let said = withoutComponents(line)
    return .damaged(file: name, detail: said.isEmpty ? "ffmpeg does not decode it" : "ffmpeg: \(said)")
  }
}

/// Removes the names of ffmpeg's components, such as `[png @ 0x55d0c0] `, from a message.
private func withoutComponents(_ line: String) -> String {
  var (rest, result) = (line[...], "")
  while let start = rest.firstIndex(of: "[") {
    result += rest[..<start]
    rest = rest[start...]
    let end = rest.firstIndex(of: "]") ?? rest.endIndex
    if rest[..<end].contains(" @ 0x") && rest[end...].hasPrefix("] ") {
      rest = rest[end...].dropFirst(2)
    } else {
      result.append(rest.removeFirst())
    }
  }
  return result + rest
}
