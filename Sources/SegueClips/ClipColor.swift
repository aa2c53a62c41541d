package import SegueFormats
import SeguePixels

/// The color properties of a clip; undeclared properties have assumed values.
package struct ClipColor: Hashable, Sendable {
  package var matrix: ColorMatrixName
  package var isFullRange: Bool
  package var primaries: String
  package var transfer: String
  /// The position of chroma samples in 4:2:0, such as `left`; nil if not declared.
  package var chromaLocation: String?
  /// The names of the properties that the clip does not declare, so that their values are assumed: `matrix`,
  /// `range`.
  package var assumed: [String] = []

  /// Makes the color properties of a clip as stored.
  ///
  /// A clip without color tags is taken as BT.709 if it has at least 720 lines, otherwise as BT.601.
  package init(_ clip: Clip) {
    let picture = clip.probe.picture
    let isHigh = min(picture.size.width, picture.size.height) >= 720 || picture.size.height >= 720
    let isRGB = ["rgb", "bgr", "gbr", "argb", "abgr", "pal8"].contains { picture.pixelFormat.hasPrefix($0) }
    if let matrix = ColorMatrixName(tag: picture.matrix) {
      self.matrix = matrix
    } else {
      matrix = isHigh ? .bt709 : .bt601
      if !isRGB { assumed.append("matrix") }
    }
    // As in ffmpeg, gray without a tag has the full range.
    let isGray = picture.range == nil && picture.pixelFormat.hasPrefix("gray")
    isFullRange = !isRGB && (picture.range == "pc" || picture.pixelFormat.hasPrefix("yuvj") || isGray)
    if picture.range == nil, !picture.pixelFormat.hasPrefix("yuvj"), !isRGB { assumed.append("range") }
    let usual = matrix == .bt601 ? (picture.size.height == 576 ? "bt470bg" : "smpte170m") : "bt709"
    primaries = picture.primaries ?? (matrix == .bt2020 ? "bt2020" : usual)
    transfer = picture.transfer ?? (matrix == .bt601 ? "smpte170m" : "bt709")
    chromaLocation = picture.chromaLocation
  }

  /// Returns the color properties of an HDR clip without tone mapping; nil for an SDR clip.
  package static func hdr(_ clip: Clip) -> ClipColor? {
    guard clip.isHDR else { return nil }
    var color = ClipColor(clip)
    (color.matrix, color.primaries) = (.bt2020, clip.probe.picture.primaries ?? "bt2020")
    return color
  }

  /// Returns the color properties of HDR frames with a layout.
  static func ofHDR(_ layout: PlanarLayout) -> ClipColor {
    var color = ClipColor()
    (color.matrix, color.isFullRange, color.primaries) = (.bt2020, layout.isFullRange, "bt2020")
    color.transfer = layout.hdrTransfer ?? "smpte2084"
    return color
  }

  /// The color properties of BT.709 in limited range.
  package static let bt709 = ClipColor()

  private init() {
    (matrix, isFullRange, primaries, transfer) = (.bt709, false, "bt709", "bt709")
  }

  /// Returns the color tags under ffmpeg's names; 4:2:0 chroma without a declared position is tagged as
  /// `left`.
  package func tags(_ chroma: ChromaSubsampling) -> ColorTags {
    ColorTags(
      matrix: matrix.tag, primaries: primaries, transfer: transfer,
      chromaLocation: chroma == .half ? chromaLocation ?? "left" : nil, isFullRange: isFullRange)
  }
}

extension ColorMatrixName {
  /// Makes the matrix that a tag of ffmpeg names, such as `bt709`; nil for a tag of another matrix.
  init?(tag: String?) {
    switch tag {
    case "bt709": self = .bt709
    case "bt470bg", "smpte170m": self = .bt601
    case "bt2020nc", "bt2020c": self = .bt2020
    default: return nil
    }
  }

  /// ffmpeg's tag for the matrix, such as `bt709`.
  var tag: String {
    switch self {
    case .bt601: "smpte170m"
    case .bt709: "bt709"
    case .bt2020: "bt2020nc"
    }
  }

  /// The name of the matrix in the options of ffmpeg's filter `scale`.
  var scaleName: String {
    switch self {
    case .bt601: "bt601"
    case .bt709: "bt709"
    case .bt2020: "bt2020"
    }
  }
}

extension Clip {
  /// Returns the layout of frames in the clip's color space and size; for an HDR clip, the layout of its
  /// tone-mapped picture.
  package func usualLayout(_ chroma: ChromaSubsampling, bits: Int = 8) -> PlanarLayout {
    let color = outputColor
    return PlanarLayout(
      size: size, chroma: chroma, matrix: color.matrix, isFullRange: color.isFullRange, bits: bits)
  }

  /// The number of bits a sample of planar frames for the clip: 8, or 10 for a clip with more than 8 bits.
  ///
  /// If options or the format ask for 8 bits, frames have 8 bits instead.
  package var keptBits: Int { bitDepth > 8 ? 10 : 8 }

  /// Returns the number of bits a sample with which frames are decoded to RGBA: 16 for clips with more than 8
  /// bits, unless the decoding options ask for 8; otherwise 8.
  func pixelBits(_ execution: Execution) -> Int {
    execution.decoding.depth ?? .sixteen != .eight && bitDepth > 8 ? 16 : 8
  }

  /// The number of bits of a stored sample, according to the name of the pixel format.
  package var bitDepth: Int {
    let name = probe.picture.pixelFormat
    for bits in [9, 10, 12, 14, 16]
    where name.contains("p\(bits)") || name.hasSuffix("\(bits)le") || name.hasSuffix("\(bits)be") {
      return bits
    }
    if ["rgb48", "bgr48", "rgba64", "bgra64"].contains(where: name.hasPrefix) { return 16 }
    return ["p010", "p210", "p410", "x2rgb10", "x2bgr10"].contains(where: name.hasPrefix) ? 10 : 8
  }

  /// The color properties of an SDR output that begins with the clip: BT.709 for an HDR clip, which is
  /// tone-mapped.
  package var outputColor: ClipColor { isHDR ? .bt709 : ClipColor(self) }

  /// The assumed properties of the clip, in words such as `limited range`.
  package var assumptions: [String] {
    let color = ClipColor(self)
    var words = color.assumed.map { name in
      name == "matrix" ? "matrix \(color.matrix.rawValue)" : "\(color.isFullRange ? "full" : "limited") range"
    }
    if !probe.hasTimes { words.append("\(rate.perSecond) frames a second: not every frame has a time stamp") }
    return words
  }
}
