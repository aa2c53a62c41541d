import FoundationEssentials
import Glibc
import Synchronization

/// Temporary folders of this process, each locked while the process lives.
package enum Scratch {
  /// A folder: its path, and the descriptor of its lock.
  private struct Folder: Hashable {
    let path: String
    let lock: Int32
  }

  private static let prefix = "segue-studio-files-"
  private static let folders = Mutex<Set<Folder>>([])

  /// Makes a folder that only this user can read; it exists until `removeAll`.
  ///
  /// - Returns: Its path, without a final slash.
  /// - Throws: `Refused` if none can be made.
  package static func makeFolder() throws(Refused) -> String { try make().path }

  /// Calls `body` with a folder, which is removed afterwards.
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
      // Pages know files by name only.
      throw Refused(sentence(error).replacing("\(folder.path)/", with: ""))
    }
  }

  /// Removes all folders of this process, before it ends.
  package static func removeAll() {
    for folder in folders.withLock({ $0 }) { remove(folder) }
  }

  /// Removes folders that killed processes of this user left behind.
  ///
  /// A folder without a lock belongs to no living process. Links are not followed: a folder is opened itself
  /// and emptied through its descriptor.
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
    // Another starting studio may remove a folder before it is locked.
    for _ in 0..<10 {
      let path = "\(parent)/\(prefix)\(Admission.randomToken())"
      guard mkdir(path, 0o700) == 0 else { break }
      if let lock = lock(path) {
        let folder = Folder(path: path, lock: lock)
        folders.withLock { _ = $0.insert(folder) }
        return folder
      }
    }
    throw Refused("\(parent) takes no folder for files; set TMPDIR to a folder that can be written")
  }

  /// Opens and locks a folder of this user; nil if it is something else, is locked, or is gone.
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

  /// Removes a folder with its files, and releases its lock.
  private static func remove(_ folder: Folder) {
    // Exports run on while the process ends: a file that they add keeps the folder.
    for _ in 0..<100 {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd/\(folder.lock)")) ?? []
      for name in names { unlinkat(folder.lock, name, 0) }
      if rmdir(folder.path) == 0 || errno == ENOENT { break }
    }
    close(folder.lock)
  }
}
