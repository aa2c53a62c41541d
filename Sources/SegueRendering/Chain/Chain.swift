public import SeguePixels
import Synchronization

infix operator --> : AdditionPrecedence

/// A graph of filters and blends, written in the order in which pixels pass through it.
///
///     let chain = (
///       .from --> Pixellate(fraction: 0.1 * .progress),
///       .to --> Pixellate(fraction: 0.1 * (1 - .progress))
///     ) --> Dissolve(mix: .progress)
///
///     let picture = try (photo --> Pixellate(fraction: 0.05)).frame()
///
/// A chain is only a description; `frame` renders it. Each row passes through all filters, without whole
/// pictures in between. For filters with random access to their input, such as shaders, the input is rendered
/// as a whole.
public indirect enum Chain: Sendable {
  /// The first picture of a transition.
  case from
  /// The second picture of a transition.
  case to
  /// A given picture.
  case picture(any RowSource)
  /// A chain followed by a filter.
  case filter(Chain, any Filter)
  /// Two chains joined by a blend.
  case blend(Chain, Chain, any Blend)

  /// Appends a filter to a chain.
  public static func --> (chain: Chain, filter: some Filter) -> Chain { .filter(chain, filter) }

  /// Returns the chain with `.from` and `.to` replaced by other chains.
  package func replacing(from first: Chain, to second: Chain) -> Chain {
    switch self {
    case .from: first
    case .to: second
    case .picture: self
    case .filter(let chain, let filter): .filter(chain.replacing(from: first, to: second), filter)
    case .blend(let a, let b, let blend):
      .blend(a.replacing(from: first, to: second), b.replacing(from: first, to: second), blend)
    }
  }

  /// Makes the row source of the chain's frame at a moment.
  ///
  /// `place` identifies the position of this chain's last effect within the whole chain. `nested` is nil
  /// unless this chain is an input of a time-dependent effect; it then counts the input frames that
  /// time-dependent effects in this chain request.
  ///
  /// - Throws: `RenderError.sizesDiffer` if two pictures of a blend differ in size; `.unrenderable` if nested
  ///   time-dependent effects request too many frames.
  package func rows(
    from: any RowSource, to: any RowSource, at moment: FrameMoment, place: Int = 1, nested: NestedReads? = nil
  ) throws(RenderError) -> any RowSource {
    @Sendable func inputs(
      _ chains: [Chain], at moment: FrameMoment, _ nested: NestedReads?
    ) throws(RenderError) -> [any RowSource] {
      var rows: [any RowSource] = []
      for (index, chain) in chains.enumerated() {
        rows.append(
          try chain.rows(from: from, to: to, at: moment, place: 2 &* place &+ index, nested: nested))
      }
      for other in rows.dropFirst() where other.size != rows[0].size {
        throw .sizesDiffer(rows[0].size, other.size)
      }
      return rows
    }
    func timed(_ effect: any TimedEffect, _ chains: Chain...) throws(RenderError) -> any RowSource {
      let reads = nested ?? NestedReads()
      return try effect.apply(
        to: InputFrames(of: effect, at: moment, place: place) { (moment) throws(RenderError) in
          try nested?.add()
          return try inputs(chains, at: moment, reads)
        })
    }
    switch self {
    case .from: return from
    case .to: return to
    case .picture(let rows): return rows
    case .filter(let chain, let filter):
      if let filter = filter as? any TimedFilter { return try timed(filter, chain) }
      return filter.apply(to: try inputs([chain], at: moment, nested)[0], at: moment.progress)
    case .blend(let first, let second, let blend):
      if let blend = blend as? any TimedBlend { return try timed(blend, first, second) }
      let rows = try inputs([first, second], at: moment, nested)
      return blend.apply(to: rows[0], rows[1], at: moment.progress)
    }
  }

  /// Makes the row source of the chain's frame at a progress; the time equals the progress.
  ///
  /// - Throws: `RenderError.sizesDiffer` if two pictures of a blend differ in size; `.unrenderable` if nested
  ///   time-dependent effects request too many frames.
  package func rows(
    from: any RowSource, to: any RowSource, at progress: Double
  ) throws(RenderError) -> any RowSource {
    try rows(from: from, to: to, at: FrameMoment(progress: progress))
  }

  /// Renders the chain's frame at a progress.
  ///
  ///     let frame = try ((.from, .to) --> Dissolve(mix: .progress)).frame(from: from, to: to, at: 0.4)
  ///
  /// - Parameters:
  ///   - from: The picture of `.from`; nil for a transparent picture of the size of `to`.
  ///   - to: The picture of `.to`; nil for a transparent picture of the size of `from`.
  ///   - progress: The progress for all filters, 0…1.
  ///   - light: Whether pixels are mixed in sRGB or in linear light.
  ///   - execution: The threads and SIMD level; the pixels do not depend on them.
  /// - Returns: The frame; the picture itself if the chain changes nothing.
  /// - Throws: `RenderError` if the two pictures of a blend differ in size, memory is exhausted, or a filter
  ///   cannot be rendered.
  public func frame(
    from: Bitmap? = nil, to: Bitmap? = nil, at progress: Double = 0, light: Light = .gamma,
    _ execution: Execution = .standard
  ) throws(RenderError) -> Bitmap {
    try frameRows(from: from, to: to, at: progress, light: light).rendered(execution)
  }

  /// Makes the rows of the chain's frame at a progress.
  ///
  /// - Throws: `RenderError` if the two pictures of a blend differ in size, memory is exhausted, or nested
  ///   time-dependent effects request too many frames.
  package func frameRows(
    from: Bitmap? = nil, to: Bitmap? = nil, at progress: Double = 0, light: Light = .gamma
  ) throws(RenderError) -> any RowSource {
    let nothing = try Bitmap((from ?? to)?.size ?? PixelSize(width: 1, height: 1))
    return try rows(from: from ?? nothing, to: to ?? nothing, at: progress).mixed(in: light)
  }
}

/// Counts, for one output frame, the input frames that time-dependent effects request if their own results
/// are inputs of other time-dependent effects.
///
/// A chain of n filters that each read ten frames reads 10ⁿ frames. The limit makes rendering fail before
/// memory is exhausted.
package final class NestedReads: Sendable {
  private static let most = 250_000
  private let count = Atomic(0)

  package init() {}

  /// Counts an input frame.
  ///
  /// - Throws: `RenderError.unrenderable` above 250,000 frames.
  func add() throws(RenderError) {
    guard count.add(1, ordering: .relaxed).newValue <= Self.most else {
      throw .unrenderable(
        "one frame needs more than \(Self.most) others; give fewer filters that read other frames, such as low-pass"
      )
    }
  }
}

/// Makes a chain that applies a filter to a bitmap.
///
///     let blocks = try (photo --> Pixellate(fraction: 0.05)).frame()
public func --> (bitmap: Bitmap, filter: some Filter) -> Chain { .picture(bitmap) --> filter }

extension Bitmap {
  /// Applies filters, one after the other.
  ///
  ///     let blocks = try photo.filtered(Pixellate(fraction: 0.05))
  ///     let soft = try photo.filtered(.gaussianBlur(sigma: 6), .sepia)
  ///
  /// - Parameters:
  ///   - filters: The filters; if there are none, the result is the picture itself.
  ///   - progress: The progress for filters with animated parameters.
  ///   - execution: The threads and SIMD level; the pixels do not depend on them.
  /// - Returns: The filtered picture.
  /// - Throws: `RenderError` if memory is exhausted or a filter cannot be rendered.
  public func filtered(
    _ filters: any Filter..., at progress: Double = 0, _ execution: Execution = .standard
  ) throws(RenderError) -> Bitmap {
    try filters.reduce(Chain.picture(self)) { .filter($0, $1) }.frame(at: progress, execution)
  }
}

/// Joins two chains by a blend.
///
///     let chain = (.from --> Pixellate(fraction: 0.05), .to) --> Dissolve()
public func --> (inputs: (Chain, Chain), blend: some Blend) -> Chain { .blend(inputs.0, inputs.1, blend) }
