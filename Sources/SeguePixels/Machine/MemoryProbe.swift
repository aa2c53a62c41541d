import Glibc

/// Memory bandwidth probes on the frame that is rendered into: benchmarks relate rendering to these in the
/// same run, since absolute times differ between machines.
extension Bitmap {
  /// Fills the frame's memory with one byte, in one call of memset.
  package mutating func probeFill(_ byte: UInt8) throws(RenderError) {
    try overwrite(threads: 1) { band in memset(band.storage.bytes, Int32(byte), band.frameBytes) }
  }

  /// Copies the memory of a frame of the same size, in one call of memcpy.
  package mutating func probeCopy(_ source: Bitmap) throws(RenderError) {
    guard source.size == size else { throw .sizesDiffer(source.size, size) }
    try overwrite(threads: 1) { band in memcpy(band.storage.bytes, source.storage.bytes, band.frameBytes) }
  }
}
