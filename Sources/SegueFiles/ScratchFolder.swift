import SeguePlatform

/// The folder for temporary files: the value of the environment variable `TMPDIR`, by default `/tmp`.
package var temporaryFolder: String { getenv("TMPDIR").map { text(at: $0) } ?? "/tmp" }

/// A folder for temporary files, removed together with the files when this object is released.
///
/// The folder is in `temporaryFolder`, and only this user can read it. If the process is killed, the folder
/// remains.
package final class ScratchFolder: Sendable {
  /// The path of the folder.
  package let path: String

  /// Creates a folder.
  package init() throws(FileError) {
    let parent = temporaryFolder
    var name = Array("\(parent)/segue-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw .cannotCreate(file: parent, reason: systemError) }
    path = FileName.text(name.dropLast().map { UInt8(bitPattern: $0) })
  }

  deinit {
    for name in (try? names(inFolder: path)) ?? [] { _ = "\(path)/\(name)".withName { unlink($0) } }
    _ = path.withName { rmdir($0) }
  }

  /// Returns the path of the file with the given name in the folder.
  package func file(_ name: String) -> String { "\(path)/\(name)" }
}

/// Opens a file for reading.
package func openForReading(_ file: String) throws(FileError) -> Int32 {
  let descriptor = file.withName { open($0, O_RDONLY | O_CLOEXEC) }
  guard descriptor >= 0 else { throw .unreadable(file: file, reason: systemError) }
  return descriptor
}

/// Closes a descriptor.
package func closeDescriptor(_ descriptor: Int32) { close(descriptor) }
