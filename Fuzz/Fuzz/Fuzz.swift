import Foundation

/// What libFuzzer throws bytes at.
struct FuzzTarget: Sendable {
  /// The name in `scripts/fuzz NAME`.
  let name: String
  /// One sentence.
  let summary: String
  /// Inputs to begin with.
  let seeds: @Sendable () throws -> [[UInt8]]
  /// Takes an input.
  ///
  /// An error is as good as a result; a trap, a hang, a sanitizer's report or `fatalError` is a finding.
  let run: @Sendable ([UInt8]) throws -> Void

  static let all: [FuzzTarget] = [
    .png, .pngRows, .inflate, .jpeg, .tiff, .webp, .heif, .colors, .pnm, .qoi, .bmp, .gif, .shader,
    .storyboard,
    .parameters, .expressions, .tables,
  ]

  /// The one of SEGUE_FUZZ_TARGET; without one the list of all, with a wrong one an error, and the process ends.
  static let chosen: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["SEGUE_FUZZ_TARGET"] ?? ""
    if let target = all.first(where: { $0.name == name }) { return target }
    for target in all {
      print(target.name.padding(toLength: 12, withPad: " ", startingAt: 0), target.summary)
    }
    exit(name.isEmpty ? 0 : 64)
  }()

  /// Writes the inputs to begin with into a folder.
  func writeSeeds(into folder: String) throws {
    for (index, seed) in try seeds().enumerated() {
      try Data(seed).write(to: URL(filePath: "\(folder)/seed-\(index)"))
    }
  }
}

/// Called by libFuzzer's `main` before all else.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer, _ arguments: UnsafeMutableRawPointer) -> CInt {
  let target = FuzzTarget.chosen
  guard let folder = ProcessInfo.processInfo.environment["SEGUE_FUZZ_SEEDS"] else { return 0 }
  do { try target.writeSeeds(into: folder) } catch { fatalError("\(target.name): \(error)") }
  exit(0)
}

/// Called by libFuzzer for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  try? FuzzTarget.chosen.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
