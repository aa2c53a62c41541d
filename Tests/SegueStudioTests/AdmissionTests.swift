import Foundation
import SegueStudio
import Testing

/// Authorization of the studio's clients by token, host and origin.
@Suite struct AdmissionTests {
  let admission = Admission(token: "0123456789abcdef", port: 4711)

  private func refusal(
    _ path: String = "/0123456789abcdef/socket", host: String? = "127.0.0.1:4711",
    origin: String? = "http://127.0.0.1:4711", isUpgrade: Bool = true
  ) -> Admission.Refusal? {
    do throws(Admission.Refusal) {
      _ = try admission.admit(path: path, host: host, origin: origin, isUpgrade: isUpgrade)
      return nil
    } catch {
      return error
    }
  }

  @Test func theAddressHasThePortAndTheToken() {
    #expect(admission.address == "http://127.0.0.1:4711/0123456789abcdef/")
  }

  @Test func theStudiosOwnPageIsAdmitted() throws {
    #expect(refusal() == nil)
    #expect(refusal(host: "localhost:4711", origin: "http://localhost:4711") == nil)
    let page = try admission.admit(
      path: "/0123456789abcdef/", host: "localhost:4711", origin: nil, isUpgrade: false)
    #expect(page == "")
    let file = try admission.admit(
      path: "/0123456789abcdef/studio.js", host: "127.0.0.1:4711", origin: "http://127.0.0.1:4711",
      isUpgrade: false)
    #expect(file == "studio.js")
  }

  @Test(arguments: [
    "", "/", "/socket", "//socket", "/0123456789abcdee/socket", "/0123456789abcde/socket", "x",
    "x/0123456789abcdef/socket", "/0123456789abcdef", "/x/0123456789abcdef/socket",
  ])
  func otherTokensAreRefused(_ path: String) { #expect(refusal(path) == .token) }

  @Test(arguments: [
    nil, "evil.example", "evil.example:4711", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:4711.evil",
  ])
  func otherHostsAreRefused(_ host: String?) { #expect(refusal(host: host) == .host) }

  @Test(arguments: [
    nil, "null", "", "http://evil.example", "https://127.0.0.1:4711", "http://127.0.0.1:4712",
    "http://localhost:4711", "http://127.0.0.1:4711.evil.example",
  ])
  func otherOriginsGetNoSocket(_ origin: String?) { #expect(refusal(origin: origin) == .origin) }

  @Test func pagesOfAnotherOriginGetNoFiles() {
    #expect(refusal("/0123456789abcdef/", origin: "http://evil.example", isUpgrade: false) == .origin)
  }

  @Test func theProofDependsOnTheTokenWithoutRevealingIt() throws {
    let digits = "00112233445566778899aabbccddeeff"
    func proof(_ digits: String, _ admission: Admission, host: String? = "127.0.0.1:4711") throws -> String? {
      try admission.proof(path: "/proof/\(digits)", host: host, origin: nil)
    }
    // sha256sum of "0123456789abcdef/00112233445566778899aabbccddeeff"
    #expect(
      try proof(digits, admission) == "ee1de35415ca1cdb0f174a5b5a42f4aa9a345ab459454e46a220d2eac9060b91")
    #expect(try proof(digits, Admission(token: "0123456789abcdee", port: 4711)) != proof(digits, admission))
    #expect(try admission.proof(path: "/0123456789abcdef/", host: nil, origin: nil) == nil)
    for wrong in ["", "0", digits + "0", "../../../../../../etc/passwd0000"] {
      #expect(throws: Admission.Refusal.token) { try proof(wrong, admission) }
    }
    #expect(throws: Admission.Refusal.host) { try proof(digits, admission, host: "evil.example:4711") }
    #expect(throws: Admission.Refusal.origin) {
      try admission.proof(path: "/proof/\(digits)", host: "127.0.0.1:4711", origin: "http://evil.example")
    }
  }

  private func mode(_ path: String, _ mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  private func privateFolder() throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kept-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try mode(folder, 0o700)
    return folder
  }

  @Test func keptTokensArePrivate() throws {
    let folder = try privateFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let token = KeptToken.token(of: 4711, in: folder)
    let file = "\(folder)/segue-studio-4711"
    #expect(token.count == 32)
    #expect(KeptToken.token(of: 4711, in: folder) == token)
    #expect(KeptToken.token(of: 4712, in: folder) != token)
    let kept = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(kept == 0o600)
    // A file that others could read is no longer a secret.
    try mode(file, 0o644)
    let second = KeptToken.token(of: 4711, in: folder)
    #expect(second != token)
    #expect(KeptToken.token(of: 4711, in: folder) == second)
    try mode(folder, 0o755)
    #expect(KeptToken.token(of: 4711, in: folder) != second)
    #expect(KeptToken.token(of: 4711, in: nil) != second)
    #expect(KeptToken.token(of: 4711, in: "") != second)
  }

  @Test("A token is discarded if the group or others have any right to its file or folder")
  func rights() throws {
    let folder = try privateFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var token = KeptToken.token(of: 4711, in: folder)
    for rights in [0o640, 0o620, 0o610, 0o604, 0o602, 0o601] {
      try mode("\(folder)/segue-studio-4711", rights)
      let next = KeptToken.token(of: 4711, in: folder)
      #expect(next != token && KeptToken.token(of: 4711, in: folder) == next, "\(String(rights, radix: 8))")
      token = next
    }
    for rights in [0o740, 0o720, 0o710, 0o704, 0o702, 0o701] {
      try mode(folder, rights)
      #expect(KeptToken.token(of: 4711, in: folder) != token, "\(String(rights, radix: 8))")
    }
    try mode(folder, 0o700)
    #expect(KeptToken.token(of: 4711, in: folder) == token)
    // A relative path is not used, even if it leads to the same folder.
    let up = FileManager.default.currentDirectoryPath.split(separator: "/").map { _ in "../" }.joined()
    #expect(FileManager.default.fileExists(atPath: up + folder.dropFirst()))
    #expect(KeptToken.token(of: 4711, in: up + folder.dropFirst()) != token)
  }

  @Test("A kept token is used only if it is valid and in a regular file")
  func whatIsNoTokenIsNotTaken() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kept-\(UUID())").path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = "\(folder)/segue-studio-4711"
    func keep(_ text: String, at path: String) {
      _ = FileManager.default.createFile(
        atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    }
    let good = "00112233445566778899aabbccddeeff"
    keep(good, at: file)
    #expect(KeptToken.token(of: 4711, in: folder) == good)
    for text in [
      String(good.dropLast()), good + "0", good.dropLast() + "g", good.dropLast() + "/", "", good + "\n",
    ] {
      keep(text, at: file)
      let token = KeptToken.token(of: 4711, in: folder)
      #expect(token != text && token.count == 32 && token.allSatisfy(\.isHexDigit))
      #expect(KeptToken.token(of: 4711, in: folder) == token, "the new token must be kept")
    }
    // A link is not followed, since another user may write its target.
    keep(good, at: "\(folder)/other")
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "\(folder)/other")
    #expect(KeptToken.token(of: 4711, in: folder) != good)
  }

  @Test func refusalsHaveAReason() {
    #expect(Admission.Refusal.host.reason == "This studio answers to 127.0.0.1 and localhost alone.")
    #expect(Admission.Refusal.origin.reason == "This studio speaks to its own page alone.")
    #expect(Admission.Refusal.token.reason == "The address is not the one that the studio printed.")
  }

  @Test func tokensAreLongAndDiffer() {
    let tokens = Set((0..<100).map { _ in Admission.randomToken() })
    #expect(tokens.count == 100)
    #expect(tokens.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
  }
}
