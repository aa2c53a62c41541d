import Benchmark
import BenchmarkSupport
import Segue

// The numbers of objects allocated and of reference counting operations in each call. Calls run on one
// thread, and system metrics are not sampled, since sampling allocates memory. So the numbers are equal in
// all runs. Thresholds/ contains the expected numbers.
let benchmarks: @Sendable () -> Void = {
  for entry in Catalog.transitions.items {
    // Leaves out shaders: the hooks of the harness crash on a short string, such as the name of a shader.
    if let transition = try? entry.make(), "\(type(of: transition))" != "BuiltInTransition" {
      measureRendering("Counts.\(entry.name)", transition, at: 0.5, configuration: counts)
    }
  }
  measureRendering("Counts.custom", OneChain(.from --> Negative()), at: 0.5, configuration: counts)
  for item in Catalog.formats.items {
    guard let format = try? item.make() as? any ImageFormat, type(of: format).unavailable == nil else {
      continue
    }
    Benchmark(
      "Counts.encode.\(item.name)", configuration: counts,
      closure: { benchmark, state in
        for _ in benchmark.scaledIterations { try state.encode() }
      },
      setup: { try EncodeState(format) })
  }
}

var counts: Benchmark.Configuration {
  let metrics: [BenchmarkMetric] = [.objectAllocCount, .retainCount, .releaseCount]
  // Allows 20 objects for each frame, since the number varies with the compiler; an object for each row would
  // be 1080.
  let tolerance = BenchmarkThresholds(absolute: [.p90: 20])
  return Benchmark.Configuration(
    metrics: metrics, warmupIterations: 2, maxDuration: .seconds(60), maxIterations: 20,
    thresholds: Dictionary(uniqueKeysWithValues: metrics.map { ($0, tolerance) }))
}
