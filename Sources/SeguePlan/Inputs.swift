package import SegueFiles
import Synchronization

/// Records the files that a render reads: those opened while it is planned.
package final class InputRecorder: Sendable {
  private let files = Mutex<Set<String>>([])

  /// Begins to record; replaces the observer of file reads.
  package init() {
    FileReads.observe { [weak self] file, _ throws(FileError) in
      _ = self?.files.withLock { $0.insert(file) }
    }
  }

  /// Ends recording, and computes checksums of all recorded files.
  ///
  /// - Throws: `FileError` if a file cannot be read.
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

/// Refuses changed inputs as they are read, so that the checked bytes are the decoded ones.
package final class InputCheck: Sendable {
  private let found = Mutex<PlanError?>(nil)

  /// Begins to check; replaces the observer of file reads.
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
    // An unread file without a length is checked when it is read, if it is.
    guard let count = bytes?.count ?? byteCount(of: file) else { return nil }
    if count == input.bytes, bytes.map({ SHA256.digest(of: $0.span) == input.sha256 }) ?? true { return nil }
    return "it changed since the plan was made"
  }

  /// The first refused input; reading errors may have hidden it.
  package var change: PlanError? { found.withLock { $0 } }

  /// Ends checking.
  package func end() { FileReads.observe(nil) }
}
