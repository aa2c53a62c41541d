import ArgumentParser
import FoundationEssentials
import SeguePlatform
import SegueExport
import SegueFiles
import SeguePlan

struct WorkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "work", abstract: "Render one shard of a plan, on any machine.",
    discussion: """
      segue work plan.json --shard 7

      Existing frames with the recorded checksums are kept. A shard may run twice,
      even at the same time. A changed input is an error. Exit code 75 means that a
      retry of the shard may help; with other codes it does not.
      """)

  @Argument(help: "The plan.", completion: .plans) var plan: String

  @Option(
    help: ArgumentHelp(
      "Number of the shard, from 0. (default: from \(ShardIndex.names))", valueName: "n"))
  var shard: Int?

  @OptionGroup(title: "Machine") var cores: CoreOptions
  @OptionGroup(title: "Messages") var messages: MessageOptions
  @OptionGroup(title: "Messages") var report: ReportOptions

  func run() throws {
    do { try work() } catch { throw Failure(error)?.asShard ?? error }
  }

  private func work() throws {
    let (start, date) = (ContinuousClock.now, Date.now)
    let file = try PlanFile(contentsOf: plan)
    let shard = try shard ?? ShardIndex.fromEnvironment()
    guard (0..<file.plan.shards).contains(shard) else {
      throw Failure(.usage, "\(plan): there is no shard \(shard), only 0 to \(file.plan.shards - 1)")
    }
    let planned = try PlannedExport(file, cores, isQuiet: report.quiet)
    let (export, machine, check) = (planned.export, planned.machine, planned.check)
    let target = try ShardTarget(export.output, frames: file.plan.range, shards: file.plan.shards)
    let run = ExportRun(report: report, machine: machine)
    let range = file.plan.frames(of: shard)
    do {
      if let frames = try target.frames.map(export.frames.completed), let image = target.format.image {
        let output = ShardOutput(
          file, shard: shard, image, isDurable: export.output.durable,
          threads: machine.workers,
          start: date)
        guard !output.frames.isEmpty else {
          try output.mendRecord()
          return try reportNothing(shard, range.count)
        }
        try run.run(
          export, range, frames, ExportJob(frames: output.frames, outputs: [output]), since: start,
          shard: shard)
      } else {
        let segment = ShardSegment(file, shard: shard, start: date)
        guard !segment.isWhole else {
          try segment.mendRecord()
          return try reportNothing(shard, range.count)
        }
        try segment.check()
        guard let target = try target.segment(segment.temporary).map(export.frames.completed) else { return }
        try run.run(
          export, range, target, run.makeJob(target, range, export.rate), since: start, shard: shard)
        try segment.publish()
      }
    } catch {
      throw check.change ?? error
    }
    if let change = check.change { throw change }
  }

  private struct Nothing: Encodable {
    var event: Event.Kind?
    let shard: Int
    let frames = 0
    let kept: Int
  }

  /// Reports that a shard was already complete, so that no frame was rendered.
  private func reportNothing(_ shard: Int, _ count: Int) throws {
    if report.json { try putJSON(Nothing(shard: shard, kept: count)) }
    guard !report.quiet else { return }
    if Messages.isJSON {
      send(Nothing(event: .finish, shard: shard, kept: count))
    } else if !report.json {
      say("shard \(shard): \(count == 1 ? "its frame is" : "all \(count) frames are") there")
    }
  }
}

/// The number of the shard for this task of an array job.
enum ShardIndex {
  /// The environment variables in which engines pass the task's number, each with the number of the first
  /// task.
  private static let variables = [
    ("SLURM_ARRAY_TASK_ID", 0), ("JOB_COMPLETION_INDEX", 0), ("AWS_BATCH_JOB_ARRAY_INDEX", 0),
    ("PARALLEL_SEQ", 1),
  ]

  static var names: String { variables.map(\.0).alternatives }

  /// Reads the number of the shard from an environment variable of the engine.
  static func fromEnvironment() throws -> Int {
    let set = variables.compactMap { name, first in
      getenv(name).map { (name: name, text: String(cString: $0), first: first) }
    }
    guard let only = set.first else { throw Failure(.usage, "give --shard: none of \(names) is set") }
    guard set.count == 1 else {
      throw Failure(.usage, "give --shard: \(set.map(\.name).conjunction) are all set")
    }
    guard let value = Int(only.text), value >= only.first else {
      throw Failure(.usage, "\(only.name) is '\(only.text)', which is not a shard; give --shard")
    }
    return value - only.first
  }
}
