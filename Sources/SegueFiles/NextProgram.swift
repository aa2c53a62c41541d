import SeguePlatform

/// Returns the folder of this process's executable; nil if unknown.
package func folderOfProgram() -> String? {
  guard let path = realpath("/proc/self/exe", nil) else { return nil }
  defer { free(path) }
  let name = text(at: path)
  return name.lastIndex(of: "/").map { String(name[..<$0]) }
}

/// Replaces this process by another program (`execv`); returns only on failure.
///
/// The process ID, the standard streams, and descriptors without the close-on-exec flag are kept.
package func goOn(as program: String, _ arguments: [String]) {
  withArguments([program] + arguments) { words in
    _ = program.withName { execv($0, words.map { UnsafeMutablePointer(mutating: $0) }) }
  }
}
