import Foundation
import NIOCore
import NIOWebSocket
import SegueStudio
import SegueTestSupport
import Testing

/// Messages of a page: their size is limited, and invalid messages are errors.
@Suite struct MessageTests {
  private func frame(_ opcode: WebSocketOpcode, _ bytes: [UInt8], fin: Bool = true) -> WebSocketFrame {
    let key: WebSocketMaskingKey = [7, 0, 255, 3]
    var data = ByteBuffer(bytes: bytes)
    data.webSocketMask(key)
    return WebSocketFrame(fin: fin, opcode: opcode, maskKey: key, data: data)
  }

  private func text(_ message: MessageAssembly.Message?) -> String? {
    if case .text(let text) = message { text } else { nil }
  }

  @Test func framesBecomeAMessage() throws {
    var assembly = MessageAssembly()
    #expect(text(try assembly.add(frame(.text, Array("ab".utf8), fin: false))) == nil)
    // A ping may come between two parts.
    guard case .answer(let pong) = try assembly.add(frame(.ping, [1, 2])) else {
      Issue.record("a ping must be answered")
      return
    }
    #expect(pong.opcode == .pong && pong.fin && pong.maskKey == nil && Array(buffer: pong.data) == [1, 2])
    #expect(text(try assembly.add(frame(.continuation, Array("cd".utf8)))) == "abcd")
    #expect(text(try assembly.add(frame(.text, Array("e".utf8)))) == "e")
  }

  @Test func textIsUTF8() {
    var assembly = MessageAssembly()
    #expect {
      try assembly.add(frame(.text, [0xff, 0xfe]))
    } throws: {
      ($0 as? SocketRefusal)?.code == .dataInconsistentWithMessage
    }
  }

  @Test("A text message has at most 1 MiB, a binary message 64 MiB")
  func limits() {
    #expect(MessageAssembly.maxText == 1_048_576 && MessageAssembly.maxBytes == 67_108_864)
  }

  /// Messages come in one part or in several, one after another.
  @Test func bytesBecomeAMessage() throws {
    var assembly = MessageAssembly()
    for parts: [[UInt8]] in [[[1, 2], [3], []], [[4]], [[], [0xff, 0xfe]]] {
      for (index, part) in parts.enumerated() {
        let message = try assembly.add(
          frame(index == 0 ? .binary : .continuation, part, fin: index == parts.count - 1))
        guard index == parts.count - 1 else {
          if message != nil { Issue.record("the message is incomplete") }
          continue
        }
        guard case .bytes(Array(parts.joined())) = message else {
          Issue.record("the bytes differ")
          return
        }
      }
    }
  }

  @Test func pongsAreNotAnswered() throws {
    var assembly = MessageAssembly()
    if try assembly.add(frame(.pong, [1])) != nil { Issue.record("a pong must not be answered") }
    guard case .end = try assembly.add(frame(.connectionClose, [])) else {
      Issue.record("the connection must end")
      return
    }
  }

  @Test("The header before an uploaded file has at most 4096 bytes")
  func heads() throws {
    for (count, isTaken) in [(4096, true), (4097, false)] {
      let name = String(repeating: "n", count: count - 11)
      let head = Array("{\"name\":\"\(name)\"}".utf8)
      #expect(head.count == count)
      let message = [0, 0, UInt8(count >> 8), UInt8(count & 255)] + head + [9]
      if isTaken {
        let (found, file, _) = try Upload.parse(message)
        #expect(found == name && file == [9])
      } else {
        #expect(throws: Refused("a binary message was not a file with a name")) {
          try Upload.parse(message)
        }
      }
    }
    #expect(throws: Refused("a binary message was too short")) { try Upload.parse([0, 0, 0]) }
  }

  @Test func damagedMessagesAreRefused() throws {
    let whole = Array(
      #"{"kind":"view","id":7,"job":{"from":"a.png","to":"b.png","transition":{"name":"cube","parameters":{"persp":"0.7"}},"filters":[{"name":"sepia"}],"operation":"pop"},"time":0.5,"width":640,"height":360}"#
        .utf8)
    #expect(throws: Never.self) { try Request(message: String(decoding: whole, as: UTF8.self)) }
    var random = SeededGenerator(17)
    var refused = 0
    for _ in 0..<4000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...127, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 9)], at: place)
        }
      }
      do throws(Refused) { _ = try Request(message: String(decoding: bytes, as: UTF8.self)) } catch {
        refused += 1
        #expect(!error.description.isEmpty && !error.description.contains("\n"))
      }
    }
    #expect(refused > 2000)
  }

  @Test func damagedUploadsAreRefused() throws {
    let head = Array(#"{"name":"a.png"}"#.utf8)
    let whole = [0, 0, 0, UInt8(head.count)] + head + [1, 2, 3]
    #expect(try Upload.parse(whole).name == "a.png")
    #expect(try Upload.parse(whole).file == [1, 2, 3])
    #expect(try !Upload.parse(whole).isSound)
    for isSound in [true, false] {
      let head = Array("{\"name\":\"a\",\"sound\":\(isSound)}".utf8)
      #expect(try Upload.parse([0, 0, 0, UInt8(head.count)] + head + [1]).isSound == isSound)
    }
    for count in 0..<whole.count - 2 {
      #expect(throws: Refused.self) { try Upload.parse(Array(whole[..<count])) }
    }
    #expect(throws: Refused.self) { try Upload.parse([255, 255, 255, 255] + head) }
    #expect(throws: Refused.self) { try Upload.parse([0, 0, 0, 4] + head) }
  }
}
