import Foundation
import Glibc
import SeguePixels
import Testing

/// Root folder of the package.
package let projectFolder = URL(filePath: #filePath).appending(path: "../../..").standardized.path()

/// Folder of frames rendered by an independent reference.
package let vectorsFolder = projectFolder + "/Tests/Vectors"

/// Test images outside the project: SEGUE_CORPORA or ../shared/corpora; nil if missing.
package let corporaFolder: String? = {
  let folder =
    ProcessInfo.processInfo.environment["SEGUE_CORPORA"] ?? projectFolder + "/../shared/corpora"
  return FileManager.default.fileExists(atPath: folder) ? folder : nil
}()

package let corporaMissing = "the test images of SEGUE_CORPORA or ../shared/corpora are not here"

/// Path of a program found on PATH; nil if there is none.
package func path(of program: String) -> String? {
  (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}

/// Whether ffmpeg and ffprobe are installed, which decode the exported videos.
package let hasFFmpeg = path(of: "ffmpeg") != nil && path(of: "ffprobe") != nil

package let ffmpegMissing: Comment = "ffmpeg is not here: scripts/bootstrap ffmpeg"

/// Whether tests run with all cases and full sizes, as in `scripts/soak whole`, which sets SEGUE_WHOLE.
///
/// Otherwise, some tests take samples of their cases, or smaller pictures.
package let isWhole = ProcessInfo.processInfo.environment["SEGUE_WHOLE"] != nil

/// Measures the CPU time of this thread in `body`, in seconds; other processes do not affect it.
package func processorTime(_ body: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let start = now()
  try body()
  return now() - start
}

/// SplitMix64, whose numbers depend only on the seed.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes a generator from a seed.
  package init(_ seed: UInt64) { state = seed }

  /// The next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
    return z ^ z >> 31
  }
}

extension Bitmap {
  /// Random premultiplied pixels; unless `opaque`, a third is transparent and a third opaque.
  package static func noise(_ width: Int, _ height: Int, seed: UInt64, opaque: Bool = false) throws -> Bitmap
  {
    var generator = SeededGenerator(seed)
    var bitmap = try Bitmap(width: width, height: height)
    for y in 0..<height {
      bitmap.withMutableRow(y) { row in
        for x in row.indices { row[x] = .random(opaque: opaque, using: &generator) }
      }
    }
    return bitmap
  }

  /// Number of pixels that differ by more than `tolerance` in a channel; `Int.max` if the sizes differ.
  package func pixelsDiffering(from other: Bitmap, byMoreThan tolerance: Int) -> Int {
    guard size == other.size else { return .max }
    var count = 0
    for y in 0..<height {
      withRow(y) { a in
        other.withRow(y) { b in
          for x in a.indices where a[x].largestDifference(from: b[x]) > tolerance { count += 1 }
        }
      }
    }
    return count
  }

  /// Largest difference of any premultiplied channel; 255 if the sizes differ.
  package func largestDifference(from other: Bitmap) -> Int {
    guard size == other.size else { return 255 }
    var largest = 0
    for y in 0..<height {
      withRow(y) { a in
        other.withRow(y) { b in
          for x in a.indices { largest = max(largest, a[x].largestDifference(from: b[x])) }
        }
      }
    }
    return largest
  }
}

extension Pixel {
  /// A random premultiplied pixel; unless `opaque`, transparent or opaque with a probability of a third each.
  package static func random(opaque: Bool = false, using generator: inout some RandomNumberGenerator) -> Pixel
  {
    let kind = opaque ? 1 : Int.random(in: 0..<3, using: &generator)
    let alpha: UInt8 = kind == 0 ? 0 : kind == 1 ? 255 : .random(in: 1...254, using: &generator)
    return Pixel(
      red: .random(in: 0...alpha, using: &generator), green: .random(in: 0...alpha, using: &generator),
      blue: .random(in: 0...alpha, using: &generator), alpha: alpha)
  }

  /// Difference in the channel that differs most.
  package func largestDifference(from other: Pixel) -> Int {
    let (red, green) = (abs(Int(red) - Int(other.red)), abs(Int(green) - Int(other.green)))
    let (blue, alpha) = (abs(Int(blue) - Int(other.blue)), abs(Int(alpha) - Int(other.alpha)))
    return max(max(red, green), max(blue, alpha))
  }
}

/// A temporary folder for one test, removed when the object is freed.
package final class TemporaryFolder {
  /// The path of the folder.
  package let path: String

  /// Makes the folder.
  package init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "segue-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path()
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder.
  package func file(_ name: String) -> String { path + "/" + name }

  /// Sorted names in the folder or a subfolder, including hidden ones.
  package func names(in folder: String = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path + "/" + folder)) ?? []).sorted()
  }
}

/// Reads the bytes of a file.
package func contents(of file: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: file))) }

extension TemporaryFolder {
  /// Writes a file in the folder; returns its path.
  @discardableResult
  package func write(_ bytes: [UInt8], _ name: String) throws -> String {
    try Data(bytes).write(to: URL(filePath: file(name)))
    return file(name)
  }

  /// Writes an executable script, and its folder if missing; returns its path.
  ///
  /// A child process writes the file. If this process wrote it, processes started by other tests in parallel
  /// could inherit the descriptor. A file open for writing cannot be executed: a shell would run the next
  /// program of that name on PATH.
  @discardableResult
  package func writeProgram(_ script: String, _ name: String) throws -> String {
    let path = file(name)
    let folder = path[..<(path.lastIndex(of: "/") ?? path.endIndex)]
    let pipe = try #require(popen("mkdir -p '\(folder)' && cat >'\(path)' && chmod 755 '\(path)'", "we"))
    fputs(script, pipe)
    try #require(pclose(pipe) == 0)
    return path
  }
}
