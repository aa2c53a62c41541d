import Benchmark
import BenchmarkSupport
import Segue

// All transitions of the catalog, on one thread, at three progresses and each SIMD level.
let benchmarks: @Sendable () -> Void = {
  for entry in Catalog.transitions.items {
    guard let transition = try? entry.make() else { continue }
    for level in SIMDLevel.available {
      for progress in [0.1, 0.5, 0.9] {
        measureRendering(
          "Transitions.\(entry.name).\(progress).\(level.rawValue)", transition, at: progress, level: level)
      }
    }
  }
}
