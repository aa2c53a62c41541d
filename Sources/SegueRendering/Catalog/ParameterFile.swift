public import SeguePixels
import Synchronization

/// The content of a parameter's file: a picture, or bytes.
///
///     let file = ParameterFile("film.cube", bytes: bytes)
///     let film = try Catalog.filters.named("color-table").make([], files: [("table", file)])
///
/// A parameter reads the bytes once, even if many filters use the file.
public struct ParameterFile: Sendable {
  /// The content of a file.
  public enum Content: Sendable {
    /// A picture.
    case picture(Bitmap)
    /// Bytes of another kind of file.
    case bytes([UInt8])
  }

  /// The name in errors.
  public let name: String
  /// The content.
  public let content: Content
  private let luma: (@Sendable () throws -> LumaPlane)?
  private let memory = Memory()

  /// Makes a file of a picture.
  ///
  /// - Parameters:
  ///   - name: The name in errors.
  ///   - picture: Its pixels.
  ///   - luma: Decodes the luma, if the file has more bits than the bitmap; else nil.
  public init(_ name: String, picture: Bitmap, luma: (@Sendable () throws -> LumaPlane)? = nil) {
    self.name = name
    self.luma = luma
    content = .picture(picture)
  }

  /// Makes a file of bytes.
  public init(_ name: String, bytes: [UInt8]) {
    self.name = name
    luma = nil
    content = .bytes(bytes)
  }

  /// The luma of a picture in the file's full depth; nil for other files.
  ///
  /// - Throws: The errors of decoding.
  public func lumaPlane() throws -> LumaPlane? {
    guard case .picture(let picture) = content else { return nil }
    return try luma?() ?? LumaPlane(of: picture)
  }

  /// Returns the value that `make` reads from the file, cached under the reader's name.
  func made<Value: Sendable>(for reader: String, _ make: (ParameterFile) throws -> Value) throws -> Value {
    try memory.values.withLock { values in
      // Two steps, since for an optional value a missing entry would count as a value.
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
