public import SegueFilters

/// A way from one picture to another: a chain whose filters follow the progress.
///
///     struct Fade: Transition {
///       func chain(_ operation: TransitionOperation) -> Chain { (.from, .to) --> Dissolve(mix: .progress) }
///     }
///
/// Its law: at progress 0 the frame is the first picture, at 1 the second, byte for byte.
public protocol Transition: Sendable {
  /// How long it runs where nothing else is asked for, in seconds.
  var duration: Double { get }
  /// How its progress follows the clock where nothing else is asked for.
  var curve: TimingCurve { get }
  /// What its frames are made of, from `.from`, `.to` and `.progress`.
  func chain(_ operation: TransitionOperation) -> Chain
}

extension Transition {
  public var duration: Double { 1 }
  public var curve: TimingCurve { .linear }
}

extension Catalogue {
  /// Transitions. A new one is one file and one line here; those with a source are shaders.
  public static let transitions: [CatalogueEntry<any Transition>] = [
    .init(PixellateDissolve.self), .init(CrossDissolve.self), .init(SlideDown.self), .init(SlideRight.self),
    .init(Pop.self), .init(Rotate.self), .init(Hero.self), .init(ZoomOutFade.self), .init(PushBack.self),
    .init(FadeIn.self), .init(CoverVertical.self), .init(NavigationSlide.self),
    .init("wipe", PackageResources.wipe_glsl), .init("circle-open", PackageResources.circle_open_glsl),
    .init("radial", PackageResources.radial_glsl), .init("ripple", PackageResources.ripple_glsl),
    .init("swap", PackageResources.swap_glsl), .init("cube", PackageResources.cube_glsl),
    .init("pinwheel", PackageResources.pinwheel_glsl), .init("cross-zoom", PackageResources.cross_zoom_glsl),
    .init("dreamy", PackageResources.dreamy_glsl), .init("hexagonalize", PackageResources.hexagonalize_glsl),
    .init("directional-warp", PackageResources.directional_warp_glsl),
    .init("film-burn", PackageResources.film_burn_glsl),
    .init("polka-dots-curtain", PackageResources.polka_dots_curtain_glsl),
    .init("wind", PackageResources.wind_glsl),
  ]
}

extension CatalogueEntry<any Transition> {
  /// Enters a type.
  init<Kind: Transition & Described>(_ type: Kind.Type) { self.init(type) { $0 } }
}
