import SeguePixels
import SegueRendering

/// An encoder that passes each frame to an encoder for the bit depth in which the frame is stored.
final class DepthChoosingEncoder: FrameEncoder {
  private let choose: (_ frame: any RowSource, _ file: String) -> SampleDepth
  private let makeEight: () -> any FrameEncoder
  private let makeDeep: (SampleDepth) -> any FrameEncoder
  private var eight: (any FrameEncoder)?
  private var deep: [SampleDepth: any FrameEncoder] = [:]
  private var last: (any FrameEncoder)?

  /// Makes an encoder that stores each frame in the bit depth that `format` determines from the frame.
  convenience init(
    _ format: some DeepFormat, eight: @escaping () -> any FrameEncoder,
    deep: @escaping (SampleDepth) -> any FrameEncoder
  ) {
    self.init({ frame, _ in format.depth(of: frame) }, eight: eight, deep: deep)
  }

  /// Makes an encoder that stores each frame in the bit depth that `choose` returns.
  init(
    _ choose: @escaping (_ frame: any RowSource, _ file: String) -> SampleDepth,
    eight: @escaping () -> any FrameEncoder, deep: @escaping (SampleDepth) -> any FrameEncoder
  ) {
    (self.choose, makeEight, makeDeep) = (choose, eight, deep)
  }

  func encode(_ frame: any RowSource, on canvas: FrameCanvas, named name: String) throws {
    let encoder = encoder(for: choose(frame, name))
    last = encoder
    try encoder.encode(frame, on: canvas, named: name)
  }

  private func encoder(for depth: SampleDepth) -> any FrameEncoder {
    if depth == .eight {
      let encoder = eight ?? makeEight()
      eight = encoder
      return encoder
    }
    let encoder = deep[depth] ?? makeDeep(depth)
    deep[depth] = encoder
    return encoder
  }

  func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
    guard let last else { return try body([UInt8]().span) }
    return try last.withBytes(body)
  }
}
