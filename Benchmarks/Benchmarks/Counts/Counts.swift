import Benchmark
import BenchmarkSupport
import Segue

// How many objects are made and how many references are counted, a call. On one thread and without any metric
// of the system, whose sampling allocates too, these are the same in every run: Thresholds/ keeps them.
let benchmarks: @Sendable () -> Void = {
  for entry in Catalog.transitions.items {
    // The harness's hooks take a short string, such as the name that a shader's rows carry, for an object, and crash.
    if let transition = try? entry.make(), "\(type(of: transition))" != "BuiltInShader" {
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
  // A few objects a frame come and go with the compiler; one a row would be 1080.
  let tolerance = BenchmarkThresholds(absolute: [.p90: 20])
  return Benchmark.Configuration(
    metrics: metrics, warmupIterations: 2, maxDuration: .seconds(60), maxIterations: 20,
    thresholds: Dictionary(uniqueKeysWithValues: metrics.map { ($0, tolerance) }))
}
