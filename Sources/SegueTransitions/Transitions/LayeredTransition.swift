import SegueFilters
import SeguePixels
import SegueRendering

/// A transition of layers that all have the same kind of edges.
protocol LayeredTransition: Transition {
  var edges: Layers.Layer.Edges { get set }
}

/// A transition with layers that leave parts of the background visible.
protocol BackedTransition: Transition {
  var background: Pixel { get set }
}

extension NamedParameter where Owner: LayeredTransition {
  /// The parameter for hard or smooth layer edges.
  static var edges: NamedParameter {
    .word("edges", \.edges, "Whether layers end at pixels, or smoothly between them.")
  }
}

extension NamedParameter where Owner: BackedTransition {
  /// The parameter for the background color.
  static var background: NamedParameter { .color("background", \.background, "Shown around the pictures.") }
}

extension Layers {
  /// Makes a blend of layers that all have the same kind of edges.
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
