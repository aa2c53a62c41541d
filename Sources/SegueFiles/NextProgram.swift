import Glibc

/// The folder of the program that runs; nil where the system does not say.
package func folderOfProgram() -> String? {
  guard let path = realpath("/proc/self/exe", nil) else { return nil }
  defer { free(path) }
  let name = text(at: path)
  return name.lastIndex(of: "/").map { String(name[..<$0]) }
}

/// Goes on as another program; returns only where that cannot be run.
///
/// It keeps the process's number, its files and its standard streams.
package func goOn(as program: String, _ arguments: [String]) {
  withArguments([program] + arguments) { words in
    _ = program.withName { execv($0, words.map { UnsafeMutablePointer(mutating: $0) }) }
  }
}
