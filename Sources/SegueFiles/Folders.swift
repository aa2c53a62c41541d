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

/// How many bytes a file has; nil where there is no regular file of the name.
package func byteCount(of file: String) -> Int? {
  var information = stat()
  guard stat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return nil }
  return Int(information.st_size)
}

/// The path of a file or a folder from the root, without links.
///
/// - Throws: `FileError` where it is not there.
package func realPath(_ file: String) throws(FileError) -> String {
  guard let path = realpath(file, nil) else { throw .missing(file: file) }
  defer { free(path) }
  return String(cString: path)
}

/// Makes a folder the present one.
package func enterFolder(_ folder: String) throws(FileError) {
  guard chdir(folder) == 0 else { throw .unreadable(file: folder, reason: systemError) }
}

/// The names in a folder, in no order; none where it cannot be listed.
package func names(inFolder folder: String) -> [String] {
  guard let stream = opendir(folder) else { return [] }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != "." && name != ".." { names.append(name) }
  }
  return names
}

/// Gives a file another name at once; what has the name is replaced.
package func renameFile(_ file: String, to name: String) throws(FileError) {
  guard rename(file, name) == 0 else { throw .cannotCreate(file: name, reason: systemError) }
}

/// Takes away a file that no run writes to: one under a lock stays.
package func removeUnlocked(_ file: String) {
  let descriptor = open(file, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
  guard descriptor >= 0 else { return }
  defer { close(descriptor) }
  if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(file) }
}

/// What this machine is called.
package func hostName() -> String {
  var name = [CChar](repeating: 0, count: 256)
  guard gethostname(&name, name.count - 1) == 0 else { return "unknown" }
  return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
