import Foundation
import Synchronization
import Testing

/// Clips that several tests read: ffmpeg makes each once in a run of the tests.
package enum SharedClips {
  /// A clip that is being made, or its path.
  private final class Slot: Sendable {
    let path = Mutex<String?>(nil)
  }

  private static let slots = Mutex<[[String]: Slot]>([:])

  /// A folder that is removed at the end of the process.
  private static let folder: String = {
    let url = FileManager.default.temporaryDirectory.appending(path: "segue-test-clips-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(atPath: SharedClips.folder) }
    return url.path()
  }()

  /// Writes the clip that ffmpeg makes from arguments: inputs and options without the name of the output.
  ///
  /// The test gets a copy, which it may change.
  ///
  /// - Parameters:
  ///   - words: The arguments of ffmpeg.
  ///   - file: The path of the clip, whose extension chooses the format; a file there is replaced.
  /// - Throws: An error if ffmpeg fails.
  package static func write(_ words: [String], to file: String) throws {
    let type = URL(filePath: file).pathExtension
    let slot = slots.withLock { slots in
      let slot = slots[words + [type]] ?? Slot()
      slots[words + [type]] = slot
      return slot
    }
    let made = try slot.path.withLock { path in
      if let path { return path }
      let made = "\(folder)/\(UUID().uuidString).\(type)"
      try run(["-v", "error", "-y"] + words + [made])
      path = made
      return made
    }
    try? FileManager.default.removeItem(atPath: file)
    try FileManager.default.copyItem(atPath: made, toPath: file)
  }

  private static func run(_ words: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: path(of: "ffmpeg") ?? "")
    process.arguments = words
    process.standardInput = FileHandle.nullDevice
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    ended.wait()
    try #require(process.terminationStatus == 0, "ffmpeg \(words)")
  }
}
