// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SeguePixels
public import SegueRendering

/// Blends two pictures linearly: a + (b − a)·mix.
///
///     let chain = (.from, .to) --> Dissolve(mix: .progress)
///
/// Channels are premultiplied and rounded to nearest. A mix of 0 or less returns the first picture, a mix of
/// 1 or more the second picture, byte for byte.
///
/// - Cost: reads both pictures and writes one; memory-bound.
/// - Source: GPUImageDissolveBlendFilter. The mix is taken in steps of 1/32768.
public struct Dissolve: Blend {
  /// The share of the second picture, 0…1; may follow the progress.
  public var mix: Animated = 0.5

  /// Makes a blend with a mix of 0.5.
  public init() {}

  /// Makes a blend in which the second picture has the share `mix`.
  public init(mix: Animated) { self.mix = mix }

  /// Makes the blended rows of a frame.
  public func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {
    let weight = (mix(at: progress) * 32768).rounded()
    guard weight > 0 else { return a }
    guard weight < 32768 else { return b }
    return DissolveRows(a: a, b: b, weight: Int16(weight), share: Float(mix(at: progress)))
  }
}

extension Dissolve: SelfDescribing {
  public static let name = "dissolve"
  public static let aliases = ["dissolve-blend"]
  public static let source: String? = "GPUImageDissolveBlendFilter"
  public static let summary = "Mixes both pictures."
  public static let parameters: [NamedParameter<Dissolve>] = [
    .number("mix", \.mix, in: 0...1, "Share of the second picture.")
  ]
}

private struct DissolveRows: FloatSource, WordSource {
  let a: any RowSource
  let b: any RowSource
  let weight: Int16
  /// The weight without rounding, for rows of floats.
  let share: Float

  var inputs: [any RowSource] { [a, b] }

  var inFloats: any RowSource {
    let share = share
    return FloatMap(a.floats, b.floats) { _, a, b, out, kernels in
      kernels.mix(a, b, weight: share, into: &out)
    }
  }

  var wordRows: (@Sendable (Int, inout MutableSpan<UInt16>, FloatKernels) -> Void)? {
    guard let a = a.bitmap, let b = b.bitmap, a.isOpaque, b.isOpaque, let first = a.deep, let second = b.deep,
      first.depth == .sixteen, second.depth == .sixteen
    else { return nil }
    let share = share
    return { y, words, kernels in
      kernels.mix(words: first.words(y).span, second.words(y).span, weight: share, into: &words)
    }
  }

  func rowsAlike(from y: Int) -> Int { min(a.rowsAlike(from: y), b.rowsAlike(from: y)) }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try Reader(self, context)
  }

  private final class Reader: RowReader {
    let rows: DissolveRows
    let context: RenderContext
    let a: RowCursor
    let b: RowCursor

    init(_ rows: DissolveRows, _ context: RenderContext) throws(RenderError) {
      self.rows = rows
      self.context = context
      a = try RowCursor(rows.a, context)
      b = try RowCursor(rows.b, context)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      // Uses non-temporal stores, unless the row is repeated: the renderer then copies the row from a cache.
      let streams = context.streams && rows.rowsAlike(from: y) == y + 1
      try a.withRow(y) { (a) throws(RenderError) in
        try b.withRow(y) { b in
          context.kernels.mix(a, b, weight: rows.weight, into: &row, streaming: streams)
        }
      }
    }
  }
}
