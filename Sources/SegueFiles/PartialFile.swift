import CSegueFiles
import Glibc
import Synchronization

/// A file that appears under its name only when it is whole.
///
/// Its bytes go to a hidden name in the same folder. Let go of without `publish`, it leaves nothing. A lock on the hidden
/// file tells one that is being written from one that a killed process left, which is taken away.
///
/// A link that is to be replaced stays, and what it leads to is replaced, in its own folder.
package final class PartialFile: Sendable {
  /// The name that it gets.
  package let file: String
  /// The hidden name that it has until then.
  package let temporary: String
  /// The file, or what it leads to as a link.
  private let target: String
  private let overwrite: Bool
  private let descriptor: Int32
  /// The same open file once more: the lock and the inode's number last until the name is decided.
  private let lock: Int32
  private let created: stat
  private let isOpen = Atomic(true)
  private let isPublished = Atomic(false)

  /// Creates the file under its hidden name.
  ///
  /// - Parameters:
  ///   - file: The name that it gets.
  ///   - overwrite: Whether a file of the name is replaced, and a hidden one where there are no locks to tell.
  ///   - writer: Who writes, where several may write the same file at once: part of the hidden name.
  /// - Throws: `FileError.busy` where another process is writing it; `FileError.exists` for a link that is not to be
  ///   replaced.
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

  /// Refuses a device or a pipe of the name, which no file may replace.
  package static func check(_ file: String) throws(FileError) {
    if isSpecial(file) { throw .cannotCreate(file: file, reason: specialReason) }
  }

  deinit {
    if !isPublished.load(ordering: .relaxed), isStillMine { _ = temporary.withName { unlink($0) } }
    if isOpen.load(ordering: .relaxed) { close(descriptor) }
    if lock >= 0 { close(lock) }
  }

  /// Whether the hidden name is still that of the file that was created: without locks another run may take it.
  private var isStillMine: Bool {
    guard let named = status(of: temporary) else { return false }
    return named.st_ino == created.st_ino && named.st_dev == created.st_dev
  }

  /// Writes all bytes after those before.
  package func write(_ bytes: Span<UInt8>) throws(FileError) {
    try writeAll(bytes, to: descriptor, named: file)
  }

  /// Writes bytes over the first ones, when all others are written.
  package func rewriteStart(_ bytes: Span<UInt8>) throws(FileError) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .writeFailed(file: file, reason: systemError) }
    try write(bytes)
  }

  /// How many bytes it has, whoever wrote them.
  package var count: Int { Int(stat(of: descriptor).st_size) }

  /// Gives the file its name; called once, last.
  ///
  /// - Parameter durable: Whether its bytes are on the disk before; `syncFolder` sees to the name itself.
  /// - Throws: `FileError.exists` where there is a file of the name that was not to be replaced; `FileError` where the disk
  ///   is full or another run has taken the hidden name.
  package func publish(durable: Bool = false) throws(FileError) {
    if durable && fdatasync(descriptor) != 0 { throw .writeFailed(file: file, reason: systemError) }
    guard isStillMine else { throw .busy(file: file) }
    if overwrite, let replaced = status(of: target) { fchmod(descriptor, replaced.st_mode & 0o7777) }
    isOpen.store(false, ordering: .relaxed)
    // Some file systems report a full disk only here.
    guard close(descriptor) == 0 else { throw .writeFailed(file: file, reason: systemError) }
    let result = temporary.withName { old in
      target.withName { overwrite ? rename(old, $0) : segue_rename_new(old, $0) }
    }
    guard result == 0 else {
      if !overwrite && errno == EEXIST { throw .exists(file: file) }
      throw .cannotCreate(file: file, reason: systemError)
    }
    isPublished.store(true, ordering: .relaxed)
    // The folder of the link is synchronized by whoever knows that no other file of it follows.
    if durable && target != file { try syncFolder(of: target) }
  }
}

/// Creates a hidden file and locks it.
private func create(
  _ temporary: String, for file: String, mayReplace: Bool
) throws(FileError) -> Int32 {
  // Runs that begin at once take a few turns: each looks whether the file that it locked still has the name.
  for _ in 0..<100 {
    let descriptor = temporary.withName { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    if descriptor >= 0 {
      let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
      // File systems without locks are no worse off than before.
      if isLocked || errno != EWOULDBLOCK, has(temporary, descriptor) { return descriptor }
      close(descriptor)
      continue
    }
    guard errno == EEXIST else { throw .cannotCreate(file: file, reason: systemError) }
    // Opening a pipe of the name would block.
    let other = temporary.withName { open($0, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
    if other < 0 && errno == ENOENT { continue }
    defer { if other >= 0 { close(other) } }
    let isLeft = other >= 0 && flock(other, LOCK_EX | LOCK_NB) == 0
    if other >= 0 && !isLeft && errno == EWOULDBLOCK { throw .busy(file: file) }
    guard isLeft || mayReplace else { throw .leftover(file: file, partial: temporary) }
    // Under the lock nobody else takes it away, and its writer does not come back.
    if !isLeft || has(temporary, other) { _ = temporary.withName { unlink($0) } }
  }
  throw .busy(file: file)
}

/// Whether a name is that of an open file.
private func has(_ name: String, _ descriptor: Int32) -> Bool {
  guard let named = linkStatus(of: name) else { return false }
  let open = stat(of: descriptor)
  return named.st_ino == open.st_ino && named.st_dev == open.st_dev
}

/// What the system knows of an open file; zeros where it knows nothing.
private func stat(of descriptor: Int32) -> stat {
  var information = stat()
  return fstat(descriptor, &information) == 0 ? information : stat()
}

/// The file that a name leads to through links, itself where it is none; it need not be there.
private func linkTarget(of file: String, mayReplace: Bool) throws(FileError) -> String {
  var target = file
  // As many links as the system follows.
  for _ in 0...40 {
    guard let information = linkStatus(of: target) else {
      // Said now rather than when all of it is written.
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

/// Waits until the names in a file's folder are on the disk.
package func syncFolder(of file: String) throws(FileError) {
  let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
  let descriptor = folder.withName { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  guard descriptor >= 0 else { throw .writeFailed(file: folder, reason: systemError) }
  defer { close(descriptor) }
  guard fsync(descriptor) == 0 else { throw .writeFailed(file: folder, reason: systemError) }
}
