import FoundationEssentials
import SeguePlatform
import SegueFiles

/// The record of a shard, stored as a file: the checksums of its complete files, and a list of its runs.
package struct ShardRecord: Codable, Equatable, Sendable {
  /// The entry of a complete file.
  package struct Item: Codable, Equatable, Sendable {
    /// The number in the file's name: the number of the frame or, for a video, of the shard.
    package let number: Int
    package let bytes: Int
    package let sha256: String
  }

  /// The entry of a run, in which a process worked on the shard.
  package struct Run: Codable, Hashable, Sendable {
    package let host: String
    package let process: Int
    /// The start, in seconds since 1970.
    package let start: Double
    /// The duration in seconds, including the time for reading inputs.
    package let seconds: Double
    /// The number of frames that were rendered in this run.
    package let frames: Int

    /// Whether all values are plausible: a start from 1970 to 9999, a duration of at most about thirty years,
    /// and at most `Plan.maxFrames` frames.
    fileprivate var isPossible: Bool {
      (0...253_402_300_799).contains(start) && (0...1e9).contains(seconds)
        && (0...Plan.maxFrames).contains(frames)
    }
  }

  /// The checksum of the plan's file.
  package let plan: String
  package let shard: Int
  /// The entries of complete files, by rising number.
  package private(set) var items: [Item] = []
  package private(set) var runs: [Run] = []
  /// Whether invalid entries were removed when the record was read.
  package private(set) var isMended = false

  private enum CodingKeys: String, CodingKey { case plan, shard, items, runs }

  /// Makes a record without entries.
  package init(plan: String, shard: Int) { (self.plan, self.shard) = (plan, shard) }

  /// Reads the record of a shard; makes an empty record if the file is missing, damaged, or belongs to
  /// another plan.
  ///
  /// Invalid entries are removed: numbers outside the shard, negative sizes, and implausible times.
  package init(of shard: Int, _ file: PlanFile) {
    self.init(plan: file.identifier, shard: shard)
    let bytes =
      (try? readFile(file.record(of: shard), limit: 1 << 28, isInput: false, mayBeSpecial: false)) ?? []
    guard let stored = try? JSONDecoder().decode(ShardRecord.self, from: Data(bytes)),
      stored.plan == plan, stored.shard == shard
    else { return }
    let numbers = file.numbers(of: shard)
    let possible = stored.items.filter { numbers.contains($0.number) && $0.bytes >= 0 }
    // Sorts the entries, so that `add` appends each entry instead of inserting it.
    for item in possible.sorted(by: { $0.number < $1.number }) { add(item) }
    runs = stored.runs.filter(\.isPossible)
    isMended = items != stored.items || runs.count != stored.runs.count
  }

  /// Writes the record, replacing the existing record.
  package func write(to file: PlanFile, durable: Bool, writer: Writer) throws {
    let bytes = try json(self, isForPeople: false)
    try writeFile(
      file.record(of: shard), bytes.span, overwrite: true, durable: durable, writer: writer.name,
      mayBeSpecial: false)
  }

  /// Returns the entry of the file with a number; nil if there is no entry.
  package func item(_ number: Int) -> Item? {
    let index = items.lazy.map(\.number).partition(before: number)
    return index < items.count && items[index].number == number ? items[index] : nil
  }

  /// Adds an entry; replaces an existing entry with the same number.
  package mutating func add(_ item: Item) {
    let index = items.lazy.map(\.number).partition(before: item.number)
    if index < items.count && items[index].number == item.number {
      items[index] = item
    } else {
      items.insert(item, at: index)
    }
  }

  package mutating func add(_ run: Run) { runs.append(run) }

  /// Adds the entries and runs that only another record of the same shard has.
  package mutating func merge(_ other: ShardRecord) {
    for item in other.items where self.item(item.number) == nil { add(item) }
    runs =
      other.runs.filter { run in
        !runs.contains { ($0.host, $0.process, $0.start) == (run.host, run.process, run.start) }
      } + runs
  }
}

/// The identity of this process, unique among all machines.
package struct Writer: Sendable {
  package let host = hostName()
  package let process = Int(getpid())

  package init() {}

  /// A part of hidden file names that is unique to this process.
  package var name: String { "\(host)-\(process)" }
}
