import SegueFiles
import SeguePixels
import Synchronization

/// The result of verifying a plan's output: the numbers of complete and incomplete files, and the shards to
/// run again.
package struct Verification: Encodable, Sendable {
  /// One of the slowest shards, with the host of its last run and the total duration of its runs.
  package struct Slowest: Encodable, Sendable {
    package let shard: Int
    package let seconds: Double
    package let host: String
  }

  /// The number of frames in the plan.
  package let frames: Int
  /// The number of frames in complete files.
  package private(set) var whole = 0
  /// The names of missing files, of files that are too short, and of files that differ from the record or are
  /// not in the record; at most a million names in each list.
  package let missing: [String]
  package let torn: [String]
  package let foreign: [String]
  /// The names of files that match the plan's pattern, but have numbers outside the plan.
  package let unplanned: [String]
  /// The shards to run again.
  package private(set) var shards: [Int] = []
  package let shardCount: Int
  /// The total duration of all runs in seconds; the time in seconds from the first start to the last end; and
  /// the number of frames per second in this time.
  package let runSeconds: Double
  package let elapsedSeconds: Double
  package let framesPerSecond: Double
  /// The three slowest shards, slowest first.
  package let slowest: [Slowest]
  /// The number of files in each faulty state, such as `3 missing, 1 torn`; empty without faults.
  package let text: String

  /// The maximum number of names in each list: about the number that a folder can hold.
  ///
  /// A plan may have a thousand times as many files.
  private static let maxNames = 1_000_000

  private enum CodingKeys: String, CodingKey {
    case frames, whole, missing, torn, foreign, unplanned, shards, shardCount, runSeconds, elapsedSeconds,
      framesPerSecond, slowest
  }

  /// Verifies all files of a plan.
  ///
  /// With `content`, the bytes of each file are compared with its checksum; lengths are always compared.
  /// `threads` shards are verified in parallel.
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
        let room = Self.maxNames - (names[state]?.count ?? 0)
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

  /// Whether all frames are in complete files.
  package var isWhole: Bool { shards.isEmpty }

  /// The shards to run again, in the syntax of Slurm's `--array`, such as `3,17-19`.
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
