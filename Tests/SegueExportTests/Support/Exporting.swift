import Segue

extension Exporter {
  /// Exports frames to a test's own output.
  @discardableResult
  func export(
    frames: [Int], to output: some FrameOutput, isCancelled: @escaping @Sendable () -> Bool = { false },
    onFrame: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws -> ExportSummary {
    try ExportJob(frames: frames, outputs: [output])
      .run(source, execution, isCancelled: isCancelled, onFrame: onFrame)
  }

  /// Makes an exporter of a transition with some threads.
  init(_ renderer: TransitionRenderer, times: FrameTimes, threads: Int? = nil) {
    self.init(TransitionFrames(renderer, times: times), threads: threads)
  }

  /// Makes an exporter of a source with some threads.
  init(_ source: some FrameSource, threads: Int?) {
    self.init(source, threads.map { Execution(threads: $0) } ?? .allCores)
  }
}
