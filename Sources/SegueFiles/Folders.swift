import SeguePlatform

/// Returns whether a regular file exists and is not empty.
package func hasBytes(_ file: String) -> Bool {
  (byteCount(of: file) ?? 0) > 0
}

/// Returns whether a file or folder with this name exists.
package func fileExists(_ file: String) -> Bool { file.withName { access($0, F_OK) } == 0 }

/// Returns the folder part of a path, with a slash at its end; `.` for a path without a folder.
package func folder(of file: String) -> String {
  file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
}

/// Creates the folder that will contain a file, and the missing parents of this folder.
package func createFolder(of file: String) throws(FileError) {
  guard let slash = file.lastIndex(of: "/"), slash > file.startIndex else { return }
  let folder = String(file[..<slash])
  if let kind = kind(of: folder) {
    guard kind == S_IFDIR else { throw .cannotCreate(file: file, reason: "\(folder) is not a folder") }
    return
  }
  try createFolder(of: folder)
  guard folder.withName({ mkdir($0, 0o777) }) == 0 || errno == EEXIST else {
    throw .cannotCreate(file: folder, reason: systemError)
  }
}

/// Throws if a file's folder neither exists nor can be created, or if the folder cannot be written to;
/// creates nothing.
package func checkFolder(of file: String) throws(FileError) {
  var folder = folder(of: file)
  if folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
  guard let kind = kind(of: folder) else {
    if folder != "." && folder != "/" { try checkFolder(of: folder) }
    return
  }
  guard kind == S_IFDIR else { throw .cannotCreate(file: file, reason: "\(folder) is not a folder") }
  guard folder.withName({ access($0, W_OK | X_OK) }) == 0 else {
    throw .cannotCreate(file: file, reason: systemError)
  }
}

/// Returns the number of free bytes of a folder's file system that this user may use; nil if unknown.
package func freeBytes(inFolder folder: String) -> Int? {
  var information = statvfs()
  guard folder.withName({ statvfs($0, &information) }) == 0 else { return nil }
  return Int(clamping: information.f_bavail) * Int(clamping: information.f_frsize)
}

package func isRegularFile(_ file: String) -> Bool { kind(of: file) == S_IFREG }

package func isFolderName(_ file: String) -> Bool { kind(of: file) == S_IFDIR }

private func kind(of file: String) -> mode_t? {
  status(of: file).map { $0.st_mode & S_IFMT }
}

/// Returns the length of a regular file in bytes; nil if the file is missing or is not a regular file.
package func byteCount(of file: String) -> Int? {
  guard let information = status(of: file), information.st_mode & S_IFMT == S_IFREG else { return nil }
  return Int(information.st_size)
}

/// Returns the absolute path of a file or folder, in which symbolic links are resolved.
///
/// - Throws: `FileError.missing` if the path cannot be resolved, for example because the file does not exist.
package func realPath(_ file: String) throws(FileError) -> String {
  guard let path = file.withName({ realpath($0, nil) }) else { throw .missing(file: file) }
  defer { free(path) }
  return text(at: path)
}

/// Changes the working directory.
package func enterFolder(_ folder: String) throws(FileError) {
  guard folder.withName({ chdir($0) }) == 0 else { throw .unreadable(file: folder, reason: systemError) }
}

/// Returns the names in a folder, in no particular order.
///
/// - Throws: `FileError.unreadable` if no folder has this name, or if the folder cannot be listed.
package func names(inFolder folder: String) throws(FileError) -> [String] {
  guard let stream = folder.withName({ opendir($0) }) else {
    let isNone = [ENOENT, ENOTDIR].contains(errno)
    throw .unreadable(file: folder, reason: isNone ? "not a folder" : "the folder cannot be listed")
  }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { FileName.text($0.prefix { $0 != 0 }) }
    if name != "." && name != ".." { names.append(name) }
  }
  return names
}

/// Renames a file atomically; replaces an existing file that has the new name.
package func renameFile(_ file: String, to name: String) throws(FileError) {
  guard file.withName({ old in name.withName { rename(old, $0) } }) == 0 else {
    throw .cannotCreate(file: name, reason: systemError)
  }
}

/// Removes a file, unless a process holds a lock on the file, as `PartialFile` does while writing.
package func removeUnlocked(_ file: String) {
  let descriptor = file.withName { open($0, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
  guard descriptor >= 0 else { return }
  defer { close(descriptor) }
  if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { _ = file.withName { unlink($0) } }
}

/// Removes a folder, unless it contains files.
package func removeEmptyFolder(_ folder: String) { _ = folder.withName { rmdir($0) } }

/// Returns the host name of this machine.
package func hostName() -> String {
  var name = [CChar](repeating: 0, count: 256)
  guard gethostname(&name, name.count - 1) == 0 else { return "unknown" }
  return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
