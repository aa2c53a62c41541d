import Foundation
import SeguePixels
import SegueRendering
import Testing

/// Recorded results in the folder `Recorded` beside the tests, compared with the current ones.
///
/// A law states a property of every result; a record detects any change. A record cannot tell whether a
/// change is intended: `SEGUE_RECORD=1 scripts/test --filter Recorded` updates the files, and the changed
/// lines are reviewed before the commit.
package struct Recorded {
  /// The path of the file.
  private let file: String
  private var lines: [(name: String, value: String)] = []

  /// Starts a record with the name of its file, without folder and extension; the folder belongs to the test
  /// target of the calling file.
  package init(_ name: String, in test: String = #filePath) {
    let target = test.dropFirst(projectFolder.count).split(separator: "/").dropFirst().first ?? ""
    file = "\(projectFolder)/Tests/\(target)/Recorded/\(name).txt"
  }

  /// Adds a line: a unique name, and a result without line breaks.
  package mutating func add(_ name: String, _ value: String) {
    lines.append((withoutFormats(name), withoutFormats(value)))
  }

  /// Adds one checksum of several pictures.
  package mutating func add(_ name: String, _ pictures: [Bitmap]) {
    add(name, Self.sum(of: pictures))
  }

  /// Checksum of several pictures, for lines with more content.
  package static func sum(of pictures: [Bitmap]) -> String {
    var sum = Checksum()
    for picture in pictures { sum.add(picture) }
    return sum.description
  }

  /// Adds the checksum of bytes, and their number.
  package mutating func add(_ name: String, _ bytes: [UInt8]) {
    add(name, Self.sum(of: bytes))
  }

  /// Checksum and number of bytes, for lines with more content.
  package static func sum(of bytes: [UInt8]) -> String {
    var sum = Checksum()
    for byte in bytes { sum.add(byte) }
    return "\(sum), \(bytes.count) bytes"
  }

  /// Adds the checksum of a text.
  package mutating func add(_ name: String, text: String) {
    var sum = Checksum()
    for byte in text.utf8 { sum.add(byte) }
    add(name, sum.description)
  }

  /// Fails if lines differ from the file; with SEGUE_RECORD, writes the file instead.
  package func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(
      Set(lines.map(\.name)).count == lines.count, "names must be unique", sourceLocation: sourceLocation)
    let now = lines.map { "\($0.name) = \($0.value)" }
    if ProcessInfo.processInfo.environment["SEGUE_RECORD"] != nil {
      return try Data((now.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: file))
    }
    let before = String(decoding: try contents(of: file), as: UTF8.self).split(separator: "\n").map(
      String.init)
    let changes = changedLines(now, before)
    guard !changes.isEmpty else { return }
    let shown = changes.prefix(12).joined(separator: "\n")
    Issue.record(
      "\(changes.count) lines differ from \(file); SEGUE_RECORD=1 updates them:\n\(shown)",
      sourceLocation: sourceLocation)
  }
}

/// The lines that differ, in order: removed lines after `before:`, added lines after `now:`.
package func changedLines(_ now: [String], _ before: [String]) -> [String] {
  let changes = now.difference(from: before).map { change in
    switch change {
    case .remove(let offset, let line, _): (offset, 0, "before: \(line)")
    case .insert(let offset, let line, _): (offset, 1, "now: \(line)")
    }
  }
  return changes.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
}

/// Replaces the list of readable formats in messages by a word, so that a new format changes no record.
package func withoutFormats(_ text: String) -> String {
  text.replacing(#/not PNG, .*? or others that ffmpeg reads/#, with: "not FORMATS")
    .replacing(#/there are png, jpeg, .*?, others /#, with: "there are FORMATS ")
}

/// 64-bit FNV-1a hash.
private struct Checksum: CustomStringConvertible {
  private var sum: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ byte: UInt8) { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }

  /// Adds the size and all pixels.
  mutating func add(_ picture: Bitmap) {
    for side in [picture.width, picture.height] {
      add(UInt8(truncatingIfNeeded: side))
      add(UInt8(truncatingIfNeeded: side >> 8))
    }
    for y in 0..<picture.height {
      picture.withRow(y) { row in
        for x in row.indices {
          let pixel = row[x]
          for byte in [pixel.red, pixel.green, pixel.blue, pixel.alpha] { add(byte) }
        }
      }
    }
  }

  var description: String {
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Bitmap {
  /// A test picture with a disk, a gradient and noise; unless opaque, also a translucent part.
  package static func scene(_ width: Int, _ height: Int, seed: UInt64, opaque: Bool) throws -> Bitmap {
    var bitmap = try Bitmap.noise(width, height, seed: seed, opaque: opaque)
    let turn = Int(seed % 5) * 37
    for y in 0..<height {
      bitmap.withMutableRow(y) { row in
        for x in row.indices {
          let (u, v) = (255 * x / max(1, width - 1), 255 * y / max(1, height - 1))
          if (x - width / 3) * (x - width / 3) + (y - height / 2) * (y - height / 2) < height * height / 16 {
            row[x] = Pixel(red: UInt8(200 - turn), green: 60, blue: UInt8(30 + turn))
          } else if x + y < width {
            row[x] = Pixel(red: UInt8(u), green: UInt8(v), blue: UInt8((u + turn) & 255))
          } else if !opaque, x > y + width / 3 {
            let alpha = UInt8(255 - u / 2)
            row[x] = Pixel(red: alpha / 2, green: alpha / 3, blue: alpha, alpha: alpha)
          }
        }
      }
    }
    return bitmap
  }
}

extension ParameterDescription {
  /// Values to try: both ends of the range and some between, or all choices; none for files.
  package var trials: [String] {
    switch kind {
    case .number(let range):
      [0, 0.3, 0.77, 1].map { "\(range.lowerBound + $0 * (range.upperBound - range.lowerBound))" }
    case .numbers(let count, let range, let whole):
      [0, 0.3, 0.77, 1].map { share in
        (0..<count).map { index -> String in
          let range = range ?? -1...2
          let part = (share + 0.17 * Double(index)).truncatingRemainder(dividingBy: 1.01)
          let value = range.lowerBound + part * (range.upperBound - range.lowerBound)
          return whole ? "\(Int(value.rounded()))" : "\(value)"
        }.joined(separator: ",")
      }
    case .word(let words): words
    case .color: ["#00000000", "#3060a080", "white"]
    case .rectangle: ["3,4,20,15", "0,0,1,1", "auto"]
    case .groups(let form, _) where form.hasPrefix("x,y,width,height,x,y"):
      ["3,4,20,15,25,9,12,20", "0,0,9,9,0,0,30,10,20,20,15,9,20,5,10,10"]
    case .groups(_, let range): ["\(range.lowerBound),\(range.upperBound)", "\(range.upperBound),0,0.5,0"]
    case .points: ["0,0,0.001,1", "0,1,1,0", "0.4,0,0.5,1,0.6,0"]
    // Letters depend on the installed libraries and fonts.
    case .picture, .file, .fileOrName, .text, .length, .place: []
    }
  }
}

extension [ParameterDescription] {
  /// Empty settings, then one setting for each trial value of each parameter.
  package var trialSettings: [[(key: String, value: String)]] {
    [[]] + flatMap { parameter in parameter.trials.map { [(key: parameter.name, value: $0)] } }
  }
}

/// Name of a recorded line: a catalog item with its parameter values.
package func recordedLine(_ name: String, _ values: [(key: String, value: String)]) -> String {
  name + values.map { " \($0.key)=\($0.value)" }.joined()
}
