package import NIOCore
import SeguePlatform

/// The limits of the studio's server: sizes of requests, numbers of connections, and times.
package struct ServerLimits: Sendable {
  /// The maximum size of a request line, and of a header, in bytes.
  package var line = 8 << 10
  /// The maximum size of all headers of a request, in bytes.
  package var headers = 32 << 10
  /// The maximum number of headers in a request.
  package var headerCount = 100
  /// The time limit from accepting a connection to the end of the response.
  package var exchange = TimeAmount.seconds(20)
  /// The time for which input is still read after the last response, since unread input would reset the
  /// connection.
  package var lingering = TimeAmount.seconds(1)
  /// The interval of pings; a page that misses two pings is disconnected.
  package var ping = TimeAmount.seconds(60)
  /// The time for which uploads are kept after the last page was closed, for a page that opens later.
  package var memory = Duration.seconds(60)
  /// The maximum number of connections, not counting the WebSockets of pages; above this number, the oldest
  /// connection is closed.
  package var connections = ServerLimits.share(of: ServerLimits.descriptors)
  /// The maximum number of pages that are open at the same time.
  package var pages = 32

  /// Makes limits with their default values.
  package init() {}

  /// The maximum number of open file descriptors of this process.
  private static var descriptors: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
    return Int(clamping: limit.rlim_cur)
  }

  /// Returns a number of connections that leaves most file descriptors to pages and exports.
  ///
  /// - Parameter descriptors: The maximum number of open file descriptors.
  /// - Returns: A quarter of `descriptors`, clamped to 8…128.
  package static func share(of descriptors: Int) -> Int { min(128, max(8, descriptors / 4)) }
}
