import Foundation
import Segue

/// The project's own folder, where seeds are.
let project = URL(filePath: #filePath).appending(path: "../../..").standardized.path()

/// Small ones: flips that make a small picture a large one cost time and show nothing else.
let options = DecodeOptions(maxPixels: 1 << 16)

/// A small picture, opaque or with all kinds of transparency, without an equal row.
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

/// Decodes one of the pictures of a file: the number is the file's last byte, less what is above 7.
///
/// What begins otherwise is left aside: ffmpeg would be asked of some formats, which takes its time.
func decodeChosen(_ bytes: [UInt8], beginning starts: [String]) throws {
  guard let last = bytes.last, starts.contains(where: { bytes.prefix(32).contains($0.utf8) }) else { return }
  guard last % 8 > 0 else {
    _ = try Bitmap(decoding: bytes, options: options)
    return
  }
  // A name's end is how another one is asked for.
  let file = FileManager.default.temporaryDirectory.appending(path: "segue-fuzz-\(getpid())").path()
  try Data(bytes).write(to: URL(filePath: file))
  _ = try Bitmap(contentsOf: "\(file)[\(last % 8)]", options: options)
}

/// The texts of files below a folder of the project.
func texts(in folder: String, _ extensions: String...) throws -> [[UInt8]] {
  try FileManager.default.subpathsOfDirectory(atPath: "\(project)/\(folder)").sorted()
    .filter { name in extensions.contains { name.hasSuffix(".\($0)") } }
    .map { Array(try Data(contentsOf: URL(filePath: "\(project)/\(folder)/\($0)"))) }
}

/// Ends the process where something does not hold.
func expect(_ holds: Bool, _ otherwise: @autoclosure () -> String) {
  if !holds { fatalError(otherwise()) }
}

/// What the command's own file of `NAME:key=value,…` in Shared/ calls, and no package but the project's sees.
func fileExists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: name) }
