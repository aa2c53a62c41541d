/// The time that a render spent in each stage, for `--stats`.
struct StageTimes {
  /// The times for decoding and for fitting the images on all cores, in seconds.
  let decode: Double
  let fit: Double
  let summary: ExportSummary
  let workers: Int
  let format: any FileFormat
  let isOrdered: Bool

  /// The stages of a frame in order, each with its time in seconds; the times of workers are averaged over
  /// all workers.
  var stages: [(name: String, seconds: Double)] {
    let perWorker = 1 / Double(workers)
    let stages = summary.stages
    return [
      ("decode", decode), ("fit", fit), ("render", stages.render * perWorker),
      ("encode", stages.encode * perWorker), ("wait", stages.wait * perWorker),
      ("write", stages.write * perWorker), ("finish", summary.finishSeconds),
    ]
  }

  var text: String {
    let total = stages.reduce(0) { $0 + $1.seconds }
    let lines = stages.map { stage in
      let share = total > 0 ? stage.seconds / total : 0
      let bar = String(repeating: "█", count: Int((share * 30).rounded()))
      return "  \(stage.name.padded(7)) \(fixed(stage.seconds, 3).leftPadded(8)) s  "
        + "\(fixed(share * 100, 0).leftPadded(3)) %  \(bar)"
    }
    return (lines + [readersShare, advice].compactMap(\.self)).joined(separator: "\n")
  }

  /// A sentence with a lower bound for the percentage of the export's duration in which the encoder or the
  /// reader had frames to process: the time of all writes plus the time after the last frame.
  ///
  /// Nil unless frames are written in order.
  private var readersShare: String? {
    guard isOrdered, summary.seconds > 0 else { return nil }
    let share = min(1, (summary.stages.write + summary.finishSeconds) / summary.seconds)
    return
      "\(format.video != nil ? "The encoder" : "The reader") had frames for at least \(fixed(share * 100, 0)) % of the time."
  }

  /// Advice if a single stage takes most of the time; nil otherwise.
  private var advice: String? {
    let total = stages.reduce(0) { $0 + $1.seconds }
    guard let longest = stages.max(by: { $0.seconds < $1.seconds }), longest.seconds > total / 2 else {
      return nil
    }
    switch longest.name {
    case "encode" where format is Formats.PNG:
      return
        "PNG compression takes most of the time: --png-compression fast is the fastest PNG; --format jpeg is smaller."
    case "encode": return "Encoding takes most of the time: more --threads help if there are more cores."
    case "write", "wait", "finish":
      if format.video != nil {
        return "The encoder takes most of the time: for H.264, --encoder-option preset=veryfast is faster."
      }
      guard longest.name != "finish" else { return nil }
      return "Waiting for the output takes most of the time: a faster disk or reader helps."
    case "decode", "fit":
      return "Reading the images takes most of the time: smaller images, or more frames a run, help."
    default: return nil
    }
  }
}
