import Dispatch
import SegueRendering
import SeguePixels
public import SegueTransitions
import Synchronization

/// Renders frames on all cores and hands them to an output.
///
///     let exporter = Exporter(renderer, times: FrameTimes(duration: 1, framesPerSecond: 60))
///     let output = FileSequence(FrameTemplate("out/%04d.png")!, ImageEncoding(.png))
///     try exporter.export(frames: output.framesToRender(of: 0..<61), to: output)
///
/// Each worker renders and encodes its own frame: a strip of rows at a time where the encoder takes them, which stay in
/// its core's cache, else whole. Memory is one frame at most and one file a worker, whatever the number of frames. Where
/// the output compares frames, each worker hands its frame on to the one that has the next, and takes over the memory of
/// the one before.
public struct Exporter: Sendable {
  /// What renders the frames.
  public let source: any FrameSource
  /// How many workers there are.
  public let threads: Int

  /// Makes an exporter.
  ///
  /// - Parameter threads: Workers; nil: one for each core.
  public init(_ source: some FrameSource, threads: Int? = nil) {
    self.source = source
    self.threads = max(1, threads ?? usableCores)
  }

  /// Makes an exporter of one transition's frames.
  ///
  /// - Parameter threads: Workers; nil: one for each core.
  public init(_ renderer: TransitionRenderer, times: FrameTimes, threads: Int? = nil) {
    self.init(TransitionFrames(renderer, times: times), threads: threads)
  }

  /// What an export did.
  public struct Summary: Hashable, Sendable {
    /// Frames written.
    public var frames = 0
    /// Bytes written.
    public var bytes = 0
    /// From the start of the first frame to the end of the last.
    public var seconds = 0.0
    /// How much of that came after the last frame: an encoder's remaining work, a file's name.
    public var finishSeconds = 0.0
    /// Whether it ended because `isCancelled` said so.
    public var wasCancelled = false
    /// How long workers were busy with each stage, all of them together.
    public var stages = StageSeconds()
  }

  /// Seconds of work by stage, added up over all workers.
  public struct StageSeconds: Hashable, Sendable {
    /// Rendering frames.
    public var render = 0.0
    /// Turning frames into bytes.
    public var encode = 0.0
    /// Waiting for earlier frames to be written, where the output is ordered.
    public var wait = 0.0
    /// Writing bytes.
    public var write = 0.0

    fileprivate mutating func add(_ other: StageSeconds) {
      render += other.render
      encode += other.encode
      wait += other.wait
      write += other.write
    }
  }

  /// Renders frames and writes them; returns when all are written.
  ///
  /// - Parameters:
  ///   - frames: Numbers of frames, rising.
  ///   - output: Where they go.
  ///   - isCancelled: Asked before each frame; frames begun are finished.
  ///   - onFrame: Called after each frame with the count so far, one call at a time, from any worker.
  /// - Throws: What the first frame or write that failed threw. Frames written before stand.
  @discardableResult
  public func export(
    frames: [Int], to output: some FrameOutput, isCancelled: @Sendable () -> Bool = { false },
    onFrame: @Sendable (Int) -> Void = { _ in }
  ) throws -> Summary {
    let start = ContinuousClock.now
    do throws {
      var summary = Summary()
      repeat {
        let before = summary.stages
        summary = try exportOnce(frames, to: output, isCancelled, onFrame)
        summary.stages.add(before)
      } while output.startsOver
      summary.bytes += output.bytesBeside
      summary.seconds = start.duration(to: .now) / .seconds(1)
      return summary
    } catch {
      output.abandon()
      throw error
    }
  }

  private func exportOnce(
    _ frames: [Int], to output: some FrameOutput, _ isCancelled: @Sendable () -> Bool,
    _ onFrame: @Sendable (Int) -> Void
  ) throws -> Summary {
    try output.prepare(size: source.size)
    let line = Line()
    let next = Atomic(0)
    let clock = ContinuousClock()
    DispatchQueue.concurrentPerform(iterations: min(threads, max(1, frames.count))) { _ in
      let writer = output.makeWriter(level: source.level)
      let canvas = FrameCanvas(level: source.level)
      var stages = StageSeconds()
      defer { line.add(stages) }
      /// Adds the time since the last call to a stage.
      var mark = clock.now
      func charge(_ stage: WritableKeyPath<StageSeconds, Double>) {
        let now = clock.now
        stages[keyPath: stage] += mark.duration(to: now) / .seconds(1)
        mark = now
      }
      while true {
        let position = next.add(1, ordering: .relaxed).oldValue
        guard position < frames.count else { return }
        guard !line.hasFailed, !isCancelled(), !output.startsOver else { return line.stop(before: position) }
        let index = frames[position]
        mark = clock.now
        do throws {
          var frame = try source.rows(of: index)
          var previous: Bitmap?
          if output.comparesFrames {
            let bitmap = try canvas.bitmap(of: frame)
            charge(\.render)
            guard line.handOn(bitmap, at: position, takingOver: &previous) else { return }
            charge(\.wait)
            frame = bitmap
          }
          charge(\.render)
          let before = canvas.seconds
          try writer.encode(frame, on: canvas, after: previous, index: index)
          charge(\.encode)
          // What the encoder had rendered meanwhile.
          stages.render += canvas.seconds - before
          stages.encode -= canvas.seconds - before
          if output.comparesFrames { canvas.reuse(previous) }
          if output.isOrdered, !line.waitForTurn(position) { return }
          charge(\.wait)
          let bytes = try writer.write(index: index)
          charge(\.write)
          line.finish(position, bytes: bytes, onFrame)
        } catch {
          return line.fail(error)
        }
      }
    }
    var summary = try line.result()
    summary.wasCancelled = summary.frames < frames.count
    let written = clock.now
    if summary.wasCancelled || output.startsOver { output.abandon() } else { try output.finish() }
    summary.finishSeconds = written.duration(to: clock.now) / .seconds(1)
    return summary
  }
}

/// Where workers line up: whose turn it is to write, what was written, and what went wrong first.
private final class Line: Sendable {
  private struct State {
    var turn = 0
    var end = Int.max
    var failure: (any Error)?
    var summary = Exporter.Summary()
    /// Rendered frames that the next one's worker has not taken over.
    var handedOn: [Int: Bitmap] = [:]
    var waiting: [Waiting] = []

    /// Whether a frame will be written after all.
    func goesOn(_ position: Int) -> Bool { failure == nil && position < end }

    /// Wakes who need not wait any more.
    mutating func wake() {
      let all = waiting
      waiting = all.filter { !$0.isOver(self) }
      for waiting in all where waiting.isOver(self) { waiting.semaphore.signal() }
    }
  }

  private struct Waiting {
    let semaphore = DispatchSemaphore(value: 0)
    let isOver: @Sendable (borrowing State) -> Bool
  }

  private let state = Mutex(State())

  var hasFailed: Bool { state.withLock { $0.failure != nil } }

  /// Waits for something, unless the frame at `position` will never be written.
  private func wait(_ position: Int, until isTrue: @escaping @Sendable (borrowing State) -> Bool) -> Bool {
    let waiting = Waiting { !$0.goesOn(position) || isTrue($0) }
    let isOver = state.withLock { state in
      if waiting.isOver(state) { return true }
      state.waiting.append(waiting)
      return false
    }
    if !isOver { waiting.semaphore.wait() }
    return state.withLock { $0.goesOn(position) }
  }

  /// Waits until every earlier frame is written; false where that will never be.
  func waitForTurn(_ position: Int) -> Bool { wait(position) { $0.turn == position } }

  /// Gives a frame to the worker of the next, and takes the one before; false where that will never come.
  func handOn(_ frame: Bitmap, at position: Int, takingOver previous: inout Bitmap?) -> Bool {
    state.withLock { state in
      state.handedOn[position] = frame
      state.wake()
    }
    guard position > 0 else { return true }
    guard wait(position, until: { $0.handedOn[position - 1] != nil }) else { return false }
    previous = state.withLock { $0.handedOn.removeValue(forKey: position - 1) }
    return true
  }

  func finish(_ position: Int, bytes: Int, _ onFrame: @Sendable (Int) -> Void) {
    state.withLock { state in
      state.turn += 1
      state.summary.frames += 1
      state.summary.bytes += bytes
      onFrame(state.summary.frames)
      state.wake()
    }
  }

  func stop(before position: Int) {
    state.withLock { state in
      state.end = min(state.end, position)
      state.wake()
    }
  }

  func fail(_ error: any Error) {
    state.withLock { state in
      state.failure = state.failure ?? error
      state.wake()
    }
  }

  func add(_ stages: Exporter.StageSeconds) { state.withLock { $0.summary.stages.add(stages) } }

  func result() throws -> Exporter.Summary {
    let (failure, summary) = state.withLock { ($0.failure, $0.summary) }
    if let failure { throw failure }
    return summary
  }
}
