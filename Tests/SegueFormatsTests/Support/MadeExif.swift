/// EXIF as cameras write it: a primary directory, an Exif directory and the directory of a thumbnail.
struct MadeExif {
  var isBigEndian = true
  var orientation = 6
  var resolution = (across: 300, down: 150)
  var unit = 2
  /// The thumbnail's bytes, and whether it is a JPEG or three strips; nil for none.
  var small: (bytes: [UInt8], isJPEG: Bool)? = (Array("SMALL PICTURE, AS IT WAS".utf8), true)
  /// Whether the thumbnail precedes the values of the directories.
  var smallIsFirst = false
  var notes = Array("the maker's own notes".utf8)
  /// The size in pixels that the directories state.
  var size = (width: 4000, height: 3000)

  private struct Entry {
    let tag, type, count: Int
    let value: [UInt8]
  }

  private func short(_ value: Int) -> [UInt8] { order([UInt8(value >> 8 & 255), UInt8(value & 255)]) }
  private func long(_ value: Int) -> [UInt8] {
    order([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) })
  }
  private func order(_ bytes: [UInt8]) -> [UInt8] { isBigEndian ? bytes : bytes.reversed() }

  /// Makes a directory at an offset, then its values; `next` is the offset of the next directory.
  private func directory(_ entries: [Entry], at place: Int, next: Int) -> [UInt8] {
    var table = short(entries.count)
    var values: [UInt8] = []
    let end = place + 2 + 12 * entries.count + 4
    for entry in entries {
      table += short(entry.tag) + short(entry.type) + long(entry.count)
      if entry.value.count <= 4 {
        table += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
      } else {
        table += long(end + values.count)
        values += entry.value + (entry.value.count % 2 == 1 ? [0] : [])
      }
    }
    return table + long(next) + values
  }

  var bytes: [UInt8] {
    let start = (isBigEndian ? "MM" : "II").utf8 + short(42)
    let before = smallIsFirst ? small?.bytes ?? [] : []
    let first = 8 + before.count + before.count % 2
    func picture(_ exposure: Int, _ next: Int) -> [UInt8] {
      directory(
        [
          Entry(tag: 0x10f, type: 2, count: 6, value: Array("Maker\0".utf8)),
          Entry(tag: 0x112, type: 3, count: 1, value: short(orientation)),
          Entry(tag: 0x11a, type: 5, count: 1, value: long(resolution.across) + long(1)),
          Entry(tag: 0x11b, type: 5, count: 1, value: long(resolution.down) + long(1)),
          Entry(tag: 0x128, type: 3, count: 1, value: short(unit)),
          Entry(tag: 0x8769, type: 4, count: 1, value: long(exposure)),
        ], at: first, next: next)
    }
    let second = first + picture(0, 0).count
    let exposure = directory(
      [
        Entry(tag: 0x927c, type: 7, count: notes.count, value: notes),
        Entry(tag: 0xa002, type: 3, count: 1, value: short(size.width)),
        Entry(tag: 0xa003, type: 4, count: 1, value: long(size.height)),
      ], at: second, next: 0)
    let third = second + exposure.count
    guard let small else { return start + long(first) + before + picture(second, 0) + exposure }
    func smallDirectory(_ place: Int) -> [UInt8] {
      let (a, b) = (small.bytes.count / 3, small.bytes.count / 2)
      let entries =
        small.isJPEG
        ? [
          Entry(tag: 0x201, type: 4, count: 1, value: long(place)),
          Entry(tag: 0x202, type: 4, count: 1, value: long(small.bytes.count)),
        ]
        : [
          Entry(tag: 0x111, type: 4, count: 3, value: [0, a, b].flatMap { long(place + $0) }),
          Entry(tag: 0x117, type: 3, count: 3, value: [a, b - a, small.bytes.count - b].flatMap(short)),
        ]
      return directory(entries, at: third, next: 0)
    }
    let end = third + smallDirectory(0).count
    let all = start + long(first) + before + [UInt8](repeating: 0, count: first - 8 - before.count)
    return all + picture(second, third) + exposure + smallDirectory(smallIsFirst ? 8 : end)
      + (smallIsFirst ? [] : small.bytes)
  }
}
