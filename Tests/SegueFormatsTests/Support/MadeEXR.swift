/// An uncompressed OpenEXR file of equal rows, one chunk each, with 4-byte samples.
///
/// The header may declare another compression.
///
/// - Source: openexr.com, "OpenEXR File Layout".
struct MadeEXR {
  /// The samples of a row, equal in all channels.
  var row: [Float] = [0.5, 0.25]
  var height = 2
  /// The column and the row of the first pixel.
  var origin = (x: 0, y: 0)
  /// One letter for each channel, in alphabetical order.
  var channels = "Y"
  /// The type of samples: 0: integers with the bits of `row`; 2: floats.
  var kind = 2
  var compression: UInt8 = 0
  /// False offsets of chunks, by number: the lower and the upper half.
  var places: [Int: (low: Int, high: Int)] = [:]

  var bytes: [UInt8] {
    var list: [UInt8] = []
    for channel in channels {
      list += Array("\(channel)\0".utf8) + little32(kind) + [0, 0, 0, 0]
      list += little32(1) + little32(1)
    }
    let window =
      little32(origin.x) + little32(origin.y) + little32(origin.x + row.count - 1)
      + little32(origin.y + height - 1)
    let one = little32(Int(Float(1).bitPattern))
    var file: [UInt8] = [0x76, 0x2f, 0x31, 0x01, 2, 0, 0, 0]
    file += Self.attribute("channels", "chlist", list + [0])
    file += Self.attribute("compression", "compression", [compression])
    file += Self.attribute("dataWindow", "box2i", window)
    file += Self.attribute("displayWindow", "box2i", window)
    file += Self.attribute("lineOrder", "lineOrder", [0])
    file += Self.attribute("pixelAspectRatio", "float", one)
    file += Self.attribute("screenWindowCenter", "v2f", little32(0) + little32(0))
    file += Self.attribute("screenWindowWidth", "float", one)
    file.append(0)
    let samples = channels.flatMap { _ in row.flatMap { little32(Int($0.bitPattern)) } }
    let first = file.count + 8 * height
    for y in 0..<height {
      let place = places[y] ?? (low: first + y * (8 + samples.count), high: 0)
      file += little32(place.low) + little32(place.high)
    }
    for y in 0..<height { file += little32(origin.y + y) + little32(samples.count) + samples }
    return file
  }

  private static func attribute(_ name: String, _ type: String, _ value: [UInt8]) -> [UInt8] {
    Array("\(name)\0\(type)\0".utf8) + little32(value.count) + value
  }
}
