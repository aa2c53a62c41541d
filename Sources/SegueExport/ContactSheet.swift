import Glibc
public import SeguePixels
public import SegueTransitions
import SegueLettering

/// Frames of a transition side by side in one picture, row by row.
///
///     let times = FrameSampling.motion.times(frames: 12, of: renderer.timing)
///     let sheet = try ContactSheet(times: times, showsProgress: true, title: "slide-down").render(renderer)
///
/// Frames are rendered at full size and shrunk, so that blocks look as they do in the frames. Where they are
/// transparent, the background shows. Words are written on it, in black or white, whichever is easier to read there.
public struct ContactSheet: Sendable {
  /// When the frames are taken: clock fractions 0…1.
  public let times: [Double]
  /// Frames in a row.
  public let columns: Int
  /// Width of a frame on the sheet, in pixels; the height follows.
  public let tileWidth: Int
  /// Pixels between frames.
  public let gap: Int
  /// What shows between them, and through them.
  public let background: Pixel
  /// Whether each frame has its progress below it, such as 0.45.
  public let showsProgress: Bool
  /// What is written above the frames; nil for nothing.
  public let title: String?

  /// The light gray that sheets have where no other color is asked for: white frames stand out from it, and dark ones.
  public static let standardBackground = Pixel(red: 224, green: 224, blue: 224)

  /// Describes a sheet; numbers below 1 (0 for the gap) are raised to that.
  ///
  /// Words are a 24th of a frame's width high, at least 9 pixels. They take the room that they need: a sheet may become
  /// wider by them, and gets a margin.
  ///
  /// - Parameters:
  ///   - times: When the frames are taken, clock fractions 0…1; none is the start alone.
  ///   - columns: Frames in a row, at most as many as there are.
  ///   - tileWidth: Width of a frame on the sheet, in pixels.
  ///   - gap: Pixels between frames.
  ///   - background: What shows between them, and through them.
  ///   - showsProgress: Whether each frame has its progress below it.
  ///   - title: What is written above the frames, in ASCII; other letters come out as question marks.
  public init(
    times: some Sequence<Double>, columns: Int = 4, tileWidth: Int = 320, gap: Int = 8,
    background: Pixel = ContactSheet.standardBackground, showsProgress: Bool = false, title: String? = nil
  ) {
    let times = Array(times)
    self.times = times.isEmpty ? [0] : times
    self.columns = max(1, min(columns, times.count))
    self.tileWidth = max(1, tileWidth)
    self.gap = max(0, gap)
    self.background = background
    self.showsProgress = showsProgress
    self.title = title
  }

  /// The size of the sheet for frames of a size.
  public func size(for frame: PixelSize) -> PixelSize { SheetLayout(self, for: frame).size }

  /// Renders the sheet.
  ///
  /// - Throws: `RenderError` if the sheet is too large or memory is exhausted.
  public func render(_ renderer: TransitionRenderer, threads: Int = 1) throws(RenderError) -> Bitmap {
    let layout = SheetLayout(self, for: renderer.size)
    let kernels = Kernels(renderer.level)
    let execution = Execution(threads: threads, level: renderer.level)
    var sheet = try Bitmap(layout.size, filledWith: background)
    for (index, time) in times.enumerated() {
      let (left, top) = layout.corner(of: index)
      let frame = try renderer.frame(atTime: time, execution).resized(to: layout.tile, execution)
      let tile = try frame.composited(over: background, kernels: kernels, threads: threads)
      for y in 0..<tile.height {
        tile.withRow(y) { row in
          sheet.withMutableRow(top + y) { out in for x in row.indices { out[left + x] = row[x] } }
        }
      }
      if showsProgress {
        write(layout.label(twoDigits(renderer.progress(atTime: time)), of: index), on: &sheet)
      }
    }
    if let heading = layout.heading { write(heading, on: &sheet) }
    return sheet
  }

  private func write(_ text: PenText, on sheet: inout Bitmap) {
    let ink = background.ink
    // What is behind a sheet that can be looked through is anything.
    sheet.draw(text, ink, outline: background.alpha == 255 ? nil : ink == .black ? .white : .black)
  }
}

/// Where things lie on a sheet for frames of a size.
private struct SheetLayout {
  let sheet: ContactSheet
  /// The size of a frame.
  let tile: PixelSize
  /// How high capitals are.
  let letters: Int
  let margin: Int
  /// From one frame to the next.
  let step: (x: Int, y: Int)
  /// The heading's capitals, 0 where there is none; it takes twice that.
  let headingLetters: Int
  let size: PixelSize

  init(_ sheet: ContactSheet, for frame: PixelSize) {
    self.sheet = sheet
    tile = frame.scaled(toWidth: sheet.tileWidth)
    letters = max(9, sheet.tileWidth / 24)
    margin = sheet.showsProgress || sheet.title != nil ? max(sheet.gap, letters) : 0
    // The widest there is: springs swing below 0 and above 1, by less than 10.
    let label = sheet.showsProgress ? Self.width(of: "-0.00", letters) : 0
    step = (
      max(tile.width, label) + sheet.gap, tile.height + (sheet.showsProgress ? 2 * letters : 0) + sheet.gap
    )
    let rows = (sheet.times.count + sheet.columns - 1) / sheet.columns
    var width = sheet.columns * step.x - sheet.gap
    var headingLetters = 0
    if let title = sheet.title {
      // Larger than labels, unless there is no room for that.
      headingLetters = 3 * letters / 2
      let wanted = Self.width(of: title, headingLetters)
      if wanted > width { headingLetters = max(letters, headingLetters * width / wanted) }
      width = max(width, Self.width(of: title, headingLetters))
    }
    self.headingLetters = headingLetters
    size = PixelSize(
      width: width + 2 * margin, height: rows * step.y - sheet.gap + 2 * headingLetters + 2 * margin)
  }

  /// The upper left corner of a frame, which lies in the middle of its column.
  func corner(of index: Int) -> (left: Int, top: Int) {
    (
      margin + index % sheet.columns * step.x + (step.x - sheet.gap - tile.width) / 2,
      margin + 2 * headingLetters + index / sheet.columns * step.y
    )
  }

  /// What stands below a frame.
  func label(_ text: String, of index: Int) -> PenText {
    let (left, top) = corner(of: index)
    return PenText(
      text, Float(left) + Float(tile.width) / 2, Float(top + tile.height) + 1.6 * Float(letters),
      size: Float(letters), .center)
  }

  /// What stands above all frames.
  var heading: PenText? {
    sheet.title.map {
      PenText($0, Float(margin), Float(margin + headingLetters), size: Float(headingLetters))
    }
  }

  private static func width(of text: String, _ letters: Int) -> Int {
    Int(PenText(text, 0, 0, size: Float(letters)).width.rounded(.up))
  }
}

/// A number as `--progress` would take it, such as 0.45.
private func twoDigits(_ value: Double) -> String {
  let hundredths = Int((100 * max(-1e9, min(1e9, value))).rounded())
  let (whole, rest) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
  return "\(hundredths < 0 ? "-" : "")\(whole).\(rest < 10 ? "0" : "")\(rest)"
}

extension Pixel {
  /// Black or white, whichever contrasts more with this color; with what is not there taken for white.
  fileprivate var ink: Pixel {
    let paper = 255 - Double(alpha)
    func linear(_ channel: UInt8) -> Double { pow((Double(channel) + paper) / 255, 2.2) }
    let luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    // Here (1 + 0.05) / (luminance + 0.05), WCAG's contrast to white, is the one to black.
    return luminance > 0.179 ? .black : .white
  }
}
