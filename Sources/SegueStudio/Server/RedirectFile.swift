import FoundationEssentials

/// A local HTML file that redirects the browser to the page.
///
/// The browser gets the name of this file as its argument, so that the token does not appear in the list of
/// processes.
package enum RedirectFile {
  /// Writes the file so that only this user can read it; the file exists until `Scratch.removeAll`.
  ///
  /// - Parameter address: The address of the page.
  /// - Returns: The path of the file.
  /// - Throws: `Refused` if the file cannot be written.
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
