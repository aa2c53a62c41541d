import FoundationEssentials

/// A file that leads a browser to the page.
///
/// The browser is started with the name of the file, so the token is in no list of processes.
package enum RedirectFile {
  /// Writes a file that its user alone can read, which lasts until `Scratch.removeAll`.
  ///
  /// - Parameter address: The address of the page.
  /// - Returns: The path of the file.
  /// - Throws: `Refused` where it cannot be written.
  package static func write(to address: String) throws -> String {
    let file = "\(try Scratch.makeFolder())/segue-studio.html"
    let text = """
      <!doctype html>
      <meta charset="utf-8">
      <meta name="referrer" content="no-referrer">
      <meta http-equiv="refresh" content="0; url=\(address)">
      <title>Segue Studio</title>
      <a href="\(address)">Open the studio</a>

      """
    guard
      FileManager.default.createFile(
        atPath: file, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    else { throw Refused("\(file) cannot be written") }
    return file
  }
}
