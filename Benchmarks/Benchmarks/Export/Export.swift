import Benchmark
import BenchmarkSupport
import Foundation
import Segue

// Complete exports on all cores: 16 frames of 1080p are rendered, encoded and written.
let benchmarks: @Sendable () -> Void = {
  for item in Catalog.formats.items {
    guard let format = try? item.make(), type(of: format).unavailable == nil else { continue }
    switch format {
    case is Formats.Null: measure(item.name) { _ in .discard }
    case let format as any StreamFormat: measure(item.name) { _ in .stream(.file("/dev/null"), format) }
    case let format as any ImageFormat:
      measure(item.name) { folder in
        try .files("\(folder)/%d.\(type(of: format).extensions[0])", as: format, .overwrite)
      }
    default: continue
    }
  }
}

/// Measures exports to a destination; its files may be in the folder passed to `makeDestination`.
///
/// The folder is removed after the measurement.
func measure(_ name: String, to makeDestination: @escaping @Sendable (String) throws -> Destination) {
  let folder = FileManager.default.temporaryDirectory.appending(path: "segue-bench-\(getpid())")
  Benchmark(
    "Export.\(name)", configuration: .times(.seconds(2)),
    closure: { (benchmark, state: (exporter: Exporter, destination: Destination)) in
      for _ in benchmark.scaledIterations { try state.exporter.export(to: state.destination) }
    },
    setup: {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let renderer = try TransitionRenderer(
        from: .picture(.fullHD, seed: 1), to: .picture(.fullHD, seed: 2))
      let frames = TransitionFrames(renderer, times: FrameTimes(frames: 16))
      return (Exporter(frames), try makeDestination(folder.path()))
    },
    teardown: { try FileManager.default.removeItem(at: folder) })
}
