import Glibc
import SeguePixels

/// What ffmpeg does not check of an OpenEXR file: of one that is cut short it makes the rest black.
///
/// - Source: openexr.com, "OpenEXR File Layout".
enum OpenEXR {
  /// Refuses a file in which a part of the picture is missing.
  static func check(_ bytes: [UInt8], named name: String) throws(ImageError) {
    var file = FileReader(bytes, named: name, from: 5)
    let flags = try file.byte()
    guard flags & 0b1_1010 == 0 else {
      throw .unsupported(file: name, detail: "an OpenEXR image of tiles, of several parts or of depths")
    }
    _ = try file.take(2)
    var (lines, rows) = (1, 0)
    while case let key = try file.word(), !key.isEmpty {
      _ = try file.word()
      let count = try file.little32()
      var value = FileReader(Array(try file.take(count)), named: name)
      switch key {
      case "compression":
        // How many rows a piece has, by how it is packed.
        let kind = Int(try value.byte())
        let known = [1, 1, 1, 16, 32, 16, 32, 32, 32, 256]
        guard kind < known.count else {
          throw .damaged(file: name, detail: "its compression is number \(kind)")
        }
        lines = known[kind]
      case "dataWindow":
        _ = try value.little32()
        let top = Int32(truncatingIfNeeded: try value.little32())
        _ = try value.little32()
        rows = Int(Int32(truncatingIfNeeded: try value.little32())) - Int(top) + 1
      default: break
      }
    }
    guard rows > 0 else { throw .damaged(file: name, detail: "its data window has no rows") }
    for _ in 0..<(rows + lines - 1) / lines {
      let (low, high) = (try file.little32(), try file.little32())
      guard high == 0, low < bytes.count else {
        throw .truncated(file: name, detail: "a piece of the picture begins behind the end of the file")
      }
      var piece = FileReader(bytes, named: name, from: low)
      _ = try piece.little32()
      _ = try piece.take(piece.little32())
    }
  }
}

extension WideStorage {
  /// Makes straight samples of sRGB of light that is premultiplied, as OpenEXR has it.
  func encodeLight() {
    let levels = (0...65535).map { level -> UInt16 in
      let light = Double(level) / 65535
      let sample = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
      return UInt16((sample * 65535).rounded())
    }
    for first in Swift.stride(from: 0, to: samples.count, by: 4) {
      let alpha = Int(samples[first + 3])
      for index in first..<first + 3 {
        let light = Int(samples[index])
        samples[index] = levels[alpha == 0 ? light : min(65535, (light * 65535 + alpha / 2) / alpha)]
      }
    }
  }
}
