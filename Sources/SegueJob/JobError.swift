public import SegueErrors

/// An error in a job, with the position of the invalid value.
///
///     do throws(JobError) {
///       let job = try Job(json: #"{"from": "a.png", "duration": -1}"#)
///       try job.check()
///     } catch {
///       print(error)    // job: duration: must be above 0
///     }
public struct JobError: SegueError, Hashable {
  /// The path of keys to the value, such as `filters[1].parameters.radius`; empty for the whole job.
  public let key: String
  /// The name of the job's file, for messages; nil for a job made in code.
  public package(set) var file: String?
  /// The line in the job's file, from 1; nil for a job made in code.
  public let line: Int?
  /// The output file that the error concerns; nil for other errors.
  package var subject: String?
  /// The reason, with marks around the keys of other fields.
  private let template: String

  /// Whether the reason is a whole sentence, rather than a clause that continues the name of the field.
  package let isSentence: Bool

  /// Makes an error whose reason continues the name of the field, such as `must be above 0`.
  package init(_ key: String, _ reason: String, line: Int? = nil) {
    (self.key, template, self.line, isSentence) = (key, reason, line, false)
  }

  /// Makes an error whose reason is a whole sentence; names of fields in the sentence are marked by the
  /// function `field`.
  package init(_ key: String, sentence: String, line: Int? = nil, subject: String? = nil) {
    (self.key, template, self.line, isSentence) = (key, sentence, line, true)
    self.subject = subject
  }

  /// Returns the error with the name of the job's file.
  package func of(file: String?) -> JobError {
    var error = self
    error.file = file
    return error
  }

  /// The reason: a clause that continues the key, or a sentence.
  public var reason: String { text { $0 } }

  /// Returns the reason, with each marked key replaced by the name that the function `name` returns for the
  /// key, such as an option of the command line.
  package func text(_ name: (String) -> String) -> String {
    template.split(separator: Self.start, omittingEmptySubsequences: false).enumerated().map { index, part in
      guard index > 0, let end = part.firstIndex(of: Self.end) else { return String(part) }
      return name(String(part[..<end])) + part[part.index(after: end)...]
    }.joined()
  }

  fileprivate static let start: Character = "\u{2}"
  fileprivate static let end: Character = "\u{3}"
}

/// Marks the key of a field in the reason of a `JobError`; `text` replaces the mark by the name of the field.
package func field(_ key: String) -> String { "\(JobError.start)\(key)\(JobError.end)" }

extension JobError {
  /// The code `job.invalid`.
  public var code: ErrorCode { .jobInvalid }

  /// The error in one line, with file, line and key.
  public var message: String {
    let place = (file ?? "job") + (line.map { ":\($0)" } ?? "")
    return [place, key, reason].filter { !$0.isEmpty }.joined(separator: ": ")
  }
}
