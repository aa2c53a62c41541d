import CSegueCodecs
import SeguePixels

/// The color space that a file declares.
enum FileColors {
  /// No color space; sRGB is assumed.
  case unsaid
  /// sRGB.
  case srgb
  /// An ICC profile.
  case profile([UInt8])
  /// The chromaticities of the primaries and the white point, and a transfer function.
  case lights(segue_chromaticities, segue_transfer)
  /// CIELAB samples.
  case lab
  /// A color space that cannot be converted, with a short name for it.
  case unknown(String)
  /// A damaged declaration, with a short name for the damaged part.
  case broken(String)
}

extension segue_chromaticities {
  /// Makes chromaticities from x and y of white, red, green and blue.
  init(
    white: (Double, Double), red: (Double, Double), green: (Double, Double), blue: (Double, Double)
  ) {
    self.init(x: (white.0, red.0, green.0, blue.0), y: (white.1, red.1, green.1, blue.1))
  }

  private static let d65 = (0.3127, 0.3290)

  /// The primaries of sRGB and BT.709.
  static let bt709 = segue_chromaticities(
    white: d65, red: (0.64, 0.33), green: (0.30, 0.60), blue: (0.15, 0.06))

  /// The primaries of Adobe RGB (1998).
  static let adobeRGB = segue_chromaticities(
    white: d65, red: (0.64, 0.33), green: (0.21, 0.71), blue: (0.15, 0.06))

  /// Makes the primaries for a code in table 2 of ITU-T H.273; nil if the code is reserved or unspecified.
  init?(code: UInt8) {
    let white = Self.d65
    switch code {
    case 1: self = .bt709
    case 4:
      self.init(white: (0.310, 0.316), red: (0.67, 0.33), green: (0.21, 0.71), blue: (0.14, 0.08))
    case 5: self.init(white: white, red: (0.64, 0.33), green: (0.29, 0.60), blue: (0.15, 0.06))
    case 6, 7: self.init(white: white, red: (0.630, 0.340), green: (0.310, 0.595), blue: (0.155, 0.070))
    case 8:
      self.init(
        white: (0.310, 0.316), red: (0.681, 0.319), green: (0.243, 0.692), blue: (0.145, 0.049))
    case 9: self.init(white: white, red: (0.708, 0.292), green: (0.170, 0.797), blue: (0.131, 0.046))
    case 11:
      self.init(
        white: (0.314, 0.351), red: (0.680, 0.320), green: (0.265, 0.690), blue: (0.150, 0.060))
    case 12: self.init(white: white, red: (0.680, 0.320), green: (0.265, 0.690), blue: (0.150, 0.060))
    case 22: self.init(white: white, red: (0.630, 0.340), green: (0.295, 0.605), blue: (0.155, 0.077))
    default: return nil
    }
  }
}

extension segue_transfer {
  /// Makes a power function: linear light is the sample to the power of `gamma`.
  init(gamma: Double) { self.init(exponent: gamma, scale: 1, offset: 0, slope: 0, end: 0, hdr: SEGUE_SDR) }

  /// Makes an HDR transfer function.
  init(_ hdr: segue_hdr) { self.init(exponent: 1, scale: 1, offset: 0, slope: 0, end: 0, hdr: hdr) }

  /// The name of an HDR transfer function; nil for SDR.
  var hdrName: String? { hdr == SEGUE_SDR ? nil : hdr == SEGUE_HDR_PQ ? "PQ" : "HLG" }

  /// The transfer function of sRGB.
  static let srgb = segue_transfer(
    exponent: 2.4, scale: 1 / 1.055, offset: 0.055 / 1.055, slope: 1 / 12.92, end: 0.04045,
    hdr: SEGUE_SDR)

  /// Makes the transfer function for a code in table 3 of ITU-T H.273; nil for reserved and rare codes.
  init?(code: UInt8) {
    switch code {
    case 1, 6, 14, 15:
      self.init(
        exponent: 1 / 0.45, scale: 1 / 1.099, offset: 0.099 / 1.099, slope: 1 / 4.5, end: 0.081,
        hdr: SEGUE_SDR)
    case 4: self.init(gamma: 2.2)
    case 5: self.init(gamma: 2.8)
    case 8: self.init(gamma: 1)
    case 13: self = .srgb
    case 16: self.init(SEGUE_HDR_PQ)
    case 18: self.init(SEGUE_HDR_HLG)
    default: return nil
    }
  }
}

extension FileColors {
  /// Makes a color space from the codes of ITU-T H.273 in PNG's cICP chunk, AVIF and HEIC; code 2 is
  /// unspecified.
  init(primaries: UInt8, transfer: UInt8) {
    guard (primaries, transfer) != (2, 2) else {
      self = .unsaid
      return
    }
    // If the primaries are unspecified, HDR has the primaries of BT.2020.
    let isHDR = transfer == 16 || transfer == 18
    guard let lights = segue_chromaticities(code: primaries != 2 ? primaries : isHDR ? 9 : 1) else {
      self = .unknown("primaries number \(primaries)")
      return
    }
    guard let curve = segue_transfer(code: transfer == 2 ? 13 : transfer) else {
      self = .unknown("transfer number \(transfer)")
      return
    }
    self = .lights(lights, curve)
  }
}

extension FileColors {
  /// Returns Adobe RGB (1998) if the file declares no color space, but its EXIF declares Adobe RGB: by
  /// interoperability index R03 or, as in some cameras, by color space 2.
  ///
  /// Otherwise returns this color space.
  ///
  /// - Source: DCF 2.0, 3.2; Exif 2.32, 4.6.5 B and 4.6.8 A; Adobe RGB (1998) Color Image Encoding, 4.3.
  func orColors(ofExif bytes: ArraySlice<UInt8>?) -> FileColors {
    guard case .unsaid = self, let bytes, let exif = TIFFStructure(bytes), let first = exif.first else {
      return self
    }
    func number(_ tag: Int, _ directory: Int) -> Int? {
      exif.entry(tagged: tag, at: directory).flatMap { exif.firstInteger(ofEntryAt: $0.place) }
    }
    guard let exposure = number(0x8769, first), let space = number(0xa001, exposure) else { return self }
    let rules = number(0xa005, exposure).flatMap { exif.entry(tagged: 1, at: $0) }
    let isR03 = rules.map { $0.count == 4 && exif.bytes[$0.place...].dropFirst(8).starts(with: "R03".utf8) }
    guard space == 2 || space == 0xffff && isR03 == true else { return self }
    return .lights(.adobeRGB, segue_transfer(gamma: 563.0 / 256))
  }

  /// Makes the conversion to sRGB; nil if no conversion is needed or wanted, or, after a warning, if the
  /// conversion is not possible.
  func conversion(
    of channels: segue_channels, named name: String, _ options: DecodeOptions
  ) throws(ImageError) -> ColorConversion? {
    if case .lab = self {} else if options.color == .ignore { return nil }
    var pointer: OpaquePointer?
    let result: segue_result
    switch self {
    case .unsaid, .srgb: return nil
    // Chromaticities do not apply to CMYK.
    case .lights where channels == SEGUE_CMYK: return nil
    case .unknown(let what):
      options.warn?("\(name): \(what) is not converted; its colors are taken as sRGB")
      return nil
    case .broken(let what):
      options.warn?("\(name): \(what) is damaged; its colors are taken as sRGB")
      return nil
    case .profile(let profile):
      // Without Little CMS, skips sRGB profiles without a warning, since most photographs embed such a
      // profile.
      if !segue_has_lcms() && profile.saysSRGB { return nil }
      result = segue_conversion_of_profile(&pointer, profile, profile.count, channels)
    case .lab: result = segue_conversion_of_lab(&pointer)
    case .lights(let chromaticities, let transfer):
      result = segue_conversion_of_chromaticities(&pointer, chromaticities, transfer)
    }
    switch result.status {
    case SEGUE_OK:
      if case .lights(_, let transfer) = self, let hdr = transfer.hdrName {
        options.warn?("\(name): HDR (\(hdr)) is converted to SDR by the curve of BT.2390, up to 1000 nits")
      }
      return pointer.map(ColorConversion.init)
    case SEGUE_NO_MEMORY: throw .outOfMemory(file: name)
    case SEGUE_UNSUPPORTED:
      options.warn?("\(name): its colors are taken as sRGB: \(result.detail)")
    default:
      options.warn?("\(name): its color profile is damaged (\(result.detail)); its colors are taken as sRGB")
    }
    return nil
  }
}

extension [UInt8] {
  /// Whether the profile contains the name sRGB, in ASCII or UTF-16.
  fileprivate var saysSRGB: Bool {
    let name = Array("sRGB".utf8)
    let wide = name.flatMap { letter -> [UInt8] in [0, letter] }
    return indices.contains { self[$0...].starts(with: name) || self[$0...].starts(with: wide) }
  }
}

/// A conversion of a file's colors to sRGB; only one thread at a time may use it.
///
/// The conformance is unchecked, since the compiler cannot verify that a single decoder owns the conversion.
final class ColorConversion: @unchecked Sendable {
  let pointer: OpaquePointer

  fileprivate init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { segue_conversion_free(pointer) }
}
