public import SegueFilters

/// A way from one picture to another: a chain whose filters follow the progress.
///
///     struct Fade: Transition {
///       static let name = "fade"
///       static let summary = "The second picture fades in."
///       static let parameters: [Parameter<Fade>] = []
///       func chain(_ operation: TransitionOperation) -> Chain { (.from, .to) --> Dissolve(mix: .progress) }
///     }
///
/// Its law: at progress 0 the frame is the first picture, at 1 the second, byte for byte.
public protocol Transition: Described {
  /// How long it runs where nothing else is asked for, in seconds.
  static var duration: Double { get }
  /// How its progress follows the clock where nothing else is asked for.
  static var curve: TimingCurve { get }
  /// What its frames are made of, from `.from`, `.to` and `.progress`.
  func chain(_ operation: TransitionOperation) -> Chain
}

extension Transition {
  public static var duration: Double { 1 }
  public static var curve: TimingCurve { .linear }
}

extension Catalogue {
  /// Transitions. A new one is one file and one line here.
  public static let transitions: [any Transition.Type] = [
    PixellateDissolve.self, CrossDissolve.self, SlideDown.self, SlideRight.self, Pop.self, Rotate.self,
    Hero.self, ZoomOutFade.self, PushBack.self, FadeIn.self, CoverVertical.self, NavigationSlide.self,
  ]
}
