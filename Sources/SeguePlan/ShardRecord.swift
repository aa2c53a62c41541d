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
  }

  /// The plan's checksum.
  package let plan: String
  package let shard: Int
  /// What is whole, by number.
  package private(set) var items: [Item] = []
  package private(set) var runs: [Run] = []

  /// A record of nothing.
  package init(plan: String, shard: Int) { (self.plan, self.shard) = (plan, shard) }

  /// Reads what a shard has recorded; nothing where there is no record, or one of another plan or half a one.
  package init(of shard: Int, _ file: PlanFile) {
    let bytes = (try? readFile(file.record(of: shard), limit: 1 << 28, isInput: false)) ?? []
    let stored = try? JSONDecoder().decode(ShardRecord.self, from: Data(bytes))
    self =
      stored.flatMap { $0.plan == file.identifier && $0.shard == shard ? $0 : nil }
      ?? ShardRecord(plan: file.identifier, shard: shard)
  }

  /// Writes the record in place of the one that is there.
  func write(to file: PlanFile, durable: Bool, writer: Writer) throws {
    let bytes = try json(self, isForPeople: false)
    try writeFile(
      file.record(of: shard), bytes.span, overwrite: true, durable: durable, writer: writer.name)
  }

  /// What is recorded of a file, by its number.
  package func item(_ number: Int) -> Item? {
    let index = items.partition(before: number)
    return index < items.count && items[index].number == number ? items[index] : nil
  }

  /// Takes what was written, in place of what was said of it before.
  package mutating func add(_ item: Item) {
    let index = items.partition(before: item.number)
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

extension [ShardRecord.Item] {
  /// Where a number stands, or would.
  fileprivate func partition(before number: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
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
