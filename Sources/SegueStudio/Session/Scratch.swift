import FoundationEssentials
import Glibc
import Synchronization

/// Folders of this process in the system's folder for temporary files, each locked as long as the process lives.
package enum Scratch {
  /// A folder: its path, and the descriptor that holds its lock.
  private struct Folder: Hashable {
    let path: String
    let lock: Int32
  }

  private static let prefix = "segue-studio-files-"
  private static let folders = Mutex<Set<Folder>>([])

  /// Makes a folder that its user alone can read, which lasts until `removeAll`.
  ///
  /// - Returns: Its path, without a slash at its end.
  /// - Throws: `Refused` where there is no such folder to be had.
  package static func makeFolder() throws(Refused) -> String { try make().path }

  /// Calls `body` with a folder, which is removed behind it.
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
      // The page knows files by their names alone.
      throw Refused(sentence(error).replacing("\(folder.path)/", with: ""))
    }
  }

  /// Removes all folders of this process, before it ends.
  package static func removeAll() {
    for folder in folders.withLock({ $0 }) { remove(folder) }
  }

  /// Removes the folders of killed processes of this user.
  ///
  /// A folder without a lock belongs to a dead process. Links are not followed: a folder is opened as itself, and
  /// emptied through its descriptor.
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
    // Another studio that begins may take a folder before its lock is taken.
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

  /// Opens a folder of this user, and locks it; nil where it is something else, or has a lock, or is gone.
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

  /// Removes a folder and the files in it, and gives up its lock.
  private static func remove(_ folder: Folder) {
    // Exports go on while the process ends, and a file that they add keeps the folder.
    for _ in 0..<100 {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd/\(folder.lock)")) ?? []
      for name in names { unlinkat(folder.lock, name, 0) }
      if rmdir(folder.path) == 0 || errno == ENOENT { break }
    }
    close(folder.lock)
  }
}
