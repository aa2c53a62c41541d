package import FlyingFox
import FoundationEssentials

/// The socket of one page: messages in, bounded; answers out, as fast as the page takes them.
struct StudioSocket: WSHandler {
  private let studio: Studio
  private let pages: OpenPages

  init(_ studio: Studio, _ pages: OpenPages) { (self.studio, self.pages) = (studio, pages) }

  func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws -> AsyncStream<WSFrame> {
    let outbox = Outbox()
    let session = Session(studio, outbox)
    pages.opened()
    let reading = Task {
      var inbox = MessageAssembly()
      do {
        for try await frame in client {
          switch try inbox.add(frame) {
          case .text(let text): session.receive(text)
          case .bytes(let bytes): session.receive(bytes)
          case .answer(let frame): outbox.put(.control(frame))
          case nil: continue
          case .end:
            outbox.put(.control(.close(code: .normalClosure)))
            throw CancellationError()
          }
        }
      } catch let refusal as MessageAssembly.Refusal {
        outbox.put(.control(.close(code: refusal.code)))
      } catch {}
      session.close()
      outbox.finish()
      pages.closed()
    }
    let reader = Reader(task: reading)
    return AsyncStream(
      unfolding: { await withExtendedLifetime(reader) { outbox }.next()?.frame },
      onCancel: { reading.cancel() })
  }
}

/// Ends reading when FlyingFox lets go of the frames that it sends, which is before it closes the connection: one that is read
/// after that may be another page's, which got the number.
private final class Reader: Sendable {
  private let task: Task<Void, Never>
  init(task: Task<Void, Never>) { self.task = task }
  deinit { task.cancel() }
}

/// Puts the frames of a socket together to messages, none longer than it may be.
package struct MessageAssembly: Sendable {
  /// What has come.
  package enum Message: Sendable {
    /// A message of text.
    case text(String)
    /// A message of bytes.
    case bytes([UInt8])
    /// What is answered at once.
    case answer(WSFrame)
    /// The page goes.
    case end
  }

  /// Why the socket is closed.
  package struct Refusal: Error, Sendable {
    /// What the page is told.
    package let code: WSCloseCode
  }

  /// The most bytes of a message of text: a shader's source and a description around it.
  package static let mostText = 1 << 20
  /// The most bytes of a message of bytes: a picture's file and what it is called.
  package static let mostBytes = 64 << 20

  private var opcode: WSFrame.Opcode?
  private var payload: [UInt8] = []

  /// Begins with nothing.
  package init() {}

  /// Takes a frame; nil where the message goes on.
  ///
  /// - Throws: `Refusal` where the frames are no message, or too long a one.
  package mutating func add(_ frame: WSFrame) throws(Refusal) -> Message? {
    switch frame.opcode {
    case .ping:
      guard frame.payload.count <= 125, frame.fin else { throw Refusal(code: .protocolError) }
      return .answer(WSFrame(fin: true, opcode: .pong, mask: nil, payload: frame.payload))
    case .pong: return nil
    case .close: return .end
    case .text, .binary:
      guard opcode == nil else { throw Refusal(code: .protocolError) }
      opcode = frame.opcode
    case .continuation:
      guard opcode != nil else { throw Refusal(code: .protocolError) }
    default: throw Refusal(code: .protocolError)
    }
    let limit = opcode == .text ? Self.mostText : Self.mostBytes
    guard payload.count + frame.payload.count <= limit else { throw Refusal(code: .messageTooBig) }
    payload += frame.payload
    guard frame.fin else { return nil }
    defer { (opcode, payload) = (nil, []) }
    guard opcode == .text else { return .bytes(payload) }
    guard let text = String(validating: payload, as: UTF8.self) else {
      throw Refusal(code: .invalidFramePayload)
    }
    return .text(text)
  }
}
