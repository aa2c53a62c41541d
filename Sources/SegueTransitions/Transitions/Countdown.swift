/// What is left to go, in single precision as ffmpeg's xfade counts it, so that whole pixels fall on the same ones.
struct Countdown {
  /// 1 at the start, 0 at the end.
  let left: Float
  /// What is gone: 1 − left.
  var gone: Float { 1 - left }

  /// A curve may lead anywhere: further away than a million it is as far.
  init(_ progress: Double) { left = 1 - Float(max(-1e6, min(1e6, progress))) }

  /// What is nearer: 0 at both ends, 0.5 in the middle.
  var toEnd: Float { min(left, gone) }
  /// How far it is from the middle: 0.5 at both ends.
  var fromMiddle: Float { abs(left - 0.5) }

  /// What is left of so many pixels, without fractions.
  func left(of pixels: Int) -> Int { Int(left * Float(pixels)) }
  /// What is gone of so many pixels, without fractions.
  func gone(of pixels: Int) -> Int { Int(gone * Float(pixels)) }
}
