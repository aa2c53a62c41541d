import Foundation
import Segue

/// A filter that darkens every other row, or every nth, as on an old screen.
struct ScanLines: RowFilter {
  /// The number of rows from one dark line to the next.
  var every: Animated = 2
  /// The darkness of the lines, 0…1.
  var strength: Animated = 0.5

  func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {
    guard y % max(1, Int(every(at: progress))) == 0 else { return }
    let share = 1 - max(0, min(1, strength(at: progress)))
    // Colors are premultiplied, and darker colors remain at most alpha.
    for x in row.indices {
      row[x].red = UInt8(Double(row[x].red) * share)
      row[x].green = UInt8(Double(row[x].green) * share)
      row[x].blue = UInt8(Double(row[x].blue) * share)
    }
  }
}

/// The name makes the filter available in chains as text, in storyboards and in lists.
extension ScanLines: SelfDescribing {
  static let name = "scan-lines"
  static let summary = "Every so many rows one is darker."
  static let parameters: [NamedParameter<ScanLines>] = [
    .number("every", \.every, in: 1...100, "Rows from one line to the next."),
    .number("strength", \.strength, in: 0...1, "How dark the lines are."),
  ]
}

/// A filter that replaces each pixel by the median of its neighborhood, which removes single specks.
struct Despeckle: WindowFilter {
  /// The distance in columns and rows to which the neighborhood of a pixel extends.
  var radius = 1

  func filter(_ window: RowWindow, into row: inout MutableSpan<Pixel>, at progress: Double) {
    let offsets = -radius...radius
    var values: [UInt8] = []
    for x in row.indices {
      func median(_ channel: KeyPath<Pixel, UInt8>) -> UInt8 {
        values.removeAll(keepingCapacity: true)
        for dy in offsets { for dx in offsets { values.append(window[x + dx, dy][keyPath: channel]) } }
        values.sort()
        return values[values.count / 2]
      }
      // The result is premultiplied: each color is at most alpha, so the median of colors is at most the
      // median of alphas.
      row[x] = Pixel(
        red: median(\.red), green: median(\.green), blue: median(\.blue), alpha: median(\.alpha))
    }
  }
}

extension Despeckle: SelfDescribing {
  static let name = "despeckle"
  static let summary = "Single specks disappear."
  static let parameters: [NamedParameter<Despeckle>] = [
    .integer("radius", \.radius, in: 1...8, "Pixels on each side.")
  ]
}

/// Passes an image through filters given as text, such as `scan-lines`.
///
/// Usage: `OwnFilter IMAGE RESULT FILTER…`
@main struct OwnFilter {
  static func main() {
    Catalog.filters.register(ScanLines.self)
    Catalog.filters.register(Despeckle.self)
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count > 2 else { return print("usage: OwnFilter IMAGE RESULT FILTER…") }
    do {
      let image = try Bitmap(contentsOf: arguments[0])
      let chain = try Chain(from: Array(arguments[2...]))
      try chain.frame(from: image, to: image, at: 0).write(to: arguments[1], overwrite: true)
    } catch {
      print(error)
      exit(1)
    }
  }
}
