package import SegueFiles
import Synchronization

/// Finds out which files a render reads: those that were opened while it was planned.
package final class InputRecorder: Sendable {
  private let files = Mutex<Set<String>>([])

  /// Begins to listen, in place of whoever did.
  package init() {
    FileReads.observe { [weak self] file, _ throws(FileError) in
      _ = self?.files.withLock { $0.insert(file) }
    }
  }

  /// Ends listening and takes the checksums of all that was opened.
  ///
  /// - Throws: `FileError` where one cannot be read.
  package func inputs() throws(FileError) -> [Plan.Input] {
    FileReads.observe(nil)
    var inputs: [Plan.Input] = []
    for file in files.withLock({ $0 }).sorted() {
      let (digest, count) = try SHA256.digest(ofFile: file)
      inputs.append(Plan.Input(file: file, bytes: count, sha256: digest))
    }
    return inputs
  }
}

/// Refuses inputs that are not what they were, where they are read: what is decoded is what was checked.
package final class InputCheck: Sendable {
  private let found = Mutex<PlanError?>(nil)

  /// Begins to check, in place of whoever listened.
  package init(_ inputs: [Plan.Input]) {
    let known = Dictionary(inputs.map { ($0.file, $0) }) { first, _ in first }
    FileReads.observe { [weak self] file, bytes throws(FileError) in
      guard let reason = Self.difference(of: file, bytes, from: known[file]) else { return }
      self?.found.withLock { $0 = $0 ?? .inputChanged(file: file, reason: reason) }
      throw .unreadable(file: file, reason: reason)
    }
  }

  private static func difference(of file: String, _ bytes: [UInt8]?, from input: Plan.Input?) -> String? {
    guard let input else { return "it was not there when the plan was made" }
    // What is only looked at is read later, or by a shard that needs it.
    guard let count = bytes?.count ?? byteCount(of: file) else { return nil }
    if count == input.bytes, bytes.map({ SHA256.digest(of: $0.span) == input.sha256 }) ?? true { return nil }
    return "it changed since the plan was made"
  }

  /// What the first input that was refused is refused for; errors of reading hide it.
  package var change: PlanError? { found.withLock { $0 } }

  /// Ends checking.
  package func end() { FileReads.observe(nil) }
}
