/// Makes the hidden name under which a file is written until it is complete.
///
/// A name longer than 255 bytes, the limit of file systems, is shortened.
///
/// - Parameters:
///   - file: The final name of the file.
///   - ending: The end of the hidden name, such as `.partial`; at most 80 bytes.
///   - reserve: The number of bytes to leave free for a further ending.
/// - Returns: A name in the same folder: a dot, the final name, and the ending.
package func hiddenName(of file: String, _ ending: String, reserve: Int = 0) -> String {
  let start = folderLength(file)
  let name = String(file[start...])
  let isShort = 1 + FileName.bytes(of: name + ending).count + reserve <= 255
  return "\(file[..<start]).\(isShort ? name : shortenedName(name))\(ending)"
}

/// Shortens a long name to its first characters and a checksum, at most 57 bytes together.
package func shortenedName(_ name: String) -> String {
  let bytes = FileName.bytes(of: name)
  var beginning = name.unicodeScalars.prefix(40)
  while FileName.bytes(of: String(beginning)).count > 40 { beginning.removeLast() }
  return "\(String(beginning))~\(SHA256.digest(of: bytes.span).prefix(16))"
}

/// Returns the index at which the last component of a path starts.
private func folderLength(_ file: String) -> String.Index {
  file.utf8.lastIndex(of: UInt8(ascii: "/")).map { file.utf8.index(after: $0) } ?? file.startIndex
}
