/// The kind of an error, by a name that stays the same in later versions.
///
/// Later versions may add codes. Another module adds its codes in an extension:
///
///     extension ErrorCode {
///       static let uploadEmpty = ErrorCode("upload.empty", isCallersFault: true)
///     }
public struct ErrorCode: Hashable, Sendable, CustomStringConvertible {
  /// The domain and the kind, such as `file.missing`.
  public let name: String
  /// Whether the caller's request is wrong: a file, a size, a name or a parameter.
  ///
  /// A server should report a client error (such as HTTP 400) if true, otherwise a server error.
  public let isCallersFault: Bool
  /// Whether the same call may succeed later, for example when the disk has room again.
  public let mayPass: Bool

  /// Makes a code with a name that no other code has.
  public init(_ name: String, isCallersFault: Bool = false, mayPass: Bool = false) {
    (self.name, self.isCallersFault, self.mayPass) = (name, isCallersFault, mayPass)
  }

  /// The name.
  public var description: String { name }
}
