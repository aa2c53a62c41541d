import SegueFilters
import SeguePixels
import SegueRendering

/// A transition whose layers all end in the same way.
protocol LayeredTransition: Transition {
  var edges: Layers.Layer.Edges { get set }
}

/// One whose layers leave places free.
protocol BackedTransition: Transition {
  var background: Pixel { get set }
}

extension NamedParameter where Owner: LayeredTransition {
  /// How its layers end.
  static var edges: NamedParameter {
    .word("edges", \.edges, "Whether layers end at pixels, or smoothly between them.")
  }
}

extension NamedParameter where Owner: BackedTransition {
  /// What is behind its layers.
  static var background: NamedParameter { .color("background", \.background, "Shown around the pictures.") }
}

extension Layers {
  /// Makes a blend of layers that all end in the same way.
  init(
    background: Pixel = .black, edges: Layer.Edges,
    _ layers: @escaping @Sendable (Double, PixelRectangle) -> [Layer]
  ) {
    self.init(background: background) { progress, screen in
      layers(progress, screen).map { layer in
        var layer = layer
        layer.edges = edges
        return layer
      }
    }
  }
}
