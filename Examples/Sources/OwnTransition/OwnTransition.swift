import Foundation
import Segue

/// A transition in which strips of the second picture come in from the left and the right alternately.
struct Blinds: Transition {
  var strips = 8

  func chain(_ operation: TransitionOperation) -> Chain {
    (.from, .to)
      --> Layers { [strips] progress, frame in
        // Later layers are drawn on top.
        [.init(.from)]
          + (0..<strips).map { strip in
            let top = (frame.height * Double(strip) / Double(strips)).rounded()
            let bottom = (frame.height * Double(strip + 1) / Double(strips)).rounded()
            let side: Double = strip.isMultiple(of: 2) ? -1 : 1
            return .init(
              .to, part: PixelRectangle(x: 0, y: top, width: frame.width, height: bottom - top),
              transform: .translation(x: side * frame.width * (1 - progress)))
          }
      }
  }

  let timing = Timing(duration: 0.8, curve: .easeInOut)
}

/// The name makes the transition available in storyboards, slideshows and lists.
extension Blinds: SelfDescribing {
  static let name = "blinds"
  static let summary = "Strips of the new picture come in from both sides."
  static let parameters: [NamedParameter<Blinds>] = []
}

/// Writes the frames of the transition as an animated PNG.
///
/// Usage: `OwnTransition FROM TO RESULT.png`
@main struct OwnTransition {
  static func main() async {
    Catalog.transitions.register(Blinds.self)
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 3 else { return print("usage: OwnTransition FROM TO RESULT.png") }
    do {
      let renderer = try TransitionRenderer(
        from: Bitmap(contentsOf: arguments[0]), to: Bitmap(contentsOf: arguments[1]),
        Catalog.transitions.make("blinds"), framing: Framing(size: PixelSize(width: 480, height: 270)))
      let summary = try await Exporter(renderer, framesPerSecond: 30).export(
        to: .animation(.file(arguments[2]), .apng))
      print("\(summary.frames) frames")
    } catch {
      print(error)
      exit(1)
    }
  }
}
