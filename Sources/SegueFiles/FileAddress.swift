package import FoundationEssentials

extension URL {
  /// The path of a file's address.
  ///
  /// - Throws: `FileError.unreadable` for an address of anything else.
  package var filePath: String {
    get throws(FileError) {
      guard isFileURL else { throw .unreadable(file: absoluteString, reason: "not the address of a file") }
      return path(percentEncoded: false)
    }
  }
}
