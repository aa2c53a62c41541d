import Foundation
import SegueStudio
import Testing

/// Tar archives of frames.
@Suite struct TarTests {
  @Test("A header has the fields of POSIX, and the checksum of its bytes")
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
      // Mode, owner and group, then size and time.
      #expect(text(100, 24) == "0000644\00000000\00000000\0")
      #expect(text(124, 24) == "\(digits)\000000000000\0")
      #expect(text(156, 1) == "0" && text(257, 8) == "ustar\000")
      #expect(header[265...].allSatisfy { $0 == 0 } && header[157..<257].allSatisfy { $0 == 0 })
      let sum = header.indices.reduce(0) { $0 + ((148..<156).contains($1) ? 32 : Int(header[$1])) }
      #expect(Int(text(148, 6), radix: 8) == sum && text(154, 2) == "\0 ")
    }
  }

  @Test("Only a name of more than 100 bytes needs an extended header", arguments: [93, 99, 100, 101, 200])
  func longNames(_ count: Int) {
    let header = Tar.header(String(repeating: "n", count: count), size: 5)
    #expect(header.count == (count > 100 ? 3 : 1) * 512)
    #expect(header[156] == UInt8(ascii: count > 100 ? "x" : "0"))
  }

  @Test("A size of 8 GiB needs an extended header")
  func largeFiles() {
    let (small, large) = (Tar.header("a", size: 8_589_934_591), Tar.header("a", size: 8_589_934_592))
    #expect(small.count == 512 && large.count == 3 * 512)
    #expect(String(decoding: large[512..<531], as: UTF8.self) == "19 size=8589934592\n")
  }

  @Test func blocksHave512Bytes() {
    for (size, zeros) in [(0, 0), (1, 511), (511, 1), (512, 0), (513, 511), (1024, 0)] {
      #expect(Tar.padding(size) == [UInt8](repeating: 0, count: zeros), "\(size)")
    }
    #expect(Tar.end == [UInt8](repeating: 0, count: 1024))
  }

  @Test func tarReadsArchives() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tar-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let files =
      [
        ("frames/0000.png", 1), ("frames/0001.png", 512), ("frames/0002.png", 1025), ("frames/0003.png", 0),
      ]
      // Lengths of names at which a field is full, or the length of a record gets another digit; in ASCII and
      // in letters of several bytes.
      + [79, 80, 81, 82, 92, 93, 94, 95, 96, 127, 155, 156, 240, 251].map {
        ("frames/" + String(repeating: "n", count: $0 - 4) + ".png", 3)
      }
      + [30, 31, 32, 33, 47, 48, 60].map {
        ("frames/" + String(repeating: "日é", count: $0 * 5 / 6) + ".png", 2)
      }
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
    try #require(
      FileManager.default.contentsOfDirectory(atPath: "\(folder)/frames").count == Set(files.map(\.0)).count)
    for (name, size) in files {
      let file = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
      #expect(file == Data(repeating: UInt8(size % 251), count: size), "\(name)")
    }
  }
}
