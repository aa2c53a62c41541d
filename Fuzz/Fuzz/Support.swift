import Foundation
import Segue

/// The root folder of the project, where the files for seeds are.
let project = URL(filePath: #filePath).appending(path: "../../..").standardized.path()

/// Limits pictures to 65,536 pixels: an input that declares a large picture takes time without testing more.
let options = DecodeOptions(maxPixels: 1 << 16)

/// Limits as in `options`, for pictures with the depth of the file.
let deepOptions: DecodeOptions = {
  var deep = options
  deep.depth = nil
  return deep
}()

/// A small picture without equal rows: opaque, or with many alpha values.
func picture(_ width: Int = 13, _ height: Int = 9, opaque: Bool = false) throws -> Bitmap {
  var bitmap = try Bitmap(width: width, height: height)
  for y in 0..<height {
    bitmap.withMutableRow(y) { row in
      for x in row.indices {
        let alpha = opaque ? 255 : 37 * x & 255
        row[x] = Pixel(
          red: UInt8(alpha * (y + 1) / (height + 1)), green: UInt8(alpha / 2), blue: UInt8(alpha * x / width),
          alpha: UInt8(alpha))
      }
    }
  }
  return bitmap
}

/// Decodes a file and selects one of its pictures by the file's last byte, modulo 8.
///
/// If the last byte is at least 128, the picture has the depth of the file.
///
/// Files that do not begin with one of `starts` are ignored, since decoding some other formats would run
/// ffmpeg, which takes time.
func decodeChosen(_ bytes: [UInt8], beginning starts: [String]) throws {
  guard let last = bytes.last, starts.contains(where: { bytes.prefix(32).contains($0.utf8) }) else { return }
  let chosen = last < 128 ? options : deepOptions
  guard last % 8 > 0 else {
    _ = try Bitmap(decoding: bytes, options: chosen)
    return
  }
  // Writes a file, since a picture other than the first is selected by the file's name.
  let file = FileManager.default.temporaryDirectory.appending(path: "segue-fuzz-\(getpid())").path()
  try Data(bytes).write(to: URL(filePath: file))
  _ = try Bitmap(contentsOf: "\(file)[\(last % 8)]", options: chosen)
}

/// The contents of all text files with the given extensions below a folder of the project.
func texts(in folder: String, _ extensions: String...) throws -> [[UInt8]] {
  try FileManager.default.subpathsOfDirectory(atPath: "\(project)/\(folder)").sorted()
    .filter { name in extensions.contains { name.hasSuffix(".\($0)") } }
    .map { Array(try Data(contentsOf: URL(filePath: "\(project)/\(folder)/\($0)"))) }
}

/// Ends the process with a message if a condition is false, which is a finding.
func expect(_ holds: Bool, _ otherwise: @autoclosure () -> String) {
  if !holds { fatalError(otherwise()) }
}
