import SegueFiles
import Testing

/// Python's imaging library, as an independent reader and writer.
enum Pillow {
  /// Whether Pillow is installed for the system's Python.
  static let isHere = (try? run("from PIL import Image, ImageCms")) != nil
  static let hint: Comment = "Pillow is not here: apt-get install python3-pil"

  /// Runs a script with an image file as `file` and its first picture as `image`, and returns its output.
  static func run(_ script: String, _ file: [UInt8] = []) throws -> String {
    String(decoding: try bytes(of: script, file), as: UTF8.self)
  }

  /// Runs a script, and returns the bytes that it writes to `out`.
  static func bytes(of script: String, _ file: [UInt8] = []) throws -> [UInt8] {
    let start = """
      import io, json, sys
      from PIL import Image, ImageCms, PngImagePlugin, TiffImagePlugin
      file, out = sys.stdin.buffer.read(), sys.stdout.buffer
      image = Image.open(io.BytesIO(file)) if file else None

      """
    let result = try runProgram(
      ["/usr/bin/python3", "-c", start + script], input: file, limit: 1 << 26, seconds: 60)
    try #require(result.isSuccess, "\(result.complaint)")
    return result.bytes
  }
}
