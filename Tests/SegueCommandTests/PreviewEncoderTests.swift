import Foundation
import Segue
import SegueCommand
import SegueTestSupport
import Testing

@Suite("Encoded pictures for terminals, decoded again")
struct PreviewEncoderTests {
  /// A terminal screen, as drawn with `▀` and colors.
  struct Screen {
    /// The upper and lower color of each cell, by row and column: red, green and blue, or a palette index.
    var cells: [[Int]: (top: [Int], bottom: [Int])] = [:]

    mutating func show(_ text: String) throws {
      var (row, column) = (0, 0)
      var (top, bottom): ([Int], [Int]) = ([], [])
      var rest = text[...]
      while let first = rest.popFirst() {
        if first == "▀" {
          cells[[row, column]] = (top, bottom)
          column += 1
          continue
        }
        try #require(first == "\u{1b}" && rest.popFirst() == "[")
        let end = try #require(rest.firstIndex { $0.isLetter })
        let numbers = rest[..<end].split(separator: ";").compactMap { Int($0) }
        switch (rest[end], numbers.first) {
        case ("H", _): (row, column) = (numbers[0] - 1, numbers[1] - 1)
        case ("m", 38): top = Array(numbers.dropFirst(2))
        case ("m", 48): bottom = Array(numbers.dropFirst(2))
        case ("m", 0): (top, bottom) = ([], [])
        default: Issue.record("an unknown sequence")
        }
        rest = rest[rest.index(after: end)...]
      }
    }
  }

  @Test("Half blocks show every frame, after any former one", arguments: 1...20)
  func halfBlocks(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let (width, height) = (Int.random(in: 1...12, using: &random), 2 * Int.random(in: 1...6, using: &random))
    let colors: HalfBlocks.Colors = seed % 2 == 0 ? .all : .palette
    func expected(_ pixel: Pixel) -> [Int] {
      let channels = [pixel.red, pixel.green, pixel.blue].map(Int.init)
      return colors == .all ? channels : [nearestOfPalette(channels[0], channels[1], channels[2])]
    }
    var picture = try Bitmap.noise(width, height, seed: seed)
    var blocks = HalfBlocks(colors)
    var screen = Screen()
    for _ in 0..<8 {
      try screen.show(blocks.draw(picture, left: 3, top: 2))
      #expect(screen.cells.count == width * height / 2)
      for y in 0..<height {
        for x in 0..<width {
          let cell = screen.cells[[2 + y / 2, 3 + x]]
          #expect((y % 2 == 0 ? cell?.top : cell?.bottom) == expected(picture[x, y]))
        }
      }
      #expect(blocks.draw(picture, left: 3, top: 2).isEmpty, "nothing has changed")
      for _ in 0..<Int.random(in: 1...9, using: &random) {
        picture[.random(in: 0..<width, using: &random), .random(in: 0..<height, using: &random)] = .random(
          using: &random)
      }
    }
    #expect(blocks.draw(picture, left: 0, top: 0).contains("\u{1b}[1;1H"), "drawn again at another position")
  }

  @Test("At another position or in another shape, everything is drawn again")
  func places() throws {
    func white(_ width: Int, _ height: Int) throws -> Bitmap {
      try Bitmap(PixelSize(width: width, height: height), filledWith: .white)
    }
    for (width, height, left, top) in [
      (4, 4, 2, 2), (4, 4, 4, 2), (4, 4, 3, 1), (4, 4, 3, 3), (2, 4, 3, 2), (4, 2, 3, 2), (2, 8, 3, 2),
    ] {
      var (kept, new) = (HalfBlocks(.all), HalfBlocks(.all))
      #expect(try !kept.draw(white(4, 4), left: 3, top: 2).isEmpty)
      let picture = try white(width, height)
      #expect(kept.draw(picture, left: left, top: top) == new.draw(picture, left: left, top: top))
    }
  }

  @Test("A resized terminal is drawn again, even with the same picture", arguments: [-1, 1, 2, 9])
  func resized(columns: Int) throws {
    let renderer = try TransitionRenderer(
      from: .noise(8, 16, seed: 1), to: .noise(8, 16, seed: 2), Transitions.CrossDissolve())
    let player = PreviewPlayer(duration: 1, framesPerSecond: 30)
    func screen() -> PreviewScreen { PreviewScreen(renderer, .blocks, .all) }
    var (kept, new) = (screen(), screen())
    #expect(try !kept.draw(player, "a", in: TerminalSize(columns: 40, rows: 20)).isEmpty)
    #expect(try kept.draw(player, "a", in: TerminalSize(columns: 40, rows: 20)).isEmpty)
    let size = TerminalSize(columns: 40 + columns, rows: 20)
    func layout(_ size: TerminalSize) -> TerminalLayout {
      TerminalLayout(PixelSize(width: 8, height: 16), in: size, as: .blocks)
    }
    #expect((layout(size) == layout(TerminalSize(columns: 40, rows: 20))) == (columns == -1))
    #expect(try kept.draw(player, "a", in: size) == new.draw(player, "a", in: size))
  }

  @Test("No other color of the palette is nearer", arguments: 1...200)
  func palette(seed: UInt64) {
    var random = SeededGenerator(seed)
    let steps = [0, 95, 135, 175, 215, 255]
    let cube: [[Int]] = (0..<216).map { [steps[$0 / 36], steps[$0 / 6 % 6], steps[$0 % 6]] }
    let grays: [[Int]] = (0..<24).map { Array(repeating: 8 + 10 * $0, count: 3) }
    let colors = cube + grays
    let gray = Int.random(in: 0...255, using: &random)
    let color =
      seed % 3 == 0
      ? [gray, gray, gray] : (0..<3).map { _ in Int.random(in: 0...255, using: &random) }
    func error(_ other: [Int]) -> Int { zip(color, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }
    let chosen = nearestOfPalette(color[0], color[1], color[2])
    #expect(error(colors[chosen - 16]) == colors.map(error).min())
  }

  /// Decodes sixels; each pixel must be set exactly once.
  private func decodeSixels(_ bytes: [UInt8], _ width: Int, _ height: Int) throws -> [[Int]] {
    let text = String(decoding: bytes, as: UTF8.self)
    let head = "\u{1b}P0;1q\"1;1;\(width);\(height)"
    try #require(text.hasPrefix(head) && text.hasSuffix("\u{1b}\\"))
    var rest = text.dropFirst(head.count).dropLast(2)
    var palette: [Int: [Int]] = [:]
    var pixels = [[Int]](repeating: [], count: width * height)
    var (x, band, color) = (0, 0, -1)
    func number() -> Int {
      let digits = rest.prefix { $0.isNumber }
      rest = rest.dropFirst(digits.count)
      return Int(digits) ?? -1
    }
    while let first = rest.popFirst() {
      switch first {
      case "#":
        color = number()
        if rest.first == ";" {
          var values: [Int] = []
          while rest.first == ";" {
            rest.removeFirst()
            values.append(number())
          }
          try #require(values.count == 4 && values[0] == 2)
          palette[color] = values.dropFirst().map { $0 * 255 / 100 }
        }
      case "$": x = 0
      case "-": (x, band) = (0, band + 1)
      default:
        let count = first == "!" ? number() : 1
        let letter = first == "!" ? rest.removeFirst() : first
        let bits = Int(try #require(letter.asciiValue)) - 63
        for column in x..<x + count {
          for bit in 0..<6 where bits >> bit & 1 == 1 {
            let (y, value) = (6 * band + bit, try #require(palette[color]))
            try #require(column < width && y < height && pixels[y * width + column].isEmpty)
            pixels[y * width + column] = value
          }
        }
        x += count
      }
    }
    return pixels
  }

  @Test("Sixels set every pixel once, within a step of its color", arguments: 1...12)
  func sixels(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let (width, height) = (Int.random(in: 1...40, using: &random), Int.random(in: 1...20, using: &random))
    let picture = try Bitmap.noise(width, height, seed: seed)
    let pixels = try decodeSixels(sixelPicture(picture), width, height)
    for y in 0..<height {
      for x in 0..<width {
        let (pixel, shown) = (picture[x, y], pixels[y * width + x])
        try #require(shown.count == 3)
        for (value, step) in zip([pixel.red, pixel.green, pixel.blue], shown) {
          #expect(abs(Int(value) - step) < 51)
          if value % 51 == 0 { #expect(Int(value) == step, "a color of the palette is itself") }
        }
      }
    }
  }

  @Test("Sixels have white as a color") func white() throws {
    let picture = try Bitmap(PixelSize(width: 3, height: 7), filledWith: .white)
    #expect(try decodeSixels(sixelPicture(picture), 3, 7).allSatisfy { $0 == [255, 255, 255] })
  }

  @Test("Dithering keeps the mean of a plain color", arguments: [0, 1, 7, 25, 26, 100, 128, 200, 254, 255])
  func dither(value: Int) throws {
    let color = Pixel(red: UInt8(value), green: UInt8(255 - value), blue: UInt8(value))
    let picture = try Bitmap(PixelSize(width: 16, height: 16), filledWith: color)
    let pixels = try decodeSixels(sixelPicture(picture), 16, 16)
    for channel in 0..<3 {
      let mean = Double(pixels.reduce(0) { $0 + $1[channel] }) / 256
      let wanted = channel == 1 ? 255 - value : value
      #expect(abs(mean - Double(wanted)) < 0.9)
    }
  }

  @Test("kitty's chunks have at most 4096 letters, and together the file", arguments: [1, 5, 60, 200])
  func kitty(side: Int) throws {
    let picture = try Bitmap.noise(side, side, seed: 4)
    let encoder = Formats.PNG().makeEncoder(level: .preferred)
    try encoder.encode(picture, named: "frame")
    let png = try encoder.withBytes { bytes in bytes.withUnsafeBytes { [UInt8]($0) } }
    let chunks = kittyPicture(png, columns: 7, rows: 3).components(separatedBy: "\u{1b}\\")
    #expect(chunks.last == "")
    var payload = ""
    for (index, chunk) in chunks.dropLast().enumerated() {
      let parts = chunk.components(separatedBy: ";")
      try #require(parts.count == 2 && parts[0].hasPrefix("\u{1b}_G"))
      let keys = parts[0].dropFirst(3).split(separator: ",")
      #expect(keys.last == (index < chunks.count - 2 ? "m=1" : "m=0"))
      if index == 0 {
        // The fixed placement replaces the former picture, and the cursor stays.
        #expect(
          Set(keys.dropLast()) == ["a=T", "f=100", "i=1", "p=1", "q=2", "C=1", "c=7", "r=3"])
      } else {
        #expect(keys.count == 1)
      }
      #expect(parts[1].count <= 4096)
      payload += parts[1]
    }
    #expect(try Bitmap(decoding: [UInt8](#require(Data(base64Encoded: payload)))) == picture)
  }

  @Test func inlineImage() throws {
    let file: [UInt8] = (0...255).map { $0 }
    let text = inlinePicture(file, columns: 7, rows: 3)
    let parts = text.components(separatedBy: ":")
    try #require(parts.count == 2 && parts[0].hasPrefix("\u{1b}]1337;File=") && parts[1].hasSuffix("\u{7}"))
    let keys = parts[0].dropFirst(12).split(separator: ";")
    #expect(Set(keys) == ["inline=1", "size=256", "width=7", "height=3", "preserveAspectRatio=0"])
    #expect(Data(base64Encoded: String(parts[1].dropLast())) == Data(file))
  }

  @Test func aCharacterIsTwiceAsHighAsItIsWide() {
    let size = TerminalSize(columns: 7, rows: 9)
    #expect(size == TerminalSize(columns: 7, rows: 9, cellWidth: 10, cellHeight: 20))
  }

  @Test(
    "A picture fits the terminal, with its aspect ratio to half a pixel or half a character",
    arguments: PictureProtocol.allCases, 1...40)
  func layout(_ way: PictureProtocol, seed: UInt64) {
    var random = SeededGenerator(seed)
    let frame = PixelSize(
      width: .random(in: 1...3000, using: &random), height: .random(in: 1...3000, using: &random))
    let terminal = TerminalSize(
      columns: .random(in: 1...200, using: &random), rows: .random(in: 1...80, using: &random),
      cellWidth: .random(in: 5...12, using: &random), cellHeight: .random(in: 9...24, using: &random))
    let layout = TerminalLayout(frame, in: terminal, as: way)
    #expect(layout.left >= 0 && layout.columns > 0 && layout.left + layout.columns <= terminal.columns)
    let last = max(1, terminal.rows - 1)
    #expect(layout.top >= 0 && layout.rows > 0 && layout.top + layout.rows <= last, "the last row is free")
    let shape = Double(frame.width) / Double(frame.height)
    if way == .blocks {
      #expect(layout.picture == PixelSize(width: layout.columns, height: 2 * layout.rows))
      let (width, height) = (layout.columns * terminal.cellWidth, layout.rows * terminal.cellHeight)
      let error = abs(Double(width) - shape * Double(height))
      let halfCell = 0.5 * (Double(terminal.cellWidth) + shape * Double(terminal.cellHeight))
      #expect(error <= halfCell + 1e-6 || min(layout.columns, layout.rows) == 1)
      #expect(layout.columns == terminal.columns || layout.rows == last, "as large as fits")
    } else {
      #expect(layout.picture.width <= max(1, frame.width) && layout.picture.height <= max(1, frame.height))
      #expect(layout.picture.width <= layout.columns * terminal.cellWidth)
      #expect(layout.picture.height <= layout.rows * terminal.cellHeight)
      let error = abs(Double(layout.picture.width) - shape * Double(layout.picture.height))
      #expect(error <= 0.5 + 0.5 * shape || min(layout.picture.width, layout.picture.height) == 1)
    }
  }

  @Test(
    "Graphics have their own size, or the largest that fits, and are centered to half a pixel",
    arguments: [PictureProtocol.kitty, .iterm2, .sixel], 1...40)
  func graphics(_ way: PictureProtocol, seed: UInt64) {
    var random = SeededGenerator(seed)
    let frame = PixelSize(
      width: .random(in: 1...1500, using: &random), height: .random(in: 1...1500, using: &random))
    let terminal = TerminalSize(
      columns: .random(in: 1...200, using: &random), rows: .random(in: 2...80, using: &random),
      cellWidth: .random(in: 5...12, using: &random), cellHeight: .random(in: 9...24, using: &random))
    let layout = TerminalLayout(frame, in: terminal, as: way)
    let room = (terminal.columns * terminal.cellWidth, (terminal.rows - 1) * terminal.cellHeight)
    let scale = min(
      1, Double(room.0) / Double(frame.width), Double(room.1) / Double(frame.height))
    for (side, whole) in [(layout.picture.width, frame.width), (layout.picture.height, frame.height)] {
      #expect(side == 1 || abs(Double(side) - scale * Double(whole)) < 0.5 + 1e-6)
      #expect(scale < 1 || side == whole)
    }
    #expect((0...1).contains(terminal.columns - layout.columns - 2 * layout.left))
    #expect((0...1).contains(terminal.rows - 1 - layout.rows - 2 * layout.top))
  }

  @Test func theAnswerOfATerminalDeterminesTheProtocol() {
    let sixel = "\u{1b}[?62;4;22c"
    let plain = "\u{1b}[?1;2c"
    let kitty = "\u{1b}_Gi=1;OK\u{1b}\\\u{1b}[6;20;9t\u{1b}[?62;c"
    #expect(PictureProtocol(answer: kitty, environment: [:]) == .kitty)
    #expect(PictureProtocol(answer: sixel, environment: [:]) == .sixel)
    #expect(PictureProtocol(answer: plain, environment: [:]) == .blocks)
    #expect(PictureProtocol(answer: "", environment: [:]) == .blocks)
    #expect(PictureProtocol(answer: "\u{1b}_Gi=1;ENOTSUP\u{1b}\\" + plain, environment: [:]) == .blocks)
    #expect(PictureProtocol(answer: "\u{1b}[?64;14c", environment: [:]) == .blocks, "attribute 14 is not 4")
    #expect(PictureProtocol(answer: plain, environment: ["TERM_PROGRAM": "iTerm.app"]) == .iterm2)
    #expect(PictureProtocol(answer: plain, environment: ["LC_TERMINAL": "iTerm2"]) == .iterm2)
    #expect(PictureProtocol.isWhole(kitty) && PictureProtocol.isWhole(plain))
    #expect(!PictureProtocol.isWhole("\u{1b}[?62;4"))
    #expect(PictureProtocol.cell(kitty)?.width == 9 && PictureProtocol.cell(kitty)?.height == 20)
    #expect(PictureProtocol.cell(plain) == nil)
    #expect(HalfBlocks.Colors(environment: ["COLORTERM": "truecolor"]) == .all)
    #expect(HalfBlocks.Colors(environment: ["COLORTERM": "24bit"]) == .all)
    #expect(HalfBlocks.Colors(environment: ["COLORTERM": "yes"]) == .palette)
    #expect(HalfBlocks.Colors(environment: ["TERM": "xterm-256color"]) == .palette)
  }

  @Test(
    "The best protocol follows from a terminal's answer or name",
    arguments: [
      ("", ["TERM_PROGRAM": "WezTerm"], .iterm2), ("", ["TERM_PROGRAM": "mintty"], .iterm2),
      ("", ["TERM_PROGRAM": "iTerm2"], .iterm2), ("", ["LC_TERMINAL": "iTerm.app"], .iterm2),
      ("\u{1b}[?62;4c", ["TERM_PROGRAM": "WezTerm"], .iterm2),
      ("\u{1b}_Gi=1;OK\u{1b}\\\u{1b}[?62;4c", ["TERM_PROGRAM": "WezTerm"], .kitty),
      ("\u{1b}_Gi=1;OK\u{1b}\\\u{1b}[?62;4c", [:], .kitty), ("\u{1b}_Gi=31;OK\u{1b}\\", [:], .blocks),
      // Inside another program, such as tmux, the picture protocols of the outer terminal do not work.
      ("\u{1b}[?62;4c", ["TERM_PROGRAM": "tmux", "LC_TERMINAL": "iTerm2"], .sixel),
      ("\u{1b}[?62;4c", ["TERM_PROGRAM": "vscode"], .sixel), ("\u{1b}[?4c", [:], .sixel),
      ("\u{1b}[?62;40;24c", [:], .blocks), ("\u{1b}[?2026;4$y", [:], .blocks),
      ("\u{1b}[?2026;1$y\u{1b}[?62;4c", [:], .sixel), ("\u{1b}[4c", [:], .blocks),
    ] as [(String, [String: String], PictureProtocol)])
  func best(_ answer: String, _ environment: [String: String], _ way: PictureProtocol) {
    #expect(PictureProtocol(answer: answer, environment: environment) == way)
  }

  /// The query of graphics has one pixel of 3 bytes, and precedes the query of the terminal.
  @Test("The query of a terminal ends with a request that every terminal answers")
  func question() throws {
    let parts = PictureProtocol.question.components(separatedBy: "\u{1b}")
    #expect(parts == ["", "_Gi=1,s=1,v=1,a=q,t=d,f=24;AAAA", "\\", "[16t", "[c"])
    #expect(Data(base64Encoded: "AAAA")?.count == 3)
    for (answer, isWhole) in [
      ("\u{1b}[6;20;9t", false), ("\u{1b}[?62;4", false), ("\u{1b}[?2026;1$y", false), ("\u{1b}[?6c", true),
      ("\u{1b}[?2026;1$y\u{1b}[?62;22c", true),
    ] {
      #expect(PictureProtocol.isWhole(answer) == isWhole, "\(answer.debugDescription)")
    }
    for (answer, cell) in [
      ("\u{1b}[6;18;8t", [8, 18]), ("\u{1b}[6;0;8t", nil), ("\u{1b}[6;18;0t", nil), ("\u{1b}[6;18t", nil),
      ("\u{1b}[4;18;8t", nil), ("\u{1b}[6;0;8t\u{1b}[6;18;8t", [8, 18]), ("\u{1b}[6;18;8;3t", nil),
    ] as [(String, [Int]?)] {
      #expect(
        PictureProtocol.cell(answer).map { [$0.width, $0.height] } == cell, "\(answer.debugDescription)")
    }
  }

  private func renderer(_ width: Int, _ height: Int) throws -> TransitionRenderer {
    try TransitionRenderer(
      from: .noise(width, height, seed: 1, opaque: true), to: .noise(width, height, seed: 2, opaque: true),
      Transitions.CrossDissolve())
  }

  /// Characters have 5x9 pixels: 37x20 pixels take 8 by 3 of the terminal's 90 by 11.
  @Test(
    "A picture of its own size is centered above the last line",
    arguments: [PictureProtocol.kitty, .iterm2, .sixel])
  func screen(_ way: PictureProtocol) throws {
    let renderer = try renderer(37, 20)
    var player = PreviewPlayer(duration: 1, framesPerSecond: 30)
    player.tick(at: 7)
    player.tick(at: 7.5)
    var screen = PreviewScreen(renderer, way, .all)
    let terminal = TerminalSize(columns: 90, rows: 12, cellWidth: 5, cellHeight: 9)
    let text = String(decoding: try screen.draw(player, "fade", in: terminal), as: UTF8.self)
    let start = "\u{1b}[?2026h\u{1b}[2J\u{1b}[5;42H"
    let end = "\u{1b}[12;1H\(player.status("fade", columns: 90))\u{1b}[K\u{1b}[?2026l"
    try #require(text.hasPrefix(start) && text.hasSuffix(end))
    let shown = String(text.dropFirst(start.count).dropLast(end.count))
    let frame = try renderer.frame(atTime: 0.5)
    func content(from mark: Character, to end: String) throws -> [UInt8] {
      let payload = try #require(
        shown.firstIndex(of: mark).map { shown[$0...].dropFirst().dropLast(end.count) })
      return [UInt8](try #require(Data(base64Encoded: String(payload))))
    }
    switch way {
    case .kitty:
      #expect(shown.contains(",c=8,r=3,"))
      #expect(try Bitmap(decoding: content(from: ";", to: "\u{1b}\\")) == frame)
    case .iterm2:
      #expect(shown.contains(";width=8;height=3;"))
      let file = try content(from: ":", to: "\u{7}")
      #expect(
        try Catalog.formats.forContent(file)?.name == "jpeg" && Bitmap(decoding: file).size == frame.size)
    case .sixel, .blocks: #expect(shown == String(decoding: sixelPicture(frame), as: UTF8.self))
    }
  }

  @Test("A picture larger than the terminal is sent in the size in which it is shown")
  func shrunk() throws {
    let renderer = try renderer(37, 20)
    var screen = PreviewScreen(renderer, .sixel, .all)
    let player = PreviewPlayer(duration: 1, framesPerSecond: 30)
    // 20 by 18 pixels above the last line.
    let terminal = TerminalSize(columns: 4, rows: 3, cellWidth: 5, cellHeight: 9)
    let text = String(decoding: try screen.draw(player, "fade", in: terminal), as: UTF8.self)
    #expect(text.contains("\u{1b}[1;1H\u{1b}P0;1q\"1;1;20;11#"))
  }

  @Test("Only changes are written")
  func changes() throws {
    let renderer = try renderer(8, 6)
    var screen = PreviewScreen(renderer, .sixel, .all)
    var player = PreviewPlayer(duration: 1, framesPerSecond: 10)
    let terminal = TerminalSize(columns: 80, rows: 10)
    func draw(_ name: String = "fade") throws -> String {
      String(decoding: try screen.draw(player, name, in: terminal), as: UTF8.self)
    }
    func line(_ name: String = "fade") -> String {
      "\u{1b}[10;1H\(player.status(name, columns: 80))\u{1b}[K\u{1b}[?2026l"
    }
    #expect(try draw().hasPrefix("\u{1b}[?2026h\u{1b}[2J"))
    #expect(try draw().isEmpty)
    player.press(.pause, at: 0)
    #expect(try draw() == "\u{1b}[?2026h" + line())
    player.press(.forward, at: 0)
    let moved = try draw()
    #expect(moved.hasPrefix("\u{1b}[?2026h\u{1b}[") && moved.hasSuffix(line()))
    #expect(moved.contains("\u{1b}P0;1q") && !moved.contains("\u{1b}[2J"))
    #expect(try draw("hero") == "\u{1b}[?2026h" + line("hero") && draw("hero").isEmpty)
  }
}
