import SeguePlatform

/// Writes all bytes to a descriptor.
///
/// Throws on any error, also if the reader of a pipe has closed the pipe; in this case, `FileHandle.write`
/// would trap.
package func writeAll(_ bytes: Span<UInt8>, to descriptor: Int32, named file: String) throws(FileError) {
  var rest = bytes
  while !rest.isEmpty {
    let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if written < 0 && errno == EINTR { continue }
    // Treats 0 as an error, since a `write` that keeps returning 0 would repeat the loop forever.
    guard written > 0 else { throw .writeFailed(file: file, reason: systemError) }
    rest = rest.extracting(droppingFirst: written)
  }
}

/// Writes a file that appears under its name only when it is complete, through a `PartialFile`.
///
/// A device or a pipe is written directly, or is an error if `mayBeSpecial` is false.
package func writeFile(
  _ file: String, _ bytes: Span<UInt8>, overwrite: Bool, durable: Bool = false, writer: String? = nil,
  mayBeSpecial: Bool = true
) throws(FileError) {
  if mayBeSpecial && isSpecial(file) { return try writeSpecial(file, bytes) }
  let partial = try PartialFile(file, overwrite: overwrite, writer: writer)
  try partial.write(bytes)
  try partial.publish(durable: durable)
}

private func writeSpecial(_ file: String, _ bytes: Span<UInt8>) throws(FileError) {
  let descriptor = try openSpecial(file)
  defer { close(descriptor) }
  try writeAll(bytes, to: descriptor, named: file)
}
