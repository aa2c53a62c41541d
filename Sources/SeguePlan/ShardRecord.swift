import FoundationEssentials
import Glibc
import SegueFiles

/// The record of a shard: checksums of its complete files, and its runs.
package struct ShardRecord: Codable, Equatable, Sendable {
  /// A complete file.
  package struct Item: Codable, Equatable, Sendable {
    /// The number of the frame, or of the shard for segments.
    package let number: Int
    package let bytes: Int
    package let sha256: String
  }

  /// A run of the shard.
  package struct Run: Codable, Hashable, Sendable {
    package let host: String
    package let process: Int
    /// Start in seconds since 1970.
    package let start: Double
    /// Duration, reading included.
    package let seconds: Double
    /// Number of rendered frames.
    package let frames: Int

    /// Whether the values are plausible: a start from 1970 to 9999, and at most thirty years.
    fileprivate var isPossible: Bool {
      (0...253_402_300_799).contains(start) && (0...1e9).contains(seconds)
        && (0...Plan.maxFrames).contains(frames)
    }
  }

  /// The plan's checksum.
  package let plan: String
  package let shard: Int
  /// Complete files, by number.
  package private(set) var items: [Item] = []
  package private(set) var runs: [Run] = []
  /// Whether impossible items or runs of the file were left out.
  package private(set) var isMended = false

  private enum CodingKeys: String, CodingKey { case plan, shard, items, runs }

  /// Makes an empty record.
  package init(plan: String, shard: Int) { (self.plan, self.shard) = (plan, shard) }

  /// Reads a shard's record; empty if it is missing, incomplete or of another plan.
  ///
  /// Impossible entries are left out: items with foreign numbers or negative sizes, and runs with implausible
  /// times.
  package init(of shard: Int, _ file: PlanFile) {
    self.init(plan: file.identifier, shard: shard)
    let bytes =
      (try? readFile(file.record(of: shard), limit: 1 << 28, isInput: false, mayBeSpecial: false)) ?? []
    guard let stored = try? JSONDecoder().decode(ShardRecord.self, from: Data(bytes)),
      stored.plan == plan, stored.shard == shard
    else { return }
    let numbers = file.numbers(of: shard)
    let possible = stored.items.filter { numbers.contains($0.number) && $0.bytes >= 0 }
    // Ascending order appends each item.
    for item in possible.sorted(by: { $0.number < $1.number }) { add(item) }
    runs = stored.runs.filter(\.isPossible)
    isMended = items != stored.items || runs.count != stored.runs.count
  }

  /// Writes the record, replacing the file.
  package func write(to file: PlanFile, durable: Bool, writer: Writer) throws {
    let bytes = try json(self, isForPeople: false)
    try writeFile(
      file.record(of: shard), bytes.span, overwrite: true, durable: durable, writer: writer.name,
      mayBeSpecial: false)
  }

  /// The item of a number; nil without one.
  package func item(_ number: Int) -> Item? {
    let index = items.lazy.map(\.number).partition(before: number)
    return index < items.count && items[index].number == number ? items[index] : nil
  }

  /// Adds an item; replaces an item of its number.
  package mutating func add(_ item: Item) {
    let index = items.lazy.map(\.number).partition(before: item.number)
    if index < items.count && items[index].number == item.number {
      items[index] = item
    } else {
      items.insert(item, at: index)
    }
  }

  package mutating func add(_ run: Run) { runs.append(run) }

  /// Adds items and runs of another record of the shard that this one lacks.
  package mutating func merge(_ other: ShardRecord) {
    for item in other.items where self.item(item.number) == nil { add(item) }
    runs =
      other.runs.filter { run in
        !runs.contains { ($0.host, $0.process, $0.start) == (run.host, run.process, run.start) }
      } + runs
  }
}

/// Identifies this process among all machines.
package struct Writer: Sendable {
  package let host = hostName()
  package let process = Int(getpid())

  package init() {}

  /// A unique part of hidden file names.
  package var name: String { "\(host)-\(process)" }
}
