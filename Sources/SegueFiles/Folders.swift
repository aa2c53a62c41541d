import Glibc

/// Whether there is a file that is not empty.
package func hasBytes(_ file: String) -> Bool {
  var information = stat()
  return stat(file, &information) == 0 && information.st_mode & S_IFMT == S_IFREG && information.st_size > 0
}

/// Whether there is something of this name.
package func fileExists(_ file: String) -> Bool { access(file, F_OK) == 0 }

/// Creates the folder of a file, and those above it.
package func createFolder(of file: String) throws(FileError) {
  guard let slash = file.lastIndex(of: "/"), slash > file.startIndex else { return }
  let folder = String(file[..<slash])
  if let kind = kind(of: folder) {
    guard kind == S_IFDIR else { throw .cannotCreate(file: file, reason: "\(folder) is not a folder") }
    return
  }
  try createFolder(of: folder)
  guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
    throw .cannotCreate(file: folder, reason: systemError)
  }
}

package func isRegularFile(_ file: String) -> Bool { kind(of: file) == S_IFREG }

package func isFolderName(_ file: String) -> Bool { kind(of: file) == S_IFDIR }

private func kind(of file: String) -> mode_t? {
  var information = stat()
  return stat(file, &information) == 0 ? information.st_mode & S_IFMT : nil
}
