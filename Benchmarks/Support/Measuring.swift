public import Benchmark
public import Segue

extension Benchmark.Configuration {
  /// Times, for so long at most; and instructions where the machine counts them (elsewhere they are left out).
  public static func times(_ maxDuration: Duration) -> Benchmark.Configuration {
    // The harness exports medians, which scripts/bench compares, only beside a throughput.
    Benchmark.Configuration(
      metrics: [.wallClock, .throughput, .instructions], warmupIterations: 2, maxDuration: maxDuration)
  }
}

/// Measures rendering at one progress on one thread, into a frame that is used again: a new one would cost as
/// much in page faults as in pixels.
public func measureRendering(
  _ name: String, _ transition: any Transition, at progress: Double, level: SIMDLevel = .preferred,
  configuration: Benchmark.Configuration = .times(.milliseconds(400))
) {
  Benchmark(
    name, configuration: configuration,
    closure: { benchmark, state in
      for _ in benchmark.scaledIterations {
        try state.renderer.render(at: progress, into: &state.frame)
      }
    },
    setup: { try RenderState(transition, level) })
}

private final class RenderState {
  let renderer: TransitionRenderer
  var frame: Bitmap

  init(_ transition: any Transition, _ level: SIMDLevel) throws {
    renderer = try TransitionRenderer(
      from: .picture(.fullHD, seed: 1), to: .picture(.fullHD, seed: 2), transition, Execution(level: level))
    frame = try Bitmap(.fullHD)
  }
}

/// A picture and what encodes it, into memory that is used again.
public final class EncodeState {
  private let picture: Bitmap
  private let encoder: any FrameEncoder
  private let canvas = FrameCanvas()

  /// Gets ready to encode a picture of 1080p.
  public init(_ format: any ImageFormat) throws {
    picture = try Bitmap.picture(.fullHD, seed: 1)
    encoder = format.makeEncoder(level: .preferred)
  }

  /// Encodes the picture.
  public func encode() throws { try encoder.encode(picture, on: canvas, named: "picture") }
}
