import FoundationEssentials
import Glibc
import SegueFiles

/// What a shard has written: the manifest of its checksums, and how long that took.
package struct ShardRecord: Codable, Equatable, Sendable {
  /// A file that is whole.
  package struct Item: Codable, Equatable, Sendable {
    /// The number of the frame, or with segments of the shard.
    package let number: Int
    package let bytes: Int
    package let sha256: String
  }

  /// A run that worked at it.
  package struct Run: Codable, Hashable, Sendable {
    package let host: String
    package let process: Int
    /// Seconds since 1970.
    package let start: Double
    /// From its start, reading included.
    package let seconds: Double
    /// How many frames it rendered.
    package let frames: Int

    /// Whether a clock and a plan can say so: from 1970 to the year 9999, no more than thirty years.
    fileprivate var isPossible: Bool {
      (0...253_402_300_799).contains(start) && (0...1e9).contains(seconds)
        && (0...Plan.maxFrames).contains(frames)
    }
  }

  /// The plan's checksum.
  package let plan: String
  package let shard: Int
  /// What is whole, by number.
  package private(set) var items: [Item] = []
  package private(set) var runs: [Run] = []
  /// Whether the file had items or runs that no shard of the plan writes, which were left out.
  package private(set) var isMended = false

  private enum CodingKeys: String, CodingKey { case plan, shard, items, runs }

  /// A record of nothing.
  package init(plan: String, shard: Int) { (self.plan, self.shard) = (plan, shard) }

  /// Reads what a shard has recorded; nothing where there is no record, or one of another plan or half a one.
  ///
  /// What no run writes is left out: items of other numbers or without a size, and runs of no time that there is.
  package init(of shard: Int, _ file: PlanFile) {
    self.init(plan: file.identifier, shard: shard)
    let bytes =
      (try? readFile(file.record(of: shard), limit: 1 << 28, isInput: false, mayBeSpecial: false)) ?? []
    guard let stored = try? JSONDecoder().decode(ShardRecord.self, from: Data(bytes)),
      stored.plan == plan, stored.shard == shard
    else { return }
    let numbers = file.numbers(of: shard)
    let possible = stored.items.filter { numbers.contains($0.number) && $0.bytes >= 0 }
    // In ascending order each goes to the end.
    for item in possible.sorted(by: { $0.number < $1.number }) { add(item) }
    runs = stored.runs.filter(\.isPossible)
    isMended = items != stored.items || runs.count != stored.runs.count
  }

  /// Writes the record in place of the one that is there.
  func write(to file: PlanFile, durable: Bool, writer: Writer) throws {
    let bytes = try json(self, isForPeople: false)
    try writeFile(
      file.record(of: shard), bytes.span, overwrite: true, durable: durable, writer: writer.name,
      mayBeSpecial: false)
  }

  /// What is recorded of a file, by its number.
  package func item(_ number: Int) -> Item? {
    let index = items.lazy.map(\.number).partition(before: number)
    return index < items.count && items[index].number == number ? items[index] : nil
  }

  /// Takes what was written, in place of what was said of it before.
  package mutating func add(_ item: Item) {
    let index = items.lazy.map(\.number).partition(before: item.number)
    if index < items.count && items[index].number == item.number {
      items[index] = item
    } else {
      items.insert(item, at: index)
    }
  }

  package mutating func add(_ run: Run) { runs.append(run) }

  /// Takes what another run of the shard has recorded meanwhile and this one has not.
  package mutating func merge(_ other: ShardRecord) {
    for item in other.items where self.item(item.number) == nil { add(item) }
    runs =
      other.runs.filter { run in
        !runs.contains { ($0.host, $0.process, $0.start) == (run.host, run.process, run.start) }
      } + runs
  }
}

/// Who writes: this process, by a name that no other on any machine has.
package struct Writer: Sendable {
  package let host = hostName()
  package let process = Int(getpid())

  package init() {}

  /// Part of the names of files that are not whole yet.
  package var name: String { "\(host)-\(process)" }
}
