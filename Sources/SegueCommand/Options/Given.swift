import ArgumentParser

/// The value of an option with a default, and whether the command line sets it.
///
/// A value from the command line replaces the value in a job file; a default does not.
struct Given<Value: CaseIterable & RawRepresentable & Sendable>: ExpressibleByArgument, Sendable
where Value.RawValue == String {
  private let value: Value
  private let isGiven: Bool

  /// Makes a default value, which is not from the command line.
  init(_ value: Value) { (self.value, isGiven) = (value, false) }

  init?(argument: String) {
    guard let value = Value(rawValue: argument) else { return nil }
    (self.value, isGiven) = (value, true)
  }

  /// The value from the command line; nil if the command line does not set the option.
  var given: Value? { isGiven ? value : nil }

  var defaultValueDescription: String { value.rawValue }
  static var allValueStrings: [String] { Value.allCases.map(\.rawValue) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension Job {
  /// Returns the command-line option for a field of a job.
  static func option(for key: String) -> String {
    switch key {
    case "output.file": return "-o"
    case "output.existing": return "--overwrite"
    case "still": return "--time"
    case "turns": return "--transition"
    case "texts": return "--text"
    case "from", "to": return "<\(key)>"
    default: break
    }
    let field = key.split(separator: ".").last ?? ""
    // The field of a list becomes a repeatable option with a singular name: `fromFilters` becomes
    // `--from-filter`.
    let one = field.hasSuffix("ilters") || field == "encoderOptions" ? field.dropLast() : field
    return "--" + one.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
  }
}

extension JobError {
  /// Returns the message of the error, with the name of the field replaced by an option; `option` maps the
  /// key of a field to its option.
  func said(_ option: (String) -> String = Job.option) -> String {
    isSentence ? text(option) : "\(option(key)) \(text(option))"
  }
}

/// Converts an error of a job to an error of the argument parser, for checks of options.
func validating(_ option: (String) -> String = Job.option, _ check: () throws(JobError) -> Void) throws {
  do throws(JobError) { try check() } catch { throw ValidationError(error.said(option)) }
}
