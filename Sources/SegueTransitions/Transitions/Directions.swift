import SeguePixels

/// A direction of movement.
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
  /// Returns the translations, in whole pixels, of two pictures that move side by side: `out` for the first
  /// picture, `into` for the second.
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

/// A direction of movement: a side or a corner.
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

  /// The horizontal direction: −1 left, 1 right, 0 none.
  var across: Int {
    switch self {
    case .left, .topLeft, .bottomLeft: -1
    case .right, .topRight, .bottomRight: 1
    case .up, .down: 0
    }
  }

  /// The vertical direction: −1 up, 1 down, 0 none.
  var down: Int {
    switch self {
    case .up, .topLeft, .topRight: -1
    case .down, .bottomLeft, .bottomRight: 1
    case .left, .right: 0
    }
  }
}

/// The direction of a line, such as the slit between two doors.
public enum Axis: String, CaseIterable, Sendable {
  /// From left to right.
  case horizontal
  /// From top to bottom.
  case vertical
}

extension PixelRectangle {
  /// The width and height of a frame as integers.
  var whole: (width: Int, height: Int) { (Int(width), Int(height)) }
}
