import SegueRendering

extension CatalogSection.OtherNames where Made == any Transition {
  /// Alternative names of transitions: names of gl-transitions with the prefix `gl_`, and names used by Core
  /// Image, Remotion and CSS.
  static let ofTransitions = Self(
    prefix: "gl_",
    isOfCollection: { item, name in
      sameInBoth.contains(name.lowercased()) || item.glsl?().contains("\n// Source: gl-transitions") == true
    },
    names: [
      // Core Image.
      "CIDisintegrateWithMaskTransition": ("luma", ["softness": "0.1"]),
      "CIDissolveTransition": ("cross-dissolve", [:]),
      "CIPageCurlTransition": ("page-curl", ["shadow": "0"]),
      "CIPageCurlWithShadowTransition": ("page-curl", [:]),
      "CIRippleTransition": ("ripple", [:]),
      "CISwipeTransition": ("wipe", [:]),
      // Remotion.
      "slide": ("push", ["direction": "right"]),
      "slide-from-left": ("push", ["direction": "right"]),
      "slide-from-right": ("push", ["direction": "left"]),
      "slide-from-top": ("push", ["direction": "down"]),
      "slide-from-bottom": ("push", ["direction": "up"]),
      "wipe-from-left": ("edge-wipe", ["direction": "right"]),
      "wipe-from-right": ("edge-wipe", ["direction": "left"]),
      "wipe-from-top": ("edge-wipe", ["direction": "down"]),
      "wipe-from-bottom": ("edge-wipe", ["direction": "up"]),
      "clockWipe": ("radial", ["softness": "0"]),
      "iris": ("circle-open", ["softness": "0"]),
      // View transitions of CSS.
      "cross-fade": ("cross-dissolve", [:]),
      "circle-reveal": ("circle-open", ["softness": "0"]),
    ])

  /// Names of gl-transitions that are also names of catalog transitions with the same frames.
  private static let sameInBoth = ["fade", "wipeleft", "wiperight", "wipeup", "wipedown"]
}
