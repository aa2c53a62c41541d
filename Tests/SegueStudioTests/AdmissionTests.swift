import SegueStudio
import Testing

/// Who may speak to the studio.
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

  @Test func itsOwnPageIsAdmitted() throws {
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

  @Test func anotherPageGetsNoFileEither() {
    #expect(refusal("/0123456789abcdef/", origin: "http://evil.example", isUpgrade: false) == .origin)
  }

  @Test func tokensAreLongAndDiffer() {
    let tokens = Set((0..<100).map { _ in Admission.randomToken() })
    #expect(tokens.count == 100)
    #expect(tokens.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
  }
}
