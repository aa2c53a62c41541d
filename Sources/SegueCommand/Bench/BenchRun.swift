import SeguePixels

/// A transition to measure, with the frames to render and the number of threads.
struct BenchCase {
  let transition: String
  let progress: String
  let threads: Int
  let level: SIMDLevel
  let renderer: TransitionRenderer
  let steps: [Double]
}

/// The measured times of a `BenchCase`.
struct BenchRow: Encodable {
  let transition: String
  let progress: String
  let width: Int
  let height: Int
  let threads: Int
  let level: String
  /// The time for a frame in milliseconds: the median for each progress, averaged over all values of the
  /// progress.
  let milliseconds: Double
  /// The 10th and the 90th percentile of the time for a frame in milliseconds, averaged over all values of
  /// the progress.
  let fastest: Double
  let slowest: Double
  let framesPerSecond: Double
  /// The times in milliseconds for filling and for copying the memory of one frame, measured in the same run.
  let fill: Double
  let copy: Double

  var timesFill: Double { milliseconds / fill }
  var timesCopy: Double { milliseconds / copy }
}

/// Measures cases alternately in rounds, so that thermal throttling affects all cases equally.
///
/// In its turn, a case renders several frames. The first frames warm the caches, as in a long render, and are
/// not counted. A turn of slow frames ends early. All frames, fills and copies write to the same memory.
struct BenchRun {
  let size: PixelSize
  let rounds: Int
  private let warmUp = 4
  private let counted = 6
  /// The time in milliseconds after which a turn ends early.
  private let enough = 60.0

  init(size: PixelSize, rounds: Int) {
    self.size = size
    self.rounds = rounds
  }

  func measure(_ cases: [BenchCase]) throws -> [BenchRow] {
    guard let picture = cases.first?.renderer.from else { return [] }
    var frame = try Bitmap(size)
    var fills: [Double] = []
    var copies: [Double] = []
    // The measured times in milliseconds, by the index of the case and the index of the progress.
    var times = cases.map { $0.steps.map { _ in [Double]() } }
    for round in 0..<rounds {
      fills += try turn { try frame.probeFill(UInt8($0)) }
      copies += try turn { _ in try frame.probeCopy(picture) }
      for (index, item) in cases.enumerated() {
        // In a round, each case renders frames at a single value of the progress. This value changes from
        // round to round, so that all values are measured about equally often.
        let step = round * 7 % item.steps.count
        times[index][step] += try turn { _ in
          try item.renderer.render(
            at: item.steps[step], into: &frame, Execution(threads: item.threads, level: item.level))
        }
      }
    }
    return zip(cases, times).map { item, times in
      // Averages the medians of all progress values, so that slow frames count as much as in a real render.
      let steps = times.filter { !$0.isEmpty }
      func mean(_ share: Double) -> Double {
        steps.reduce(0) { $0 + quantile($1, share) } / Double(max(1, steps.count))
      }
      return BenchRow(
        transition: item.transition, progress: item.progress, width: size.width, height: size.height,
        threads: item.threads, level: item.level.rawValue, milliseconds: mean(0.5), fastest: mean(0.1),
        slowest: mean(0.9), framesPerSecond: 1000 / mean(0.5), fill: quantile(fills, 0.5),
        copy: quantile(copies, 0.5))
    }
  }

  private func turn(_ work: (Int) throws -> Void) rethrows -> [Double] {
    var times: [Double] = []
    while times.count < 2 || times.count < warmUp + counted && times.reduce(0, +) < enough {
      let index = times.count
      times.append(try milliseconds { try work(index) })
    }
    return Array(times.dropFirst(min(warmUp, times.count / 2)))
  }

  private func milliseconds(_ work: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try work()
    return start.duration(to: .now) / .milliseconds(1)
  }
}

/// Synthetic pictures that are the inputs of measurements.
enum BenchImages {
  /// Makes a smooth gradient with a fine texture; `turned` exchanges the axes, for the second picture.
  static func gradient(_ size: PixelSize, turned: Bool) throws -> Bitmap {
    var bitmap = try Bitmap(size)
    for y in 0..<size.height {
      bitmap.withMutableRow(y) { row in
        for x in row.indices {
          let (a, b) = turned ? (y, x) : (x, y)
          row[x] = Pixel(
            red: UInt8(truncatingIfNeeded: a * 255 / size.width),
            green: UInt8(truncatingIfNeeded: b * 255 / size.height),
            blue: UInt8(truncatingIfNeeded: a ^ b))
        }
      }
    }
    return bitmap
  }
}
