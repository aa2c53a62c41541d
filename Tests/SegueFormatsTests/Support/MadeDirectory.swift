/// A TIFF structure of nested directories, as in EXIF.
struct MadeDirectory {
  /// The value of an entry.
  enum Value {
    case text(String)
    case short([Int])
    case rational([(Int, Int)])
    case bytes([UInt8])
    /// A subdirectory.
    case directory(MadeDirectory)
  }

  var entries: [(tag: Int, value: Value)]
  var isBigEndian = true

  init(_ entries: [(tag: Int, value: Value)], isBigEndian: Bool = true) {
    self.entries = entries.sorted { $0.tag < $1.tag }
    self.isBigEndian = isBigEndian
  }

  /// The whole structure, with this as its first directory.
  var bytes: [UInt8] {
    (isBigEndian ? "MM" : "II").utf8 + short(42) + long(8) + directory(at: 8, isBigEndian)
  }

  private func directory(at place: Int, _ isBigEndian: Bool) -> [UInt8] {
    var same = self
    same.isBigEndian = isBigEndian
    return same.directory(at: place)
  }

  private func directory(at place: Int) -> [UInt8] {
    var table = short(entries.count)
    var values: [UInt8] = []
    let end = place + 2 + 12 * entries.count + 4
    for (tag, value) in entries {
      let (type, count, bytes): (Int, Int, [UInt8])
      switch value {
      case .text(let text): (type, count, bytes) = (2, text.utf8.count + 1, Array(text.utf8) + [0])
      case .short(let numbers): (type, count, bytes) = (3, numbers.count, numbers.flatMap(short))
      case .rational(let numbers):
        (type, count, bytes) = (5, numbers.count, numbers.flatMap { long($0.0) + long($0.1) })
      case .bytes(let raw): (type, count, bytes) = (7, raw.count, raw)
      case .directory(let inner):
        (type, count, bytes) = (4, 1, long(end + values.count))
        values += inner.directory(at: end + values.count, isBigEndian)
      }
      table += short(tag) + short(type) + long(count)
      if bytes.count <= 4 {
        table += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
      } else {
        table += long(end + values.count)
        values += bytes + (bytes.count % 2 == 1 ? [0] : [])
      }
    }
    return table + long(0) + values
  }

  private func short(_ value: Int) -> [UInt8] { ordered(bigEndian(value).suffix(2)) }
  private func long(_ value: Int) -> [UInt8] { ordered(bigEndian(value)) }
  private func ordered(_ bytes: some Collection<UInt8>) -> [UInt8] {
    isBigEndian ? Array(bytes) : bytes.reversed()
  }
}
