// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SeguePixels
public import SegueRendering

/// Lays the details of the second picture over the first one: each pixel differs from its neighbors as the second's does.
///
///     let chain = (.from, .to) --> PoissonBlend()
///
/// Where the second picture is transparent the first one stays, and its colors flow in from there: a few pixels for each
/// iteration.
///
/// - Cost: the whole frame is rendered once for each iteration.
/// - Source: GPUImagePoissonBlendFilter.
public struct PoissonBlend: Blend {
  /// How far a step goes.
  public var mix: Animated = 0.5
  /// How many steps there are.
  public var iterations = 10

  /// Makes it with what is said above.
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
  public static let summary = "The details of the second picture in the light of the first."
  public static let source: String? = "GPUImagePoissonBlendFilter; numIterations = iterations"
  public static let parameters: [NamedParameter<PoissonBlend>] = [
    .number("mix", \.mix, in: 0...1, "How far a step goes."),
    .integer("iterations", \.iterations, in: 0...1000, "How many steps there are."),
  ]
}

private let step = Stage("poisson", PackageResources.poisson_glsl)
