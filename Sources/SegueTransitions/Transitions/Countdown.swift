/// The progress and its complement in single precision, rounded as in ffmpeg's xfade, so that edges fall on
/// the same pixels as with xfade.
struct Countdown {
  /// The remaining part of the progress: 1 at the start, 0 at the end.
  let left: Float
  /// The progress: 1 − left.
  var gone: Float { 1 - left }

  /// Makes a countdown at a progress, clamped to ±1 million, since curves may overshoot without limit.
  init(_ progress: Double) { left = 1 - Float(max(-1e6, min(1e6, progress))) }

  /// The distance to the nearer end of the transition: 0 at both ends, 0.5 in the middle.
  var toEnd: Float { min(left, gone) }
  /// The distance from the middle of the transition: 0.5 at both ends, 0 in the middle.
  var fromMiddle: Float { abs(left - 0.5) }

  /// Returns the share `left` of a number of pixels, truncated to whole pixels.
  func left(of pixels: Int) -> Int { Int(left * Float(pixels)) }
  /// Returns the share `gone` of a number of pixels, truncated to whole pixels.
  func gone(of pixels: Int) -> Int { Int(gone * Float(pixels)) }
}
