/// The hidden name of a file that is not whole yet: `.NAME` and an ending, in the same folder.
///
/// Where that is longer than file systems take, 255 bytes, a shortened name is in place of the file's.
///
/// - Parameters:
///   - file: The file.
///   - ending: Behind its name, such as `.partial`; 80 bytes at most.
///   - reserve: Bytes that are left free, for a further ending.
package func hiddenName(of file: String, _ ending: String, reserve: Int = 0) -> String {
  let start = folderLength(file)
  let name = String(file[start...])
  let isShort = 1 + FileName.bytes(of: name + ending).count + reserve <= 255
  return "\(file[..<start]).\(isShort ? name : shortenedName(name))\(ending)"
}

/// A name that is too long for an ending, shortened: its beginning and a checksum of all of it, 57 bytes at most.
package func shortenedName(_ name: String) -> String {
  let bytes = FileName.bytes(of: name)
  var beginning = name.unicodeScalars.prefix(40)
  while FileName.bytes(of: String(beginning)).count > 40 { beginning.removeLast() }
  return "\(String(beginning))~\(SHA256.digest(of: bytes.span).prefix(16))"
}

/// Where a file's own name begins, behind its folder.
private func folderLength(_ file: String) -> String.Index {
  file.utf8.lastIndex(of: UInt8(ascii: "/")).map { file.utf8.index(after: $0) } ?? file.startIndex
}
