public import SeguePixels
import Synchronization

/// The settings that all readers of a frame share: threads, SIMD level, limits, and whether pixels are mixed
/// in sRGB or linear light.
public struct RenderContext: Sendable {
  /// The number of threads that share the frame's rows.
  public let threads: Int
  package private(set) var kernels: Kernels
  /// The maximum number of iterations of all loops of a shader together, in one tile.
  package let maxLoopTurns: Int
  /// The conditions that end rendering early; nil for none.
  package let interruption: Interruption?
  /// Whether rows are written with streaming stores, which bypass the caches.
  package var streams = false
  /// The largest frame, in bytes, that is written through the caches; larger frames use streaming stores.
  package var maxCachedBytes: Int

  /// The SIMD level of the kernels.
  public var level: SIMDLevel { kernels.level }

  package init(_ execution: Execution) {
    self.init(
      kernels: Kernels(execution.level), threads: execution.threads,
      maxLoopTurns: execution.limits.maxLoopTurns, Interruption(execution.limits))
  }

  package init(
    kernels: Kernels, threads: Int, maxLoopTurns: Int = Limits().maxLoopTurns,
    _ interruption: Interruption? = nil
  ) {
    self.kernels = kernels
    self.threads = threads
    self.maxLoopTurns = maxLoopTurns
    self.interruption = interruption
    maxCachedBytes = threads == 1 ? 1 << 20 : Self.maxSharedBytes
  }

  /// The default of `maxCachedBytes` with several threads.
  ///
  /// Writing a frame of 14 MiB takes the same time through the caches as with streaming stores; a frame of 32
  /// MiB takes 1.2 times as long through the caches.
  static let maxSharedBytes = 16 << 20

  /// Whether pixels are mixed as sRGB values or in linear light.
  public var light: Light { kernels.light }

  /// Returns the context with kernels that mix pixels in the given light, sRGB or linear.
  func mixing(in light: Light) -> RenderContext {
    var context = self
    context.kernels = kernels.mixing(in: light)
    return context
  }

  /// This context changed for rows that are soon read again: rows are written through the caches, whatever
  /// the frame's size.
  var cached: RenderContext {
    var context = self
    context.streams = false
    context.maxCachedBytes = .max
    return context
  }

  /// Makes a reader of an input, whose rows are soon read again.
  ///
  /// Checks for an interruption, since a chain of n effects that each read their input twice has 2ⁿ readers.
  ///
  /// - Throws: `RenderError` if the source cannot be rendered, or rendering is interrupted.
  func reader(of source: any RowSource) throws(RenderError) -> any RowReader {
    try interruption?.check()
    return try source.makeReader(cached)
  }
}

/// An input for filters with random access, such as shaders.
///
/// The input is rendered as a whole on first use, once for all threads of a frame.
///
///     struct UpsideDown: Filter {
///       func apply(to input: any RowSource, at progress: Double) -> any RowSource {
///         Rows(input: WholeInput(input))
///       }
///
///       struct Rows: RowSource {
///         let input: WholeInput
///         var inputs: [any RowSource] { [input.rows] }
///
///         func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
///           Reader(bitmap: try input.bitmap(context))
///         }
///       }
///
///       final class Reader: RowReader {
///         let bitmap: Bitmap
///
///         init(bitmap: Bitmap) { self.bitmap = bitmap }
///
///         func read(_ y: Int, into row: inout MutableSpan<Pixel>) {
///           bitmap.withRow(bitmap.height - 1 - y) { pixels in
///             for x in row.indices { row[x] = pixels[x] }
///           }
///         }
///       }
///     }
///
///     let frame = try (photo --> UpsideDown()).frame()
public final class WholeInput: Sendable {
  /// The row source of the input.
  public let rows: any RowSource
  private let rendered = Mutex<Result<Bitmap, RenderError>?>(nil)

  /// Makes an input; rendering starts on first use.
  public init(_ rows: any RowSource) { self.rows = rows }

  /// Returns the input, rendered with the SIMD level and threads of the frame; an input that is a bitmap is
  /// returned unchanged.
  ///
  /// - Throws: `RenderError` if memory is exhausted or the rows cannot be rendered.
  public func bitmap(_ context: RenderContext) throws(RenderError) -> Bitmap {
    if let bitmap = rows.bitmap { return bitmap }
    if let deep = rows as? DeepRows {
      return try deep.storage.floats(context.kernels.floats, threads: context.threads)
    }
    return try rendered.withLock { rendered in
      if let rendered { return rendered }
      let result = Result { () throws(RenderError) in try rows.rendered(context.cached) }
      rendered = result
      return result
    }.get()
  }
}
