/// Other programs' names for items of the catalogs, for suggestions in error messages.
///
/// A synonym is not accepted as a name, since a synonym may mean several items and differs between programs.
enum Synonyms {
  /// Lists of synonyms, in lower case, without dashes and separated by spaces; each list with the catalog
  /// name to suggest.
  private static let table: KeyValuePairs<String, String> = [
    // Transitions.
    "crossfade crossfading blend mix xfade": "cross-dissolve",
    "dip diptoblack fadetoblack blackfade": "fadeblack",
    "diptowhite fadetowhite flash whitefade": "fadewhite",
    "iris irisin irisopen circlein": "circle-open",
    "irisout irisclose circleout": "circleclose",
    "blinds venetianblinds shutters slices stripes": "slice-wipe",
    "burn burnout filmleak lightleak": "film-burn",
    "page pageturn pagepeel pageroll peel book turn": "page-curl",
    "clock clockwipe sweep pie angular": "clock-sweep",
    "barndoor barndoors curtain curtains": "doors",
    "zoom kenburns scale": "zoom-in",
    "pixels mosaic": "pixellate-dissolve",
    "blocks checkerboard tiles": "block-dissolve",
    "spin": "rotate",
    "slide swipe": "push",
    "cover": "cover-vertical",
    "carousel": "swap",
    "box": "cube",
    "card": "flip",
    "water wave waves": "ripple",
    "dream": "dreamy",
    "warp": "directional-warp",
    "morph magicmove sharedelement": "elements",
    "grow": "pop",
    "shrink": "zoom-out-fade",
    "fall": "drop",
    "noise random": "noise-dissolve",
    "hexagon hexagons": "hexagonalize",
    "dots": "polka-dots-curtain",
    "gradient gradientwipe mask": "luma",
    "blur": "smear-dissolve",
    // Filters.
    "blackandwhite bw desaturate gray grey greyscale": "grayscale",
    "pixelize": "pixellate",
    "edge edges findedges": "sobel-edge-detection",
    "noise": "perlin-noise",
    "hsl hsv": "hsb",
    "temperature tint": "white-balance",
    "cartoon": "toon",
    "twirl": "swirl",
    "fisheye": "bulge-distortion",
    "lens": "sphere-refraction",
    "greenscreen bluescreen": "chroma-key",
    "comic": "halftone",
    "blackwhite bilevel": "luminance-threshold",
    "sharp": "sharpen",
    "caption captions label watermark lettering": "text",
    // Blends.
    "plus lighter": "add-blend",
    "over sourceover": "normal-blend",
    "average": "dissolve",
    // Maps.
    "circle": "iris-rect",
    // Easings.
    "smooth smoothstep swing sine": "ease-in-out",
    "elastic bouncy": "spring(duration:s,bounce:b)",
    "bezier cubicbezier": "cubic-bezier(x1,y1,x2,y2)",
    "step": "steps(n)",
    // Formats.
    "h264 h265 hevc m4v": "mp4",
    "prores quicktime": "mov",
    "vp9 vp8": "webm",
    "matroska ffv1": "mkv",
    "raw": "rgba",
  ]

  /// Returns the catalog name for a word: the name that differs only in case and dashes, the target of a
  /// synonym, or the longest name that is a prefix of the word; nil if there is none.
  static func name(for word: String, among names: some Sequence<String>) -> String? {
    let plain = plain(word)
    guard !plain.isEmpty else { return nil }
    if let name = names.first(where: { Self.plain($0) == plain }) { return name }
    let known = Set(names)
    let synonym = table.first { words, name in
      known.contains(name) && words.split(separator: " ").contains { $0 == plain }
    }
    // Excludes prefixes of at most 4 letters, since too many words begin with them. An example of a prefix is
    // `ease-in-out` for `easeInOutCubic`.
    return synonym?.value
      ?? names.filter { Self.plain($0).count > 4 && plain.hasPrefix(Self.plain($0)) }
      .max { $0.count < $1.count }
  }

  /// Returns a word in lower case, without dashes, underscores and spaces.
  private static func plain(_ word: String) -> String { word.lowercased().filter { !"-_ ".contains($0) } }
}
