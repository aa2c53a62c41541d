public import SegueRendering
import SegueShaders

extension Catalog {
  /// The built-in filters, functions of one picture; each is declared in a file of its own and listed here.
  public static let filters = CatalogSection<any Filter>(
    "filter",
    CatalogItem.family("Color", color) + CatalogItem.family("Blur", blur)
      + CatalogItem.family("Morphology", morphology) + CatalogItem.family("Edges", edges)
      + CatalogItem.family("Distort", distort) + CatalogItem.family("Pattern", pattern)
      + CatalogItem.family("Motion", motion))

  private static let color: [CatalogItem<any Filter>] = [
    .init("brightness", PackageResources.brightness_glsl),
    .init("exposure", PackageResources.exposure_glsl),
    .init("contrast", PackageResources.contrast_glsl),
    .init("saturation", PackageResources.saturation_glsl),
    .init("gamma", PackageResources.gamma_glsl),
    .init("levels", PackageResources.levels_glsl),
    .init("color-matrix", PackageResources.color_matrix_glsl),
    .init("hsb", PackageResources.hsb_glsl),
    .init("rgb", PackageResources.rgb_glsl, also: "rgb-adjustment"),
    .init("hue", PackageResources.hue_glsl),
    .init("white-balance", PackageResources.white_balance_glsl),
    .init("highlight-shadow", PackageResources.highlight_shadow_glsl, also: "highlights-and-shadows"),
    .init("highlight-shadow-tint", PackageResources.highlight_shadow_tint_glsl),
    .init("vibrance", PackageResources.vibrance_glsl),
    .init("skin-tone", PackageResources.skin_tone_glsl),
    .init("color-invert", PackageResources.color_invert_glsl, also: "invert", "negative"),
    .init("solarize", PackageResources.solarize_glsl),
    .init("grayscale", PackageResources.grayscale_glsl, also: "luminance"),
    .init("false-color", PackageResources.false_color_glsl),
    .init("monochrome", PackageResources.monochrome_glsl),
    .init("sepia", PackageResources.sepia_glsl, also: "sepia-tone"),
    .init("opacity", PackageResources.opacity_glsl),
    .init("luminance-threshold", PackageResources.luminance_threshold_glsl, also: "threshold"),
    .init("luminance-range", PackageResources.luminance_range_glsl),
    .init("haze", PackageResources.haze_glsl),
    .init("chroma-key", PackageResources.chroma_key_glsl),
    .init("posterize", PackageResources.posterize_glsl),
    .init("vignette", PackageResources.vignette_glsl),
    .init("solid-color", PackageResources.solid_color_glsl, also: "solid-color-generator"),
    .init("color-swizzling", PackageResources.color_swizzling_glsl),
    .init("alpha-test", PackageResources.alpha_test_glsl),
    .init(ColorTableFilter.self),
    .init(Lookup.self),
    .init(SoftElegance.self),
    .init(ToneCurve.self),
    .init(AverageColor.self),
    .init(Luminosity.self),
    .init(AverageLuminanceThreshold.self),
    .init(Histogram.self),
    .init(HistogramEqualization.self),
  ]

  private static let distort: [CatalogItem<any Filter>] = [
    .init(Pixellate.self),
    .init(Crop.self),
    .init(LanczosResampling.self),
    .init(ColorPacking.self),
    .init(Voronoi.self),
    .init("transform", PackageResources.transform_glsl),
    .init("swirl", PackageResources.swirl_glsl),
    .init("bulge-distortion", PackageResources.bulge_distortion_glsl, also: "bulge"),
    .init("pinch-distortion", PackageResources.pinch_distortion_glsl, also: "pinch"),
    .init("stretch-distortion", PackageResources.stretch_distortion_glsl, also: "stretch"),
    .init("sphere-refraction", PackageResources.sphere_refraction_glsl),
    .init("glass-sphere", PackageResources.glass_sphere_glsl),
    .init("pixellate-position", PackageResources.pixellate_position_glsl, also: "pixelate-position"),
    .init("polar-pixellate", PackageResources.polar_pixellate_glsl, also: "polar-pixelate"),
  ]

  private static let pattern: [CatalogItem<any Filter>] = [
    .init("polka-dot", PackageResources.polka_dot_glsl),
    .init("halftone", PackageResources.halftone_glsl),
    .init("crosshatch", PackageResources.crosshatch_glsl),
    .init("cga-colorspace", PackageResources.cga_colorspace_glsl, also: "cga"),
    .init("mosaic", PackageResources.mosaic_glsl),
    .init("perlin-noise", PackageResources.perlin_noise_glsl),
    .init("circle", PackageResources.circle_glsl, also: "circle-generator"),
    .init(Crosshair.self),
    .init(Lines.self),
  ]

  private static let edges: [CatalogItem<any Filter>] = [
    .init(AdaptiveThreshold.self),
    .init(SmoothToon.self),
    .init(CannyEdgeDetection.self),
    .init(HarrisCornerDetection.self),
    .init(NobleCornerDetection.self),
    .init(ShiTomasiFeatureDetection.self),
    .init(ColorFASTFeatureDetection.self),
    .init(HoughTransformLineDetection.self),
    .init(
      "3x3-convolution", PackageResources._x3_convolution_glsl, also: "convolution",
      convolving: Convolution.given),
    .init("emboss", PackageResources.emboss_glsl, convolving: Convolution.emboss),
    .init("laplacian", PackageResources.laplacian_glsl, convolving: Convolution.laplacian),
    .init("sharpen", PackageResources.sharpen_glsl, convolving: Convolution.sharpen),
    .init(
      "sobel-edge-detection", PackageResources.sobel_edge_detection_glsl, also: "sobel", "edge-detection"),
    .init("prewitt-edge-detection", PackageResources.prewitt_edge_detection_glsl, also: "prewitt"),
    .init("threshold-edge-detection", PackageResources.threshold_edge_detection_glsl),
    .init("xy-derivative", PackageResources.xy_derivative_glsl),
    .init("sketch", PackageResources.sketch_glsl),
    .init("threshold-sketch", PackageResources.threshold_sketch_glsl),
    .init("toon", PackageResources.toon_glsl),
    .init(
      "directional-sobel-edge-detection", PackageResources.directional_sobel_edge_detection_glsl,
      also: "directional-sobel"),
    .init("directional-non-maximum-suppression", PackageResources.directional_non_maximum_suppression_glsl),
    .init("non-maximum-suppression", PackageResources.non_maximum_suppression_glsl),
    .init("thresholded-non-maximum-suppression", PackageResources.thresholded_non_maximum_suppression_glsl),
    .init("weak-pixel-inclusion", PackageResources.weak_pixel_inclusion_glsl),
    .init("local-binary-pattern", PackageResources.local_binary_pattern_glsl),
    .init("color-local-binary-pattern", PackageResources.color_local_binary_pattern_glsl),
  ]

  private static let blur: [CatalogItem<any Filter>] = [
    .init(GaussianBlur.self),
    .init(SingleComponentGaussianBlur.self),
    .init(GaussianSelectiveBlur.self),
    .init(GaussianBlurPosition.self),
    .init(TiltShift.self),
    .init(IOSBlur.self),
    .init(UnsharpMask.self),
    .init(BoxBlur.self),
    .init(Median.self),
    .init("zoom-blur", PackageResources.zoom_blur_glsl),
    .init("motion-blur", PackageResources.motion_blur_glsl),
    .init("kuwahara", PackageResources.kuwahara_glsl, also: "kuwahara-radius-3"),
    .init(BilateralBlur.self),
  ]

  private static let morphology: [CatalogItem<any Filter>] = [
    .init(Dilation.self), .init(Erosion.self), .init(Opening.self), .init(Closing.self),
    .init(RGBDilation.self), .init(RGBErosion.self), .init(RGBOpening.self), .init(RGBClosing.self),
  ]

  private static let motion: [CatalogItem<any Filter>] = [
    .init(LowPass.self), .init(HighPass.self), .init(MotionDetector.self),
  ]

  /// The built-in blends, functions of two pictures; each is declared in a file of its own and listed here.
  public static let blends = CatalogSection<any Blend>(
    "blend", CatalogItem.family("Blend", [.init(Dissolve.self), .init(PoissonBlend.self)] + colorBlends))

  private static let colorBlends: [CatalogItem<any Blend>] = [
    .init("add-blend", PackageResources.add_blend_glsl, also: "add"),
    .init("alpha-blend", PackageResources.alpha_blend_glsl, also: "alpha"),
    .init("chroma-key-blend", PackageResources.chroma_key_blend_glsl, also: "chroma-key"),
    .init("color-blend", PackageResources.color_blend_glsl, also: "color"),
    .init("color-burn-blend", PackageResources.color_burn_blend_glsl, also: "color-burn"),
    .init("color-dodge-blend", PackageResources.color_dodge_blend_glsl, also: "color-dodge"),
    .init("darken-blend", PackageResources.darken_blend_glsl, also: "darken"),
    .init("difference-blend", PackageResources.difference_blend_glsl, also: "difference"),
    .init("divide-blend", PackageResources.divide_blend_glsl, also: "divide"),
    .init("exclusion-blend", PackageResources.exclusion_blend_glsl, also: "exclusion"),
    .init("hard-light-blend", PackageResources.hard_light_blend_glsl, also: "hard-light"),
    .init("hue-blend", PackageResources.hue_blend_glsl, also: "hue"),
    .init("lighten-blend", PackageResources.lighten_blend_glsl, also: "lighten"),
    .init("linear-burn-blend", PackageResources.linear_burn_blend_glsl, also: "linear-burn"),
    .init("luminosity-blend", PackageResources.luminosity_blend_glsl, also: "luminosity"),
    .init("mask", PackageResources.mask_glsl),
    .init("multiply-blend", PackageResources.multiply_blend_glsl, also: "multiply"),
    .init(
      "normal-blend", PackageResources.normal_blend_glsl, also: "normal", "source-over-blend", "source-over"),
    .init("overlay-blend", PackageResources.overlay_blend_glsl, also: "overlay"),
    .init("saturation-blend", PackageResources.saturation_blend_glsl, also: "saturation"),
    .init("screen-blend", PackageResources.screen_blend_glsl, also: "screen"),
    .init("soft-light-blend", PackageResources.soft_light_blend_glsl, also: "soft-light"),
    .init("subtract-blend", PackageResources.subtract_blend_glsl, also: "subtract"),
  ]
}

extension CatalogItem<any Filter> {
  /// Makes an item of a type.
  public init<Kind: Filter & SelfDescribing>(_ type: Kind.Type) { self.init(type) { $0 } }

  /// Makes an item of a shader in the folder Shaders.
  init(_ name: String, _ source: [UInt8], also aliases: String...) {
    self.init(BuiltInShader(name, source, shared: sharedShaders), name: name, aliases: aliases) {
      BuiltInEffect(shader: $0)
    }
  }

  /// Makes an item of a shader in the folder Shaders that is a convolution.
  fileprivate init(
    _ name: String, _ source: [UInt8], also aliases: String...,
    convolving weights: @escaping Convolution.Weights
  ) {
    self.init(BuiltInShader(name, source, shared: sharedShaders), name: name, aliases: aliases) {
      Convolution(shader: $0, weights: weights)
    }
  }
}

extension CatalogItem<any Blend> {
  /// Makes an item of a type.
  public init<Kind: Blend & SelfDescribing>(_ type: Kind.Type) { self.init(type) { $0 } }

  /// Makes an item of a shader in the folder Shaders.
  init(_ name: String, _ source: [UInt8], also aliases: String...) {
    self.init(BuiltInShader(name, source, shared: sharedShaders), name: name, aliases: aliases) {
      BuiltInEffect(shader: $0)
    }
  }
}

/// A shader of the catalog.
private struct BuiltInEffect: Filter, Blend {
  let shader: Shader

  func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    shader.rows(of: [input], at: progress)
  }

  func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {
    shader.rows(of: [a, b], at: progress)
  }
}

extension CatalogSection<any Filter> {
  /// Registers a filter by name; replaces one of the same name.
  public func register<Kind: Filter & SelfDescribing>(_ type: Kind.Type) { register(CatalogItem(type)) }
}

extension CatalogSection<any Blend> {
  /// Registers a blend by name; replaces one of the same name.
  public func register<Kind: Blend & SelfDescribing>(_ type: Kind.Type) { register(CatalogItem(type)) }
}
