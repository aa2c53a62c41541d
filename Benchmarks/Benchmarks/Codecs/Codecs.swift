import Benchmark
import BenchmarkSupport
import Segue

// Image files of a 1080p picture in memory, and a photograph's size fitted to a frame's; on one thread.
let benchmarks: @Sendable () -> Void = {
  for format in ImageFormat.allCases where format.isRead {
    Benchmark(
      "Codecs.decode.\(format.rawValue)", configuration: .times(.seconds(1)),
      closure: { benchmark, bytes in
        for _ in benchmark.scaledIterations { blackHole(try Bitmap(decoding: bytes)) }
      },
      setup: { try encoded(ImageEncoding(format)) })
  }
  for format in ImageFormat.allCases where format.isWritten {
    for (name, encoding) in encodings(format) {
      Benchmark(
        "Codecs.encode.\(name)", configuration: .times(.seconds(1)),
        closure: { benchmark, state in
          for _ in benchmark.scaledIterations { try state.encoder.encode(state.picture) }
        },
        setup: { (encoder: encoding.makeEncoder(level: .preferred), picture: try Bitmap.picture(.fullHD, seed: 1)) })
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

func encodings(_ format: ImageFormat) -> [(name: String, encoding: ImageEncoding)] {
  switch format {
  case .png:
    Formats.PNG.Compression.allCases.map {
      ("png.\($0.rawValue)", Formats.PNG(compression: $0))
    }
  case .jpeg: [("jpeg", Formats.JPEG())]
  case .webp:
    [("webp", Formats.WebP()), ("webp.lossless", Formats.WebP(isLossless: true))]
  }
}

func encoded(_ format: some ImageFormat) throws -> [UInt8] {
  let encoder = encoding.makeEncoder(level: .preferred)
  try encoder.encode(.picture(.fullHD, seed: 1))
  return try encoder.withBytes { bytes in bytes.indices.map { bytes[$0] } }
}
