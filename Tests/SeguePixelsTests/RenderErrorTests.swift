import Foundation
import SeguePixels
import Testing

@Suite struct RenderErrorTests {
  static let size = PixelSize(width: 3, height: 2)
  static let errors: [RenderError] = [
    .invalidSize(size), .outOfMemory(size), .sizesDiffer(size, size), .unrenderable("why"),
    .wrongByteCount(5, size), .notPremultiplied(x: 1, y: 2),
  ]

  @Test(arguments: errors) func descriptionsAreEqual(error: RenderError) {
    #expect("\(error)" == error.localizedDescription && !"\(error)".hasSuffix("."))
    #expect(!"\(error)".contains("--"))
  }
}
