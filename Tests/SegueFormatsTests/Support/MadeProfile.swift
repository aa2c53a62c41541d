import Glibc

/// An ICC profile of version 2.
struct MadeProfile {
  /// The signature of the color space, four letters.
  var space = "RGB "
  var kind = "mntr"
  var connection = "XYZ "
  var tags: [(name: String, data: [UInt8])]

  var bytes: [UInt8] {
    var table = Self.long(tags.count)
    var data: [UInt8] = []
    for tag in tags {
      table +=
        Array(tag.name.utf8) + Self.long(132 + 12 * tags.count + data.count) + Self.long(tag.data.count)
      data += tag.data + [UInt8](repeating: 0, count: -tag.data.count & 3)
    }
    let text = kind + space + connection
    var header = Self.long(128 + table.count + data.count) + [0, 0, 0, 0, 2, 0x40, 0, 0] + Array(text.utf8)
    header += [7, 0xea, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0] + Array("acsp".utf8)
    header += [UInt8](repeating: 0, count: 28) + Self.xyz(Self.d50)
    return header + [UInt8](repeating: 0, count: 128 - header.count) + table + data
  }

  static let d50 = [0.9642, 1, 0.8249]

  /// Makes an RGB profile from primaries in CIE XYZ and an exponent.
  static func lights(red: [Double], green: [Double], blue: [Double], gamma: Double) -> MadeProfile {
    let curve = curve(gamma)
    func color(_ value: [Double]) -> [UInt8] { Array("XYZ ".utf8) + [0, 0, 0, 0] + xyz(value) }
    return MadeProfile(tags: [
      ("wtpt", color(d50)), ("rXYZ", color(red)), ("gXYZ", color(green)), ("bXYZ", color(blue)),
      ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
    ])
  }

  /// Makes a gray profile from an exponent.
  static func gray(gamma: Double) -> MadeProfile {
    let curve = curve(gamma)
    return MadeProfile(
      space: "GRAY",
      tags: [("wtpt", Array("XYZ ".utf8) + [0, 0, 0, 0] + xyz(d50)), ("kTRC", curve)])
  }

  /// Makes a CMYK profile from the CIE Lab colors of its 2⁴ corners, with the last ink varying fastest.
  static func inks(_ color: ([Double]) -> [Double]) -> MadeProfile {
    let straight = (0..<256).map(UInt8.init)
    var table = Array("mft1".utf8) + [0, 0, 0, 0, 4, 3, 2, 0]
    for index in 0..<9 { table += long(index % 4 == 0 ? 65536 : 0) }
    for _ in 0..<4 { table += straight }
    for corner in 0..<16 {
      let lab = color((0..<4).map { Double(corner >> (3 - $0) & 1) })
      table += [lab[0] * 2.55, lab[1] + 128, lab[2] + 128].map { UInt8($0.rounded()) }
    }
    for _ in 0..<3 { table += straight }
    return MadeProfile(
      space: "CMYK", kind: "prtr", connection: "Lab ",
      tags: [("wtpt", Array("XYZ ".utf8) + [0, 0, 0, 0] + xyz(d50)), ("A2B0", table)])
  }

  private static func curve(_ gamma: Double) -> [UInt8] {
    let bytes = [UInt8(gamma), UInt8(truncatingIfNeeded: Int(gamma * 256))]
    return Array("curv".utf8) + [0, 0, 0, 0] + long(1) + bytes
  }

  private static func long(_ value: Int) -> [UInt8] { bigEndian(value) }
  private static func xyz(_ values: [Double]) -> [UInt8] {
    values.flatMap { long(Int(($0 * 65536).rounded())) }
  }

  /// The primaries of Adobe RGB (1998), adapted to D50.
  static let adobe = lights(
    red: [0.60974, 0.31111, 0.01947], green: [0.20528, 0.62567, 0.06087], blue: [0.14919, 0.06322, 0.74457],
    gamma: 2.19921875)
  /// The primaries of ProPhoto, one of which is not a visible color.
  static let proPhoto = lights(
    red: [0.79767, 0.28804, 0], green: [0.13519, 0.71188, 0], blue: [0.03134, 0.00009, 0.82491],
    gamma: 1.80078125)
  /// The primaries of sRGB.
  static let srgbLights = (
    red: [0.43607, 0.22249, 0.01392], green: [0.38515, 0.71687, 0.09708], blue: [0.14307, 0.06061, 0.71410]
  )
}

/// Encodes linear light as an sRGB sample, 0…255, clamped.
func encodedSRGB(_ linear: Double) -> Double {
  let value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055
  return 255 * min(max(value, 0), 1)
}

/// Decodes an sRGB sample to linear light, 0…1.
func decodedSRGB(_ value: Double) -> Double {
  value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
}
