/// The bytes of a decoded frame, whose memory its reader uses again after all other owners released it.
package final class FrameBytes: Sendable {
  /// The bytes.
  package let bytes: [UInt8]

  /// Stores the bytes of a frame.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }
}
