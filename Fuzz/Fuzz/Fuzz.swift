import Foundation

/// A target of libFuzzer: a function that receives generated inputs.
struct FuzzTarget: Sendable {
  /// The name for `scripts/fuzz NAME`.
  let name: String
  /// One sentence that says what the input is.
  let summary: String
  /// Makes the seeds: valid inputs from which libFuzzer starts.
  let seeds: @Sendable () throws -> [[UInt8]]
  /// Runs the target with an input.
  ///
  /// Errors are ignored; findings are a trap, a hang, a sanitizer's report, or a `fatalError`.
  let run: @Sendable ([UInt8]) throws -> Void

  static let all: [FuzzTarget] = [
    .png, .pngRows, .inflate, .jpeg, .tiff, .webp, .heif, .colors, .pnm, .qoi, .bmp, .gif, .exr,
    .shader, .storyboard, .parameters, .expressions, .tables,
  ]

  /// The target named by SEGUE_FUZZ_TARGET.
  ///
  /// Without a name or with an unknown one, prints the list of targets and exits.
  static let chosen: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["SEGUE_FUZZ_TARGET"] ?? ""
    if let target = all.first(where: { $0.name == name }) { return target }
    for target in all {
      print(target.name.padding(toLength: 12, withPad: " ", startingAt: 0), target.summary)
    }
    exit(name.isEmpty ? 0 : 64)
  }()

  /// Writes the seeds to a folder.
  func writeSeeds(into folder: String) throws {
    for (index, seed) in try seeds().enumerated() {
      try Data(seed).write(to: URL(filePath: "\(folder)/seed-\(index)"))
    }
  }
}

/// Called by libFuzzer's `main` at its start.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer, _ arguments: UnsafeMutableRawPointer) -> CInt {
  let target = FuzzTarget.chosen
  guard let folder = ProcessInfo.processInfo.environment["SEGUE_FUZZ_SEEDS"] else { return 0 }
  do { try target.writeSeeds(into: folder) } catch { fatalError("\(target.name): \(error)") }
  exit(0)
}

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  try? FuzzTarget.chosen.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}

/// Starts libFuzzer; the name is the one that SwiftPM gives to `main`.
@_cdecl("Fuzz_main")
public func start(
  _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  var (count, arguments) = (count, arguments)
  return runDriver(&count, &arguments, testOneInput)
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ run: @convention(c) (UnsafePointer<UInt8>, Int) -> CInt
) -> CInt
