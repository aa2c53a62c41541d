import CSegueCodecs
import SeguePixels

extension segue_buffer {
  func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    try body(UnsafeBufferPointer(start: data, count: count).span)
  }

  /// Copies the bytes to an array.
  var bytes: [UInt8] { withBytes { bytes in bytes.withUnsafeBytes { [UInt8]($0) } } }
}

extension segue_result {
  /// The error message as a string.
  var detail: String {
    withUnsafeBytes(of: message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// Throws an `ExportError` if an encoder failed.
  func check(_ name: String) throws(ExportError) {
    switch status {
    case SEGUE_OK: return
    case SEGUE_NO_MEMORY: throw .outOfMemory(file: name)
    default: throw .encoderFailed(file: name, reason: detail)
    }
  }
}

extension segue_rectangle {
  init(wholeOf size: PixelSize) {
    self.init(x: 0, y: 0, width: UInt32(size.width), height: UInt32(size.height))
  }
}

extension segue_dimensions {
  /// Converts a frame size for C; throws if a side exceeds `most`, the limit of the format.
  init(_ size: PixelSize, most: Int, of format: any FileFormat.Type, named name: String) throws(ExportError) {
    try size.check(most: most, of: format, named: name)
    self.init(width: UInt32(size.width), height: UInt32(size.height))
  }
}

extension PixelSize {
  /// Throws if a side exceeds `most`, the limit of a format.
  func check(most: Int, of format: any FileFormat.Type, named name: String) throws(ExportError) {
    guard width <= most, height <= most else {
      throw .unsupported(file: name, reason: "\(format.name.uppercased()) ends at \(most) pixels a side")
    }
  }
}
