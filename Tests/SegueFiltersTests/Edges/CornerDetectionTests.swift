import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Compares corner detectors with their passes, and with the corners of a square.
@Suite struct CornerDetectionTests {
  private let image: Bitmap

  init() throws { image = try Bitmap.noise(72, 41, seed: 12, opaque: true) }

  /// Expects the smaller eigenvalue of the smoothed structure tensor, with GPUImage's constants.
  @Test(arguments: [nil, "0.01"]) func shiTomasiEqualsItsSteps(threshold: String?) throws {
    let shapes = try
      (image --> GaussianBlur(sigma: 3) --> Catalog.filters.make("contrast", ["contrast": "4"])).frame()
    let derivative = try Catalog.filters.make("xy-derivative")
    var heights = try (shapes --> derivative --> GaussianBlur(sigma: 2)).frame()
    for y in 0..<heights.height {
      for x in 0..<heights.width {
        let pixel = heights[x, y]
        let (a, b) = (Double(pixel.red) / 255, Double(pixel.green) / 255)
        let both = Double(pixel.blue) / 127.5 - 1
        let height = 1.5 * (a + b - ((a - b) * (a - b) + 4 * both * both).squareRoot())
        let gray = UInt8((255 * min(max(height, 0), 1)).rounded())
        heights[x, y] = Pixel(red: gray, green: gray, blue: gray)
      }
    }
    let highest = try Catalog.filters.make(
      "thresholded-non-maximum-suppression", ["threshold": threshold ?? "0.2"])
    let expected = try (heights --> highest).frame()
    var values = ["marks": "false"]
    values["threshold"] = threshold
    let frame = try (shapes --> Catalog.filters.make("shi-tomasi", values)).frame()
    #expect(frame.pixelsDiffering(from: expected, byMoreThan: 0) <= 2)
    if threshold != nil {
      #expect(
        try expected.pixelsDiffering(from: Bitmap(expected.size, filledWith: .black), byMoreThan: 0) > 4)
    }
  }

  /// A bright square on black has four corners; no other corners are found.
  @Test(arguments: ["harris", "noble", "shi-tomasi"]) func cornersOfASquare(name: String) throws {
    var square = try Bitmap(PixelSize(width: 60, height: 60), filledWith: .black)
    for y in 20..<40 { for x in 20..<40 { square[x, y] = .white } }
    let frame = try (square --> Catalog.filters.make(name, ["marks": "false"])).frame()
    var corners: [(Int, Int)] = []
    for y in 0..<60 { for x in 0..<60 where frame[x, y] == .white { corners.append((x, y)) } }
    #expect(corners.count == 4)
    for (x, y) in corners {
      #expect(min(abs(x - 20), abs(x - 39)) <= 3 && min(abs(y - 20), abs(y - 39)) <= 3)
    }
    let marked = try (square --> Catalog.filters.make(name)).frame()
    let red = Pixel(red: 255, green: 0, blue: 0)
    // Marks are squares of five pixels, with the unchanged picture around them.
    for y in 0..<60 {
      for x in 0..<60 {
        let isMarked = corners.contains { max(abs(x - $0.0), abs(y - $0.1)) <= 2 }
        #expect(marked[x, y] == (isMarked ? red : square[x, y]))
      }
    }
  }
}
