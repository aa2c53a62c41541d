public import Benchmark
public import Segue

extension Benchmark.Configuration {
  /// Measures times, for at most the given duration, and instructions if the machine counts them.
  public static func times(_ maxDuration: Duration) -> Benchmark.Configuration {
    // The harness exports the medians that scripts/bench compares only if throughput is measured as well.
    Benchmark.Configuration(
      metrics: [.wallClock, .throughput, .instructions], warmupIterations: 2, maxDuration: maxDuration)
  }
}

/// Measures rendering at one progress on one thread.
///
/// The frame's memory is reused: page faults in new memory would cost as much as the pixels.
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

/// A picture and an encoder, which reuses its memory.
public final class EncodeState {
  private let picture: Bitmap
  private let encoder: any FrameEncoder
  private let canvas = FrameCanvas()

  /// Makes an encoder for a 1080p picture.
  public init(_ format: any ImageFormat) throws {
    picture = try Bitmap.picture(.fullHD, seed: 1)
    encoder = format.makeEncoder(level: .preferred)
  }

  /// Encodes the picture.
  public func encode() throws { try encoder.encode(picture, on: canvas, named: "picture") }
}
