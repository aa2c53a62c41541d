/// The bytes of a decoded frame; the reader reuses the memory once all other owners have released it.
package final class FrameBytes: Sendable {
  /// The bytes of the frame.
  package let bytes: [UInt8]

  /// Stores the bytes of a frame.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }
}
