import Foundation
import SegueStudio
import SegueTestSupport
import Synchronization
import Testing

/// A running studio; its address is read from its output.
struct StudioRun {
  let process: ProgramRun

  init(
    _ words: [String] = [], _ environment: [String: String] = [:], before shell: String? = nil
  ) throws {
    process = try ProgramRun(words, environment, before: shell)
  }

  /// Waits for the address in the output.
  func admission() throws -> Admission {
    let end = Date(timeIntervalSinceNow: 30)
    while !process.output.hasSuffix("\n") {
      guard process.isRunning, Date() < end else { throw PageSocket.Closed() }
      usleep(2000)
    }
    let address = try #require(URL(string: String(process.output.dropLast())))
    #expect(address.host() == "127.0.0.1" && address.scheme == "http")
    return Admission(
      token: address.lastPathComponent, port: UInt16(try #require(address.port)))
  }
}

/// `segue studio` with arguments; its output and errors are collected.
final class ProgramRun {
  static let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()

  private let process = Process()
  private let collected = (output: Collected(), errors: Collected())

  init(
    _ words: [String], _ environment: [String: String] = [:], program: String? = nil,
    output: FileHandle? = nil, before shell: String? = nil
  ) throws {
    let program = program.map { URL(filePath: $0) } ?? Self.folder.appending(path: "segue")
    process.executableURL = shell == nil ? program : URL(filePath: "/bin/bash")
    // The shell runs these commands, then becomes the program.
    let prefix = shell.map { ["-c", $0 + "; exec \"$@\"", "bash", program.path()] } ?? []
    process.arguments = prefix + ["studio"] + words
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output ?? collected.output.pipe()
    process.standardError = collected.errors.pipe()
    try process.run()
  }

  var isRunning: Bool { process.isRunning }
  var output: String { collected.output.text }
  var errors: String { collected.errors.text }
  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits for the end, and kills the process after a minute.
  func finish() -> (code: Int32, output: String, errors: String) {
    let end = Date(timeIntervalSinceNow: 60)
    while process.isRunning {
      if Date() > end { send(SIGKILL) }
      usleep(2000)
    }
    process.waitUntilExit()
    collected.output.waitForEnd()
    collected.errors.waitForEnd()
    return (process.terminationStatus, output, errors)
  }
}

/// The bytes received through a pipe so far.
private final class Collected: Sendable {
  private let bytes = Mutex<[UInt8]>([])
  private let reading = DispatchGroup()

  func pipe() -> Pipe {
    let pipe = Pipe()
    DispatchQueue.global().async(group: reading) { [self] in
      var buffer = [UInt8](repeating: 0, count: 1 << 12)
      while true {
        let count = read(pipe.fileHandleForReading.fileDescriptor, &buffer, buffer.count)
        if count > 0 {
          bytes.withLock { $0 += buffer[..<count] }
        } else if count == 0 || errno != EINTR {
          break
        }
      }
      try? pipe.fileHandleForReading.close()
    }
    return pipe
  }

  var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }
  func waitForEnd() { reading.wait() }
}
