import Foundation
import SegueStudio
import Testing

/// Archives of frames.
@Suite struct TarTests {
  @Test("A header has its fields where POSIX has them, and the sum of its bytes")
  func fields() throws {
    for (name, size, digits) in [
      ("frames/0001.png", 1025, "00000002001"), ("frames/0002.png", 8_589_934_591, "77777777777"),
    ] {
      let header = Tar.header(name, size: size)
      #expect(header.count == 512)
      func text(_ offset: Int, _ count: Int) -> String {
        String(decoding: header[offset..<offset + count], as: UTF8.self)
      }
      #expect(text(0, 100) == name + String(repeating: "\0", count: 100 - name.count))
      // The rights, the owner, the group, the size and the time.
      #expect(text(100, 24) == "0000644\00000000\00000000\0")
      #expect(text(124, 24) == "\(digits)\000000000000\0")
      #expect(text(156, 1) == "0" && text(257, 8) == "ustar\000")
      #expect(header[265...].allSatisfy { $0 == 0 } && header[157..<257].allSatisfy { $0 == 0 })
      let sum = header.indices.reduce(0) { $0 + ((148..<156).contains($1) ? 32 : Int(header[$1])) }
      #expect(Int(text(148, 6), radix: 8) == sum && text(154, 2) == "\0 ")
    }
  }

  @Test func aNameHasAHundredBytes() {
    let long = String(repeating: "n", count: 100)
    #expect(Tar.header(long + String(repeating: "x", count: 60), size: 5) == Tar.header(long, size: 5))
    #expect(Tar.header(long, size: 5)[99] == UInt8(ascii: "n") && Tar.header(long, size: 5)[100] == 48)
  }

  @Test func blocksHaveFiveHundredAndTwelveBytes() {
    for (size, zeros) in [(0, 0), (1, 511), (511, 1), (512, 0), (513, 511), (1024, 0)] {
      #expect(Tar.padding(size) == [UInt8](repeating: 0, count: zeros), "\(size)")
    }
    #expect(Tar.end == [UInt8](repeating: 0, count: 1024))
  }

  @Test func tarReadsThem() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tar-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let files = [
      ("frames/0000.png", 1), ("frames/0001.png", 512), ("frames/0002.png", 1025), ("frames/0003.png", 0),
    ]
    var bytes: [UInt8] = []
    for (name, size) in files {
      bytes += Tar.header(name, size: size) + [UInt8](repeating: UInt8(size % 251), count: size)
      bytes += Tar.padding(size)
    }
    try Data(bytes + Tar.end).write(to: URL(filePath: "\(folder)/frames.tar"))
    let tar = Process()
    tar.executableURL = URL(filePath: "/usr/bin/env")
    tar.arguments = ["tar", "-C", folder, "-xf", "\(folder)/frames.tar"]
    try tar.run()
    tar.waitUntilExit()
    #expect(tar.terminationStatus == 0)
    for (name, size) in files {
      let file = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
      #expect(file == Data(repeating: UInt8(size % 251), count: size), "\(name)")
    }
  }
}
