public import SegueRendering

/// A way from one picture to another: a chain whose filters follow the progress.
///
///     struct Fade: Transition {
///       var timing: Timing { Timing(duration: 0.4, curve: .easeInOut) }
///
///       func chain(_ operation: TransitionOperation) -> Chain {
///         (.from, .to) --> Dissolve(mix: .progress)
///       }
///     }
///
/// Its law: at progress 0 the frame is the first picture, at 1 the second, byte for byte.
public protocol Transition: Sendable {
  /// How long it runs and how its progress follows the clock, where nothing else is asked for: a second of linear
  /// progress, unless the transition says otherwise.
  var timing: Timing { get }
  /// What its frames are made of, from `.from`, `.to` and `.progress`.
  func chain(_ operation: TransitionOperation) -> Chain
}

extension Transition {
  /// How long it runs and how progress follows the clock, unless something else is asked for.
  public var timing: Timing { Timing() }
}

/// The transitions that are written in Swift; `Catalog.transitions` has those that are shaders as well.
///
///     let renderer = try TransitionRenderer(from: from, to: to, Transitions.SlideDown())
public enum Transitions {}
