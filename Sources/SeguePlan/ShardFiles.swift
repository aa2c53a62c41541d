import SegueFiles
import SeguePixels
import Synchronization

/// What is there of a shard: which of its files are whole, by what was recorded of them.
struct ShardFiles: Sendable {
  /// What a file is, where it is not whole.
  enum State: Sendable {
    /// There is none.
    case missing
    /// It has fewer bytes than were written.
    case torn
    /// No run of this plan has written its content, or it is no file.
    case foreign
  }

  /// How many are whole.
  private(set) var whole = 0
  /// Numbers of the others, ascending, in runs of one state.
  private(set) var others: [(state: State, numbers: Range<Int>)] = []

  /// Looks at the files of some numbers.
  ///
  /// - Parameters:
  ///   - numbers: Those of the shard.
  ///   - candidates: Those whose files may be there, ascending; none of the others is.
  ///   - record: What was recorded of them.
  ///   - file: The plan.
  ///   - threads: How many threads read their content; with 0 only the number of bytes is looked at.
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

  /// The numbers of files that are not whole, ascending.
  var broken: [Int] { others.flatMap { Array($0.numbers) } }

  private mutating func add(_ state: State, _ numbers: Range<Int>) {
    guard !numbers.isEmpty else { return }
    if let last = others.last, last.state == state, last.numbers.upperBound == numbers.lowerBound {
      others[others.count - 1].numbers = last.numbers.lowerBound..<numbers.upperBound
    } else {
      others.append((state, numbers))
    }
  }

  /// What a file is; nil: whole.
  private static func state(of name: String, _ item: ShardRecord.Item?, isRead: Bool) -> State? {
    guard let count = byteCount(of: name) else { return fileExists(name) ? .foreign : .missing }
    guard let item else { return count == 0 ? .torn : .foreign }
    guard count == item.bytes else { return count < item.bytes ? .torn : .foreign }
    guard isRead else { return nil }
    return (try? SHA256.digest(ofFile: name).digest) == item.sha256 ? nil : .foreign
  }
}

extension [Int] {
  /// Those of ascending numbers that a range has.
  func within(_ range: Range<Int>) -> ArraySlice<Int> {
    self[partition(before: range.lowerBound)..<partition(before: range.upperBound)]
  }
}

extension RandomAccessCollection<Int> where Index == Int {
  /// Where a number stands among ascending ones, or would.
  func partition(before number: Int) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
