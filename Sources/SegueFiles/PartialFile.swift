import CSegueFiles
import SeguePlatform
import Synchronization

/// A file that appears under its final name only when it is complete.
///
/// Bytes are written to a hidden file in the same folder. The hidden file is removed if this object is
/// released without `publish`. A lock on the hidden file shows that a process is still writing it. A hidden
/// file without a lock was left by a killed process, and is removed. For a symbolic link, the target is
/// replaced, and the hidden file is in the target's folder.
package final class PartialFile: Sendable {
  /// The final name of the file.
  package let file: String
  /// The hidden name of the file, used until `publish`.
  package let temporary: String
  /// The path that is replaced: `file`, or its target if it is a symbolic link.
  private let target: String
  private let overwrite: Bool
  private let descriptor: Int32
  /// A duplicate of `descriptor`, which holds the lock and the inode after `descriptor` is closed.
  private let lock: Int32
  private let created: stat
  private let isOpen = Atomic(true)
  private let isPublished = Atomic(false)

  /// Creates the hidden file and locks it.
  ///
  /// - Parameters:
  ///   - file: The final name.
  ///   - overwrite: Whether to replace an existing file and, on a file system without locks, a leftover
  ///     hidden file.
  ///   - writer: A part of the hidden name that identifies this process, if several processes may write the
  ///     file at the same time.
  /// - Throws: `FileError.busy` if another process is writing the file; `FileError.exists` for a symbolic
  ///   link that may not be replaced; other `FileError`s if the hidden file cannot be created.
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

  /// Throws if the name refers to a device or a pipe, which must not be replaced.
  package static func check(_ file: String) throws(FileError) {
    if isSpecial(file) { throw .cannotCreate(file: file, reason: specialReason) }
  }

  /// Throws the errors of `init` that can be found without creating a file.
  package static func checkIsFree(_ file: String, overwrite: Bool) throws(FileError) {
    try check(file)
    let target = try linkTarget(of: file, mayReplace: overwrite)
    try checkFolder(of: target)
    let temporary = hiddenName(of: target, ".partial")
    guard linkStatus(of: temporary) != nil else { return }
    let other = temporary.withName { open($0, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
    defer { if other >= 0 { close(other) } }
    guard other >= 0 else {
      if overwrite { return }
      throw .leftover(file: file, partial: temporary)
    }
    // Tests the lock by trying to take it; closing the descriptor releases the lock again.
    if flock(other, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK { throw .busy(file: file) }
  }

  deinit {
    if !isPublished.load(ordering: .relaxed), isStillMine { _ = temporary.withName { unlink($0) } }
    if isOpen.load(ordering: .relaxed) { close(descriptor) }
    if lock >= 0 { close(lock) }
  }

  /// Whether the hidden name still refers to the file that this object created.
  ///
  /// On a file system without locks, another process may have taken over the name.
  private var isStillMine: Bool {
    guard let named = status(of: temporary) else { return false }
    return named.st_ino == created.st_ino && named.st_dev == created.st_dev
  }

  /// Appends bytes.
  package func write(_ bytes: Span<UInt8>) throws(FileError) {
    try writeAll(bytes, to: descriptor, named: file)
  }

  /// Overwrites the first bytes of the file; to be called after all other bytes are written.
  package func rewriteStart(_ bytes: Span<UInt8>) throws(FileError) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .writeFailed(file: file, reason: systemError) }
    try write(bytes)
  }

  /// The length of the file in bytes, including bytes written through other descriptors.
  package var count: Int { Int(stat(of: descriptor).st_size) }

  /// Renames the file to its final name; to be called once, as the last method.
  ///
  /// - Parameter durable: Whether to flush the content to disk before the renaming; to flush the new name, call
  ///   `syncFolder`.
  /// - Throws: `FileError.exists` if an existing file may not be replaced; other `FileError`s, for example if
  ///   the disk is full, or another process has taken over the hidden name.
  package func publish(durable: Bool = false) throws(FileError) {
    if durable && fdatasync(descriptor) != 0 { throw .writeFailed(file: file, reason: systemError) }
    guard isStillMine else { throw .busy(file: file) }
    if overwrite, let replaced = status(of: target) { fchmod(descriptor, replaced.st_mode & 0o7777) }
    isOpen.store(false, ordering: .relaxed)
    // Some file systems report a full disk only on `close`.
    guard close(descriptor) == 0 else { throw .writeFailed(file: file, reason: systemError) }
    let result = temporary.withName { old in
      target.withName { overwrite ? rename(old, $0) : segue_rename_new(old, $0) }
    }
    guard result == 0 else {
      if !overwrite && errno == EEXIST { throw .exists(file: file) }
      throw .cannotCreate(file: file, reason: systemError)
    }
    isPublished.store(true, ordering: .relaxed)
    // Flushes the folder of a symbolic link's target. The caller flushes the folder of the link, once for all
    // files in that folder.
    if durable && target != file { try syncFolder(of: target) }
  }
}

/// Creates a hidden file and locks it.
private func create(
  _ temporary: String, for file: String, mayReplace: Bool
) throws(FileError) -> Int32 {
  // Retries, since several processes may create the file at once. Each process verifies that the hidden name
  // still refers to the file that it has locked.
  for _ in 0..<100 {
    let descriptor = temporary.withName { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    if descriptor >= 0 {
      let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
      // Accepts a file system that does not support locks.
      if isLocked || errno != EWOULDBLOCK, has(temporary, descriptor) { return descriptor }
      close(descriptor)
      continue
    }
    guard errno == EEXIST else { throw .cannotCreate(file: file, reason: systemError) }
    // Opens without blocking, since the name may refer to a pipe.
    let other = temporary.withName { open($0, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
    if other < 0 && errno == ENOENT { continue }
    defer { if other >= 0 { close(other) } }
    let isLeft = other >= 0 && flock(other, LOCK_EX | LOCK_NB) == 0
    if other >= 0 && !isLeft && errno == EWOULDBLOCK { throw .busy(file: file) }
    guard isLeft || mayReplace else { throw .leftover(file: file, partial: temporary) }
    // If `isLeft`, this process holds the lock: the writer of the hidden file has ended, and no other process
    // removes the file. Without support for locks, `mayReplace` permits the removal.
    if !isLeft || has(temporary, other) { _ = temporary.withName { unlink($0) } }
  }
  throw .busy(file: file)
}

/// Returns whether a name refers to the open file of a descriptor.
private func has(_ name: String, _ descriptor: Int32) -> Bool {
  guard let named = linkStatus(of: name) else { return false }
  let open = stat(of: descriptor)
  return named.st_ino == open.st_ino && named.st_dev == open.st_dev
}

/// Returns the status of an open file; all zeros on failure.
private func stat(of descriptor: Int32) -> stat {
  var information = stat()
  return fstat(descriptor, &information) == 0 ? information : stat()
}

/// Follows symbolic links and returns the target, which need not exist; returns `file` if it is not a link.
private func linkTarget(of file: String, mayReplace: Bool) throws(FileError) -> String {
  var target = file
  // Linux follows at most 40 symbolic links.
  for _ in 0...40 {
    guard let information = linkStatus(of: target) else {
      // Reports a name that is too long before writing rather than afterwards.
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

/// Flushes the directory entries of a file's folder to disk.
package func syncFolder(of file: String) throws(FileError) {
  let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
  let descriptor = folder.withName { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  guard descriptor >= 0 else { throw .writeFailed(file: folder, reason: systemError) }
  defer { close(descriptor) }
  guard fsync(descriptor) == 0 else { throw .writeFailed(file: folder, reason: systemError) }
}
