package import SegueFormats
package import SeguePixels
package import SegueRendering
import Synchronization

/// Reduces the rate, the size, and the colors or quality of an animation until its file has at most a given
/// number of bytes.
///
/// The reductions form a list of steps, which reduce rate, size and colors alternately. A binary search finds
/// the first step at which the encoded animation is small enough; a trial ends as soon as it exceeds the
/// budget.
package struct AnimationBudget {
  /// The maximum size of the encoded animation in bytes.
  package let bytes: Int
  private let format: any AnimationFormat
  private let source: any FrameSource
  private let range: Range<Int>
  private let rate: FrameRate
  private let execution: Execution

  /// A reduced animation that is small enough.
  package struct Choice: Sendable {
    /// The frames of the reduced animation.
    package let source: ReducedFrames
    /// The frame rate of the reduced animation.
    package let rate: FrameRate
    /// The options of the format that the reduction changed.
    package let options: [(key: String, value: String)]
    /// The size of the encoded animation in bytes.
    package let bytes: Int
  }

  /// Prepares the search.
  ///
  /// - Parameters:
  ///   - bytes: The maximum number of bytes.
  ///   - format: The format.
  ///   - source: The frames.
  ///   - range: The numbers of the frames to write.
  ///   - rate: The rate of these frames.
  ///   - execution: The threads, the SIMD level and the limits.
  package init(
    _ bytes: Int, _ format: any AnimationFormat, _ source: any FrameSource, _ range: Range<Int>,
    _ rate: FrameRate, _ execution: Execution
  ) {
    (self.bytes, self.format, self.source, self.range, self.rate) = (bytes, format, source, range, rate)
    self.execution = execution
  }

  /// Finds the least reduced animation within the budget.
  ///
  /// - Parameter isCancelled: Returns whether to stop the search.
  /// - Returns: The animation; nil if even the most reduced one is larger, or if the search was stopped.
  /// - Throws: The error of rendering or encoding a frame.
  package func choice(isCancelled: @escaping @Sendable () -> Bool = { false }) throws -> Choice? {
    let steps = steps
    func trial(_ index: Int) throws -> Choice? {
      isCancelled() ? nil : try self.trial(steps[index], isCancelled)
    }
    // Tries the first and the last step before the search, since most animations are either small enough
    // without reduction, or far too large.
    if let whole = try trial(0) { return whole }
    guard var best = try trial(steps.count - 1) else { return nil }
    var (low, high) = (1, steps.count - 1)
    while low < high, !isCancelled() {
      let middle = (low + high) / 2
      if let choice = try trial(middle) { (best, high) = (choice, middle) } else { low = middle + 1 }
    }
    return isCancelled() ? nil : best
  }

  /// The reduced rate, scale and quality of one trial.
  private struct Step {
    var rate: Double
    var scale = 1.0
    /// The reduction of colors or quality; nil keeps the quality that was set for the format.
    var reduction: AnimationReduction?
  }

  private var steps: [Step] {
    var step = Step(rate: min(rate.perSecond, format.maxFramesPerSecond.map(Double.init) ?? .infinity))
    var steps = [step]
    let reductions = format.reductions
    // `degree` 1…3 selects a quality reduction of the format, 3 the strongest; a format with fewer than three
    // reductions skips the lower degrees.
    func add(rate: Double? = nil, scale: Double? = nil, degree: Int? = nil) {
      if let rate {
        guard rate < step.rate else { return }
        step.rate = rate
      }
      if let degree {
        let index = reductions.count + degree - 4
        guard reductions.indices.contains(index) else { return }
        step.reduction = reductions[index]
      }
      step.scale = scale ?? step.scale
      steps.append(step)
    }
    add(rate: 30)
    add(degree: 1)
    add(scale: 0.84)
    add(rate: 25)
    add(scale: 0.71)
    add(degree: 2)
    add(rate: 20)
    add(scale: 0.59)
    add(scale: 0.5)
    add(rate: 15)
    add(scale: 0.42)
    add(degree: 3)
    add(scale: 0.35)
    add(rate: 12)
    add(scale: 0.3)
    add(scale: 0.25)
    add(rate: 10)
    for scale in [0.21, 0.18, 0.15, 0.125, 0.1] { add(scale: scale) }
    return steps
  }

  /// Encodes a reduced animation; nil if it is larger than the budget.
  private func trial(_ step: Step, _ isCancelled: @escaping @Sendable () -> Bool) throws -> Choice? {
    let isSlower = step.rate < rate.perSecond
    let count =
      isSlower
      ? max(min(2, range.count), Int((Double(range.count) * step.rate / rate.perSecond).rounded()))
      : range.count
    let frames = ReducedFrames(source, range.spread(count), scale: step.scale)
    let options = step.reduction.map { [(key: $0.key, value: "\($0.value)")] } ?? []
    let sink = CountingSink(most: bytes)
    let newRate = isSlower ? FrameRate(step.rate) : rate
    let job = try ExportJob(
      step.reduction?.format ?? format, to: sink, named: "the animation", isPassedOn: false,
      frames: 0..<count, rate: newRate)
    do {
      let summary = try job.run(frames, execution, isCancelled: isCancelled)
      guard !summary.wasCancelled else { return nil }
    } catch is OverBudget {
      return nil
    }
    return Choice(source: frames, rate: newRate, options: options, bytes: sink.count)
  }
}

/// Some frames of another source, scaled down.
package struct ReducedFrames: WrappedFrames {
  package let source: any FrameSource
  package let size: PixelSize
  private let numbers: [Int]

  /// Makes a scaled source with the frames of the given numbers; each side has at least one pixel.
  init(_ source: any FrameSource, _ numbers: [Int], scale: Double) {
    (self.source, self.numbers) = (source, numbers)
    func side(_ length: Int) -> Int { max(1, Int((Double(length) * scale).rounded())) }
    size = PixelSize(width: side(source.size.width), height: side(source.size.height))
  }

  package var count: Int { numbers.count }
  package var level: SIMDLevel { source.level }

  package func rows(of index: Int) throws -> any RowSource {
    let rows = try source.rows(of: numbers[index])
    guard rows.size != size else { return rows }
    let execution = Execution(threads: 1, level: level)
    return try rows.rendered(execution).fitted(to: Framing(size: size, fit: .stretch), execution)
  }
}

/// The error that ends a trial above the budget.
private struct OverBudget: Error {}

/// A sink that counts bytes, and fails above a limit.
private final class CountingSink: ByteSink {
  private let most: Int
  private let written = Mutex(0)

  init(most: Int) { self.most = most }

  var count: Int { written.withLock { $0 } }

  func open(size: PixelSize, rate: FrameRate) { written.withLock { $0 = 0 } }

  func write(_ bytes: Span<UInt8>) throws -> Int {
    let total = written.withLock { written in
      written += bytes.count
      return written
    }
    guard total <= most else { throw OverBudget() }
    return bytes.count
  }

  func rewriteStart(_ bytes: Span<UInt8>) {}
  func finish() -> Int { 0 }
  func abandon() {}
}
