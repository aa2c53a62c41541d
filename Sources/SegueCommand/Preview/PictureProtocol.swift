import ArgumentParser

/// A protocol for showing pictures in a terminal.
package enum PictureProtocol: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// The kitty graphics protocol, in kitty, Ghostty, Konsole and WezTerm.
  case kitty
  /// The inline images of iTerm2, also in WezTerm and mintty.
  case iterm2
  /// The sixel graphics of the VT340, in foot, mlterm, Windows Terminal and `xterm -ti vt340`.
  case sixel
  /// Two pixels in each character, in any terminal with colors.
  case blocks

  /// The query sent to a terminal: for kitty graphics, for the size of a character, and last for the device
  /// attributes.
  ///
  /// Every terminal answers the query for device attributes, so the wait for answers ends with this answer.
  package static let question = "\u{1b}_Gi=1,s=1,v=1,a=q,t=d,f=24;AAAA\u{1b}\\\u{1b}[16t\u{1b}[c"

  /// Returns whether an answer is complete: whether it contains the device attributes, `ESC [ ? … c`.
  package static func isWhole(_ answer: String) -> Bool { attributes(answer) != nil }

  /// Chooses the best protocol by a terminal's answer; iTerm2 is recognized by environment variables.
  package init(answer: String, environment: [String: String]) {
    let program = environment["TERM_PROGRAM"] ?? environment["LC_TERMINAL"] ?? ""
    if answer.contains("\u{1b}_Gi=1;OK") {
      self = .kitty
    } else if ["iTerm.app", "iTerm2", "WezTerm", "mintty"].contains(program) {
      self = .iterm2
    } else if Self.attributes(answer)?.contains("4") == true {
      self = .sixel
    } else {
      self = .blocks
    }
  }

  /// Returns the size of a character in pixels, from the answer `ESC [ 6 ; height ; width t`; nil without
  /// this answer.
  package static func cell(_ answer: String) -> (width: Int, height: Int)? {
    for piece in answer.components(after: "\u{1b}[6;") {
      let numbers = piece.prefix { $0 != "t" }.split(separator: ";").compactMap { Int($0) }
      if numbers.count == 2, numbers[0] > 0, numbers[1] > 0 { return (numbers[1], numbers[0]) }
    }
    return nil
  }

  /// Returns the device attributes in an answer of the terminal (4 is support for sixels); nil if there are
  /// none.
  private static func attributes(_ answer: String) -> [Substring]? {
    for piece in answer.components(after: "\u{1b}[?") {
      guard let end = piece.firstIndex(where: { $0 != ";" && !$0.isNumber }), piece[end] == "c" else {
        continue
      }
      return piece[..<end].split(separator: ";")
    }
    return nil
  }
}

extension String {
  /// Returns the parts of the string that follow each occurrence of a mark, up to the end of the string.
  fileprivate func components(after mark: String) -> [Substring] {
    var pieces: [Substring] = []
    var rest = self[...]
    while let range = rest.firstRange(of: mark) {
      rest = rest[range.upperBound...]
      pieces.append(rest)
    }
    return pieces
  }
}
