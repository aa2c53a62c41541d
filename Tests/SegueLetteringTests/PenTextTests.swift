import SegueLettering
import SeguePixels
import Testing

@Suite struct PenTextTests {
  @Test func textIsAlignedAtItsPosition() {
    let left = PenText("Hxg", 100, 50, size: 20)
    #expect(left.letters.count == 3)
    // Capitals stand on the baseline and have the requested height, including the pen's width; g has a
    // descender.
    #expect(abs(left.letters[0].corners.0.x - left.letters[0].width / 2 - 100) < 1e-3)
    #expect(left.letters[0].corners.0.y >= 30 - 2 && left.letters[0].corners.1.y <= 50)
    #expect(left.letters[2].corners.1.y > 52)
    let right = PenText("Hxg", 100, 50, size: 20, .right)
    let center = PenText("Hxg", 100, 50, size: 20, .center)
    #expect(abs(left.letters[0].corners.0.x - right.letters[0].corners.0.x - left.width) < 1e-3)
    #expect(abs(left.letters[0].corners.0.x - center.letters[0].corners.0.x - left.width / 2) < 1e-3)
    #expect(PenText("a a", 0, 0, size: 20).letters.count == 2)
  }

  /// The width extends from the first stroke's left edge to the last stroke's right edge, without a gap after
  /// it.
  @Test(arguments: ["H", "xH", "H H", "0.5H"], [9, 20, 140]) func theWidthEndsWithTheLastStroke(
    text: String, size: Float
  ) {
    func end(_ alignment: PenAlignment) throws -> (ink: Float, width: Float) {
      let line = PenText(text, 100, 50, size: size, alignment)
      let last = try #require(line.letters.last)
      return (last.corners.1.x + last.width / 2, line.width)
    }
    for (alignment, share) in [(PenAlignment.left, Float(1)), (.center, 0.5), (.right, 0)] {
      #expect(throws: Never.self) {
        let (ink, width) = try end(alignment)
        #expect(abs(ink - 100 - share * width) < 1e-2)
      }
    }
  }

  @Test("An empty text has a position, but no letters")
  func nothing() {
    let line = PenText("", 100, 50, size: 20, .center)
    #expect(line.width == 0 && line.letters.isEmpty)
  }

  @Test func missingCharactersAreQuestionMarks() {
    #expect(PenText("水", 0, 0, size: 10).width == PenText("?", 0, 0, size: 10).width)
    // The font has all characters of file names and numbers.
    let signs = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:-+_=()/%"
    func shape(_ sign: String) -> [Float] {
      let letter = PenText(sign, 0, 0, size: 140).letters[0]
      return stride(from: Float(0), through: 120, by: 20).map { letter.distance(SIMD2($0, $0 - 150)) }
    }
    for sign in signs { #expect(shape("\(sign)") != shape("?"), "\(sign)") }
    #expect(shape("水") == shape("?"))
  }

  @Test func distanceIsToTheNearestStroke() {
    let cross = PenStrokes([[SIMD2(0, 5), SIMD2(10, 5)], [SIMD2(5, 0), SIMD2(5, 10)]], width: 2)
    #expect(cross.corners == (SIMD2(0, 0), SIMD2(10, 10)))
    #expect(cross.distance(SIMD2(5, 5)) == -1 && cross.distance(SIMD2(2, 8)) == 2)
    #expect(cross.distance(SIMD2(13, 9)) == 4, "caps are round")
    #expect(PenStrokes([[SIMD2(3, 4)]], width: 2).distance(.zero) == 4, "a dot")
  }

  @Test func inkIsDrawnOverThePicture() throws {
    var picture = try Bitmap(PixelSize(width: 60, height: 40), filledWith: .white)
    picture.draw(PenText("I", 30, 30, size: 20, weight: 0.4), .black)
    // The stroke is 8 pixels wide, from x = 30 on.
    #expect(picture[33, 20] == .black && picture[20, 20] == .white && picture[45, 20] == .white)
    picture.draw(
      PenText("I", 30, 30, size: 20, weight: 0.4), .black, outline: Pixel(red: 255, green: 0, blue: 0))
    #expect(picture[33, 20] == .black && picture[40, 20] == Pixel(red: 255, green: 0, blue: 0))

    // Half coverage mixes half of the color, and drawing is clipped to the picture.
    let half = Pixel(red: 255, green: 0, blue: 0).over(.clear, 0.5)
    #expect(half == Pixel(red: 128, green: 0, blue: 0, alpha: 128))
    #expect(half.over(.white) == Pixel(red: 255, green: 127, blue: 127))
    for place in [SIMD2<Float>(-1e6, 0), SIMD2(1e6, 0), SIMD2(-3, 2), SIMD2(58, 45), SIMD2(30, 1e9)] {
      picture.draw(PenText("Mg", place.x, place.y, size: 30), .white, outline: .black)
    }
  }
}
