import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import SegueTransitions
import Testing

/// Names of gl-transitions, editly, Core Image, Remotion and CSS.
@Suite struct GLTransitionNamesTests {
  /// The names of the collection.
  static let names = """
    AdvancedMosaic BlockDissolve BookFlip Bounce BowTieHorizontal BowTieVertical BowTieWithParameter Box \
    ButterflyWaveScrawler CircleCrop ColourDistance CrazyParametricFun CrossZoom DefocusBlur Directional \
    DirectionalScaled DoomScreenTransition Dreamy DreamyZoom Drop_Zone_Flicker EdgeTransition FilmBurn Fold \
    GlitchDisplace GlitchMemories GridFlip HSVfade HorizontalClose HorizontalOpen InvertedPageCurl LeftRight \
    LinearBlur Mosaic Overexposure PolkaDotsCurtain PuzzleRight Radial Rectangle RectangleCrop Revolve_Left Rolls \
    RotateScaleVanish SimpleFlip SimpleZoom SimpleZoomOut Slides StarWipe StaticFade StereoViewer \
    StripDatamoshGlitch Swirl TVStatic TilesWave TopBottom VerticalClose VerticalOpen WaterDrop ZoomInCircles \
    ZoomLeftWipe ZoomRigthWipe angular burn burn0 cannabisleaf chessboard circle circleopen colorphase \
    coord-from-in crosshatch crosswarp cube directional-easing directionalwarp directionalwipe displacement dissolve \
    doorway fade fadecolor fadegrayscale flyeye fragment heart hexagonalize kaleidoscope luma luminance_melt morph \
    mosaic_transition multiply_blend old_tv_lost_signal parametric_glitch perlin pinwheel pixelize polar_function \
    powerKaleido randomNoisex randomsquares ripple rotateTransition rotate_scale_fade scale-in \
    splitSlideInHorizontal splitSlideInOutHorizontal splitSlideInOutVertical splitSlideInVertical \
    splitSlideOutHorizontal splitSlideOutVertical squareswire squeeze static_wipe swap tangentMotionBlur \
    undulatingBurnOut wind windowblinds windowslice wipeDown wipeLeft wipeRight wipeUp x_axis_translation zoomInOut
    """.split(separator: " ").map(String.init)

  /// Names that other transitions have as well; without the prefix, such a name means the other transition.
  static let others: Set<String> = [
    "Bounce", "CircleCrop", "Dreamy", "Radial", "circleopen", "cube", "dissolve", "hexagonalize", "luma",
    "pinwheel",
    "pixelize", "ripple", "squeeze", "swap", "wind",
  ]

  @Test func namesAreCaseInsensitive() throws {
    #expect(Self.names.count == 125)
    for name in Self.names {
      let item = try Catalog.transitions.named("gl_\(name)")
      for spelling in ["GL_\(name.uppercased())", "gl_\(name.lowercased())"] {
        #expect(try Catalog.transitions.named(spelling).name == item.name, "\(spelling)")
      }
      for spelling in [name, name.lowercased(), name.uppercased()] {
        let found = try Catalog.transitions.named(spelling)
        #expect((found.name == item.name) == !Self.others.contains(name), "\(spelling): \(found.name)")
      }
      let source = item.source ?? "xfade"
      let isOriginal = source.contains(name) || source.contains("splitSlideInHorizontal and five more")
      #expect(
        isOriginal || ["fade", "wipeDown", "wipeLeft", "wipeRight", "wipeUp"].contains(name),
        "\(name): \(source)")
    }
  }

  @Test(arguments: [
    ("directional-left", "directional", "direction", "1,0"), ("clockWipe", "radial", "softness", "0"),
    ("CIPageCurlTransition", "page-curl", "shadow", "0"), ("slide-from-left", "push", "direction", "right"),
    ("wipe-from-top", "edge-wipe", "direction", "down"), ("iris", "circle-open", "softness", "0"),
    ("cidissolvetransition", "cross-dissolve", "", ""), ("CIFlashTransition", "flash", "", ""),
    ("cross-fade", "cross-dissolve", "", ""),
  ]) func namesOfOtherProgramsAreAccepted(name: String, item: String, key: String, value: String) throws {
    let (from, to) = (try Bitmap.noise(61, 40, seed: 1), try Bitmap.noise(61, 40, seed: 2))
    let values = key.isEmpty ? [:] : [key: value]
    let (named, meant) = (try Catalog.transitions.make(name), try Catalog.transitions.make(item, values))
    for progress in [0.2, 0.6] {
      #expect(
        try TransitionRenderer(from: from, to: to, named).frame(at: progress)
          == TransitionRenderer(from: from, to: to, meant).frame(at: progress))
    }
  }

  @Test(arguments: [
    "gl_hero", "gl_wipe", "gl_", "glSwirl", "gl-Swirl", "CICubeTransition", "cross dissolve", "Swirll",
  ])
  func otherNamesAreUnknown(name: String) {
    #expect(throws: UnknownName.self) { try Catalog.transitions.named(name) }
  }

  /// The originals, run as shader files; `scripts/gl-transitions --by-name` compares with OpenGL.
  @Test(.enabled(if: GLTransitions.folder != nil, GLTransitions.isMissing))
  func framesEqualThoseOfTheOriginals() throws {
    let (from, to) = (
      try Bitmap.scene(160, 90, seed: 1, opaque: true), try Bitmap.scene(160, 90, seed: 2, opaque: true)
    )
    for (file, text) in try GLTransitions.sources() {
      let name = String(file.dropLast(5))
      var original = try Shader(source: text, file: file)
      for parameter in original.parameters where parameter.isRequired {
        original = try original.with(from, for: parameter.name)
      }
      let blend = try #require(ShaderBlend(original))
      let renderer = try TransitionRenderer(from: from, to: to, Catalog.transitions.make("gl_\(name)"))
      for progress in [0.23, 0.5, 0.81] {
        let frame = try renderer.frame(at: progress)
        let expected = try ((.from, .to) --> blend).frame(from: from, to: to, at: progress)
        var far = 0
        for y in 0..<90 {
          for x in 0..<160 where frame[x, y].largestDifference(from: expected[x, y]) > 2 { far += 1 }
        }
        #expect(far <= 200, "\(name) at \(progress): \(far) of 14400 pixels")
      }
    }
  }
}
