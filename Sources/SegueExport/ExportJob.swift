import Dispatch
import Glibc
import SegueFiles
package import SegueFormats
package import SeguePixels
import SegueRendering
import Synchronization

/// One export, from what may not be written to the last rename.
package final class ExportJob: Sendable {
  /// The numbers of the frames that are to be rendered: existing ones that are kept are not among them.
  package let frames: [Int]
  /// One output for each way that the destination may be written, in the order they are tried.
  private let outputs: [any FrameOutput]
  private let current = Mutex<(any FrameOutput)?>(nil)

  /// Finds what may not be written, before anything is rendered.
  ///
  /// - Parameters:
  ///   - destination: Where frames go.
  ///   - range: Their numbers.
  ///   - rate: How many are shown a second.
  ///   - onStart: Is told the words of a program's command line before it is started.
  /// - Throws: `FileError.exists`, `ExportError.missingProgram`.
  package convenience init(
    _ destination: Destination, frames range: Range<Int>, rate: FrameRate,
    onStart: @escaping @Sendable ([String]) -> Void = { _ in }
  ) throws {
    var frames = Array(range)
    let outputs: [any FrameOutput]
    switch destination {
    case .sequence(let template, let format, let policy):
      let sequence = SequenceOutput(template: template, format: format, policy: policy)
      frames = try sequence.framesToRender(of: range)
      outputs = [sequence]
    case .animation(let file, let format, let policy):
      try policy.check(file)
      let shown = format.frames(of: range, rate: rate)
      frames = shown.numbers
      outputs = format.layouts.map {
        AnimationOutput(file, format, $0, frames: shown.numbers, rate: shown.rate, policy)
      }
    case .stream(.file(let file), let format, let policy):
      try policy.check(file)
      outputs = [StreamOutput(format, rate: rate, to: StreamFile(file, policy))]
    case .stream(.descriptor(let descriptor, let name), let format, _):
      outputs = [StreamOutput(format, rate: rate, to: OpenDescriptor(descriptor: descriptor, name: name))]
    case .video(let file, let format, let encoderOptions, let policy):
      try policy.check(file)
      let sink = FFmpegSink(file, format, encoderOptions: encoderOptions, policy, onStart: onStart)
      try sink.checkProgram()
      outputs = [StreamOutput(format.input, rate: rate, to: sink)]
    case .discard: outputs = [NullOutput()]
    }
    self.init(frames: frames, outputs: outputs)
  }

  /// Takes outputs as they are.
  package init(frames: [Int], outputs: [any FrameOutput]) {
    self.frames = frames
    self.outputs = outputs
  }

  /// Whether frames are written one after another.
  package var isOrdered: Bool { outputs.first?.isOrdered ?? false }

  /// Makes calls that wait for somebody else fail, from any thread.
  package func interrupt() { current.withLock { $0 }?.interrupt() }

  /// Renders the frames and writes them; returns when all are written.
  package func run(
    _ source: any FrameSource, _ execution: Execution,
    isCancelled: @escaping @Sendable () -> Bool = { false },
    onFrame: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws -> ExportSummary {
    let start = ContinuousClock.now
    var before = ExportSummary.StageSeconds()
    for (index, output) in outputs.enumerated() {
      current.withLock { $0 = output }
      let line = WorkerLine()
      do {
        try output.prepare(size: source.size)
        render(source, execution, to: output, line, isCancelled, onFrame)
        var summary = try line.result()
        summary.wasCancelled = summary.frames < frames.count
        let written = ContinuousClock.now
        if summary.wasCancelled { output.abandon() } else { summary.bytes += try output.finish() }
        summary.finishSeconds = written.duration(to: .now) / .seconds(1)
        summary.seconds = start.duration(to: .now) / .seconds(1)
        summary.stages.add(before)
        return summary
      } catch is AnimationOutput.LayoutTooNarrow where index + 1 < outputs.count {
        before.add(line.stages)
        output.abandon()
      } catch {
        output.abandon()
        throw error
      }
    }
    return ExportSummary()
  }

  private func render(
    _ source: any FrameSource, _ execution: Execution, to output: any FrameOutput, _ line: WorkerLine,
    _ isCancelled: @escaping @Sendable () -> Bool, _ onFrame: @escaping @Sendable (Int) -> Void
  ) {
    let next = Atomic(0)
    onThreads(min(execution.threads, max(1, frames.count))) { [frames] in
      let worker = ExportWorker(source, output, line)
      defer { line.add(worker.stages) }
      var later: [Int] = []
      while true {
        var position = next.add(1, ordering: .relaxed).oldValue
        if position >= frames.count {
          guard !later.isEmpty else { return }
          position = later.removeFirst()
          usleep(10_000)
        }
        guard !line.hasFailed, !isCancelled() else { return line.stop(before: position) }
        do {
          guard let bytes = try worker.export(frames[position], at: position) else { return }
          line.finish(position, bytes: bytes, onFrame)
        } catch is MadeElsewhere {
          later.append(position)
        } catch {
          return line.fail(error)
        }
      }
    }
  }
}

extension WritePolicy {
  /// Refuses to replace a file of all frames.
  fileprivate func check(_ file: String) throws(FileError) {
    if existing != .overwrite && isRegularFile(file) { throw .exists(file: file) }
  }
}

/// One worker of an export: its memory, and how long it was busy with what.
private final class ExportWorker {
  private(set) var stages = ExportSummary.StageSeconds()
  private let source: any FrameSource
  private let line: WorkerLine
  private let isOrdered: Bool
  private let writer: FrameWriter
  private let canvas: FrameCanvas
  private let clock = ContinuousClock()
  private var mark = ContinuousClock.now

  init(_ source: any FrameSource, _ output: any FrameOutput, _ line: WorkerLine) {
    self.source = source
    self.line = line
    isOrdered = output.isOrdered
    writer = output.makeWriter(level: source.level)
    canvas = FrameCanvas(level: source.level)
  }

  /// Adds the time since the last call to a stage.
  private func charge(_ stage: WritableKeyPath<ExportSummary.StageSeconds, Double>) {
    let now = clock.now
    stages[keyPath: stage] += mark.duration(to: now) / .seconds(1)
    mark = now
  }

  /// Renders, encodes and writes a frame; says how many bytes that was, or nil where the frame will never be written.
  func export(_ index: Int, at position: Int) throws -> Int? {
    mark = clock.now
    let rows = try source.rows(of: index)
    guard rows.size == source.size else {
      throw RenderError.unrenderable(
        "a frame is \(rows.size) pixels where the others are \(source.size); a filter that changes the size must do so alike in all"
      )
    }
    switch writer {
    case .rows(let writer):
      charge(\.render)
      let before = canvas.seconds
      try writer.encode(rows, on: canvas, index: index)
      charge(\.encode)
      // What the encoder had rendered meanwhile.
      stages.render += canvas.seconds - before
      stages.encode -= canvas.seconds - before
    case .differences(let writer):
      let frame = try canvas.bitmap(of: rows)
      charge(\.render)
      var previous: Bitmap?
      guard line.handOn(frame, at: position, takingOver: &previous) else { return nil }
      charge(\.wait)
      try writer.encode(FrameDifference(frame, after: previous), index: index)
      charge(\.encode)
      canvas.reuse(previous)
    }
    if isOrdered, !line.waitForTurn(position) { return nil }
    charge(\.wait)
    let bytes = try writer.writer.write(index: index)
    charge(\.write)
    return bytes
  }
}
