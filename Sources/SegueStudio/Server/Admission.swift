import SegueFiles

/// Who may speak to the studio: pages that this process gave out, and nobody else.
///
/// The address has a token that no other page can guess. `Host` must be this machine, so that a name that was bound to
/// it meanwhile (DNS rebinding) is refused; `Origin` must be the studio's own, so that a page of another site cannot
/// open a socket although it may know the port.
package struct Admission: Sendable {
  /// What stands in the address.
  package let token: String
  /// The port that is listened on.
  package let port: UInt16

  /// Takes a token and a port.
  package init(token: String = Admission.randomToken(), port: UInt16) {
    (self.token, self.port) = (token, port)
  }

  /// 128 random bits in hexadecimal.
  package static func randomToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// The address of the page.
  package var address: String { "http://127.0.0.1:\(port)/\(token)/" }

  /// Why a request is refused.
  package enum Refusal: Error, Hashable, Sendable {
    /// It came to another name than this machine's.
    case host
    /// It came from another page.
    case origin
    /// It has no token, or another one.
    case token

    /// One sentence.
    package var reason: String {
      switch self {
      case .host: "This studio answers to 127.0.0.1 and localhost alone."
      case .origin: "This studio speaks to its own page alone."
      case .token: "The address is not the one that the studio printed."
      }
    }
  }

  /// Decides whether a request may be answered.
  ///
  /// - Parameters:
  ///   - path: What is asked for.
  ///   - host: The header `Host`.
  ///   - origin: The header `Origin`, which browsers send with a socket's request.
  ///   - isUpgrade: Whether a socket is asked for, which needs an origin.
  /// - Returns: The path behind the token.
  /// - Throws: `Refusal`.
  package func admit(path: String, host: String?, origin: String?, isUpgrade: Bool) throws(Refusal) -> String
  {
    try check(host, origin, isUpgrade)
    let parts = path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).last?
      .split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard path.first == "/", let parts, parts.count == 2, isToken(parts[0]) else { throw .token }
    return String(parts[1])
  }

  /// What shows a page that lost its connection that this is its studio again, and nobody who took the port meanwhile: the
  /// page sends its token only to who can make this.
  ///
  /// - Parameters:
  ///   - path: `/proof/` and 32 hexadecimal digits that the page drew.
  ///   - host: The header `Host`.
  ///   - origin: The header `Origin`.
  /// - Returns: The SHA-256 of the token, a slash and the digits; nil where no such thing is asked for.
  /// - Throws: `Refusal`.
  package func proof(path: String, host: String?, origin: String?) throws(Refusal) -> String? {
    let start = "/proof/"
    guard path.hasPrefix(start) else { return nil }
    try check(host, origin, false)
    let digits = path.dropFirst(start.count)
    guard digits.utf8.count == 32, digits.allSatisfy(\.isHexDigit) else { throw .token }
    return SHA256.digest(of: Array("\(token)/\(digits)".utf8).span)
  }

  private func check(_ host: String?, _ origin: String?, _ isUpgrade: Bool) throws(Refusal) {
    let hosts = ["127.0.0.1", "localhost"].map { "\($0):\(port)" }
    guard let host, hosts.contains(host) else { throw .host }
    if isUpgrade || origin != nil {
      guard let origin, origin == "http://\(host)" else { throw .origin }
    }
  }

  /// Compares in the same time wherever the first difference is.
  private func isToken(_ text: Substring) -> Bool {
    let (a, b) = (Array(text.utf8), Array(token.utf8))
    return a.count == b.count && zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
