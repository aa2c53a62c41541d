import SeguePlatform
public import SeguePixels
public import SegueTransitions
import SegueLettering

/// A contact sheet: a picture with several frames of a transition, arranged in rows.
///
///     let times = FrameSampling.motion.times(frames: 12, of: renderer.timing)
///     let sheet = try ContactSheet(times: times, showsProgress: true, title: "slide-down").render(renderer)
///
/// Frames are rendered at full size and then scaled down, so that pixellated blocks look as in the full
/// frames. Transparent frames show the background. Text is black or white, whichever contrasts with the
/// background.
public struct ContactSheet: Sendable {
  /// The times of the frames, as shares 0…1 of the duration.
  public let times: [Double]
  /// The number of frames in a row.
  public let columns: Int
  /// The width of each frame on the sheet, in pixels; the height keeps the aspect ratio.
  public let tileWidth: Int
  /// The gap between frames in pixels.
  public let gap: Int
  /// The background color, also behind transparent frames.
  public let background: Pixel
  /// Whether each frame has a label below it: its progress, such as 0.45, or for clips its time in seconds.
  public let showsProgress: Bool
  /// The heading; nil for none.
  public let title: String?

  /// The default background: a light gray, on which both white and dark frames stand out.
  public static let standardBackground = Pixel(red: 224, green: 224, blue: 224)

  /// Makes a sheet.
  ///
  /// `columns` and `tileWidth` are raised to 1, `gap` to 0, if they are smaller.
  ///
  /// Capital letters of labels are 1/24 of `tileWidth` high, at least 9 pixels; letters of the heading are up
  /// to 1.5 times as high. The sheet grows to fit its text, with a margin.
  ///
  /// - Parameters:
  ///   - times: The times of the frames, as shares 0…1 of the duration; empty for only the first frame.
  ///   - columns: The number of frames in a row, at most the number of frames.
  ///   - tileWidth: The width of each frame on the sheet, in pixels.
  ///   - gap: The gap between frames in pixels.
  ///   - background: The background color, also behind transparent frames.
  ///   - showsProgress: Whether each frame has its progress below it.
  ///   - title: The heading, in ASCII; other characters become question marks.
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

  /// Returns the size of the sheet in pixels, for frames of the given size.
  public func size(for frame: PixelSize) -> PixelSize { SheetLayout(self, for: frame).size }

  /// Renders the sheet.
  ///
  /// - Throws: `RenderError` if the sheet is too large or memory is exhausted.
  public func render(_ renderer: TransitionRenderer, threads: Int = 1) throws(RenderError) -> Bitmap {
    do {
      return try render(of: renderer, threads: threads)
    } catch let error as RenderError {
      throw error
    } catch {
      throw .unrenderable("\(error)")
    }
  }

  /// Renders the sheet with frames of a sequence.
  ///
  /// - Throws: `RenderError` if the sheet is too large or memory is exhausted; any error of a frame.
  package func render(of frames: any TimedFrames, threads: Int = 1) throws -> Bitmap {
    let layout = SheetLayout(self, for: frames.size)
    let kernels = Kernels(frames.level)
    let execution = Execution(threads: threads, level: frames.level)
    var sheet = try Bitmap(layout.size, filledWith: background)
    for (index, time) in times.enumerated() {
      let (left, top) = layout.corner(of: index)
      let frame = try frames.rows(atShare: time).rendered(execution).resized(to: layout.tile, execution)
      let tile = try frame.composited(over: background, kernels: kernels, threads: threads)
      for y in 0..<tile.height {
        tile.withRow(y) { row in
          sheet.withMutableRow(top + y) { out in for x in row.indices { out[left + x] = row[x] } }
        }
      }
      if showsProgress {
        write(layout.label(twoDigits(frames.number(atShare: time)), of: index), on: &sheet)
      }
    }
    if let heading = layout.heading { write(heading, on: &sheet) }
    return sheet
  }

  private func write(_ text: PenText, on sheet: inout Bitmap) {
    let ink = background.ink
    // A sheet with a translucent background may be shown over any picture, so its text gets an outline.
    sheet.draw(text, ink, outline: background.alpha == 255 ? nil : ink == .black ? .white : .black)
  }
}

/// The layout of a sheet for frames of a given size.
private struct SheetLayout {
  let sheet: ContactSheet
  /// The size of a frame on the sheet, in pixels.
  let tile: PixelSize
  /// The height of capital letters in labels, in pixels.
  let letters: Int
  let margin: Int
  /// The distances in pixels between the left edges and between the top edges of neighboring frames.
  let step: (x: Int, y: Int)
  /// The height of capital letters in the heading, in pixels; 0 without a heading.
  ///
  /// The heading takes up twice this height.
  let headingLetters: Int
  let size: PixelSize

  init(_ sheet: ContactSheet, for frame: PixelSize) {
    self.sheet = sheet
    tile = frame.scaled(toWidth: sheet.tileWidth)
    letters = max(9, sheet.tileWidth / 24)
    margin = sheet.showsProgress || sheet.title != nil ? max(sheet.gap, letters) : 0
    // The widest label of a transition is as wide as `-0.00`: the progress of a spring exceeds 0…1 by less
    // than 10, and so has one digit before the point.
    let label = sheet.showsProgress ? Self.width(of: "-0.00", letters) : 0
    step = (
      max(tile.width, label) + sheet.gap, tile.height + (sheet.showsProgress ? 2 * letters : 0) + sheet.gap
    )
    let rows = (sheet.times.count + sheet.columns - 1) / sheet.columns
    var width = sheet.columns * step.x - sheet.gap
    var headingLetters = 0
    if let title = sheet.title {
      // The letters of the heading are 1.5 times as high as the letters of labels, if the width allows.
      headingLetters = 3 * letters / 2
      let wanted = Self.width(of: title, headingLetters)
      if wanted > width { headingLetters = max(letters, headingLetters * width / wanted) }
      width = max(width, Self.width(of: title, headingLetters))
    }
    self.headingLetters = headingLetters
    size = PixelSize(
      width: width + 2 * margin, height: rows * step.y - sheet.gap + 2 * headingLetters + 2 * margin)
  }

  /// Returns the top left corner of a frame on the sheet; frames are centered in their columns.
  func corner(of index: Int) -> (left: Int, top: Int) {
    (
      margin + index % sheet.columns * step.x + (step.x - sheet.gap - tile.width) / 2,
      margin + 2 * headingLetters + index / sheet.columns * step.y
    )
  }

  /// Lays out the label below the frame at an index.
  func label(_ text: String, of index: Int) -> PenText {
    let (left, top) = corner(of: index)
    return PenText(
      text, Float(left) + Float(tile.width) / 2, Float(top + tile.height) + 1.6 * Float(letters),
      size: Float(letters), .center)
  }

  /// Lays out the heading above all frames; nil without a heading.
  var heading: PenText? {
    sheet.title.map {
      PenText($0, Float(margin), Float(margin + headingLetters), size: Float(headingLetters))
    }
  }

  private static func width(of text: String, _ letters: Int) -> Int {
    Int(PenText(text, 0, 0, size: Float(letters)).width.rounded(.up))
  }
}

/// Returns a number with two decimals, as the option `--progress` accepts, such as 0.45.
private func twoDigits(_ value: Double) -> String {
  let hundredths = Int((100 * max(-1e9, min(1e9, value))).rounded())
  let (whole, rest) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
  return "\(hundredths < 0 ? "-" : "")\(whole).\(rest < 10 ? "0" : "")\(rest)"
}

extension Pixel {
  /// Black or white, whichever contrasts more with this color; a translucent color is first composited over
  /// white.
  fileprivate var ink: Pixel {
    let paper = 255 - Double(alpha)
    func linear(_ channel: UInt8) -> Double { pow((Double(channel) + paper) / 255, 2.2) }
    let luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    // At a luminance of 0.179, white and black text have equal contrast by WCAG.
    return luminance > 0.179 ? .black : .white
  }
}
