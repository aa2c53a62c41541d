/// Makes the hidden name of an incomplete file.
///
/// A name beyond the file systems' limit of 255 bytes is shortened.
///
/// - Parameters:
///   - file: The file.
///   - ending: The ending, such as `.partial`; at most 80 bytes.
///   - reserve: Bytes to keep free for a further ending.
/// - Returns: `.NAME` and the ending, in the same folder.
package func hiddenName(of file: String, _ ending: String, reserve: Int = 0) -> String {
  let start = folderLength(file)
  let name = String(file[start...])
  let isShort = 1 + FileName.bytes(of: name + ending).count + reserve <= 255
  return "\(file[..<start]).\(isShort ? name : shortenedName(name))\(ending)"
}

/// Shortens a long name to its beginning and a checksum, at most 57 bytes.
package func shortenedName(_ name: String) -> String {
  let bytes = FileName.bytes(of: name)
  var beginning = name.unicodeScalars.prefix(40)
  while FileName.bytes(of: String(beginning)).count > 40 { beginning.removeLast() }
  return "\(String(beginning))~\(SHA256.digest(of: bytes.span).prefix(16))"
}

/// The start of a file's own name, after its folder.
private func folderLength(_ file: String) -> String.Index {
  file.utf8.lastIndex(of: UInt8(ascii: "/")).map { file.utf8.index(after: $0) } ?? file.startIndex
}
