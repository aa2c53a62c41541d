import Foundation
import Glibc
import Segue
import SegueTestSupport
import Synchronization
import Testing

/// The command, built beside the test bundle.
let segue = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "segue")
  .path()

/// Two opaque images of 160x90 pixels.
let from = vectorsFolder + "/from.png"
let to = vectorsFolder + "/to.png"
/// Two images with transparency.
let fromAlpha = vectorsFolder + "/from-alpha.png"
let toAlpha = vectorsFolder + "/to-alpha.png"

/// The content of a file.
///
/// Unlike an array, it is described quickly: Swift Testing takes minutes for the difference of two long
/// arrays.
struct Bytes: Hashable, ExpressibleByArrayLiteral, CustomStringConvertible {
  var array: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { array = Array(bytes) }
  init(arrayLiteral elements: UInt8...) { array = elements }

  var count: Int { array.count }
  var isEmpty: Bool { array.isEmpty }
  var description: String { "\(count) bytes, hash \(hashValue)" }
}

/// The result of a process.
struct Run {
  /// The exit code; negative for a signal, so that exit code 130 differs from a death by signal 2.
  let code: Int32
  let output: Bytes
  let errorText: String

  var text: String { String(decoding: output.array, as: UTF8.self) }
  var errorLines: [Substring] { errorText.split(separator: "\n", omittingEmptySubsequences: true) }
}

/// A running process.
///
/// Both pipes are read from the start, so that neither fills up and blocks the process.
final class RunningProcess {
  private let process = Process()
  private let ended = DispatchGroup()
  private let output = Collected()
  private let errors = Collected()

  /// Starts a program.
  ///
  /// By default, standard input is empty, and standard output and error are collected.
  init(
    _ arguments: [String], program: String = segue, input: Any? = nil, output target: Any? = nil,
    errors errorTarget: Any? = nil, environment: [String: String] = [:], folder: String? = nil
  ) throws {
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    // An instruction set chosen for the tests does not apply to the command, nor does a configuration file.
    process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "SEGUE_SIMD" }
      .merging(["SEGUE_CONFIG": ""]) { $1 }.merging(environment) { $1 }
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

  /// Waits for the end; kills the process after `seconds`, which is reported as signal 9.
  func finish(within seconds: Double = 300) -> Run {
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
      // Closes the pipe here, since `Process` never does. With more than a thousand open descriptors,
      // `Process` reads beyond the end of a list, and crashes.
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

/// Runs the command to its end, with a file or nothing as standard input.
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

/// Reads the bytes of a file.
func bytes(of file: String) throws -> Bytes { Bytes(try Data(contentsOf: URL(filePath: file))) }

/// Decodes an image file to straight RGBA, with the colors of transparent pixels, which `==` of bitmaps
/// ignores.
func straightBytes(of file: String) throws -> Bytes {
  let encoder = Formats.RGBA().makeEncoder(level: .reference)
  try encoder.encode(try Bitmap(contentsOf: file), named: "frame")
  return try encoder.withBytes { bytes in Bytes(bytes.withUnsafeBytes { [UInt8]($0) }) }
}

extension TemporaryFolder {
  /// Reads all files of a subfolder, by name, hidden ones included.
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

/// Waits up to 20 seconds for a condition.
func wait(_ what: String, until isTrue: () -> Bool) throws {
  let end = Date(timeIntervalSinceNow: 20)
  while !isTrue() {
    try #require(Date() < end, "not within 20 seconds: \(what)")
    usleep(2000)
  }
}

/// Whether this process can mount a file system, which is tried.
let canMount: Bool = {
  guard let folder = try? TemporaryFolder(), mount("none", folder.path, "tmpfs", 0, "size=1m") == 0 else {
    return false
  }
  return umount2(folder.path, Int32(MNT_DETACH)) == 0
}()
