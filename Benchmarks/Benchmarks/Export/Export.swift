import Benchmark
import BenchmarkSupport
import Foundation
import Segue

// Whole exports on all cores: 16 frames of 1080p are rendered, encoded and written.
let benchmarks: @Sendable () -> Void = {
  measure("null") { _ in NullOutput() }
  for (name, format) in [("raw", .rgba), ("y4m", Formats.Y4M())] as [(String, StreamFormat)] {
    measure(name) { _ in
      StreamOutput(
        format, rate: FrameRate(60),
        to: OpenDescriptor(open("/dev/null", O_WRONLY | O_CLOEXEC), named: "/dev/null"))
    }
  }
  for format in ImageFormat.allCases where format.isWritten {
    measure(format.rawValue) { names in
      FileSequence(names, ImageEncoding(format), existing: .overwrite)
    }
  }
}

let frames = 16

/// Measures exports to an output, whose files may have the names given: they are removed afterwards.
func measure<Output: FrameOutput>(_ name: String, to makeOutput: @escaping (FrameTemplate) -> Output) {
  let folder = FileManager.default.temporaryDirectory.appending(path: "segue-bench-\(getpid())")
  guard let names = FrameTemplate(folder.path() + "/%d") else { return }
  Benchmark(
    "Export.\(name)", configuration: .times(.seconds(2)),
    closure: { (benchmark, state: (exporter: Exporter, output: Output)) in
      for _ in benchmark.scaledIterations {
        try state.exporter.export(frames: Array(0..<frames), to: state.output)
      }
    },
    setup: {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let renderer = try TransitionRenderer(
        from: .picture(.fullHD, seed: 1), to: .picture(.fullHD, seed: 2))
      return (Exporter(renderer, times: FrameTimes(frames: frames)), makeOutput(names))
    },
    teardown: { try FileManager.default.removeItem(at: folder) })
}
