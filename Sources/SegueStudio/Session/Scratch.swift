import FoundationEssentials
import SeguePlatform
import Synchronization

/// The temporary folders of this process, each locked until it is removed or the process ends.
package enum Scratch {
  /// A temporary folder, with the descriptor that holds its lock.
  private struct Folder: Hashable {
    let path: String
    let lock: Int32
  }

  private static let prefix = "segue-studio-files-"
  private static let folders = Mutex<Set<Folder>>([])

  /// Makes a folder that only this user can read, and that exists until `removeAll`.
  ///
  /// - Returns: The path, without a final slash.
  /// - Throws: `Refused` if the folder cannot be made.
  package static func makeFolder() throws(Refused) -> String { try make().path }

  /// Calls `body` with a temporary folder, which is removed afterwards.
  static func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = try make()
    defer {
      folders.withLock { _ = $0.remove(folder) }
      remove(folder)
    }
    do {
      try await body(folder.path)
    } catch let error as CancellationError {
      throw error
    } catch {
      // Removes the folder's path from the message, since pages know files only by name.
      throw Refused(sentence(error).replacing("\(folder.path)/", with: ""))
    }
  }

  /// Removes all temporary folders of this process; called before the process ends.
  package static func removeAll() {
    for folder in folders.withLock({ $0 }) { remove(folder) }
  }

  /// Removes folders that killed processes of this user have left behind.
  ///
  /// A folder without a lock belongs to no running process. Symbolic links are not followed: a folder is
  /// opened, and its files are removed through the descriptor.
  package static func removeAbandoned() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = "\(parent)/\(name)"
      if let lock = lock(path) { remove(Folder(path: path, lock: lock)) }
    }
  }

  private static var parent: String {
    let path = FileManager.default.temporaryDirectory.path(percentEncoded: false)
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  private static func make() throws(Refused) -> Folder {
    // Tries again, since another studio that starts may remove the new folder before the folder is locked.
    for _ in 0..<10 {
      let path = "\(parent)/\(prefix)\(Admission.randomToken())"
      guard mkdir(path, 0o700) == 0 else { break }
      if let lock = lock(path) {
        let folder = Folder(path: path, lock: lock)
        folders.withLock { _ = $0.insert(folder) }
        return folder
      }
    }
    throw Refused("\(parent) cannot hold a folder for files; set TMPDIR to a writable folder")
  }

  /// Opens and locks a folder, and returns its descriptor; nil if the folder no longer exists, is locked, is
  /// not a folder, or belongs to another user.
  private static func lock(_ path: String) -> Int32? {
    let file = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { return nil }
    var status = stat()
    if fstat(file, &status) == 0, status.st_uid == getuid(), flock(file, LOCK_EX | LOCK_NB) == 0,
      fstat(file, &status) == 0, status.st_nlink > 0
    {
      return file
    }
    close(file)
    return nil
  }

  /// Removes a folder and its files, and releases the lock.
  private static func remove(_ folder: Folder) {
    // Repeats, since exports continue while the process ends, and may add files.
    for _ in 0..<100 {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd/\(folder.lock)")) ?? []
      for name in names { unlinkat(folder.lock, name, 0) }
      if rmdir(folder.path) == 0 || errno == ENOENT { break }
    }
    close(folder.lock)
  }
}
