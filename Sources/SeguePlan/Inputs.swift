package import SegueFiles
import Synchronization

/// Records the files that a render reads while it is planned.
package final class InputRecorder: Sendable {
  private let files = Mutex<Set<String>>([])

  /// Starts recording, and replaces any other observer of file reads.
  package init() {
    FileReads.observe { [weak self] file, _ throws(FileError) in
      _ = self?.files.withLock { $0.insert(file) }
    }
  }

  /// Whether standard input was read; other processes cannot read the same input again.
  package var hasStandardInput: Bool { files.withLock { $0.contains("-") } }

  /// Ends recording and computes the checksums of all recorded files.
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

/// Verifies each input while it is read, so that only verified bytes are decoded; reads of a changed input
/// throw an error.
package final class InputCheck: Sendable {
  private let found = Mutex<PlanError?>(nil)

  /// Starts verifying reads, and replaces any other observer of file reads.
  package init(_ inputs: [Plan.Input]) {
    let known = Dictionary(inputs.map { ($0.file, $0) }) { first, _ in first }
    let verified = Mutex<Set<String>>([])
    FileReads.observe { [weak self] file, part throws(FileError) in
      // Verifies a clip only once, since ffmpeg is started several times for a clip, and each checksum takes
      // time.
      if case .passedOn = part, verified.withLock({ $0.contains(file) }) { return }
      guard let reason = try Self.difference(of: file, part, from: known[file]) else {
        if case .passedOn = part { _ = verified.withLock { $0.insert(file) } }
        return
      }
      self?.found.withLock { $0 = $0 ?? .inputChanged(file: file, reason: reason) }
      throw .unreadable(file: file, reason: reason)
    }
  }

  private static func difference(
    of file: String, _ part: FileReads.Part, from input: Plan.Input?
  ) throws(FileError) -> String? {
    guard let input else { return "it was not there when the plan was made" }
    let isEqual: Bool
    switch part {
    // Compares only the length, and accepts a device or a pipe, which has no length. The content of the input
    // is verified if it is read later.
    case .start: isEqual = byteCount(of: file).map { $0 == input.bytes } ?? true
    case .whole(let bytes):
      isEqual = bytes.count == input.bytes && SHA256.digest(of: bytes.span) == input.sha256
    case .passedOn: isEqual = try SHA256.digest(ofFile: file) == (input.sha256, input.bytes)
    }
    return isEqual ? nil : "it changed since the plan was made"
  }

  /// The error of the first changed input; nil if no input has changed.
  ///
  /// The error is stored here, since the code that read the input may discard it.
  package var change: PlanError? { found.withLock { $0 } }

  /// Ends the verification of reads.
  package func end() { FileReads.observe(nil) }
}
