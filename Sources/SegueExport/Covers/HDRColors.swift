package import SeguePixels
import SeguePlatform

/// A source whose frames may have the code values of an HDR transfer function.
package protocol HDRFrames: FrameSource {
  /// ffmpeg's name of the transfer function; nil for SDR.
  var hdrTransfer: String? { get }
}

/// A cover that draws in sRGB colors.
protocol ColoredCover: FrameCover {
  /// Whether the cover and the frames are mixed as stored values or in linear light.
  var light: Light { get }
  /// Makes a copy of the cover with its colors changed by a function, and with another value of `light`.
  func with(colors change: (Pixel) -> Pixel, _ light: Light) -> any FrameCover
}

/// Converts sRGB colors to the code values of an HDR video, with white at 203 nits.
///
/// - Source: ITU-R BT.2100-2, tables 4 and 5; BT.2087-0 for the primaries; BT.2408-7 for the level of white.
package struct HDRColors {
  private let isHLG: Bool

  /// Makes the conversion to the transfer function that ffmpeg calls `transfer`; nil if `transfer` is nil, as
  /// for SDR.
  package init?(_ transfer: String?) {
    guard let transfer else { return nil }
    isHLG = transfer == "arib-std-b67"
  }

  /// Returns the code values of a color; alpha is unchanged.
  package func coded(_ color: Pixel) -> Pixel {
    guard color.alpha > 0 else { return color }
    let alpha = Double(color.alpha)
    func light(_ level: UInt8) -> Double {
      let value = min(1, Double(level) / alpha)
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let (red, green, blue) = (light(color.red), light(color.green), light(color.blue))
    func level(_ light: Double) -> UInt8 { UInt8((max(0, min(1, coded(light))) * alpha).rounded()) }
    return Pixel(
      red: level(0.6274 * red + 0.3293 * green + 0.0433 * blue),
      green: level(0.0691 * red + 0.9195 * green + 0.0114 * blue),
      blue: level(0.0164 * red + 0.0880 * green + 0.8956 * blue), alpha: color.alpha)
  }

  /// Returns the code value 0…1 of a linear channel value, where 1 is white.
  private func coded(_ light: Double) -> Double {
    if isHLG {
      // With this factor, white has the code value 0.75.
      let scene = 0.2650 * light
      let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
      return scene <= 1.0 / 12 ? (3 * scene).squareRoot() : a * log(12 * scene - b) + c
    }
    let power = pow(203.0 / 10_000 * light, 0.1593017578125)
    return pow((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375)
  }
}
