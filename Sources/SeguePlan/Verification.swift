import SegueFiles
import SeguePixels
import Synchronization

/// What is there of a plan: which files are whole, by their content, and which shards are to be run again.
package struct Verification: Encodable, Sendable {
  /// How long a shard took.
  package struct Slowest: Encodable, Sendable {
    package let shard: Int
    package let seconds: Double
    package let host: String
  }

  /// Frames of the plan, and how many of them are in whole files.
  package let frames: Int
  package private(set) var whole = 0
  /// Names of files: of each kind the first million.
  package let missing: [String]
  package let torn: [String]
  package let foreign: [String]
  /// Files beside them that look like theirs and are not in the plan.
  package let unplanned: [String]
  /// The shards to run again.
  package private(set) var shards: [Int] = []
  package let shardCount: Int
  /// Seconds of all runs together, from the first one's start to the last one's end, and the frames they rendered a second.
  package let runSeconds: Double
  package let elapsedSeconds: Double
  package let framesPerSecond: Double
  /// Those that took longest, the slowest first.
  package let slowest: [Slowest]
  /// What is wrong, in a few words.
  package let text: String

  /// The most names of a kind that are kept: a folder has as many files, and a plan may have a thousand times more.
  private static let mostNames = 1_000_000

  private enum CodingKeys: String, CodingKey {
    case frames, whole, missing, torn, foreign, unplanned, shards, shardCount, runSeconds, elapsedSeconds,
      framesPerSecond, slowest
  }

  /// Looks at all files of a plan.
  ///
  /// `content` says whether their bytes are read; their number is always looked at. `threads` shards are looked at side by
  /// side.
  package init(_ file: PlanFile, content: Bool, threads: Int) {
    let plan = file.plan
    var (counts, names): ([ShardFiles.State: Int], [ShardFiles.State: [String]]) = ([:], [:])
    let (listed, others) = file.listed()
    let found = Mutex([(files: ShardFiles, record: ShardRecord)?](repeating: nil, count: plan.shards))
    inBands(of: plan.shards, threads: threads) { band in
      for shard in band {
        let record = ShardRecord(of: shard, file)
        let numbers = file.numbers(of: shard)
        let files = ShardFiles(
          of: numbers, among: listed.within(numbers), record, file, readingWith: content ? 1 : 0)
        found.withLock { $0[shard] = (files, record) }
      }
    }
    let all = found.withLock { $0 }.compactMap(\.self)
    for (shard, (files, _)) in all.enumerated() {
      whole += files.whole * (plan.kind == .frames ? 1 : plan.frames(of: shard).count)
      for (state, numbers) in files.others {
        counts[state, default: 0] += numbers.count
        let room = Self.mostNames - (names[state]?.count ?? 0)
        names[state, default: []] += numbers.prefix(room).map(file.output)
      }
      if !files.isWhole { shards.append(shard) }
    }
    (missing, torn, foreign) = (names[.missing] ?? [], names[.torn] ?? [], names[.foreign] ?? [])
    text = [("missing", ShardFiles.State.missing), ("torn", .torn), ("foreign", .foreign)]
      .compactMap { word, state in counts[state].map { "\($0) \(word)" } }.joined(separator: ", ")
    frames = plan.frames
    shardCount = plan.shards
    let runs = all.flatMap(\.record.runs)
    runSeconds = runs.reduce(0) { $0 + $1.seconds }
    let start = runs.map(\.start).min() ?? 0
    elapsedSeconds = (runs.map { $0.start + $0.seconds }.max() ?? 0) - start
    framesPerSecond = elapsedSeconds > 0 ? runs.reduce(0) { $0 + Double($1.frames) } / elapsedSeconds : 0
    let times = all.enumerated().compactMap { shard, found -> Slowest? in
      guard let last = found.record.runs.last else { return nil }
      return Slowest(shard: shard, seconds: found.record.runs.reduce(0) { $0 + $1.seconds }, host: last.host)
    }
    slowest = Array(times.sorted { ($1.seconds, $0.shard) < ($0.seconds, $1.shard) }.prefix(3))
    unplanned = others
  }

  /// Whether every frame is there.
  package var isWhole: Bool { shards.isEmpty }

  /// The shards to run again, as Slurm's `--array` takes them: `3,17-19`.
  package var shardList: String { Self.list(shards) }

  static func list(_ numbers: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ",")
  }
}
