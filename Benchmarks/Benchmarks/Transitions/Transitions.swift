import Benchmark
import BenchmarkSupport
import Segue

// Every transition of the catalogue, on one thread.
let benchmarks: @Sendable () -> Void = {
  for type in Catalogue.transitions {
    for level in SIMDLevel.available {
      for progress in [0.1, 0.5, 0.9] {
        measureRendering(
          "Transitions.\(type.name).\(progress).\(level.rawValue)", type.init(), at: progress, level: level)
      }
    }
  }
}
