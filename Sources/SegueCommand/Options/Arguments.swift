// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ArgumentParser

/// Parsers for values on the command line.
///
/// The errors describe the allowed form.
enum Arguments {
  /// Validates a text by a parser, but keeps the text as the user wrote it.
  static func text<Value>(
    _ parse: @escaping @Sendable (String) throws -> Value
  ) -> @Sendable (String) throws -> String {
    { text in
      _ = try parse(text)
      return text
    }
  }

  /// Parses a frame size.
  static func size(_ text: String) throws -> PixelSize {
    guard let size = PixelSize(text) else {
      let names = PixelSize.named.map(\.name).alternatives
      throw ValidationError(
        "it must be width and height in pixels, 1 or more, such as 1280x720, or one of \(names)")
    }
    return size
  }

  /// Parses a frame rate: a number, or a fraction such as 24000/1001.
  static func rate(_ text: String) throws -> FrameRate {
    guard let rate = FrameRate(text) else { throw ValidationError("it must be \(FrameRate.form)") }
    return rate
  }

  /// Parses the motion of a still picture.
  static func motion(_ text: String) throws -> StillMotion {
    guard let motion = StillMotion(text) else { throw ValidationError("it must be \(StillMotion.form)") }
    return motion
  }

  /// Parses a color.
  static func color(_ text: String) throws -> Pixel {
    guard let color = Pixel(text) else {
      throw ValidationError(
        "it must be #rgb, #rrggbb, #rrggbbaa or a CSS name, such as navy or transparent\(colorHint(text))")
    }
    return color
  }

  /// The names of Penner's easings, in all spellings.
  static var pennerEasings: [String] {
    PennerEasing.Family.allCases.flatMap { family in
      PennerEasing.Way.allCases.flatMap { PennerEasing.spellings(family, $0) }
    }
  }

  /// Parses a timing curve.
  static func curve(_ text: String) throws -> TimingCurve {
    guard let curve = TimingCurve(text) else {
      let names = TimingCurve.named.map(\.name) + TimingCurve.forms
      let word = text.prefix { $0 != "(" }
      let forms = TimingCurve.forms.filter { $0.prefix { $0 != "(" } == word }
      if !forms.isEmpty && text != word {
        throw ValidationError(
          "a number in it is missing or invalid; the form is \(forms.joined(separator: " or "))"
            + " ('segue list easings' has all)")
      }
      // Ignores dashes between words, so that ease-out-sine suggests easeOutSine.
      let plain = nearest(
        to: String(word).filter { $0 != "-" }, among: pennerEasings.map { $0.filter { $0 != "-" } }, within: 1
      )
      let near =
        pennerEasings.first { $0.filter { $0 != "-" } == plain }
        ?? nearest(to: String(word), among: pennerEasings, within: 2)
        ?? suggestion(for: String(word), among: names + pennerEasings)
        ?? nearest(to: String(word), among: names.map { String($0.prefix { $0 != "(" }) }, within: 2)
        ?? (word.count < 4 ? nil : names.first { $0.contains(word.prefix(4)) })
      let hint = near.flatMap { near in names.first { $0.hasPrefix(near) } ?? near }
      throw ValidationError(
        hint.map { "did you mean \($0)? ('segue list easings' has all)" }
          ?? "it must be one of \(names.alternatives)")
    }
    return curve
  }
}

extension Light: ExpressibleByArgument {}
extension DecodeOptions.Color: ExpressibleByArgument {}
extension SIMDLevel: ExpressibleByArgument {}
