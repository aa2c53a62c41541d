import FoundationEssentials
import SeguePlatform

/// A stored token for a port that the user has chosen, so that open pages can reconnect to the next studio on
/// that port.
///
/// The token is in a file that only the user can read, in `XDG_RUNTIME_DIR`, which the system deletes at
/// logout.
package enum KeptToken {
  /// Returns the stored token for a port.
  ///
  /// Without a stored token, makes a new token, and stores it if the folder can be used.
  ///
  /// - Parameters:
  ///   - port: The port that the user has chosen.
  ///   - folder: The folder for tokens; nil if there is none.
  /// - Returns: The token: 128 bits in hexadecimal.
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
    // Ignores an error: a token that cannot be stored is used only by this run of the studio.
    _ = FileManager.default.createFile(
      atPath: file, contents: Data(new.utf8), attributes: [.posixPermissions: 0o600])
    return new
  }

  /// Returns whether a file or folder belongs to this user, is not a symbolic link, and gives other users no
  /// access.
  private static func isOwn(_ path: String, _ type: mode_t) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == type && status.st_uid == getuid()
      && status.st_mode & 0o077 == 0
  }
}
