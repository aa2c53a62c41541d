import Foundation
import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

extension Bitmap {
  /// Makes a bitmap from straight RGBA, like a decoder.
  init(straightBytes bytes: [UInt8], _ width: Int, _ height: Int) throws {
    let storage = try PixelStorage(PixelSize(width: width, height: height))
    bytes.withUnsafeBytes { bytes in
      for y in 0..<height {
        let row = UnsafeRawBufferPointer(rebasing: bytes[4 * width * y..<4 * width * (y + 1)])
        UnsafeMutableRawBufferPointer(storage.row(y)).copyMemory(from: row)
      }
    }
    try self.init(straight: storage)
  }

  /// Copies a part of an opaque bitmap.
  func cropped(x: Int, y: Int, _ size: PixelSize) throws -> Bitmap {
    var part = try Bitmap(size)
    for row in 0..<size.height {
      for column in 0..<size.width { part[column, row] = self[x + column, y + row] }
    }
    return part
  }
}

/// Encodes a bitmap in a format.
func encoded(_ bitmap: Bitmap, _ format: some ImageFormat) throws -> [UInt8] {
  try bytes(of: bitmap, from: format.makeEncoder(level: .preferred))
}

/// Encodes a bitmap with an encoder that may have been used before.
func bytes(of bitmap: Bitmap, from encoder: any FrameEncoder) throws -> [UInt8] {
  try encoder.encode(bitmap, named: "frame")
  return try encoder.withBytes { span in span.withUnsafeBufferPointer { Array($0) } }
}

extension DecodeOptions {
  /// The default options, with ffmpeg allowed.
  static let withPrograms = DecodeOptions(programs: true)
}

/// Returns the error of decoding; nil if the bytes decode.
func decodingError(_ bytes: [UInt8], options: DecodeOptions = .withPrograms) -> ImageError? {
  var options = options
  options.programs = true
  do {
    _ = try Bitmap(decoding: bytes, options: options)
    return nil
  } catch {
    return error
  }
}

/// Lists the files of a folder of the corpora, sorted; none if the corpora are missing.
func corpusNames(_ folder: String, where isWanted: (String) -> Bool) -> [String] {
  guard let corporaFolder else { return [] }
  let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(corporaFolder)/\(folder)")) ?? []
  return names.filter(isWanted).sorted()
}

/// Returns the path of a file of the corpora.
func corpusFile(_ name: String) throws -> String { try #require(corporaFolder) + "/" + name }

extension Trait where Self == ConditionTrait {
  /// Skips a test if the corpora are missing.
  static var needsCorpora: Self { .enabled(if: corporaFolder != nil, Comment(rawValue: corporaMissing)) }
}
