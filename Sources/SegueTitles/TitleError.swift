public import SegueErrors
import SegueFiles

/// An error for a text that cannot be drawn, or for a subtitle file that cannot be read.
public struct TitleError: SegueError, Hashable {
  /// The kind of error, whose name begins with `title`.
  public let code: ErrorCode
  /// The error in one sentence.
  public let message: String
  /// The font file or the subtitle file, if the error concerns this file; otherwise nil.
  public let file: String?
  /// The line number in a subtitle file, from 1; nil for other errors.
  public let line: Int?

  private init(_ code: ErrorCode, _ message: String, file: String? = nil, line: Int? = nil) {
    (self.code, self.message, self.file, self.line) = (code, message, file, line)
  }

  /// A library that draws text is not installed.
  static func missingLibrary(_ library: String) -> Self {
    Self(
      .titleMissingLibrary,
      "text needs \(library), which is not installed "
        + "(Debian: apt-get install libfreetype6 libharfbuzz0b libfribidi0 libfontconfig1 fonts-dejavu-core)")
  }

  /// No font has the given name, or the given file is not a font.
  static func noFont(_ font: String, isFile: Bool) -> Self {
    isFile
      ? Self(
        .titleNoFont, fileExists(font) ? "\(font) is not a font" : "there is no font file '\(font)'",
        file: font)
      : Self(
        .titleNoFont,
        "there is no font '\(font)'; 'fc-list : family' lists the installed fonts; a font file, such as font.ttf, is also possible"
      )
  }

  /// A subtitle file is invalid.
  static func subtitles(_ reason: String, file: String, line: Int) -> Self {
    Self(.titleSubtitles, "\(file):\(line): \(reason)", file: file, line: line)
  }

  /// The style or the text of a title is invalid.
  static func invalid(_ reason: String) -> Self { Self(.titleInvalid, reason) }
}
