public import SegueErrors
import SegueFiles

/// An error in reading or joining clips, with the clip's file.
public struct ClipError: SegueError, Hashable {
  /// The code of the error, such as `clipDamaged`; all codes of this type begin with `clip`.
  public let code: ErrorCode
  /// The name of the clip's file, as the caller gave it; never nil, although `SegueError` allows nil.
  public let file: String?
  /// The error as one sentence without a final period, which names the file and the fault.
  public let message: String
  /// The reason of the error, without the name of the file.
  public let reason: String
  /// The longest duration in seconds that all clips allow for a joint; nil unless a joint is too long.
  public private(set) var longestJoint: Double?

  private init(_ code: ErrorCode, _ file: String, _ fault: String, _ reason: String? = nil) {
    (self.code, self.file) = (code, file)
    self.reason = FileName.shown(reason ?? fault)
    message = FileName.shown("\(file): \(fault)")
  }

  /// The file is not a video, or is a video that ffmpeg cannot decode.
  public static func unusable(file: String, reason: String) -> Self {
    Self(.clipUnusable, file, "no clip that can be used: \(reason)", reason)
  }

  /// The frame at a time cannot be decoded, although the clip's table of packets lists it.
  public static func damaged(file: String, seconds: Double, reason: String?) -> Self {
    Self(
      .clipDamaged, file,
      "damaged: no frame at \(secondsText(seconds)) s\(reason.map { ": ffmpeg: \($0)" } ?? "")")
  }

  /// A moment, a range or a joint needs more time than the clip lasts.
  public static func tooShort(file: String, reason: String) -> Self {
    Self(.clipTooShort, file, reason)
  }

  /// A clip is too short for its joints; `longest` is the largest duration of joints, in seconds, for which
  /// all clips are long enough.
  static func tooShort(file: String, reason: String, longestJoint longest: Double) -> Self {
    var error = tooShort(
      file: file, reason: "\(reason); the longest duration of a joint is \(secondsText(longest)) s")
    error.longestJoint = longest
    return error
  }

  /// The clip has more pixels, frames or streams than the limit.
  public static func tooLarge(file: String, _ count: Int, of unit: String, limit: Int) -> Self {
    Self(.clipTooLarge, file, "\(count) \(unit) are more than the limit of \(limit)")
  }

  /// ffmpeg or ffprobe is not installed.
  public static func missingProgram(_ program: String, file: String) -> Self {
    Self(
      .clipMissingProgram, file,
      "needs \(program), which is not installed (Debian: apt-get install ffmpeg)")
  }

  /// A program that reads the clip could not be started, or wrote nothing for a long time.
  public static func decoderFailed(file: String, reason: String) -> Self {
    Self(.clipDecoderFailed, file, "cannot be decoded: \(reason)")
  }
}

/// Returns a number of seconds as text with at most three decimals.
package func secondsText(_ seconds: Double) -> String {
  let thousandths = Int((1000 * max(0, min(seconds, 1e9))).rounded())
  let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
  guard rest > 0 else { return "\(whole)" }
  var digits = String(repeating: "0", count: 3 - "\(rest)".count) + "\(rest)"
  while digits.hasSuffix("0") { digits.removeLast() }
  return "\(whole).\(digits)"
}
