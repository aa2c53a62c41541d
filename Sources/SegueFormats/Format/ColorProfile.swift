/// The color profile to embed in a file.
///
/// Pixels are stored in sRGB with or without a profile.
public enum ColorProfile: String, CaseIterable, Sendable {
  /// No profile; most programs then assume sRGB.
  case none
  /// An ICC profile of sRGB with 480 bytes, for programs that do not assume sRGB.
  case srgb

  /// The bytes of the profile; empty for `none`.
  var bytes: [UInt8] { self == .none ? [] : Self.srgbBytes }

  /// An ICC profile of version 4.
  ///
  /// The tone curves are parametric, with 32 bytes each, and exact, unlike the tables of version 2.
  ///
  /// - Source: ICC.1:2022; IEC 61966-2-1, with primaries adapted to D50 by the Bradford matrix.
  private static let srgbBytes: [UInt8] = {
    func text(_ words: String) -> [UInt8] {
      let wide = words.utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
      return Array("mluc".utf8) + [0, 1, 12].flatMap(big32) + Array("enUS".utf8)
        + [wide.count, 28].flatMap(big32) + wide
    }
    func numbers(_ type: String, _ values: [Int]) -> [UInt8] {
      Array(type.utf8) + big32(0) + values.flatMap(big32)
    }
    let curve = Array("para".utf8) + big32(0) + [0, 3, 0, 0]
    // The values are integers in units of 1/65,536. The sum of the primaries is the D50 white point.
    let tags: [(names: [String], value: [UInt8])] = [
      (["desc"], text("sRGB")), (["cprt"], text("CC0")),
      (["wtpt"], numbers("XYZ ", [0xf6d6, 0x10000, 0xd32d])),
      (["chad"], numbers("sf32", [68674, 1502, -3291, 1939, 64912, -1119, -606, 988, 49262])),
      (["rXYZ"], numbers("XYZ ", [0x6fa0, 0x38f5, 0x390])),
      (["gXYZ"], numbers("XYZ ", [0x6297, 0xb787, 0x18d9])),
      (["bXYZ"], numbers("XYZ ", [0x249f, 0x0f84, 0xb6c4])),
      // The parameters of sRGB's curve: 2.4, 1/1.055, 0.055/1.055, 1/12.92 and 0.04045.
      (["rTRC", "gTRC", "bTRC"], curve + [0x26666, 0xf2a7, 0xd59, 0x13d0, 0xa5b].flatMap(big32)),
    ]
    let count = tags.reduce(0) { $0 + $1.names.count }
    var table = big32(count)
    var values: [UInt8] = []
    for tag in tags {
      values += [UInt8](repeating: 0, count: (4 - values.count % 4) % 4)
      for name in tag.names {
        table += Array(name.utf8) + [132 + 12 * count + values.count, tag.value.count].flatMap(big32)
      }
      values += tag.value
    }
    values += [UInt8](repeating: 0, count: (4 - values.count % 4) % 4)
    let blank = [UInt8](repeating: 0, count: 28)
    // The header: length, version 4.4, class `mntr`, RGB to XYZ, a date, zeros, and the illuminant D50.
    let header =
      big32(128 + table.count + values.count) + big32(0) + big32(0x0440_0000) + Array("mntrRGB XYZ ".utf8)
      + [0x07e8_0001, 0x0001_0000, 0].flatMap(big32) + Array("acsp".utf8) + blank
      + [0xf6d6, 0x10000, 0xd32d].flatMap(big32)
    return header + [UInt8](repeating: 0, count: 128 - header.count) + table + values
  }()
}

/// Returns the big-endian bytes of a 32-bit integer.
func big32(_ value: Int) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}
