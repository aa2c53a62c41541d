import SegueFiles

/// Checks that a request comes from the studio's own page.
///
/// The address contains a secret token. The header `Host` must name this machine, against DNS rebinding. The
/// header `Origin` must be the studio's address, so that a page of another site cannot open a socket, even if
/// that page knows the port.
package struct Admission: Sendable {
  /// The secret part of the page's address.
  package let token: String
  /// The port on which the studio listens.
  package let port: UInt16

  /// Makes the checks for a token and a port.
  package init(token: String = Admission.randomToken(), port: UInt16) {
    (self.token, self.port) = (token, port)
  }

  /// Makes a token of 128 random bits, as hexadecimal digits.
  package static func randomToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// The address of the page, including the token.
  package var address: String { "http://127.0.0.1:\(port)/\(token)/" }

  /// The reason for refusing a request.
  package enum Refusal: Error, Hashable, Sendable {
    /// The header `Host` does not name this machine.
    case host
    /// The header `Origin` names another site.
    case origin
    /// The token is missing or wrong.
    case token

    /// The reason as a sentence, which is sent as the response.
    package var reason: String {
      switch self {
      case .host: "This studio answers to 127.0.0.1 and localhost alone."
      case .origin: "This studio speaks to its own page alone."
      case .token: "The address is not the one that the studio printed."
      }
    }
  }

  /// Checks a request.
  ///
  /// - Parameters:
  ///   - path: The path of the request.
  ///   - host: The header `Host`.
  ///   - origin: The header `Origin`, which browsers send when they open a WebSocket.
  ///   - isUpgrade: Whether the request opens a WebSocket, for which the origin is required.
  /// - Returns: The part of the path after the token.
  /// - Throws: `Refusal` if the request is not admitted.
  package func admit(path: String, host: String?, origin: String?, isUpgrade: Bool) throws(Refusal) -> String
  {
    try check(host, origin, isUpgrade)
    let parts = path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).last?
      .split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard path.first == "/", let parts, parts.count == 2, isToken(parts[0]) else { throw .token }
    return String(parts[1])
  }

  /// Proves to a page that this server knows the page's token.
  ///
  /// After a lost connection, a page first requests this proof, so that it does not send the token to another
  /// program that has taken the port.
  ///
  /// - Parameters:
  ///   - path: `/proof/` and a nonce of 32 hexadecimal digits that the page has chosen.
  ///   - host: The header `Host`.
  ///   - origin: The header `Origin`.
  /// - Returns: The SHA-256 of the token, a slash and the nonce; nil for another path.
  /// - Throws: `Refusal` if the request is not admitted.
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

  /// Compares a text with the token, in constant time.
  private func isToken(_ text: Substring) -> Bool {
    let (a, b) = (Array(text.utf8), Array(token.utf8))
    return a.count == b.count && zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
