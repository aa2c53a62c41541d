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

extension PixelRectangle {
  /// The size as the columns and rows of a frame.
  var whole: (width: Int, height: Int) { (Int(width), Int(height)) }
}
