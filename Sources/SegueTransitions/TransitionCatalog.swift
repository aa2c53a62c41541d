public import SegueRendering

extension Catalog {
  /// The built-in transitions: each has one file, and one line below.
  ///
  /// Lines with a resource name, `PackageResources.NAME_glsl`, are transitions written as shaders.
  public static let transitions = CatalogSection<any Transition>(
    "transition",
    CatalogItem.family("Dissolves", dissolves)
      + CatalogItem.family("Slides", slides)
      + CatalogItem.family("Zooms", zooms)
      + CatalogItem.family("Physics", physics)
      + CatalogItem.family("Wipes", wipes)
      + CatalogItem.family("Fades", fades)
      + CatalogItem.family("Distortions", distortions)
      + CatalogItem.family("Moves", moves)
      + CatalogItem.family("Patterns", patterns)
      + CatalogItem.family("Lights", lights))

  private static let dissolves: [CatalogItem<any Transition>] = [
    .init(Transitions.PixellateDissolve.self),
    .init(Transitions.CrossDissolve.self),
    .init(Transitions.FadeIn.self),
    .init(Transitions.NoiseDissolve.self),
    .init(Transitions.BlockDissolve.self),
    .init(Transitions.SmearDissolve.self),
    .init(Transitions.FadeThroughColor.self),
    .init(Transitions.FadeByDifference.self),
  ]

  private static let slides: [CatalogItem<any Transition>] = [
    .init(Transitions.SlideDown.self),
    .init(Transitions.SlideRight.self),
    .init(Transitions.PushBack.self),
    .init(Transitions.CoverVertical.self),
    .init(Transitions.NavigationSlide.self),
    .init(Transitions.Push.self),
  ]

  private static let zooms: [CatalogItem<any Transition>] = [
    .init(Transitions.Pop.self),
    .init(Transitions.Rotate.self),
    .init(Transitions.Hero.self),
    .init(Transitions.Elements.self),
    .init(Transitions.ZoomOutFade.self),
    .init(Transitions.Squeeze.self),
    .init(Transitions.ZoomIn.self),
  ]

  private static let physics: [CatalogItem<any Transition>] = [
    .init(Transitions.Drop.self),
    .init(Transitions.Bounce.self),
    .init(Transitions.Snap.self),
    .init(Transitions.Attachment.self),
  ]

  private static let wipes: [CatalogItem<any Transition>] = [
    .init(Transitions.Luma.self),
    .init(Transitions.EdgeWipe.self),
    .init(Transitions.SoftWipe.self),
    .init(Transitions.CircleWipe.self),
    .init(Transitions.Doors.self),
    .init(Transitions.ClockSweep.self),
    .init(Transitions.SliceWipe.self),
    .init(Transitions.GustWipe.self),
    .init(Transitions.CropThrough.self),
    .init("wipe", PackageResources.wipe_glsl),
    .init("circle-open", PackageResources.circle_open_glsl),
    .init("radial", PackageResources.radial_glsl),
    .init("wind", PackageResources.wind_glsl),
  ]

  private static let fades: [CatalogItem<any Transition>] = [
    .init("fade-through-gray", PackageResources.fade_through_gray_glsl, variants: ["fadegrays": [:]]),
    .init("distance-fade", PackageResources.distance_fade_glsl, variants: ["distance": [:]]),
  ]

  private static let distortions: [CatalogItem<any Transition>] = [
    .init("ripple", PackageResources.ripple_glsl),
    .init("dreamy", PackageResources.dreamy_glsl),
    .init("directional-warp", PackageResources.directional_warp_glsl),
  ]

  private static let moves: [CatalogItem<any Transition>] = [
    .init("swap", PackageResources.swap_glsl),
    .init("cube", PackageResources.cube_glsl),
    .init(
      "flip", PackageResources.flip_glsl,
      variants: [
        "flip-horizontal": ["angle": "180"], "flip-from-left": ["angle": "0"],
        "flip-from-right": ["angle": "180"], "flip-from-top": ["angle": "-90"],
        "flip-from-bottom": ["angle": "90"],
      ], timing: Timing(duration: 0.75, curve: .easeInOut), isUndone: true),
    .init(
      "page-curl", PackageResources.page_curl_glsl, variants: ["curl-up": [:]],
      timing: Timing(duration: 1, curve: .easeInOut), isUndone: true),
    .init("pinwheel", PackageResources.pinwheel_glsl),
    .init("cross-zoom", PackageResources.cross_zoom_glsl),
  ]

  private static let patterns: [CatalogItem<any Transition>] = [
    .init("hexagonalize", PackageResources.hexagonalize_glsl),
    .init("polka-dots-curtain", PackageResources.polka_dots_curtain_glsl),
  ]

  private static let lights: [CatalogItem<any Transition>] = [
    .init("film-burn", PackageResources.film_burn_glsl)
  ]
}

extension CatalogItem<any Transition> {
  /// Makes an item of a transition type.
  public init<Kind: Transition & SelfDescribing>(_ type: Kind.Type) { self.init(type) { $0 } }
}

extension CatalogSection<any Transition> {
  /// Registers a transition by name, for storyboards, slideshows and lookups; replaces an existing one of
  /// that name.
  public func register<Kind: Transition & SelfDescribing>(_ type: Kind.Type) { register(CatalogItem(type)) }
}
