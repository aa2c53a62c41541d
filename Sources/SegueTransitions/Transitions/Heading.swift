import SeguePixels

/// Where something goes.
public enum Heading: String, CaseIterable, Sendable {
  /// To the left.
  case left
  /// To the right.
  case right
  /// Up.
  case up
  /// Down.
  case down
}

extension Heading {
  /// How one picture goes out of the frame and another one comes into it, side by side, by whole pixels.
  func travel(_ progress: Double, _ screen: PixelRectangle) -> (out: PixelTransform, into: PixelTransform) {
    let (width, height) = screen.whole
    let clock = Countdown(progress)
    let (across, down) = (Double(clock.left(of: width)), Double(clock.left(of: height)))
    switch self {
    case .left: return (.translation(x: across - screen.width), .translation(x: across))
    case .right: return (.translation(x: screen.width - across), .translation(x: -across))
    case .up: return (.translation(y: down - screen.height), .translation(y: down))
    case .down: return (.translation(y: screen.height - down), .translation(y: -down))
    }
  }
}

/// Where something goes, corners among it.
public enum Corner: String, CaseIterable, Sendable {
  /// To the left.
  case left
  /// To the right.
  case right
  /// Up.
  case up
  /// Down.
  case down
  /// To the corner at the top left.
  case topLeft = "top-left"
  /// To the corner at the top right.
  case topRight = "top-right"
  /// To the corner at the bottom left.
  case bottomLeft = "bottom-left"
  /// To the corner at the bottom right.
  case bottomRight = "bottom-right"

  /// −1 to the left, 1 to the right, 0 neither.
  var across: Int {
    switch self {
    case .left, .topLeft, .bottomLeft: -1
    case .right, .topRight, .bottomRight: 1
    case .up, .down: 0
    }
  }

  /// −1 up, 1 down, 0 neither.
  var down: Int {
    switch self {
    case .up, .topLeft, .topRight: -1
    case .down, .bottomLeft, .bottomRight: 1
    case .left, .right: 0
    }
  }
}

/// A direction of lines.
public enum Axis: String, CaseIterable, Sendable {
  /// From left to right.
  case horizontal
  /// From top to bottom.
  case vertical
}

/// What is left to go, in single precision as ffmpeg's xfade counts it, so that whole pixels fall on the same ones.
struct Countdown {
  /// 1 at the start, 0 at the end.
  let left: Float
  /// What is gone: 1 − left.
  var gone: Float { 1 - left }

  init(_ progress: Double) { left = 1 - Float(progress) }

  /// What is nearer: 0 at both ends, 0.5 in the middle.
  var toEnd: Float { min(left, gone) }
  /// How far it is from the middle: 0.5 at both ends.
  var fromMiddle: Float { abs(left - 0.5) }

  /// What is left of so many pixels, without fractions.
  func left(of pixels: Int) -> Int { Int(left * Float(pixels)) }
  /// What is gone of so many pixels, without fractions.
  func gone(of pixels: Int) -> Int { Int(gone * Float(pixels)) }
}

extension PixelRectangle {
  /// The size as the columns and rows of a frame.
  var whole: (width: Int, height: Int) { (Int(width), Int(height)) }
}
