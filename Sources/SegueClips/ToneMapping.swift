import SeguePlatform

/// The conversion of HDR to SDR: the curve of BT.2390 for each channel, and the gamut of BT.709.
///
/// SDR white is at 203 nits. Luminances below a limit are unchanged (below 88 nits for a peak of 1000 nits).
/// A shoulder compresses higher luminances, up to the peak of the clip, to the range below white. Output has
/// the transfer function of BT.1886.
///
/// - Source: ITU-R BT.2390-10, section 5.4.1 (the curve), BT.2408-7 (203 nits), SMPTE ST 2084 (PQ).
struct ToneMapping: Hashable {
  /// The luminance of SDR white in nits.
  static let white = 203.0

  /// The maximum luminance of the clip in nits.
  let peak: Double

  /// Makes the conversion of a clip; its peak luminance is the declared maximum of the mastering display for
  /// PQ, otherwise 1000 nits.
  init(_ clip: Clip) {
    let declared = clip.probe.picture.transfer == "smpte2084" ? clip.masteringDisplay?.peak : nil
    self.init(peak: declared ?? 1000)
  }

  init(peak: Double) { self.peak = max(Self.white, min(peak, 10_000)) }

  /// Returns the PQ code value, 0…1, of a luminance in nits.
  static func pq(_ nits: Double) -> Double {
    let power = pow(nits / 10_000, 2610.0 / 16384)
    return pow((3424.0 / 4096 + 2413.0 / 128 * power) / (1 + 2392.0 / 128 * power), 2523.0 / 32)
  }

  /// Returns the filters of ffmpeg that convert a clip's samples to BT.709 with 8 or 10 bits, limited range,
  /// 4:4:4.
  func filters(from transfer: String, isFullRange: Bool, bits: Int) -> [String] {
    let range = isFullRange ? "full" : "limited"
    let curve = expression
    return [
      "zscale=min=2020_ncl:pin=2020:tin=\(transfer):rin=\(range):t=smpte2084:m=gbr:r=full:npl=203",
      "format=gbrp16le", "lutrgb=r='\(curve)':g='\(curve)':b='\(curve)'",
      "zscale=min=gbr:pin=2020:tin=smpte2084:rin=full:t=709:p=709:m=709:r=limited:npl=203",
      bits > 8 ? "format=yuv444p10le" : "format=yuv444p",
    ]
  }

  /// The curve as an expression of ffmpeg, for PQ code values 0…65535.
  ///
  /// `lutrgb` evaluates the expression once for each code value. The constant 65535 replaces `maxval` of
  /// `lutrgb`, which is 65280 in ffmpeg 5.1.
  private var expression: String {
    func text(_ number: Double) -> String { "\((number * 1e9).rounded() / 1e9)" }
    let top = Self.pq(peak)
    let largest = Self.pq(Self.white) / top
    let knee = 1.5 * largest - 0.5
    guard knee < 1 else { return "val" }
    let code = "min(val/65535/\(text(top)),1)"
    let part = "((\(code)-\(text(knee)))/\(text(1 - knee)))"
    let shoulder =
      "st(0,\(part));(2*ld(0)^3-3*ld(0)^2+1)*\(text(knee))+(ld(0)^3-2*ld(0)^2+ld(0))*\(text(1 - knee))"
      + "+(3*ld(0)^2-2*ld(0)^3)*\(text(largest))"
    return "65535*\(text(top))*if(lt(\(code),\(text(knee))),\(code),\(shoulder))"
  }
}
