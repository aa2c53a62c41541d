import SegueFiles
public import SegueFormats
import SegueRendering
public import SeguePixels
import Synchronization

/// One file of moving pictures, which appears under its name when it is whole.
///
///     let output = AnimationOutput("out.webp", AnimationEncoding(.webp), frames: 0..<61)
///     try Exporter(renderer, times: times).export(frames: Array(0..<61), to: output)
///
/// Workers encode side by side, each frame as its difference from the one before; the file holds every frame.
public final class AnimationOutput: FrameOutput {
  /// The path of the file.
  public let file: String
  /// The format and how it is played.
  public let encoding: AnimationEncoding
  /// The numbers of the frames in it.
  public let frames: Range<Int>
  private let overwrite: Bool
  private let isDurable: Bool
  private let state = Mutex(State())

  private struct State {
    var file: PartialFile?
    var size = PixelSize(width: 0, height: 0)
    /// Bytes before the first frame and after the last.
    var bytesBeside = 0
    var hasAlpha = false
    /// Whether frames are written with transparency: APNG has one layout of pixels for all.
    var writesAlpha = false
  }

  /// Names a file.
  ///
  /// - Parameters:
  ///   - overwrite: Whether an existing file is replaced.
  ///   - isDurable: Whether the file is on the disk before it has its name, and its name at the end.
  public init(
    _ file: String, _ encoding: AnimationEncoding, frames: Range<Int>, overwrite: Bool = false,
    isDurable: Bool = false
  ) {
    self.file = file
    self.encoding = encoding
    self.frames = frames
    self.overwrite = overwrite
    self.isDurable = isDurable
  }

  public var isOrdered: Bool { true }
  public var comparesFrames: Bool { true }

  /// Whether a transparent frame has come after opaque ones in APNG. Opaque frames are a seventh smaller, and most exports
  /// have no others.
  public var startsOver: Bool {
    state.withLock { encoding.format == .apng && $0.hasAlpha != $0.writesAlpha }
  }

  /// Creates the folder, and the file under its hidden name with what stands before the first frame.
  public func prepare(size: PixelSize) throws {
    let hasAlpha = state.withLock { $0.hasAlpha }
    let header = try container.header(size, hasAlpha: hasAlpha, fileBytes: 0, named: file)
    try createFolder(of: file)
    let partial = try PartialFile(file, overwrite: overwrite)
    try partial.write(header.span)
    state.withLock { state in
      state = State(
        file: partial, size: size, bytesBeside: header.count, hasAlpha: hasAlpha, writesAlpha: hasAlpha)
    }
  }

  public func makeWriter(level: SIMDLevel) -> any FrameWriter { Writer(self, level) }

  /// Ends the file and gives it its name.
  public func finish() throws {
    let (partial, size, hasAlpha) = state.withLock { ($0.file.take(), $0.size, $0.hasAlpha) }
    guard let partial else { return }
    let trailer = try container.trailer(named: file)
    try partial.write(trailer.span)
    state.withLock { $0.bytesBeside += trailer.count }
    if container.headerIsWrittenLast {
      let header = try container.header(size, hasAlpha: hasAlpha, fileBytes: partial.count, named: file)
      try partial.rewriteStart(header.span)
    }
    try partial.publish(durable: isDurable)
    if isDurable { try syncFolder(of: file) }
  }

  /// Leaves no file.
  public func abandon() { state.withLock { $0.file = nil } }

  public var bytesBeside: Int { state.withLock { $0.bytesBeside } }

  private var container: AnimationContainer { AnimationContainer(encoding, frames: frames.count) }

  private final class Writer: FrameWriter {
    let output: AnimationOutput
    let encoder: AnimationEncoder

    init(_ output: AnimationOutput, _ level: SIMDLevel) {
      self.output = output
      encoder = AnimationEncoder(output.encoding, level: level)
    }

    func encode(
      _ rows: any RowSource, on canvas: FrameCanvas, after previous: Bitmap?, index: Int
    ) throws {
      let frame = try canvas.bitmap(of: rows)
      let alpha = output.state.withLock { state in
        state.hasAlpha = state.hasAlpha || !frame.isOpaque
        return state.writesAlpha
      }
      guard !output.startsOver else { return }
      try encoder.encode(
        frame, after: previous, number: index - output.frames.lowerBound, alpha: alpha, named: output.file)
    }

    func write(index: Int) throws -> Int {
      guard let partial = output.state.withLock({ $0.file }), !output.startsOver else { return 0 }
      return try encoder.withBytes { bytes in
        try partial.write(bytes)
        return bytes.count
      }
    }
  }
}
