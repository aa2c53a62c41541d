import CSegueCodecs
import Foundation
import SegueFormats
import SeguePixels
import SegueTestSupport

/// Random damage, the same in every run.
enum Fuzz {
  /// The number of damaged files of each kind: SEGUE_FUZZ_ROUNDS for a longer soak, or a second's worth.
  static let rounds =
    ProcessInfo.processInfo.environment["SEGUE_FUZZ_ROUNDS"].flatMap(Int.init) ?? (isWhole ? 4000 : 1000)

  /// Overwrites 1…8 bytes with flipped bits, extremes or random values.
  static func flip(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    for _ in 0..<Int.random(in: 1...8, using: &generator) {
      let index = Int.random(in: bytes.indices, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes[index] ^= 1 << Int.random(in: 0..<8, using: &generator)
      case 1: bytes[index] = 0
      case 2: bytes[index] = 255
      default: bytes[index] = .random(in: 0...255, using: &generator)
      }
    }
  }

  /// The results of decoding damaged files.
  struct Outcome {
    var images = 0
    var errors = 0
    /// Processor time of this thread, in seconds.
    var slowest = 0.0
    var wrong: [String] = []
  }

  /// Decodes `rounds` damaged files.
  ///
  /// A crash ends the test process; all else is in the outcome. ISA-L and zlib must inflate a PNG equally.
  ///
  /// The limit is low, because flips that make a small picture large only cost time.
  static func run(
    rounds: Int = rounds, seed: UInt64, options: DecodeOptions = DecodeOptions(maxPixels: 1 << 20),
    _ damaged: (inout SeededGenerator) throws -> [UInt8]
  ) rethrows -> Outcome {
    var generator = SeededGenerator(seed)
    var outcome = Outcome()
    for _ in 0..<rounds {
      let bytes = try damaged(&generator)
      outcome.slowest = max(
        outcome.slowest,
        processorTime {
          do {
            let bitmap = try Bitmap(decoding: bytes, named: "flipped", options: options)
            outcome.images += 1
            if (bitmap.size.pixelCount ?? .max) > options.maxPixels { outcome.wrong.append("\(bitmap.size)") }
          } catch {
            outcome.errors += 1
            if !"\(error)".hasPrefix("flipped: ") { outcome.wrong.append("\(error)") }
          }
          if let difference = differenceOfInflaters(bytes, options) { outcome.wrong.append(difference) }
        })
    }
    return outcome
  }
}

/// Describes how results of Segue's PNG decoders differ from libpng with zlib; nil if they do not.
///
/// The decoders include the one for very wide rows. A valid file must be inflated by ISA-L alone.
func differenceOfInflaters(
  _ bytes: [UInt8], _ options: DecodeOptions = DecodeOptions(), isSound: Bool = false
) -> String? {
  var dimensions = segue_dimensions()
  guard segue_png_dimensions(bytes, bytes.count, &dimensions).status == SEGUE_OK else { return nil }
  let pixels = UInt64(dimensions.width) * UInt64(dimensions.height)
  guard pixels > 0, pixels <= options.maxPixels else { return nil }
  let stride = 4 * Int(dimensions.width)
  func outcome(
    _ decode: (inout [UInt8]) -> segue_result
  ) -> (status: segue_status, message: String, pixels: [UInt8]) {
    var decoded = [UInt8](repeating: 0, count: stride * Int(dimensions.height))
    let result = decode(&decoded)
    let message = withUnsafeBytes(of: result.message) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    return (result.status, message, result.status == SEGUE_OK ? decoded : [])
  }
  let both = outcome { segue_png_decode(bytes, bytes.count, dimensions, nil, &$0, stride) }
  let zlib = outcome { segue_png_decode_once(bytes, bytes.count, dimensions, false, &$0, stride) }
  guard both.status == zlib.status, both.message == zlib.message else {
    return "\(both.status) \(both.message), by zlib \(zlib.status) \(zlib.message)"
  }
  guard both.pixels == zlib.pixels else { return "ISA-L and zlib inflate different pixels" }
  var wide = [UInt8](repeating: 0, count: stride * Int(dimensions.height))
  if segue_png_decode_wide(bytes, bytes.count, dimensions, &wide, stride) {
    guard zlib.status == SEGUE_OK else {
      return "only the decoder of wide pictures takes it: \(zlib.message)"
    }
    guard wide == zlib.pixels else { return "libpng and the decoder of wide pictures make different pixels" }
  }
  guard isSound else { return nil }
  let alone = outcome { segue_png_decode_once(bytes, bytes.count, dimensions, true, &$0, stride) }
  return alone == both ? nil : "ISA-L refuses it: \(alone.message)"
}
