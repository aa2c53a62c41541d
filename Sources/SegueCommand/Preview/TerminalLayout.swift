/// The size of a terminal in characters, and the size of a character in pixels.
package struct TerminalSize: Equatable, Sendable {
  package var columns: Int
  package var rows: Int
  package var cellWidth: Int
  package var cellHeight: Int

  /// Makes a size; by default a character is 10 × 20 pixels.
  package init(columns: Int, rows: Int, cellWidth: Int = 10, cellHeight: Int = 20) {
    self.columns = columns
    self.rows = rows
    self.cellWidth = cellWidth
    self.cellHeight = cellHeight
  }
}

/// The position of a picture above the status line, and its size in pixels.
package struct TerminalLayout: Equatable, Sendable {
  /// The number of characters to the left of the picture, and above it.
  package let left, top: Int
  /// The number of characters that the picture covers in each direction.
  package let columns, rows: Int
  /// The size of the picture sent to the terminal, in pixels.
  package let picture: PixelSize

  /// Centers a frame at the largest size that fits.
  ///
  /// Except for half blocks, pictures are not enlarged, since an enlarged picture has more bytes without more
  /// detail.
  package init(_ frame: PixelSize, in terminal: TerminalSize, as way: PictureProtocol) {
    let (across, down) = (max(1, terminal.columns), max(1, terminal.rows - 1))
    let (cellWidth, cellHeight) = (Double(terminal.cellWidth), Double(terminal.cellHeight))
    let fitting = min(
      Double(across) * cellWidth / Double(frame.width), Double(down) * cellHeight / Double(frame.height))
    let scale = way == .blocks ? fitting : min(1, fitting)
    let (width, height) = (scale * Double(frame.width), scale * Double(frame.height))
    let rounding = way == .blocks ? FloatingPointRoundingRule.toNearestOrEven : .up
    columns = max(1, min(across, Int((width / cellWidth).rounded(rounding))))
    rows = max(1, min(down, Int((height / cellHeight).rounded(rounding))))
    picture =
      way == .blocks
      ? PixelSize(width: columns, height: 2 * rows)
      : PixelSize(width: max(1, Int(width.rounded())), height: max(1, Int(height.rounded())))
    left = (across - columns) / 2
    top = (down - rows) / 2
  }
}

/// Returns the escape sequence that moves the cursor to a column and row, counted from 0.
package func cursor(to column: Int, _ row: Int) -> String { "\u{1b}[\(row + 1);\(column + 1)H" }
