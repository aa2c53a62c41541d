import SegueFiles
import SeguePixels
import Synchronization

/// The state of a shard's output files, determined by comparison with the shard's record.
struct ShardFiles: Sendable {
  /// The reason why a file is not complete.
  enum State: Sendable {
    /// The file does not exist.
    case missing
    /// The file is empty, or shorter than recorded.
    case torn
    /// The content differs from the record, or the record has no entry for the file, or the file is not a
    /// regular file.
    case foreign
  }

  /// The number of files that are complete.
  private(set) var whole = 0
  /// The incomplete files, in rising order: each entry has a state, and the range of consecutive file numbers
  /// in this state.
  private(set) var others: [(state: State, numbers: Range<Int>)] = []

  /// Checks the files with the given numbers.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the shard's files.
  ///   - candidates: The numbers of files that may exist, in rising order; all other files are missing.
  ///   - record: The shard's record.
  ///   - file: The plan.
  ///   - threads: The number of threads that read the files; with 0, only lengths are compared.
  init(
    of numbers: Range<Int>, among candidates: some RandomAccessCollection<Int> & Sendable,
    _ record: ShardRecord,
    _ file: PlanFile, readingWith threads: Int
  ) {
    let found = Mutex([State?](repeating: nil, count: candidates.count))
    inBands(of: candidates.count, threads: max(1, threads)) { band in
      for index in band {
        let number = candidates[candidates.index(candidates.startIndex, offsetBy: index)]
        let state = Self.state(of: file.output(number), record.item(number), isRead: threads > 0)
        found.withLock { $0[index] = state }
      }
    }
    var next = numbers.lowerBound
    for (number, state) in zip(candidates, found.withLock { $0 }) {
      add(.missing, next..<number)
      if let state { add(state, number..<number + 1) } else { whole += 1 }
      next = number + 1
    }
    add(.missing, next..<numbers.upperBound)
  }

  var isWhole: Bool { others.isEmpty }

  /// The numbers of files that are not complete, in rising order.
  var broken: [Int] { others.flatMap { Array($0.numbers) } }

  private mutating func add(_ state: State, _ numbers: Range<Int>) {
    guard !numbers.isEmpty else { return }
    if let last = others.last, last.state == state, last.numbers.upperBound == numbers.lowerBound {
      others[others.count - 1].numbers = last.numbers.lowerBound..<numbers.upperBound
    } else {
      others.append((state, numbers))
    }
  }

  /// Returns the state of one file; nil if the file is complete.
  private static func state(of name: String, _ item: ShardRecord.Item?, isRead: Bool) -> State? {
    guard let count = byteCount(of: name) else { return fileExists(name) ? .foreign : .missing }
    guard let item else { return count == 0 ? .torn : .foreign }
    guard count == item.bytes else { return count < item.bytes ? .torn : .foreign }
    guard isRead else { return nil }
    return (try? SHA256.digest(ofFile: name).digest) == item.sha256 ? nil : .foreign
  }
}

extension [Int] {
  /// Returns the elements of this sorted array that are in a range.
  func within(_ range: Range<Int>) -> ArraySlice<Int> {
    self[partition(before: range.lowerBound)..<partition(before: range.upperBound)]
  }
}

extension RandomAccessCollection<Int> where Index == Int {
  /// Returns the index of the first element that is not below `number`, by binary search.
  func partition(before number: Int) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
