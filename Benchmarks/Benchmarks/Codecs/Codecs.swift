import Benchmark
import BenchmarkSupport
import Segue

// Decoding and encoding of a 1080p picture in memory, and fitting of a 12-megapixel picture to a frame, on
// one thread.
let benchmarks: @Sendable () -> Void = {
  for item in Catalog.formats.items {
    guard let format = try? item.make(), type(of: format).unavailable == nil else { continue }
    if format is any ReadableFormat {
      Benchmark(
        "Codecs.decode.\(item.name)", configuration: .times(.seconds(1)),
        closure: { benchmark, bytes in
          for _ in benchmark.scaledIterations { blackHole(try Bitmap(decoding: bytes)) }
        },
        setup: { try encoded(format) })
    }
    for (name, format) in variants(item) {
      Benchmark(
        "Codecs.encode.\(name)", configuration: .times(.seconds(1)),
        closure: { benchmark, state in
          for _ in benchmark.scaledIterations { try state.encode() }
        },
        setup: { try EncodeState(format) })
    }
  }
  for fit in Framing.Fit.allCases {
    Benchmark(
      "Codecs.fit.\(fit.rawValue)", configuration: .times(.seconds(1)),
      closure: { benchmark, photo in
        for _ in benchmark.scaledIterations {
          blackHole(try photo.fitted(to: PixelSize(width: 1280, height: 720), fit))
        }
      },
      setup: { try Bitmap.picture(PixelSize(width: 4000, height: 3000), seed: 1) })
  }
}

/// Makes a format with its default options, and with each other value of the options that take a word.
func variants(_ item: CatalogItem<any FileFormat>) -> [(name: String, format: any ImageFormat)] {
  let settings = item.parameters.flatMap { parameter in
    guard case .word(let words) = parameter.kind else { return [(key: String, value: String)]() }
    return words.filter { $0 != parameter.defaultValue }.map { (parameter.name, $0) }
  }
  let others = settings.map { ("\(item.name).\($0.key)=\($0.value)", [$0]) }
  return ([(item.name, [])] + others).compactMap { name, values in
    (try? item.make(values) as? any ImageFormat).map { (name, $0) }
  }
}

func encoded(_ format: any FileFormat) throws -> [UInt8] {
  guard let format = format as? any ImageFormat else { return [] }
  return try Bitmap.picture(.fullHD, seed: 1).encoded(as: format)
}
