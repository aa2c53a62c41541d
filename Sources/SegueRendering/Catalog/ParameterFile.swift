public import SeguePixels
import Synchronization

/// The content of a file given as a parameter: a decoded picture, or bytes.
///
///     let file = ParameterFile("film.cube", bytes: bytes)
///     let film = try Catalog.filters.named("color-table").make([], files: [("table", file)])
///
/// Values read from the file are cached, so many filters can share one file.
public struct ParameterFile: Sendable {
  /// The content of a file.
  public enum Content: Sendable {
    /// A picture.
    case picture(Bitmap)
    /// The bytes of a file that is no picture.
    case bytes([UInt8])
  }

  /// The name of the file in error messages.
  public let name: String
  /// The decoded picture, or the bytes of any other file.
  public let content: Content
  private let luma: (@Sendable () throws -> LumaPlane)?
  private let memory = Memory()

  /// Makes a file from a picture.
  ///
  /// - Parameters:
  ///   - name: The name for error messages.
  ///   - picture: The decoded pixels.
  ///   - luma: Decodes the luma in full depth, if the file has more than 8 bits a sample; else nil.
  public init(_ name: String, picture: Bitmap, luma: (@Sendable () throws -> LumaPlane)? = nil) {
    self.name = name
    self.luma = luma
    content = .picture(picture)
  }

  /// Makes a file from bytes.
  public init(_ name: String, bytes: [UInt8]) {
    self.name = name
    luma = nil
    content = .bytes(bytes)
  }

  /// Returns the luma of the picture, in the full depth of the file; nil if the file is no picture.
  ///
  /// - Throws: The errors of decoding.
  public func lumaPlane() throws -> LumaPlane? {
    guard case .picture(let picture) = content else { return nil }
    return try luma?() ?? LumaPlane(of: picture)
  }

  /// Returns the value that `make` reads from the file, and caches it under the name `reader`.
  func made<Value: Sendable>(for reader: String, _ make: (ParameterFile) throws -> Value) throws -> Value {
    try memory.values.withLock { values in
      // Unwraps the entry before the cast: if `Value` is an optional type, the cast of nil would succeed.
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
