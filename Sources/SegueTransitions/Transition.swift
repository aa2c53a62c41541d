public import SegueRendering

/// A transition between two pictures.
///
/// The transition makes a chain of filters and blends that follow the progress.
///
///     struct Fade: Transition {
///       var timing: Timing { Timing(duration: 0.4, curve: .easeInOut) }
///
///       func chain(_ operation: TransitionOperation) -> Chain {
///         (.from, .to) --> Dissolve(mix: .progress)
///       }
///     }
///
/// The frame at progress 0 must be the first picture, and the frame at progress 1 the second, byte for byte.
public protocol Transition: Sendable {
  /// The default timing; one second with linear progress unless implemented.
  var timing: Timing { get }
  /// Makes the chain of the frames, from `.from`, `.to` and `.progress`.
  func chain(_ operation: TransitionOperation) -> Chain
}

extension Transition {
  /// One second with linear progress.
  public var timing: Timing { Timing() }
}

/// The namespace of the transitions written in Swift; `Catalog.transitions` also has transitions written as
/// shaders.
///
///     let renderer = try TransitionRenderer(from: from, to: to, Transitions.SlideDown())
public enum Transitions {}
