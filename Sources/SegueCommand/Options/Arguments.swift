// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ArgumentParser
import Segue

/// Values as the command line has them; each says what is allowed.
enum Arguments {
  /// Reads a frame size.
  static func size(_ text: String) throws -> PixelSize {
    guard let size = PixelSize(text) else {
      let names = PixelSize.named.map(\.name).alternatives
      throw ValidationError(
        "it must be width and height in pixels, 1 or more, such as 1280x720, or one of \(names)")
    }
    return size
  }

  /// Reads frames a second: a number, or a fraction such as 24000/1001.
  static func rate(_ text: String) throws -> Double {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map { Double($0) }
    guard let first = parts[0], let second = parts.count == 2 ? parts[1] : 1, second > 0 else {
      throw ValidationError("it must be a number above 0, such as 29.97, or a fraction, such as 30000/1001")
    }
    return first / second
  }

  /// Reads a color.
  static func color(_ text: String) throws -> Pixel {
    guard let color = Pixel(text) else {
      throw ValidationError(
        "it must be #rgb, #rrggbb, #rrggbbaa or a CSS name, such as navy or transparent\(colorHint(text))")
    }
    return color
  }

  /// Reads a timing curve.
  static func curve(_ text: String) throws -> TimingCurve {
    guard let curve = TimingCurve(text) else {
      let names = TimingCurve.named.map(\.name) + TimingCurve.forms
      let word = text.prefix { $0 != "(" }
      let near =
        nearest(to: String(word), among: names.map { String($0.prefix { $0 != "(" }) }, within: 2)
        ?? (word.count < 4 ? nil : names.first { $0.contains(word.prefix(4)) })
      let hint = near.flatMap { near in names.first { $0.hasPrefix(near) } }
      throw ValidationError(hint.map { "did you mean \($0)?" } ?? "it must be one of \(names.alternatives)")
    }
    return curve
  }
}

extension Framing.Fit: ExpressibleByArgument {}
extension DecodeOptions.Color: ExpressibleByArgument {}
extension SIMDLevel: ExpressibleByArgument {}
