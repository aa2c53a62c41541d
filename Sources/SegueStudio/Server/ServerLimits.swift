package import NIOCore
import Glibc

/// Limits of the studio's port: sizes of requests, numbers of connections, and times.
package struct ServerLimits: Sendable {
  /// Maximum bytes of a request line, and of one header.
  package var line = 8 << 10
  /// Maximum bytes of all headers of a request.
  package var headers = 32 << 10
  /// Maximum number of headers of a request.
  package var headerCount = 100
  /// Time from accepting a connection to the end of its answer.
  package var exchange = TimeAmount.seconds(20)
  /// Time that a connection is still read after its last answer, so that unread input does not reset it.
  package var lingering = TimeAmount.seconds(1)
  /// Time between pings; a page that leaves two unanswered is disconnected.
  package var ping = TimeAmount.seconds(60)
  /// Time that uploads are kept after the last page has closed, for the next page.
  package var memory = Duration.seconds(60)
  /// Maximum connections without a page; above it the oldest is closed.
  package var connections = ServerLimits.share(of: ServerLimits.descriptors)
  /// Maximum number of pages.
  package var pages = 32

  /// Makes the default limits.
  package init() {}

  /// The process's limit of file descriptors.
  private static var descriptors: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
    return Int(clamping: limit.rlim_cur)
  }

  /// A limit of connections that leaves most descriptors to pages and exports.
  ///
  /// - Parameter descriptors: The process's limit of file descriptors.
  /// - Returns: A quarter of it, within 8…128.
  package static func share(of descriptors: Int) -> Int { min(128, max(8, descriptors / 4)) }
}
