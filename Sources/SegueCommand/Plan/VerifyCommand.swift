import ArgumentParser
import SegueFiles
import SeguePlan

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Find missing, torn and foreign frames of a plan.",
    discussion: """
      segue verify plan.json
      sbatch --array=$(segue verify plan.json) plan.sbatch

      Every file is compared with the checksums of its shard. Shards to run again are
      printed, such as 3,17-19, and the exit code is then 75.
      """)

  @Argument(help: "The plan.", completion: .plans) var plan: String
  @Flag(help: "Print what was found as JSON, with names of files and the slowest shards.") var json = false
  @Flag(name: .shortAndLong, help: "Print only the shards to run again.") var quiet = false
  @Option(help: ArgumentHelp("Threads to use. (default: all cores)", valueName: "n")) var threads: Int?

  func validate() throws {
    if let threads, threads < 1 { throw ValidationError("--threads must be at least 1") }
  }

  func run() throws {
    let file = try PlanFile(contentsOf: plan)
    try enterFolder(file.folder)
    let found = Verification(file, content: true, threads: threads ?? usableCores)
    if json { try putJSON(found) }
    if !quiet && !json { for line in lines(found) { say(line) } }
    guard !found.isWhole else { return }
    if !json { try put(found.shardList + "\n") }
    throw PlanError.incomplete(file: plan, found)
  }

  private func lines(_ found: Verification) -> [String] {
    var lines: [String] = []
    if found.isWhole {
      let frames = found.frames == 1 ? "the frame" : "all \(found.frames) frames"
      lines.append(
        "\(frames) of \(counted(found.shardCount, "shard")) \(found.frames == 1 ? "is" : "are") whole")
    }
    if found.elapsedSeconds > 0 {
      lines.append(
        "\(fixed(found.runSeconds, 1)) s of work in \(fixed(found.elapsedSeconds, 1)) s (\(fixed(found.framesPerSecond, 1)) frames/s); slowest: "
          + found.slowest.map { "shard \($0.shard) (\(fixed($0.seconds, 1)) s on \($0.host))" }
          .joined(separator: ", "))
    }
    if let first = found.unplanned.first {
      lines.append(
        "not of this plan: \(first)"
          + (found.unplanned.count > 1 ? " and \(found.unplanned.count - 1) more" : ""))
    }
    return lines
  }
}

extension PlanError {
  /// Makes the error for incomplete output, which names the shards to run again.
  static func incomplete(file: String, _ found: Verification) -> PlanError {
    let what =
      found.shards.count == 1 ? "run shard \(found.shardList) again" : "run shards \(found.shardList) again"
    let frames = "\(counted(found.frames, "frame")) \(found.frames == 1 ? "is" : "are")"
    return .incomplete(
      file: file, reason: "\(found.whole) of \(frames) whole (\(found.text)): \(what)")
  }
}
