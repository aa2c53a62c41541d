import SeguePlatform

/// Measurements of memory bandwidth on a frame's own memory.
///
/// Benchmarks give render times relative to these measurements, since absolute times differ between machines.
extension Bitmap {
  /// Fills the frame's memory with one byte value, by a single memset.
  package mutating func probeFill(_ byte: UInt8) throws(RenderError) {
    try overwrite(threads: 1) { band in memset(band.storage.bytes, Int32(byte), band.frameBytes) }
  }

  /// Copies the memory of a frame of the same size, by a single memcpy.
  package mutating func probeCopy(_ source: Bitmap) throws(RenderError) {
    guard source.size == size else { throw .sizesDiffer(source.size, size) }
    try overwrite(threads: 1) { band in memcpy(band.storage.bytes, source.storage.bytes, band.frameBytes) }
  }
}
