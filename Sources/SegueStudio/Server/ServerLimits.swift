package import NIOCore
import Glibc

/// Limits of the studio's port: of a request before it is admitted, of connections, and of time.
package struct ServerLimits: Sendable {
  /// The most bytes of a request line, and of one header.
  package var line = 8 << 10
  /// The most bytes of all headers of a request.
  package var headers = 32 << 10
  /// The most headers of a request.
  package var headerCount = 100
  /// Time from the accept of a connection until its request is answered.
  package var exchange = TimeAmount.seconds(20)
  /// Time that a connection stays readable behind its last answer, so that unread input does not reset it.
  package var lingering = TimeAmount.seconds(1)
  /// Time between two pings of a page; one that leaves two of them unanswered is disconnected.
  package var ping = TimeAmount.seconds(60)
  /// Time that pictures which were dropped onto pages outlast the last page, for one that is opened again.
  package var memory = Duration.seconds(60)
  /// The most connections without a page; one more closes the oldest.
  package var connections = ServerLimits.share(of: ServerLimits.descriptors)
  /// The most pages.
  package var pages = 32

  /// Takes the default limits.
  package init() {}

  /// The number of file descriptors that this process may open.
  private static var descriptors: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
    return Int(clamping: limit.rlim_cur)
  }

  /// The number of connections that leaves most of the descriptors to pages and exports.
  ///
  /// - Parameter descriptors: The number of file descriptors of the process.
  /// - Returns: A quarter of them, 8 to 128.
  package static func share(of descriptors: Int) -> Int { min(128, max(8, descriptors / 4)) }
}
