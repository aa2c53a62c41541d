import SegueFiles
import SegueFormats
import SeguePixels
import SegueRendering
import Synchronization

/// One file of moving pictures, which appears under its name when it is whole.
///
/// Workers encode side by side, each frame as its difference from the one before; the file holds every frame.
final class AnimationOutput: FrameOutput {
  /// A frame that the layout of pixels has no room for: the file is to be started again with the next layout.
  struct LayoutTooNarrow: Error {}

  private let file: String
  private let format: any AnimationFormat
  private let layout: PixelLayout
  /// The numbers of frames, and their places in the file.
  private let places: [Int: Int]
  private let rate: FrameRate
  private let policy: WritePolicy
  private let state = Mutex(State())

  private struct State {
    var file: PartialFile?
    var size = PixelSize(width: 0, height: 0)
    /// Bytes before the first frame.
    var headerBytes = 0
    var hasAlpha = false
  }

  init(
    _ file: String, _ format: any AnimationFormat, _ layout: PixelLayout, frames: [Int],
    rate: FrameRate, _ policy: WritePolicy
  ) {
    (self.file, self.format, self.layout) = (file, format, layout)
    places = Dictionary(uniqueKeysWithValues: zip(frames, frames.indices))
    (self.rate, self.policy) = (rate, policy)
  }

  var isOrdered: Bool { true }

  private func description(_ size: PixelSize, hasAlpha: Bool, fileBytes: Int = 0) -> AnimationDescription {
    AnimationDescription(
      size: size, frameCount: places.count, rate: rate, hasAlpha: hasAlpha, fileBytes: fileBytes)
  }

  /// Creates the folder, and the file under its hidden name with what stands before the first frame.
  func prepare(size: PixelSize) throws {
    let header = try format.header(of: description(size, hasAlpha: layout == .transparent), named: file)
    try createFolder(of: file)
    let partial = try PartialFile(file, overwrite: policy.existing == .overwrite)
    try partial.write(header.span)
    state.withLock { $0 = State(file: partial, size: size, headerBytes: header.count) }
  }

  func makeWriter(level: SIMDLevel) -> FrameWriter { .differences(Writer(self, level)) }

  /// Ends the file and gives it its name.
  func finish() throws -> Int {
    let state = self.state.withLock { $0 }
    guard let partial = state.file else { return 0 }
    let trailer = try format.trailer(named: file)
    try partial.write(trailer.span)
    if format.headerIsWrittenLast {
      let whole = description(state.size, hasAlpha: state.hasAlpha, fileBytes: partial.count)
      let header = try format.header(of: whole, named: file)
      try partial.rewriteStart(header.span)
    }
    try partial.publish(durable: policy.isDurable)
    if policy.isDurable { try syncFolder(of: file) }
    abandon()
    return state.headerBytes + trailer.count
  }

  /// Leaves no file that has not its name yet.
  func abandon() { state.withLock { $0.file = nil } }

  private final class Writer: DifferencesWriter {
    let output: AnimationOutput
    let encoder: any DifferenceEncoder

    init(_ output: AnimationOutput, _ level: SIMDLevel) {
      self.output = output
      encoder = output.format.makeEncoder(
        of: output.description(
          output.state.withLock { $0.size }, hasAlpha: output.layout == .transparent), level: level)
    }

    func encode(_ difference: FrameDifference, index: Int) throws {
      if !difference.frame.isOpaque {
        guard output.layout == .transparent else { throw LayoutTooNarrow() }
        output.state.withLock { $0.hasAlpha = true }
      }
      try encoder.encode(difference, number: output.places[index] ?? 0, named: output.file)
    }

    func write(index: Int) throws -> Int {
      guard let partial = output.state.withLock({ $0.file }) else { return 0 }
      return try encoder.withBytes { bytes in
        try partial.write(bytes)
        return bytes.count
      }
    }
  }
}
