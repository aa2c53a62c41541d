import Foundation
import Segue

/// Plays a transition in the terminal in real time.
///
/// Usage: `LivePreview FROM TO [TRANSITION]`
@main struct LivePreview {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 2 else { return print("usage: LivePreview FROM TO [TRANSITION]") }
    do {
      try await play(arguments)
    } catch {
      print(error)
      exit(1)
    }
  }

  /// Shows each frame at its time.
  static func play(_ arguments: [String]) async throws {
    let renderer = try TransitionRenderer(
      from: Bitmap(contentsOf: arguments[0]), to: Bitmap(contentsOf: arguments[1]),
      Catalog.transitions.make(arguments.count > 2 ? arguments[2] : "pixellate-dissolve"),
      framing: Framing(size: PixelSize(width: 80, height: 44)),
      timing: Timing(duration: 1.5, curve: .easeInOut))

    print("\u{1b}[2J\u{1b}[?25l", terminator: "")
    var shown = 0
    // A late frame has its actual time, and missed frames are skipped.
    for try await frame in renderer.frames(framesPerSecond: 30) {
      show(frame)
      shown += 1
    }
    print("\u{1b}[?25h\(shown) frames")
  }

  /// Draws a frame at the terminal's top left; each character is a half block with two pixels, one above the
  /// other.
  static func show(_ frame: Bitmap) {
    let rgba = frame.rgba()
    var text = "\u{1b}[H"
    for y in stride(from: 0, to: frame.height - 1, by: 2) {
      for x in 0..<frame.width {
        for (code, row) in [(38, y), (48, y + 1)] {
          let pixel = (row * frame.width + x) * 4
          text += "\u{1b}[\(code);2;\(rgba[pixel]);\(rgba[pixel + 1]);\(rgba[pixel + 2])m"
        }
        text += "▀"
      }
      text += "\u{1b}[0m\n"
    }
    print(text, terminator: "")
  }
}
