import FoundationEssentials
import Glibc

/// The token of a port that was asked for: the studio that is started there next has it too, so that a page that is open
/// goes on with it.
///
/// It is a file that its owner alone can read, in the folder that the system empties when they log out
/// (`XDG_RUNTIME_DIR`).
package enum KeptToken {
  /// Gives the token of a port, or makes one; one that is not kept where there is no such folder.
  ///
  /// - Parameters:
  ///   - port: The port that was asked for.
  ///   - folder: The folder; nil: there is none.
  /// - Returns: 128 bits in hexadecimal.
  package static func token(of port: UInt16, in folder: String?) -> String {
    let new = Admission.randomToken()
    guard let folder, folder.hasPrefix("/"), isOwn(folder, S_IFDIR) else { return new }
    let file = "\(folder)/segue-studio-\(port)"
    if isOwn(file, S_IFREG), let data = FileManager.default.contents(atPath: file),
      let token = String(data: data, encoding: .utf8), token.count == new.count,
      token.allSatisfy(\.isHexDigit)
    {
      return token
    }
    // A token that could not be kept is good for this time all the same.
    _ = FileManager.default.createFile(
      atPath: file, contents: Data(new.utf8), attributes: [.posixPermissions: 0o600])
    return new
  }

  /// Whether something is its user's own, no link, and nobody else can read it.
  private static func isOwn(_ path: String, _ type: mode_t) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == type && status.st_uid == getuid()
      && status.st_mode & 0o077 == 0
  }
}
