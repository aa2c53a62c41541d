import SeguePixels
import SegueRendering

/// The channel of a histogram.
public enum HistogramChannel: String, CaseIterable, Sendable {
  /// Red, green and blue, each independently.
  case rgb
  /// Only red.
  case red
  /// Only green.
  case green
  /// Only blue.
  case blue
  /// The luminance: 0.2125 red + 0.7154 green + 0.0721 blue.
  case luminance

  /// The indices of the colors that the channel includes: 0 red, 1 green, 2 blue.
  var colors: [Int] {
    switch self {
    case .rgb, .luminance: [0, 1, 2]
    case .red: [0]
    case .green: [1]
    case .blue: [2]
    }
  }
}

/// The number of pixels at each of 256 levels, for red, green, blue and luminance.
///
/// Colors are straight; transparent pixels are not counted.
struct PictureHistogram {
  private(set) var counts = Array(repeating: [Int](repeating: 0, count: 256), count: 4)

  init(of picture: Bitmap) {
    for y in 0..<picture.height {
      picture.withRow(y) { row in
        for x in row.indices where row[x].alpha > 0 {
          let color = row[x].straight
          for channel in 0..<3 { counts[channel][Int(color[channel])] += 1 }
          counts[3][luminanceLevel(color)] += 1
        }
      }
    }
  }

  /// The counts of a channel; index 3 is luminance.
  subscript(channel: Int) -> [Int] { counts[channel] }

  /// Returns the equalized value of each level, 0…1: the share of the pixels at levels from 1 up to this
  /// level.
  func equalized(_ channel: Int) -> [Double] {
    let sums = counts[channel].reduce(into: [Int]()) { $0.append(($0.last ?? 0) + $1) }
    return sums.map { sums[255] > 0 ? Double($0 - sums[0]) / Double(sums[255]) : 0 }
  }
}

/// Returns the luminance of a straight color, rounded to a level.
private func luminanceLevel(_ color: SIMD4<UInt8>) -> Int {
  // The weights are 0.2125, 0.7154 and 0.0721, in units of 1/65536.
  (13926 * Int(color.x) + 46885 * Int(color.y) + 4725 * Int(color.z) + 32768) >> 16
}

extension Pixel {
  /// Red, green, blue and alpha, not multiplied by alpha.
  fileprivate var straight: SIMD4<UInt8> {
    func channel(_ value: UInt8) -> UInt8 {
      alpha == 255 ? value : UInt8(min(255, (510 * Int(value) + Int(alpha)) / (2 * Int(alpha))))
    }
    return SIMD4(channel(red), channel(green), channel(blue), alpha)
  }
}
