public import SegueRendering

/// A transition between two pictures: a chain whose filters follow the progress.
///
///     struct Fade: Transition {
///       var timing: Timing { Timing(duration: 0.4, curve: .easeInOut) }
///
///       func chain(_ operation: TransitionOperation) -> Chain {
///         (.from, .to) --> Dissolve(mix: .progress)
///       }
///     }
///
/// Requirement: at progress 0 the frame is the first picture, at 1 the second, byte for byte.
public protocol Transition: Sendable {
  /// The default timing; a second of linear progress unless implemented.
  var timing: Timing { get }
  /// Makes the chain of its frames, from `.from`, `.to` and `.progress`.
  func chain(_ operation: TransitionOperation) -> Chain
}

extension Transition {
  /// A second of linear progress.
  public var timing: Timing { Timing() }
}

/// The transitions written in Swift; `Catalog.transitions` includes those that are shaders.
///
///     let renderer = try TransitionRenderer(from: from, to: to, Transitions.SlideDown())
public enum Transitions {}
