import Foundation
import SegueCodecs
import SeguePixels
import SegueTestSupport

/// Random damage, the same in every run.
enum Fuzz {
  /// Damaged files of each kind that are tried: SEGUE_FUZZ_ROUNDS, for a longer soak, or some seconds' worth.
  static let rounds = ProcessInfo.processInfo.environment["SEGUE_FUZZ_ROUNDS"].flatMap(Int.init) ?? 10_000

  /// Writes over 1…8 bytes: flipped bits, the extremes, or anything.
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

  /// What came of many damaged files.
  struct Outcome {
    var images = 0
    var errors = 0
    var slowest = Duration.zero
    var wrong: [String] = []
  }

  /// Decodes `rounds` damaged files. A crash ends the test process; all else is in the outcome.
  ///
  /// The limit is low, because flips that make a small picture a large one cost time and show nothing else.
  static func run(
    rounds: Int = rounds, seed: UInt64, limits: DecodeLimits = DecodeLimits(maxPixels: 1 << 20),
    _ damaged: (inout SeededGenerator) throws -> [UInt8]
  ) rethrows -> Outcome {
    var generator = SeededGenerator(seed)
    var outcome = Outcome()
    for _ in 0..<rounds {
      let bytes = try damaged(&generator)
      outcome.slowest = max(
        outcome.slowest,
        ContinuousClock().measure {
          do throws(CodecError) {
            let bitmap = try Bitmap(decoding: bytes, named: "flipped", limits: limits)
            outcome.images += 1
            if (bitmap.size.pixelCount ?? .max) > limits.maxPixels { outcome.wrong.append("\(bitmap.size)") }
          } catch {
            outcome.errors += 1
            if !error.description.hasPrefix("flipped: ") { outcome.wrong.append(error.description) }
          }
        })
    }
    return outcome
  }
}
