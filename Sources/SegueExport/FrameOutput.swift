public import SegueCodecs
public import SeguePixels

/// Where frames go.
public protocol FrameOutput: Sendable {
  /// Whether frames must be written one after another, as into a pipe.
  var isOrdered: Bool { get }
  /// Gets ready for frames: called once, before the first.
  func prepare() throws(CodecError)
  /// Makes the writer of one worker.
  func makeWriter(level: SIMDLevel) -> any FrameWriter
  /// Ends the output when every frame is written: a trailer, a rename.
  func finish() throws(CodecError)
  /// Takes back what was begun, after a failure or an interruption: nothing half written stays.
  func abandon()
}

extension FrameOutput {
  /// Nothing to be done.
  public func prepare() throws(CodecError) {}
  /// Nothing to be done.
  public func finish() throws(CodecError) {}
  /// Nothing to be done.
  public func abandon() {}
}

/// One worker's way to an output: memory that is used again for every frame.
public protocol FrameWriter: AnyObject {
  /// Turns a frame into bytes. Workers do this at the same time.
  func encode(_ frame: Bitmap, index: Int) throws(CodecError)
  /// Writes what was encoded, and says how many bytes that was. In order where the output is ordered.
  func write(index: Int) throws(CodecError) -> Int
}

/// Renders and discards, for timing.
public struct NullOutput: FrameOutput {
  /// Makes the output.
  public init() {}

  public var isOrdered: Bool { false }
  public func makeWriter(level: SIMDLevel) -> any FrameWriter { Writer() }

  private final class Writer: FrameWriter {
    func encode(_ frame: Bitmap, index: Int) {}
    func write(index: Int) -> Int { 0 }
  }
}

/// Raw RGBA frames, straight alpha, one after another to a file descriptor.
public struct RawOutput: FrameOutput {
  /// The open descriptor; the output does not close it.
  public let descriptor: Int32
  /// What errors call it.
  public let name: String

  /// Makes an output to an open descriptor.
  public init(descriptor: Int32, named name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  public var isOrdered: Bool { true }
  public func makeWriter(level: SIMDLevel) -> any FrameWriter { Writer(self, level) }

  private final class Writer: FrameWriter {
    let output: RawOutput
    let encoder: RawEncoder

    init(_ output: RawOutput, _ level: SIMDLevel) {
      self.output = output
      encoder = RawEncoder(level: level)
    }

    func encode(_ frame: Bitmap, index: Int) { encoder.encode(frame) }

    func write(index: Int) throws(CodecError) -> Int {
      try encoder.withBytes { (bytes) throws(CodecError) in
        try writeAll(bytes, to: output.descriptor, named: output.name)
        return bytes.count
      }
    }
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
    /// They are kept, and the rest is rendered.
    case keep
  }

  /// The names of the files.
  public let template: FrameTemplate
  /// How frames become files.
  public let encoding: ImageEncoding
  /// What happens to frames that exist already.
  public let existing: Existing

  /// Makes an output.
  public init(_ template: FrameTemplate, _ encoding: ImageEncoding, existing: Existing = .refuse) {
    self.template = template
    self.encoding = encoding
    self.existing = existing
  }

  /// The frames of a range that are to be rendered.
  ///
  /// - Throws: `CodecError.exists` naming the first that may not be replaced.
  public func framesToRender(of range: Range<Int>) throws(CodecError) -> [Int] {
    if existing == .overwrite { return Array(range) }
    var frames: [Int] = []
    for index in range {
      if !fileExists(template.name(of: index)) {
        frames.append(index)
      } else if existing == .refuse {
        throw .exists(file: template.name(of: index))
      }
    }
    return frames
  }

  public var isOrdered: Bool { false }

  /// Creates the folder.
  public func prepare() throws(CodecError) { try createFolder(of: template.name(of: 0)) }

  public func makeWriter(level: SIMDLevel) -> any FrameWriter { Writer(self, level) }

  private final class Writer: FrameWriter {
    let sequence: FileSequence
    let encoder: ImageEncoder

    init(_ sequence: FileSequence, _ level: SIMDLevel) {
      self.sequence = sequence
      encoder = ImageEncoder(sequence.encoding, level: level)
    }

    func encode(_ frame: Bitmap, index: Int) throws(CodecError) {
      try encoder.encode(frame, named: sequence.template.name(of: index))
    }

    func write(index: Int) throws(CodecError) -> Int {
      try encoder.withBytes { (bytes) throws(CodecError) in
        try writeFile(
          sequence.template.name(of: index), bytes, overwrite: sequence.existing == .overwrite,
          replaceLeftover: sequence.existing == .keep)
        return bytes.count
      }
    }
  }
}
