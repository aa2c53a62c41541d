import Foundation
import SegueStudio
import Testing

/// Archives of frames.
@Suite struct TarTests {
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
