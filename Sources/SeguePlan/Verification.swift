import SegueFiles
import SeguePixels
import Synchronization

/// What is there of a plan: which files are whole, by their content, and which shards are to be run again.
package struct Verification: Encodable, Sendable {
  /// What a file is.
  package enum State: Sendable {
    case whole
    /// There is none.
    case missing
    /// It has fewer bytes than were written.
    case torn
    /// No run of this plan has written its content.
    case foreign
  }

  /// How long a shard took.
  package struct Slowest: Encodable, Sendable {
    package let shard: Int
    package let seconds: Double
    package let host: String
  }

  /// Frames of the plan, and how many of them are in whole files.
  package let frames: Int
  package private(set) var whole = 0
  /// Names of files.
  package private(set) var missing: [String] = []
  package private(set) var torn: [String] = []
  package private(set) var foreign: [String] = []
  /// Files beside them that look like theirs and are not in the plan.
  package private(set) var unplanned: [String] = []
  /// The shards to run again.
  package private(set) var shards: [Int] = []
  package let shardCount: Int
  /// Seconds of all runs together, from the first one's start to the last one's end, and the frames they rendered a second.
  package let runSeconds: Double
  package let elapsedSeconds: Double
  package let framesPerSecond: Double
  /// Those that took longest, the slowest first.
  package let slowest: [Slowest]

  /// Looks at all files of a plan.
  ///
  /// `content` says whether their bytes are read; their number is always looked at. `threads` shards are looked at side by
  /// side.
  package init(_ file: PlanFile, content: Bool, threads: Int) {
    let plan = file.plan
    let found = Mutex(
      [(states: [(number: Int, state: State)], record: ShardRecord)?](
        repeating: nil, count: plan.shards))
    inBands(of: plan.shards, threads: threads) { band in
      for shard in band {
        let record = ShardRecord(of: shard, file)
        let states = Self.states(of: file.numbers(of: shard), record, file, readingWith: content ? 1 : 0)
        found.withLock { $0[shard] = (states, record) }
      }
    }
    let all = found.withLock { $0 }.compactMap(\.self)
    for (shard, (states, _)) in all.enumerated() {
      let count = plan.kind == .frames ? 1 : plan.frames(of: shard).count
      for (number, state) in states {
        switch state {
        case .whole: whole += count
        case .missing: missing.append(file.output(number))
        case .torn: torn.append(file.output(number))
        case .foreign: foreign.append(file.output(number))
        }
      }
      if !states.allSatisfy({ $0.state == .whole }) { shards.append(shard) }
    }
    frames = plan.frames
    shardCount = plan.shards
    let runs = all.flatMap(\.record.runs)
    runSeconds = runs.reduce(0) { $0 + $1.seconds }
    let start = runs.map(\.start).min() ?? 0
    elapsedSeconds = (runs.map { $0.start + $0.seconds }.max() ?? 0) - start
    framesPerSecond = elapsedSeconds > 0 ? Double(runs.reduce(0) { $0 + $1.frames }) / elapsedSeconds : 0
    let times = all.enumerated().compactMap { shard, found -> Slowest? in
      guard let last = found.record.runs.last else { return nil }
      return Slowest(shard: shard, seconds: found.record.runs.reduce(0) { $0 + $1.seconds }, host: last.host)
    }
    slowest = Array(times.sorted { ($1.seconds, $0.shard) < ($0.seconds, $1.shard) }.prefix(3))
    unplanned = Self.unplanned(file)
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

  /// What is wrong, in a few words.
  package var text: String {
    let parts = [("missing", missing.count), ("torn", torn.count), ("foreign", foreign.count)]
      .filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
    return parts.joined(separator: ", ")
  }

  /// What files are, by number; so many threads read their content, and with 0 only the number of bytes is looked at.
  static func states(
    of numbers: Range<Int>, _ record: ShardRecord, _ file: PlanFile, readingWith threads: Int
  ) -> [(number: Int, state: State)] {
    let states = Mutex([State](repeating: .missing, count: numbers.count))
    inBands(of: numbers.count, threads: max(1, threads)) { band in
      for index in band {
        let number = numbers.lowerBound + index
        let state = state(of: file.output(number), record.item(number), isRead: threads > 0)
        states.withLock { $0[index] = state }
      }
    }
    return Array(zip(numbers, states.withLock { $0 })).map { (number: $0, state: $1) }
  }

  private static func state(of name: String, _ item: ShardRecord.Item?, isRead: Bool) -> State {
    guard let count = byteCount(of: name) else { return .missing }
    guard let item else { return count == 0 ? .torn : .foreign }
    guard count == item.bytes else { return count < item.bytes ? .torn : .foreign }
    guard isRead else { return .whole }
    return (try? SHA256.digest(ofFile: name).digest) == item.sha256 ? .whole : .foreign
  }

  /// The files of the outputs' folder whose names say numbers that the plan does not have.
  private static func unplanned(_ file: PlanFile) -> [String] {
    let known = Set(file.numbers.map(file.output))
    return file.outputNames { !$0.hasPrefix(".") }.filter { name in
      // A number in the name, read back: the template gives the name of it again.
      guard !known.contains(name) else { return false }
      let runs = name.split { !($0.isASCII && $0.isNumber) }
      return runs.contains { digits in Int(digits).map { file.output($0) == name } ?? false }
    }.sorted()
  }
}
