/// The motion of a still picture while it is visible: pan and zoom, also known as the Ken Burns effect.
///
///     let motion = StillMotion("0,0,1,1-0.4,0.2,0.5,0.5")    // from the whole picture to a part of it
///     let show = Slideshow(images: ["a.jpg", "b.jpg"], rate: 30, motion: .automatic)
///
/// A given rectangle is enlarged to the frame's aspect ratio, and then moved and reduced to lie within the
/// picture, so `0,0,1,1` gives the largest rectangle that fits. The motion lasts as long as the picture is
/// visible, including the transitions before and after it. The zoom is exponential: equal steps of the eased
/// time change it by equal factors. The motion is slower at both ends, but does not stop there.
public enum StillMotion: Hashable, Sendable {
  /// The picture stands still.
  case none
  /// A pan or zoom, chosen by a seed, toward or away from the part with the most detail and contrast; two
  /// consecutive pictures never have the same kind of move.
  case automatic
  /// A move from one part of the picture to another.
  case between(Part, Part)

  /// A rectangle within a picture, in fractions of the picture's width and height.
  public struct Part: Hashable, Sendable {
    /// The left edge, as a fraction 0…1 of the picture's width.
    public let x: Double
    /// The top edge, as a fraction 0…1 of the picture's height.
    public let y: Double
    /// The width, as a fraction of the picture's width; at least `minSide`.
    public let width: Double
    /// The height, as a fraction of the picture's height; at least `minSide`.
    public let height: Double

    /// The minimum width and height: 1 % of the picture's side.
    public static let minSide = 0.01
    /// The whole picture.
    public static let whole = Part(uncheckedX: 0, y: 0, width: 1, height: 1)

    /// Makes a rectangle; nil if it does not lie within the picture, or if it is too small.
    public init?(x: Double, y: Double, width: Double, height: Double) {
      // Allows for rounding errors in the fractions and their sum.
      let end = 1 + 1e-6
      guard x >= 0, y >= 0, width >= Self.minSide, height >= Self.minSide, x + width <= end, y + height <= end
      else { return nil }
      self.init(uncheckedX: x, y: y, width: width, height: height)
    }

    private init(uncheckedX x: Double, y: Double, width: Double, height: Double) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  /// The description of a motion's text form, for messages.
  package static let form =
    "auto, none, or two rectangles x,y,w,h-x,y,w,h in fractions of the picture or percent, such as 0,0,1,1-40%,20%,50%,50%"

  /// Makes a motion from its text: `auto`, `none`, or two rectangles `x,y,w,h-x,y,w,h` of the picture, in
  /// fractions or percent; nil for other texts.
  public init?(_ text: some StringProtocol) {
    switch text {
    case "none": self = .none
    case "auto": self = .automatic
    default:
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 2, let from = Part(text: parts[0]), let to = Part(text: parts[1]) else {
        return nil
      }
      self = .between(from, to)
    }
  }
}

extension StillMotion.Part {
  fileprivate init?(text: some StringProtocol) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { word in
      let word = word.trimmingSpaces
      return word.hasSuffix("%") ? Double(word.dropLast()).map { $0 / 100 } : Double(word)
    }
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
      let height = numbers[3]
    else { return nil }
    self.init(x: x, y: y, width: width, height: height)
  }
}

extension StringProtocol {
  /// The text without spaces at its ends.
  fileprivate var trimmingSpaces: SubSequence {
    let start = firstIndex { $0 != " " } ?? endIndex
    let last = lastIndex { $0 != " " } ?? endIndex
    return last < start || last == endIndex ? self[start..<start] : self[start...last]
  }
}

extension StillMotion: CustomStringConvertible {
  /// The text form of the motion.
  public var description: String {
    switch self {
    case .none: "none"
    case .automatic: "auto"
    case .between(let from, let to):
      [from, to].map { "\($0.x),\($0.y),\($0.width),\($0.height)" }.joined(separator: "-")
    }
  }
}
