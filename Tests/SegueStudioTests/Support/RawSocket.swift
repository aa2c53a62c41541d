import Foundation
import Glibc
import SegueStudio

/// A connection to the studio's port that sends any bytes, valid or not.
final class RawSocket: Sendable {
  private let file: Int32

  /// Connects; with a small receive window, the studio waits until its answers are read.
  init(_ admission: Admission, window: Int32? = nil) throws {
    file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    if var window { setsockopt(file, SOL_SOCKET, SO_RCVBUF, &window, socklen_t(MemoryLayout<Int32>.size)) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = admission.port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let isOpen = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isOpen else { throw PageSocket.Closed() }
  }

  deinit { close(file) }

  /// Sends as many bytes as are accepted within `seconds`; returns their number.
  @discardableResult func send(_ bytes: [UInt8], seconds: Double = 20) async -> Int {
    await apart { [file] in
      let end = Date(timeIntervalSinceNow: seconds)
      var sent = 0
      while sent < bytes.count, Date() < end {
        let count = bytes[sent...].withUnsafeBytes {
          Glibc.send(file, $0.baseAddress, min($0.count, 1 << 16), Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        }
        if count > 0 {
          sent += count
        } else if errno == EAGAIN {
          usleep(2000)
        } else {
          break
        }
      }
      return sent
    }
  }

  /// Returns the bytes until the studio closes the connection; nil if it does not within `seconds`.
  func receiveAll(seconds: Double = 20) async -> [UInt8]? {
    await apart { [file] in
      let end = Date(timeIntervalSinceNow: seconds)
      var (all, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
      while Date() < end {
        let count = recv(file, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        if count > 0 {
          all += buffer[..<count]
        } else if count < 0, errno == EAGAIN {
          usleep(2000)
        } else {
          return all
        }
      }
      return nil
    }
  }

  /// Returns the status of the answer; nil if the connection stays open.
  func status(seconds: Double = 20) async -> Int? {
    guard let all = await receiveAll(seconds: seconds) else { return nil }
    return Int(String(decoding: all, as: UTF8.self).split(separator: " ").dropFirst().first ?? "0") ?? 0
  }

  private func apart<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { waiting in
      DispatchQueue.global().async { waiting.resume(returning: body()) }
    }
  }
}

extension Admission {
  /// A request for a file of the page, without the final empty line.
  func request(_ path: String = "studio.js", _ headers: String = "") -> String {
    "GET /\(token)/\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(headers)"
  }
}
