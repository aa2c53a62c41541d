public import FoundationEssentials
public import SystemPackage

/// The location of a file: a path as a `String` or `FilePath`, or a file `URL`.
public protocol FileLocation {
  /// Returns the path on this machine.
  ///
  /// A byte that is not part of valid UTF-8 becomes the character whose code is 0x10FE00 plus the byte.
  ///
  /// - Throws: `FileError` for a URL that is not a file URL.
  func filePath() throws(FileError) -> String
}

extension String: FileLocation {
  /// Returns the string itself.
  public func filePath() -> String { self }
}

extension URL: FileLocation {
  /// Returns the path of a file URL.
  public func filePath() throws(FileError) -> String {
    guard isFileURL else { throw .unreadable(file: absoluteString, reason: "it is no file of this machine") }
    return FileName.text(Self.decoded(path(percentEncoded: true)))
  }

  /// Decodes the percent escapes of a path to bytes; Foundation's own decoding fails if the bytes are not
  /// UTF-8.
  private static func decoded(_ path: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(path.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"),
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}

extension FilePath: FileLocation {
  /// Returns the path as a string.
  public func filePath() -> String { withPlatformString { text(at: $0) } }
}
