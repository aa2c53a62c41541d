// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueFilters
public import SegueRendering

extension Transitions {
  /// Pixellates both pictures while they dissolve: the blocks of the first picture grow, and the blocks of
  /// the second picture shrink to pixels.
  ///
  /// - Source: the GPUImage animator of objc.io, issue 12, "View Controller Transitions".
  public struct PixellateDissolve: Transition, SelfDescribing {
    /// The side of the largest block as a fraction of the width, 0…1.
    public var fraction = 0.1
    /// The color of a block: a sample at its center, or the mean of its pixels.
    public var sampling = Pixellate.Sampling.center

    /// Makes the transition with the default parameters, which are the parameters in the article.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      (
        .from --> Pixellate(fraction: fraction * .progress, sampling: sampling),
        .to --> Pixellate(fraction: fraction * (1 - .progress), sampling: sampling)
      ) --> Dissolve(mix: .progress)
    }

    public static let name = "pixellate-dissolve"
    public static let summary =
      "The first picture breaks into ever larger blocks and dissolves into the second's."
    public static let parameters: [NamedParameter<PixellateDissolve>] = [
      .number("fraction", \.fraction, in: 0...1, unit: "of the width", "Side of the largest block."),
      .word("sampling", \.sampling, "A block's color: the sample at its center, or the mean of its pixels."),
    ]
  }
}
