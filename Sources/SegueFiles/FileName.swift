import SeguePlatform

/// Lossless conversion of file names between bytes and strings.
///
/// On Linux a name is a sequence of bytes, but a `String` is UTF-8. A byte that is not part of valid UTF-8
/// becomes the character whose code is 0x10FE00 plus the byte, in a private use area (U+10FE80…U+10FEFF). If
/// a name already contains characters of this area, their bytes are escaped as well, so that the conversion
/// is reversible. Only this module converts names to bytes, for system calls and for arguments of other
/// programs.
///
/// - Source: Python's `surrogateescape` (PEP 383), which uses lone surrogates; a `String` cannot contain
///   them.
package enum FileName {
  private static let first: UInt32 = 0x10_FE00

  /// Converts the bytes of a name to a string.
  package static func text(_ bytes: some RandomAccessCollection<UInt8>) -> String {
    let bytes = Array(bytes)
    if let text = String(validating: bytes, as: UTF8.self), !hasEscapes(text) { return text }
    var scalars = String.UnicodeScalarView()
    var next = 0
    while next < bytes.count {
      let end = next + characterLength(from: bytes[next])
      if end <= bytes.count, let character = String(validating: bytes[next..<end], as: UTF8.self),
        !hasEscapes(character)
      {
        scalars.append(contentsOf: character.unicodeScalars)
        next = end
      } else {
        if let escape = Unicode.Scalar(first + UInt32(bytes[next])) { scalars.append(escape) }
        next += 1
      }
    }
    return String(scalars)
  }

  /// Converts the string of a name to bytes.
  package static func bytes(of text: String) -> [UInt8] {
    guard hasEscapes(text) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in escapedByte(scalar).map { [$0] } ?? Array(scalar.utf8) }
  }

  /// Returns the name for display, in which bytes that are not UTF-8 have the form `\xE9`.
  package static func shown(_ text: String) -> String {
    guard hasEscapes(text) else { return text }
    return text.unicodeScalars.map { scalar in
      escapedByte(scalar).map { "\\x" + String($0, radix: 16, uppercase: true) } ?? String(scalar)
    }.joined()
  }

  /// Returns whether a string contains escaped bytes.
  package static func hasEscapes(_ text: String) -> Bool {
    // Searches for the byte 0xF4 first, which is fast: in UTF-8, characters from U+100000 on begin with this
    // byte.
    text.utf8.contains(0xF4) && text.unicodeScalars.contains { escapedByte($0) != nil }
  }

  private static func escapedByte(_ scalar: Unicode.Scalar) -> UInt8? {
    guard scalar.value >= first + 0x80 else { return nil }
    return UInt8(exactly: scalar.value - first)
  }

  /// Returns the number of bytes of a UTF-8 character, by its first byte; 1 for an invalid byte.
  private static func characterLength(from byte: UInt8) -> Int {
    switch byte {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }
}

/// The arguments of this process, beginning with the program's name, converted without loss.
package let commandLineWords: [String] = {
  UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).compactMap { word in
    word.map { text(at: $0) }
  }
}()

/// Converts a zero-terminated name to a string.
func text(at name: UnsafePointer<CChar>) -> String {
  FileName.text(UnsafeRawBufferPointer(start: name, count: strlen(name)))
}

extension String {
  /// Calls `body` with the name as a zero-terminated C string, for a system call.
  ///
  /// A name that contains a zero byte is passed as the empty name, which no file has: a system call would
  /// read the name only up to the zero byte, and could find another file.
  func withName<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let bytes = FileName.bytes(of: self)
    let name = (bytes.contains(0) ? [] : bytes.map { CChar(bitPattern: $0) }) + [0]
    return body(name)
  }
}

/// Returns the status of a file, following symbolic links; nil on failure, with the reason in `errno`.
func status(of file: String) -> stat? {
  var information = stat()
  return file.withName { stat($0, &information) } == 0 ? information : nil
}

/// Returns the status of a file, or of a symbolic link itself; nil on failure, with the reason in `errno`.
func linkStatus(of file: String) -> stat? {
  var information = stat()
  return file.withName { lstat($0, &information) } == 0 ? information : nil
}
