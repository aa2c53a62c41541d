/// The content of the terminal during a preview, and the bytes that update it.
package struct PreviewScreen {
  private let frames: any TimedFrames
  private let way: PictureProtocol
  private let encoder: any FrameEncoder
  private var blocks: HalfBlocks
  private var frame: Bitmap?
  private var shown: (time: Double, size: TerminalSize, status: String)?

  package init(_ frames: any TimedFrames, _ way: PictureProtocol, _ colors: HalfBlocks.Colors) {
    self.frames = frames
    self.way = way
    // iTerm2 accepts any image file, and a JPEG has a fifth of the bytes of a PNG.
    let format: any ImageFormat = way == .iterm2 ? Formats.JPEG() : Formats.PNG()
    encoder = format.makeEncoder(level: frames.level)
    blocks = HalfBlocks(colors)
  }

  /// Returns the bytes that show the state of a player; empty if the screen already shows it.
  package mutating func draw(_ player: PreviewPlayer, _ name: String, in terminal: TerminalSize) throws
    -> [UInt8]
  {
    let status = player.status(name, columns: terminal.columns)
    let isResized = shown.map { $0.size != terminal } ?? true
    let isMoved = isResized || shown?.time != player.time
    guard isMoved || shown?.status != status else { return [] }
    // Begins a synchronized update, which terminals without this feature ignore.
    var out = Array("\u{1b}[?2026h".utf8)
    if isResized {
      blocks = HalfBlocks(blocks.colors)
      out += "\u{1b}[2J".utf8
    }
    if isMoved { out += try picture(at: player.time, in: terminal) }
    out += "\(cursor(to: 0, terminal.rows - 1))\(status)\u{1b}[K\u{1b}[?2026l".utf8
    shown = (player.time, terminal, status)
    return out
  }

  private mutating func picture(at time: Double, in terminal: TerminalSize) throws -> [UInt8] {
    let layout = TerminalLayout(frames.size, in: terminal, as: way)
    let execution = Execution(level: frames.level)
    var full = try frame.take() ?? Bitmap(frames.size)
    // Renders at full size and then scales down, so that pixellated blocks and layers look as in the full
    // frames.
    try frames.rows(atShare: time).render(into: &full, RenderContext(execution))
    let picture = try full.resized(to: layout.picture, execution)
    frame = full
    let corner = cursor(to: layout.left, layout.top)
    switch way {
    case .blocks: return Array(blocks.draw(picture, left: layout.left, top: layout.top).utf8)
    case .sixel: return corner.utf8 + sixelPicture(picture)
    case .kitty:
      return try Array(
        (corner + kittyPicture(file(picture), columns: layout.columns, rows: layout.rows)).utf8)
    case .iterm2:
      return try Array(
        (corner + inlinePicture(file(picture), columns: layout.columns, rows: layout.rows)).utf8)
    }
  }

  private func file(_ picture: Bitmap) throws -> [UInt8] {
    try encoder.encode(picture)
    return try encoder.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }
}
