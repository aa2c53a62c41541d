import CSegueFiles
import Glibc
import Synchronization

/// A file that appears under its name only when it is whole.
///
/// Its bytes go to a hidden name in the same folder. Let go of without `publish`, it leaves nothing. A lock on the hidden
/// file tells one that is being written from one that a killed process left, which is taken away.
package final class PartialFile: Sendable {
  /// The name that it gets.
  package let file: String
  /// The hidden name that it has until then.
  package let temporary: String
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
  /// - Throws: `FileError.busy` where another process is writing it.
  package init(_ file: String, overwrite: Bool, writer: String? = nil) throws(FileError) {
    self.file = file
    self.overwrite = overwrite
    try Self.check(file)
    let temporary = hiddenName(of: writer.map { "\(file).\($0)" } ?? file)
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
    if !isPublished.load(ordering: .relaxed), isStillMine { unlink(temporary) }
    if isOpen.load(ordering: .relaxed) { close(descriptor) }
    if lock >= 0 { close(lock) }
  }

  /// Whether the hidden name is still that of the file that was created: without locks another run may take it.
  private var isStillMine: Bool {
    var named = stat()
    return stat(temporary, &named) == 0 && named.st_ino == created.st_ino && named.st_dev == created.st_dev
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
    var replaced = stat()
    if overwrite, stat(file, &replaced) == 0 { fchmod(descriptor, replaced.st_mode & 0o7777) }
    isOpen.store(false, ordering: .relaxed)
    // Some file systems report a full disk only here.
    guard close(descriptor) == 0 else { throw .writeFailed(file: file, reason: systemError) }
    guard (overwrite ? rename(temporary, file) : segue_rename_new(temporary, file)) == 0 else {
      if !overwrite && errno == EEXIST { throw .exists(file: file) }
      throw .cannotCreate(file: file, reason: systemError)
    }
    isPublished.store(true, ordering: .relaxed)
  }
}

/// Creates a hidden file and locks it.
private func create(
  _ temporary: String, for file: String, mayReplace: Bool
) throws(FileError) -> Int32 {
  // Runs that begin at once take a few turns: each looks whether the file that it locked still has the name.
  for _ in 0..<100 {
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if descriptor >= 0 {
      let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
      // File systems without locks are no worse off than before.
      if isLocked || errno != EWOULDBLOCK, has(temporary, descriptor) { return descriptor }
      close(descriptor)
      continue
    }
    guard errno == EEXIST else { throw .cannotCreate(file: file, reason: systemError) }
    // A pipe of the name would be waited for.
    let other = open(temporary, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    if other < 0 && errno == ENOENT { continue }
    defer { if other >= 0 { close(other) } }
    let isLeft = other >= 0 && flock(other, LOCK_EX | LOCK_NB) == 0
    if other >= 0 && !isLeft && errno == EWOULDBLOCK { throw .busy(file: file) }
    guard isLeft || mayReplace else { throw .leftover(file: file, partial: temporary) }
    // Under the lock nobody else takes it away, and its writer does not come back.
    if !isLeft || has(temporary, other) { unlink(temporary) }
  }
  throw .busy(file: file)
}

/// Whether a name is that of an open file.
private func has(_ name: String, _ descriptor: Int32) -> Bool {
  var named = stat()
  let open = stat(of: descriptor)
  return lstat(name, &named) == 0 && named.st_ino == open.st_ino && named.st_dev == open.st_dev
}

/// What the system knows of an open file; zeros where it knows nothing.
private func stat(of descriptor: Int32) -> stat {
  var information = stat()
  return fstat(descriptor, &information) == 0 ? information : stat()
}

private func hiddenName(of file: String) -> String {
  guard let slash = file.lastIndex(of: "/") else { return ".\(file).partial" }
  return "\(file[...slash]).\(file[file.index(after: slash)...]).partial"
}

/// Waits until the names in a file's folder are on the disk.
package func syncFolder(of file: String) throws(FileError) {
  let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
  let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0 else { throw .writeFailed(file: folder, reason: systemError) }
  defer { close(descriptor) }
  guard fsync(descriptor) == 0 else { throw .writeFailed(file: folder, reason: systemError) }
}
