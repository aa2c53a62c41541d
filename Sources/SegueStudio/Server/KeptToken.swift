import FoundationEssentials
import Glibc

/// The saved token of a port given by the user, so that open pages reconnect to the next studio on the port.
///
/// The token is in a file that only its owner can read, in `XDG_RUNTIME_DIR`, which the system empties at
/// logout.
package enum KeptToken {
  /// Returns the saved token of a port, or makes and saves one; without a folder it is not saved.
  ///
  /// - Parameters:
  ///   - port: The port given by the user.
  ///   - folder: The folder of tokens; nil without one.
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
    // A token that cannot be saved is valid for this run.
    _ = FileManager.default.createFile(
      atPath: file, contents: Data(new.utf8), attributes: [.posixPermissions: 0o600])
    return new
  }

  /// Whether a file belongs to this user, is no link, and is unreadable to others.
  private static func isOwn(_ path: String, _ type: mode_t) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == type && status.st_uid == getuid()
      && status.st_mode & 0o077 == 0
  }
}
