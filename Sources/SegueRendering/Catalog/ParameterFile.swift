public import SeguePixels
import Synchronization

/// A file that a parameter names, read: a picture, or the bytes of anything else.
///
///     let file = ParameterFile("film.cube", bytes: bytes)
///     let film = try Catalog.filters.named("color-table").make([], files: [("table", file)])
///
/// What a parameter makes of the bytes is made once, however many filters are made with the file.
public struct ParameterFile: Sendable {
  /// What is in a file.
  public enum Content: Sendable {
    /// Pixels.
    case picture(Bitmap)
    /// What is no picture.
    case bytes([UInt8])
  }

  /// What errors call it.
  public let name: String
  /// What is in it.
  public let content: Content
  private let luma: (@Sendable () throws -> LumaPlane)?
  private let memory = Memory()

  /// Takes a picture.
  ///
  /// - Parameters:
  ///   - name: What errors call it.
  ///   - picture: Its pixels.
  ///   - luma: Decodes how light they are, where the file has more bits than the bitmap; nil: it has not.
  public init(_ name: String, picture: Bitmap, luma: (@Sendable () throws -> LumaPlane)? = nil) {
    self.name = name
    self.luma = luma
    content = .picture(picture)
  }

  /// Takes the bytes of what is no picture.
  public init(_ name: String, bytes: [UInt8]) {
    self.name = name
    luma = nil
    content = .bytes(bytes)
  }

  /// How light the pixels of a picture are, with all the bits that its file has; nil where it is none.
  ///
  /// - Throws: What decoding throws.
  public func lumaPlane() throws -> LumaPlane? {
    guard case .picture(let picture) = content else { return nil }
    return try luma?() ?? LumaPlane(of: picture)
  }

  /// What `make` makes of it for a reader of some name, now or before.
  func made<Value: Sendable>(for reader: String, _ make: (ParameterFile) throws -> Value) throws -> Value {
    try memory.values.withLock { values in
      // In two steps: where the value is an optional, nothing at all would be one, too.
      if let known = values[reader], let value = known as? Value { return value }
      let value = try make(self)
      values[reader] = value
      return value
    }
  }

  private final class Memory: Sendable {
    let values = Mutex<[String: any Sendable]>([:])
  }
}
