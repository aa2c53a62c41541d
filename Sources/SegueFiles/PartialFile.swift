import CSegueFiles
import Glibc
import Synchronization

/// A file that appears under its name once it is complete.
///
/// Its bytes go to a hidden name in the same folder, which is removed if the file is released without
/// `publish`. A lock on the hidden file distinguishes a file in progress from one that a killed process left,
/// which is removed. A link stays: its target is replaced, in the target's folder.
package final class PartialFile: Sendable {
  /// The final name.
  package let file: String
  /// The hidden name until publication.
  package let temporary: String
  /// The file, or its target if it is a link.
  private let target: String
  private let overwrite: Bool
  private let descriptor: Int32
  /// A duplicate descriptor: it keeps the lock and the inode until publication.
  private let lock: Int32
  private let created: stat
  private let isOpen = Atomic(true)
  private let isPublished = Atomic(false)

  /// Creates the file under its hidden name.
  ///
  /// - Parameters:
  ///   - file: The final name.
  ///   - overwrite: Whether to replace a file of that name, and a hidden file on a file system without locks.
  ///   - writer: Identifies this writer in the hidden name, if several may write one file at a time.
  /// - Throws: `FileError.busy` if another process is writing the file; `FileError.exists` for a link that
  ///   may not be replaced.
  package init(_ file: String, overwrite: Bool, writer: String? = nil) throws(FileError) {
    self.file = file
    self.overwrite = overwrite
    try Self.check(file)
    target = try linkTarget(of: file, mayReplace: overwrite)
    let temporary = hiddenName(of: target, writer.map { ".\($0).partial" } ?? ".partial")
    self.temporary = temporary
    let descriptor = try create(temporary, for: file, mayReplace: overwrite)
    lock = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    self.descriptor = descriptor
    created = stat(of: descriptor)
  }

  /// Refuses a device or a pipe, which no file may replace.
  package static func check(_ file: String) throws(FileError) {
    if isSpecial(file) { throw .cannotCreate(file: file, reason: specialReason) }
  }

  deinit {
    if !isPublished.load(ordering: .relaxed), isStillMine { _ = temporary.withName { unlink($0) } }
    if isOpen.load(ordering: .relaxed) { close(descriptor) }
    if lock >= 0 { close(lock) }
  }

  /// Whether the hidden name still refers to this file: without locks, another run may take it over.
  private var isStillMine: Bool {
    guard let named = status(of: temporary) else { return false }
    return named.st_ino == created.st_ino && named.st_dev == created.st_dev
  }

  /// Appends bytes.
  package func write(_ bytes: Span<UInt8>) throws(FileError) {
    try writeAll(bytes, to: descriptor, named: file)
  }

  /// Overwrites the first bytes, after all others are written.
  package func rewriteStart(_ bytes: Span<UInt8>) throws(FileError) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .writeFailed(file: file, reason: systemError) }
    try write(bytes)
  }

  /// The length in bytes, whoever wrote them.
  package var count: Int { Int(stat(of: descriptor).st_size) }

  /// Renames the file to its final name; called once, last.
  ///
  /// - Parameter durable: Whether to flush the bytes to disk first; `syncFolder` flushes the name.
  /// - Throws: `FileError.exists` if a file may not be replaced; `FileError` if the disk is full or another
  ///   run has taken the hidden name.
  package func publish(durable: Bool = false) throws(FileError) {
    if durable && fdatasync(descriptor) != 0 { throw .writeFailed(file: file, reason: systemError) }
    guard isStillMine else { throw .busy(file: file) }
    if overwrite, let replaced = status(of: target) { fchmod(descriptor, replaced.st_mode & 0o7777) }
    isOpen.store(false, ordering: .relaxed)
    // Some file systems report a full disk only on close.
    guard close(descriptor) == 0 else { throw .writeFailed(file: file, reason: systemError) }
    let result = temporary.withName { old in
      target.withName { overwrite ? rename(old, $0) : segue_rename_new(old, $0) }
    }
    guard result == 0 else {
      if !overwrite && errno == EEXIST { throw .exists(file: file) }
      throw .cannotCreate(file: file, reason: systemError)
    }
    isPublished.store(true, ordering: .relaxed)
    // The link's own folder is flushed by the caller, once no other file in it follows.
    if durable && target != file { try syncFolder(of: target) }
  }
}

/// Creates and locks a hidden file.
private func create(
  _ temporary: String, for file: String, mayReplace: Bool
) throws(FileError) -> Int32 {
  // Retried, since runs may start concurrently: each checks that its locked file still has the name.
  for _ in 0..<100 {
    let descriptor = temporary.withName { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    if descriptor >= 0 {
      let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
      // A file system without locks is accepted.
      if isLocked || errno != EWOULDBLOCK, has(temporary, descriptor) { return descriptor }
      close(descriptor)
      continue
    }
    guard errno == EEXIST else { throw .cannotCreate(file: file, reason: systemError) }
    // Non-blocking: a pipe of this name would block.
    let other = temporary.withName { open($0, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
    if other < 0 && errno == ENOENT { continue }
    defer { if other >= 0 { close(other) } }
    let isLeft = other >= 0 && flock(other, LOCK_EX | LOCK_NB) == 0
    if other >= 0 && !isLeft && errno == EWOULDBLOCK { throw .busy(file: file) }
    guard isLeft || mayReplace else { throw .leftover(file: file, partial: temporary) }
    // The lock protects it: no other run removes it, and its writer is gone.
    if !isLeft || has(temporary, other) { _ = temporary.withName { unlink($0) } }
  }
  throw .busy(file: file)
}

/// Whether a name refers to an open file.
private func has(_ name: String, _ descriptor: Int32) -> Bool {
  guard let named = linkStatus(of: name) else { return false }
  let open = stat(of: descriptor)
  return named.st_ino == open.st_ino && named.st_dev == open.st_dev
}

/// The status of an open file; zeros on failure.
private func stat(of descriptor: Int32) -> stat {
  var information = stat()
  return fstat(descriptor, &information) == 0 ? information : stat()
}

/// The target of a name after following links, or the name itself; the target need not exist.
private func linkTarget(of file: String, mayReplace: Bool) throws(FileError) -> String {
  var target = file
  // Linux follows at most 40 links.
  for _ in 0...40 {
    guard let information = linkStatus(of: target) else {
      // Reported before writing rather than at the end.
      if errno == ENAMETOOLONG { throw .cannotCreate(file: file, reason: systemError) }
      return target
    }
    guard information.st_mode & S_IFMT == S_IFLNK else { return target }
    guard mayReplace else { throw .exists(file: file) }
    var letters = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = target.withName { readlink($0, &letters, letters.count) }
    guard count > 0 else { throw .cannotCreate(file: file, reason: systemError) }
    let next = FileName.text(letters.prefix(count).map { UInt8(bitPattern: $0) })
    let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
    target = next.hasPrefix("/") ? next : folder + next
  }
  errno = ELOOP
  throw .cannotCreate(file: file, reason: systemError)
}

/// Flushes the names in a file's folder to disk.
package func syncFolder(of file: String) throws(FileError) {
  let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
  let descriptor = folder.withName { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  guard descriptor >= 0 else { throw .writeFailed(file: folder, reason: systemError) }
  defer { close(descriptor) }
  guard fsync(descriptor) == 0 else { throw .writeFailed(file: folder, reason: systemError) }
}
