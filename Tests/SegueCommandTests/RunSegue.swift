import Foundation
import Glibc
import Segue
import SegueTestSupport
import Synchronization
import Testing

/// The command, built beside the test bundle.
let segue = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "segue")
  .path()

/// The two opaque images, 160x90 pixels.
let from = vectorsFolder + "/from.png"
let to = vectorsFolder + "/to.png"
/// The first picture with transparency.
let fromAlpha = vectorsFolder + "/from-alpha.png"
let toAlpha = vectorsFolder + "/to-alpha.png"

/// The content of a file.
///
/// An array would do, but where two long ones differ, Swift Testing takes minutes to say how.
struct Bytes: Hashable, ExpressibleByArrayLiteral, CustomStringConvertible {
  var array: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { array = Array(bytes) }
  init(arrayLiteral elements: UInt8...) { array = elements }

  var count: Int { array.count }
  var isEmpty: Bool { array.isEmpty }
  var description: String { "\(count) bytes, hash \(hashValue)" }
}

/// How a run ended and what it said.
struct Run {
  /// The exit code; negative for a signal, so that exit code 130 differs from a death by signal 2.
  let code: Int32
  let output: Bytes
  let errorText: String

  var text: String { String(decoding: output.array, as: UTF8.self) }
  var errorLines: [Substring] { errorText.split(separator: "\n", omittingEmptySubsequences: true) }
}

/// A process under way.
///
/// Both pipes are read from the start, so that neither fills up and blocks it.
final class RunningProcess {
  private let process = Process()
  private let ended = DispatchGroup()
  private let output = Collected()
  private let errors = Collected()

  /// Starts a program.
  ///
  /// Standard input reads nothing unless told otherwise, and standard output and error are collected
  /// unless they go elsewhere.
  init(
    _ arguments: [String], program: String = segue, input: Any? = nil, output target: Any? = nil,
    errors errorTarget: Any? = nil, environment: [String: String] = [:], folder: String? = nil
  ) throws {
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    // A level chosen for the tests themselves is not one for the command.
    process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "SEGUE_SIMD" }
      .merging(environment) { $1 }
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    process.standardInput = input ?? FileHandle.nullDevice
    process.standardOutput = target ?? collect(into: output)
    process.standardError = errorTarget ?? collect(into: errors)
    ended.enter()
    process.terminationHandler = { [ended] _ in ended.leave() }
    try process.run()
  }

  var identifier: pid_t { process.processIdentifier }
  var isRunning: Bool { process.isRunning }

  func send(_ signal: Int32) { kill(identifier, signal) }

  /// Waits for the end; kills the process after `seconds`, which shows as signal 9.
  func finish(within seconds: Double = 60) -> Run {
    if ended.wait(timeout: .now() + seconds) == .timedOut {
      send(SIGKILL)
      ended.wait()
    }
    let status = process.terminationStatus
    return Run(
      code: process.terminationReason == .exit ? status : -status, output: Bytes(output.bytes),
      errorText: String(decoding: errors.bytes, as: UTF8.self))
  }

  private func collect(into collected: Collected) -> Pipe {
    let pipe = Pipe()
    DispatchQueue.global().async(group: ended) {
      collected.bytes = Self.bytes(of: pipe.fileHandleForReading)
      // `Process` keeps its pipes for good. Of more than a thousand descriptors it copies a name from beyond their list, and crashes.
      try? pipe.fileHandleForReading.close()
    }
    return pipe
  }

  /// Reads to the end; `readDataToEndOfFile` traps if a signal interrupts it.
  private static func bytes(of handle: FileHandle) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(handle.fileDescriptor, &buffer, buffer.count)
      if count > 0 {
        bytes += buffer[..<count]
      } else if count == 0 || errno != EINTR {
        return bytes
      }
    }
  }

  private final class Collected: Sendable {
    private let storage = Mutex<[UInt8]>([])

    var bytes: [UInt8] {
      get { storage.withLock { $0 } }
      set { storage.withLock { $0 = newValue } }
    }
  }
}

/// Runs the command to its end; standard input reads a file, or nothing.
func runSegue(
  _ arguments: [String], input: String? = nil, environment: [String: String] = [:], folder: String? = nil
) throws -> Run {
  let file = try input.map { try FileHandle(forReadingFrom: URL(filePath: $0)) }
  return try RunningProcess(arguments, input: file, environment: environment, folder: folder).finish()
}

/// Runs a shell script in which `"$0" "$@"` is the command with its arguments.
func runShell(_ script: String, _ arguments: [String], folder: String? = nil) throws -> Run {
  try RunningProcess(["-c", script, segue] + arguments, program: "/bin/sh", folder: folder).finish()
}

/// The bytes of a file.
func bytes(of file: String) throws -> Bytes { Bytes(try Data(contentsOf: URL(filePath: file))) }

/// The straight RGBA of an image file, transparent pixels' colors included, which `==` of bitmaps leaves out.
func straightBytes(of file: String) throws -> Bytes {
  let encoder = Formats.RGBA().makeEncoder(level: .reference)
  try encoder.encode(try Bitmap(contentsOf: file), named: "frame")
  return try encoder.withBytes { bytes in Bytes(bytes.withUnsafeBytes { [UInt8]($0) }) }
}

extension TemporaryFolder {
  /// The bytes of every file of a folder in this one, by name, hidden ones included.
  func contents(of folder: String) throws -> [String: Bytes] {
    try Dictionary(
      uniqueKeysWithValues: names(in: folder).map { ($0, try bytes(of: file("\(folder)/\($0)"))) })
  }

  /// Writes two opaque noise images and returns their paths.
  func makeNoise(_ width: Int, _ height: Int) throws -> [String] {
    try (1...2).map { seed in
      let name = file("noise-\(seed).png")
      try Bitmap.noise(width, height, seed: UInt64(seed), opaque: true).write(to: name)
      return name
    }
  }
}

extension Bitmap {
  /// The mean difference of the color channels.
  func meanDifference(from other: Bitmap) -> Double {
    guard size == other.size else { return 255 }
    var sum = 0
    for y in 0..<height {
      for x in 0..<width {
        let (a, b) = (self[x, y], other[x, y])
        sum +=
          abs(Int(a.red) - Int(b.red)) + abs(Int(a.green) - Int(b.green)) + abs(Int(a.blue) - Int(b.blue))
      }
    }
    return Double(sum) / Double(3 * width * height)
  }
}

/// Waits for something that is about to happen.
func wait(_ what: String, until isTrue: () -> Bool) throws {
  let end = Date(timeIntervalSinceNow: 20)
  while !isTrue() {
    try #require(Date() < end, "in 20 seconds: \(what)")
    usleep(2000)
  }
}

/// Whether a file system can be mounted: found by mounting one.
let canMount: Bool = {
  guard let folder = try? TemporaryFolder(), mount("none", folder.path, "tmpfs", 0, "size=1m") == 0 else {
    return false
  }
  return umount2(folder.path, Int32(MNT_DETACH)) == 0
}()
