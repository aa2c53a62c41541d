// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SeguePixels
public import SegueRendering

/// Blends the gradients of the second picture into the first picture, by solving a Poisson equation
/// iteratively.
///
///     let chain = (.from, .to) --> PoissonBlend()
///
/// The first picture is unchanged where the second picture is transparent. From there, the colors of the
/// first picture diffuse into the other pixels, by at most one pixel an iteration.
///
/// - Cost: the whole frame is rendered once for each iteration.
/// - Source: GPUImagePoissonBlendFilter.
public struct PoissonBlend: Blend {
  /// The weight of the new colors in each iteration, 0…1; may follow the progress.
  public var mix: Animated = 0.5
  /// The number of iterations.
  public var iterations = 10

  /// Makes the blend with its defaults.
  public init() {}

  /// Makes the blended rows of a frame.
  public func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {
    let (mix, iterations) = (mix(at: progress), iterations)
    let size = [Double(a.size.width), Double(a.size.height)]
    return PictureRows(a, b, size: a.size) { (pictures, execution) throws(RenderError) in
      var picture = pictures[0]
      for _ in 0..<max(0, iterations) {
        picture = try step(
          picture, pictures[1], at: progress, ["amount": [mix]], constants: ["size": size]
        ).rendered(execution)
      }
      return picture
    }
  }
}

extension PoissonBlend: SelfDescribing {
  public static let name = "poisson-blend"
  public static let aliases = ["poisson"]
  public static let summary = "Details of the second picture with the colors of the first."
  public static let source: String? = "GPUImagePoissonBlendFilter; numIterations = iterations"
  public static let parameters: [NamedParameter<PoissonBlend>] = [
    .number("mix", \.mix, in: 0...1, "How far a step goes."),
    .integer("iterations", \.iterations, in: 0...1000, "How many steps there are."),
  ]
}

private let step = Stage(.poisson)
