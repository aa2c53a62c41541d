import SegueFiles
public import SegueFormats
public import SegueRendering
public import SeguePixels

/// Where frames go.
public protocol FrameOutput: Sendable {
  /// Whether frames must be written one after another, as into a pipe.
  var isOrdered: Bool { get }
  /// Whether writers are given the frame before each one too, as files of differences need it.
  var comparesFrames: Bool { get }
  /// Whether a frame did not fit what was written before it, so that all frames are to be written again.
  var startsOver: Bool { get }
  /// Gets ready for frames of a size: called before the first, and again where the output starts over.
  func prepare(size: PixelSize) throws
  /// Makes the writer of one worker.
  func makeWriter(level: SIMDLevel) -> any FrameWriter
  /// Ends the output when every frame is written: a trailer, a rename.
  func finish() throws
  /// Takes back what was begun, after a failure or an interruption: nothing half written stays.
  func abandon()
  /// Makes calls that wait for somebody else fail, from any thread; `abandon` follows.
  func interrupt()
  /// Bytes written beside those that writers counted, once all are.
  var bytesBeside: Int { get }
}

extension FrameOutput {
  /// Each frame stands for itself.
  public var comparesFrames: Bool { false }
  /// Every frame fits.
  public var startsOver: Bool { false }
  /// Nothing to be done.
  public func prepare(size: PixelSize) throws {}
  /// Nothing to be done.
  public func finish() throws {}
  /// Nothing to be done.
  public func abandon() {}
  /// Nobody is waited for.
  public func interrupt() {}
  /// None.
  public var bytesBeside: Int { 0 }
}

/// One worker's way to an output: memory that is used again for every frame.
public protocol FrameWriter: AnyObject {
  /// Turns a frame into bytes. Workers do this at the same time.
  ///
  /// - Parameters:
  ///   - frame: Rows that are rendered as they are read.
  ///   - canvas: What to render them on, such as `canvas.bitmap(of: frame)`.
  ///   - previous: The frame that is written before it, where the output compares frames; nil before the first.
  func encode(
    _ frame: any RowSource, on canvas: FrameCanvas, after previous: Bitmap?, index: Int
  ) throws
  /// Writes what was encoded, and says how many bytes that was. In order where the output is ordered.
  func write(index: Int) throws -> Int
}

/// Renders and discards, for timing.
public struct NullOutput: FrameOutput {
  /// Makes the output.
  public init() {}

  public var isOrdered: Bool { false }
  public func makeWriter(level: SIMDLevel) -> any FrameWriter { Writer() }

  private final class Writer: FrameWriter {
    func encode(
      _ frame: any RowSource, on canvas: FrameCanvas, after previous: Bitmap?, index: Int
    ) throws {
      _ = try canvas.bitmap(of: frame)
    }

    func write(index: Int) -> Int { 0 }
  }
}

/// A file for every frame, each appearing under its name only when it is whole.
public struct FileSequence: FrameOutput {
  /// What happens to frames that exist already.
  public enum Existing: Sendable {
    /// They are an error, found before anything is rendered.
    case refuse
    /// They are replaced.
    case overwrite
    /// They are kept, and the rest is rendered; empty files, which a crash of the machine can leave, are not.
    case keep
  }

  /// The names of the files.
  public let template: FrameTemplate
  /// How frames become files.
  public let encoding: ImageEncoding
  /// What happens to frames that exist already.
  public let existing: Existing
  /// Whether each frame is on the disk before it has its name, and all names at the end.
  public let isDurable: Bool

  /// Makes an output.
  public init(
    _ template: FrameTemplate, _ encoding: ImageEncoding, existing: Existing = .refuse,
    isDurable: Bool = false
  ) {
    self.template = template
    self.encoding = encoding
    self.existing = existing
    self.isDurable = isDurable
  }

  /// The frames of a range that are to be rendered.
  ///
  /// - Throws: `FileError.exists` naming the first that may not be replaced.
  public func framesToRender(of range: Range<Int>) throws -> [Int] {
    if existing == .overwrite { return Array(range) }
    var frames: [Int] = []
    for index in range {
      let name = template.name(of: index)
      if existing == .refuse && fileExists(name) { throw FileError.exists(file: name) }
      if existing == .refuse || !hasBytes(name) { frames.append(index) }
    }
    return frames
  }

  public var isOrdered: Bool { false }

  /// Creates the folder.
  public func prepare(size: PixelSize) throws { try createFolder(of: template.name(of: 0)) }

  /// Makes the names last, where that was asked for.
  public func finish() throws { if isDurable { try syncFolder(of: template.name(of: 0)) } }

  /// Makes the names of the frames that stand last, where that was asked for.
  public func abandon() { try? finish() }

  public func makeWriter(level: SIMDLevel) -> any FrameWriter { Writer(self, level) }

  private final class Writer: FrameWriter {
    let sequence: FileSequence
    let encoder: ImageEncoder

    init(_ sequence: FileSequence, _ level: SIMDLevel) {
      self.sequence = sequence
      encoder = ImageEncoder(sequence.encoding, level: level)
    }

    func encode(
      _ frame: any RowSource, on canvas: FrameCanvas, after previous: Bitmap?, index: Int
    ) throws {
      try encoder.encode(frame, on: canvas, named: sequence.template.name(of: index))
    }

    func write(index: Int) throws -> Int {
      let name = sequence.template.name(of: index)
      return try encoder.withBytes { bytes in
        try writeFile(
          name, bytes,
          overwrite: sequence.existing == .overwrite || sequence.existing == .keep && !hasBytes(name),
          replaceLeftover: sequence.existing == .keep, durable: sequence.isDurable)
        return bytes.count
      }
    }
  }
}
