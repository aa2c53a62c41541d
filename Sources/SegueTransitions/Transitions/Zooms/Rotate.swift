import SegueFilters
import SeguePixels
public import SegueRendering

extension Transitions {
  /// Both screens turn about the top left corner: the old one out, the new one in behind it.
  ///
  /// - Source: AppCoda, "Creating Custom View Controller Transitions"
  public struct Rotate: Transition, SelfDescribing {
    /// Makes the transition.
    public init() {}

    /// Makes the chain that its frames are made of.
    public func chain(_ operation: TransitionOperation) -> Chain {
      (.from, .to)
        --> Layers { e, _ in
          let corner = PixelPoint(x: 0, y: 0)
          return [
            Layer(
              .to, transform: .rotation(degrees: 90 * (e - 1), about: corner),
              opacity: operation.isReturning ? e : 1),
            Layer(.from, transform: .rotation(degrees: -90 * e, about: corner), opacity: 1 - e),
          ]
        }
    }

    /// The name in commands and lists.
    public static let name = "rotate"
    /// One sentence for lists and help.
    public static let summary = "Both screens turn about the top left corner."
    /// How long it runs and how progress follows the clock, unless something else is asked for.
    public var timing: Timing { Timing(duration: 0.5, curve: .spring(damping: 0.8, velocity: 0.8)) }
    /// What can be set by name.
    public static let parameters: [NamedParameter<Rotate>] = []
  }
}
