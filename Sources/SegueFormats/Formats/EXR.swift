// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SeguePlatform
public import SeguePixels
public import SegueRendering

extension Formats {
  /// OpenEXR: linear light in premultiplied floats of 16 or 32 bits; files are written without compression,
  /// and decoded by ffmpeg.
  ///
  ///     let bytes = try photo.encoded(as: Formats.EXR())
  ///
  /// Pixels are converted to linear light by the curve of sRGB, which is continued above 1.
  ///
  /// - Source: openexr.com, "OpenEXR File Layout".
  public struct EXR: ImageFormat, StoredFormat, DeepFormat, Hashable {
    /// The depth: `half` or `float`.
    public var depth = EncodedDepth.half

    /// Makes the format with floats of 16 bits.
    public init() {}

    /// Makes the format with a depth.
    public init(depth: EncodedDepth) { self.depth = depth }

    public static let name = "exr"
    public static let title = "OpenEXR"
    public static let extensions = ["exr"]
    public static let mediaTypes = ["image/x-exr"]
    public static let summary = "OpenEXR: linear light in floats, not compressed; read by ffmpeg."
    public static let isForViewers = false
    public static let depths = [EncodedDepth.half, .float]
    public static let parameters: [NamedParameter<EXR>] = [.depth(\.depth)]

    public static func matches(_ start: Span<UInt8>) -> Bool {
      start.count > 4
        && [0x76, 0x2f, 0x31, 0x01, 2].enumerated().allSatisfy { start[$0.offset] == $0.element }
    }

    /// Reads the properties of a file from its header; does not run ffmpeg.
    public static func info(
      of bytes: [UInt8], named name: String, options: DecodeOptions
    ) throws(ImageError) -> ImageInfo {
      var info = try Others.info(of: bytes, named: name, options: options)
      info = ImageInfo(
        Self.self, size: info.size, orientation: info.orientation, hasAlpha: info.hasAlpha, depth: info.depth)
      return info
    }

    static func read(
      _ bytes: [UInt8], named name: String, options: DecodeOptions
    ) throws(ImageError) -> StoredPicture {
      try Others.read(bytes, named: name, options: options)
    }

    public func makeEncoder(level: SIMDLevel) -> any FrameEncoder {
      let areHalves = depth != .float
      return PlainEncoder(.float, level) { frame, _ in Self.file(of: frame, areHalves: areHalves) }
    }

    /// Returns the bytes of a file with uncompressed scan lines.
    private static func file(of frame: DeepFrame, areHalves: Bool) -> [UInt8] {
      let size = frame.size
      // The format requires channels in alphabetical order.
      let channels: [(name: String, index: Int)] =
        (frame.isOpaque ? [] : [("A", 3)]) + [("B", 2), ("G", 1), ("R", 0)]
      var bytes: [UInt8] = [0x76, 0x2f, 0x31, 0x01, 2, 0, 0, 0]
      func attribute(_ name: String, _ type: String, _ value: [UInt8]) {
        bytes += Array(name.utf8) + [0] + Array(type.utf8) + [0]
        bytes.append(little: Int32(value.count))
        bytes += value
      }
      var list: [UInt8] = []
      for channel in channels {
        list += Array(channel.name.utf8) + [0]
        list.append(little: Int32(areHalves ? 1 : 2))
        list += [0, 0, 0, 0]
        list.append(little: Int32(1))
        list.append(little: Int32(1))
      }
      attribute("channels", "chlist", list + [0])
      attribute("compression", "compression", [0])
      var window: [UInt8] = []
      for side in [0, 0, size.width - 1, size.height - 1] { window.append(little: Int32(side)) }
      attribute("dataWindow", "box2i", window)
      attribute("displayWindow", "box2i", window)
      attribute("lineOrder", "lineOrder", [0])
      var (one, zeros) = ([UInt8](), [UInt8]())
      one.append(little: Float(1).bitPattern)
      zeros.append(little: UInt64(0))
      attribute("pixelAspectRatio", "float", one)
      attribute("screenWindowCenter", "v2f", zeros)
      attribute("screenWindowWidth", "float", one)
      bytes.append(0)
      let rowBytes = channels.count * size.width * (areHalves ? 2 : 4)
      let first = bytes.count + 8 * size.height
      for y in 0..<size.height { bytes.append(little: UInt64(first + y * (8 + rowBytes))) }
      let curve = LightCurve()
      var light = [Float](repeating: 0, count: 4 * size.width)
      var halves = [UInt16](repeating: 0, count: areHalves ? size.width : 0)
      return frame.rows(from: bytes) { bytes, y in
        bytes.append(little: Int32(y))
        bytes.append(little: Int32(rowBytes))
        let row = frame.floats(y)
        for pixel in 0..<size.width {
          let alpha = row[4 * pixel + 3]
          for channel in 0..<3 {
            let sample = row[4 * pixel + channel]
            light[4 * pixel + channel] = alpha > 0 ? curve.light(of: sample / alpha) * alpha : sample
          }
          light[4 * pixel + 3] = alpha
        }
        for channel in channels {
          if areHalves {
            for pixel in 0..<size.width { halves[pixel] = light[4 * pixel + channel.index].halfBits }
            halves.withUnsafeBytes { bytes.append(contentsOf: $0) }
          } else {
            for pixel in 0..<size.width { bytes.append(little: light[4 * pixel + channel.index].bitPattern) }
          }
        }
      }
    }
  }
}

/// The transfer curve of sRGB, between encoded values and linear light, continued above 1 and,
/// point-symmetrically, below 0.
struct LightCurve {
  /// Converts an sRGB-encoded value to linear light.
  func light(of sample: Float) -> Float {
    let value = abs(sample)
    let light = value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
    return sample < 0 ? -light : light
  }

  /// Converts linear light to an sRGB-encoded value.
  func sample(of light: Float) -> Float {
    let value = abs(light)
    let sample = value <= 0.0031308 ? value * 12.92 : 1.055 * powf(value, 1 / 2.4) - 0.055
    return light < 0 ? -sample : sample
  }
}

extension Float {
  /// The bits of the nearest finite 16-bit float.
  fileprivate var halfBits: UInt16 { FloatKernels.half(of: Swift.min(Swift.max(self, -65504), 65504)) }
}
