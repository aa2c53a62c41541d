import Dispatch
import SeguePlatform
import SegueFiles
package import SegueFormats
package import SeguePixels
import SegueRendering
import Synchronization

/// A single export, from the checks before rendering to the renaming of the finished file.
package final class ExportJob: Sendable {
  /// The indices of the frames to render, without frames whose existing files are kept.
  package let frames: [Int]
  /// The outputs to try in this order, one for each pixel layout: opaque before transparent.
  private let outputs: [any FrameOutput]
  /// The names of the file and the format, if the format allows only opaque frames; else nil.
  private let opaque: (file: String, format: String)?
  /// The name of the output for error messages.
  private let name: String
  private let current = Mutex<(any FrameOutput)?>(nil)

  /// Prepares an export: checks existing files, the format and the sound, before anything is rendered.
  ///
  /// - Parameters:
  ///   - destination: The destination.
  ///   - range: The indices of the frames.
  ///   - rate: The frame rate.
  ///   - limits: The limits, of which only the limit of bytes is used here, for the encoder of a video; `run`
  ///     checks the limits of its `Execution`.
  ///   - onStart: Receives the command line of an encoder before the encoder is started.
  ///   - onWarning: Receives a sentence about damage in the sound, which is skipped.
  /// - Throws: `FileError` if an existing file may not be replaced, or if the sound file is missing;
  ///   `ExportError` if ffmpeg is missing, if the sound is unusable, or if the format does not support the
  ///   target or sound.
  package convenience init(
    _ destination: Destination, frames range: Range<Int>, rate: FrameRate, limits: Limits = Limits(),
    onStart: @escaping @Sendable ([String]) -> Void = { _ in },
    onWarning: (String) -> Void = { _ in }
  ) throws {
    var frames = Array(range)
    var opaque: (file: String, format: String)?
    let outputs: [any FrameOutput]
    switch destination {
    case .sequence(let template, let format, let policy):
      let sequence = SequenceOutput(template: template, format: format, policy: policy)
      frames = try sequence.framesToRender(of: range)
      outputs = [sequence]
    case .animation(let target, let format, let policy):
      try policy.check(target)
      try target.check(format)
      (frames, outputs) = format.outputs(
        of: range, rate: rate, named: target.name, isPassedOn: target.isPassedOn
      ) { target.makeSink(policy) }
    case .stream(let target, let format, let policy):
      try policy.check(target)
      outputs = [StreamOutput(format, rate: rate, to: target.makeSink(policy))]
    case .images(let target, let format, let policy):
      try policy.check(target)
      outputs = [StreamOutput(format, rate: rate, to: target.makeSink(policy))]
    case .video(let target, let format, let encoderOptions, let sound, let policy):
      try policy.check(target)
      try target.check(format)
      guard isOnPath("ffmpeg") else { throw ExportError.missingProgram("ffmpeg", file: target.name) }
      guard sound == nil || format.ffmpegSoundOptions != nil else {
        throw ExportError.unsupported(file: target.name, reason: "\(type(of: format).name) has no sound")
      }
      let tried = try sound.map { try SoundPart($0, frames: range, rate: rate).tried() }
      if let warning = tried?.warning { onWarning(warning) }
      // Tries the opaque layout first, since most frames are opaque. A stream cannot be restarted, so it uses
      // the layout that is valid for all frames.
      let inputs = [format.input] + (format.ffmpegAlphaOptions == nil ? [] : [Formats.RGBA()])
      let sinks = inputs.suffix(target.isPassedOn ? 1 : inputs.count).map {
        FFmpegSink(
          target, format, $0, encoderOptions: encoderOptions, sound: tried, policy,
          maxBytes: limits.maxBytes, onStart: onStart)
      }
      outputs = sinks.map { StreamOutput($0, rate: rate) }
      opaque = format.keepsAlpha ? nil : (target.name, type(of: format).name)
    case .discard: outputs = [NullOutput()]
    }
    self.init(frames: frames, outputs: outputs, named: destination.name, opaque: opaque)
  }

  /// Prepares an export to a sink, in a format that needs no program.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - sink: The sink; a restarted export opens it again.
  ///   - name: The name for error messages.
  ///   - isPassedOn: Whether bytes reach a reader at once, so that the export cannot be restarted.
  ///   - range: The indices of the frames.
  ///   - rate: The frame rate.
  /// - Throws: `ExportError.unsupported` for a format that has no frames, or needs a program.
  package convenience init(
    _ format: any FileFormat, to sink: any ByteSink, named name: String, isPassedOn: Bool,
    frames range: Range<Int>, rate: FrameRate
  ) throws(ExportError) {
    if let animation = format.animation {
      let (frames, outputs) = animation.outputs(
        of: range, rate: rate, named: name, isPassedOn: isPassedOn
      ) { sink }
      self.init(frames: frames, outputs: outputs, named: name)
    } else if let stream = format.stream, !format.discards {
      self.init(frames: Array(range), outputs: [StreamOutput(stream, rate: rate, to: sink)], named: name)
    } else if let image = format.image {
      self.init(frames: Array(range), outputs: [StreamOutput(image, rate: rate, to: sink)], named: name)
    } else {
      throw .unsupported(file: name, reason: "the format has no frames to write")
    }
  }

  /// Makes a job from given outputs; `opaque` is the file and the format, if the format allows only opaque
  /// frames.
  package init(
    frames: [Int], outputs: [any FrameOutput], named name: String = "the output",
    opaque: (file: String, format: String)? = nil
  ) {
    self.name = name
    self.frames = frames
    self.outputs = outputs
    self.opaque = opaque
  }

  /// Whether frames must be written in order.
  package var isOrdered: Bool { outputs.first?.isOrdered ?? false }

  /// Makes blocking calls of the output fail; may be called from any thread.
  package func interrupt() { current.withLock { $0 }?.interrupt() }

  /// Makes the checks of `run` that precede the first frame, without rendering or creating anything.
  ///
  /// - Throws: The errors of `run` for limits, for transparency in the first or last frame, for the size of
  ///   the frames, and for files that cannot be created.
  package func check(_ source: any FrameSource, _ limits: Limits) throws {
    try checkLimits(of: source, limits)
    try outputs.first?.check(size: source.size)
  }

  private func checkLimits(of source: any FrameSource, _ limits: Limits) throws {
    try limits.check(frame: source.size)
    guard frames.count <= limits.maxFrames else {
      throw ExportError.tooManyFrames(file: name, count: frames.count, limit: limits.maxFrames)
    }
    try checkEnds(of: source)
  }

  /// Renders and writes the frames; returns after the output is finished.
  ///
  /// `mayFinish` is called after the last frame, before the output is finished; false abandons the output.
  /// Time spent in `wait` does not count toward the time limit.
  package func run(
    _ source: any FrameSource, _ execution: Execution, without wait: ReaderWait? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false },
    onFrame: @escaping @Sendable (Int) -> Void = { _ in },
    mayFinish: () -> Bool = { true }
  ) throws -> ExportSummary {
    let limits = execution.limits
    try checkLimits(of: source, limits)
    let start = ContinuousClock.now
    let interruption = Interruption(limits, without: wait)
    var before = ExportSummary.StageSeconds()
    for (index, output) in outputs.enumerated() {
      current.withLock { $0 = output }
      let line = WorkerLine()
      do {
        try output.prepare(size: source.size)
        render(source, execution, interruption, to: output, line, isCancelled, onFrame)
        var summary = try line.result()
        summary.wasCancelled = summary.frames < frames.count || !mayFinish()
        let written = ContinuousClock.now
        if summary.wasCancelled { output.abandon() } else { summary.bytes += try output.finish() }
        summary.finishSeconds = written.duration(to: .now) / .seconds(1)
        summary.seconds = start.duration(to: .now) / .seconds(1)
        summary.stages.add(before)
        return summary
      } catch is TransparentFrame where index + 1 < outputs.count {
        before.add(line.stages)
        output.abandon()
      } catch is TransparentFrame {
        output.abandon()
        throw transparency
      } catch {
        output.abandon()
        throw error
      }
    }
    return ExportSummary()
  }

  private var transparency: ExportError {
    .transparentFrames(file: opaque?.file ?? "the output", format: opaque?.format ?? "it")
  }

  /// Throws before rendering if frames must be opaque, but the first or last frame is a picture with
  /// transparency.
  private func checkEnds(of source: any FrameSource) throws {
    guard opaque != nil, !source.isSequential else { return }
    guard let first = frames.first, let last = frames.last else { return }
    for index in Set([first, last]) {
      if try source.rows(of: index).bitmap.map({ !$0.isOpaque }) ?? false { throw transparency }
    }
  }

  private func render(
    _ source: any FrameSource, _ execution: Execution, _ interruption: Interruption?,
    to output: any FrameOutput, _ line: WorkerLine,
    _ isCancelled: @escaping @Sendable () -> Bool, _ onFrame: @escaping @Sendable (Int) -> Void
  ) {
    let next = Atomic(0)
    let limits = execution.limits
    onThreads(min(execution.threads, max(1, frames.count))) { [frames, name] in
      let worker = ExportWorker(source, output, line, limits, interruption)
      defer { line.add(worker.stages) }
      var later: [Int] = []
      while true {
        var position = next.add(1, ordering: .relaxed).oldValue
        if position >= frames.count {
          guard !later.isEmpty else { return }
          guard !line.hasFailed else { return }
          position = later.removeFirst()
          usleep(10_000)
        }
        guard line.goesOn(position), !isCancelled() else { return line.stop(before: position) }
        do {
          try interruption?.check()
          guard let bytes = try worker.export(frames[position], at: position) else { return }
          let written = line.finish(position, bytes: bytes, onFrame)
          if written > limits.maxBytes {
            throw ExportError.tooManyBytes(file: name, count: written, limit: limits.maxBytes)
          }
        } catch is MadeElsewhere {
          later.append(position)
        } catch {
          return line.fail(error, at: position)
        }
      }
    }
  }
}

extension AnimationFormat {
  /// Returns the numbers of the frames to render for a file, and one output for each pixel layout to try.
  fileprivate func outputs(
    of range: Range<Int>, rate: FrameRate, named name: String, isPassedOn: Bool,
    makeSink: () -> any ByteSink
  ) -> (frames: [Int], outputs: [any FrameOutput]) {
    let shown = frames(of: range, rate: rate)
    // A stream cannot be restarted, so it uses the last layout, which is valid for all frames.
    let outputs = layouts.suffix(isPassedOn ? 1 : layouts.count).map {
      AnimationOutput(to: makeSink(), self, $0, frames: shown.numbers, rate: shown.rate, named: name)
    }
    return (shown.numbers, outputs)
  }
}

extension WritePolicy {
  /// Throws if the target is an existing file that may not be replaced.
  fileprivate func check(_ target: StreamTarget) throws(FileError) {
    guard case .file(let file) = target else { return }
    if existing != .overwrite && isRegularFile(file) { throw .exists(file: file) }
  }
}

extension StreamTarget {
  /// Throws if the format needs a seekable file, but the target is a stream.
  fileprivate func check(_ format: any FileFormat) throws(ExportError) {
    guard isPassedOn && !format.canBePassedOn else { return }
    throw .unsupported(
      file: name, reason: "\(type(of: format).title) stores its length at its start, so it needs a file")
  }
}

extension FileFormat {
  /// Whether the format can be written sequentially, as for a pipe.
  package var canBePassedOn: Bool {
    animation.map { !$0.headerIsWrittenLast } ?? video.map { $0.ffmpegPipeOptions != nil } ?? (stream != nil)
  }
}

/// A worker of an export, with its memory and its time for each stage.
private final class ExportWorker {
  private(set) var stages = ExportSummary.StageSeconds()
  private let source: any FrameSource
  private let line: WorkerLine
  private let isOrdered: Bool
  private let writer: FrameWriter
  private let canvas: FrameCanvas
  private let clock = ContinuousClock()
  private var mark = ContinuousClock.now

  init(
    _ source: any FrameSource, _ output: any FrameOutput, _ line: WorkerLine, _ limits: Limits,
    _ interruption: Interruption?
  ) {
    self.source = source
    self.line = line
    isOrdered = output.isOrdered
    writer = output.makeWriter(level: source.level)
    canvas = FrameCanvas(level: source.level, limits, interruption)
  }

  /// Adds the time since `mark` to the given stage, and sets `mark` to the current time.
  private func charge(_ stage: WritableKeyPath<ExportSummary.StageSeconds, Double>) {
    let now = clock.now
    stages[keyPath: stage] += mark.duration(to: now) / .seconds(1)
    mark = now
  }

  /// Renders, encodes and writes a frame; returns the number of bytes, or nil if the export has ended
  /// meanwhile.
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
      // Moves the time that the encoder spent in rendering strips to the rendering stage.
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
