import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite struct CropTests {
  @Test func cropEqualsThePart() throws {
    let image = try Bitmap.noise(40, 30, seed: 1)
    let chain = image --> Crop(x: 0.25, y: 0.1, width: 0.5, height: 0.6)
    for execution in [Execution(threads: 1), Execution(threads: 3)] {
      let part = try chain.frame(execution)
      #expect(part.size == PixelSize(width: 20, height: 18))
      for y in 0..<18 { for x in 0..<20 { #expect(part[x, y] == image[x + 10, y + 3]) } }
    }
  }

  @Test func cropOfTheWholePictureChangesNothing() throws {
    let image = try Bitmap.noise(13, 7, seed: 2)
    #expect(try (image --> Crop()).frame() == image)
  }

  @Test(arguments: [
    (Crop(x: 1, y: 1, width: 0, height: 0), 1, 1), (Crop(x: 0.9, y: -0.25, width: 7, height: 0.75), 1, 4),
    (Crop(x: 0, y: -5, width: 1, height: 1), 13, 1),
    (Crop(x: .nan, y: .infinity, width: .nan, height: -1), 1, 1),
  ])
  func cropStaysWithinThePicture(crop: Crop, width: Int, height: Int) throws {
    let image = try Bitmap.noise(13, 7, seed: 2)
    #expect(try (image --> crop).frame().size == PixelSize(width: width, height: height))
  }

  @Test func cropKeepsRunsOfEqualRows() throws {
    let image = try Bitmap.noise(40, 30, seed: 3)
    let blocks = image --> Pixellate(fraction: 0.25)
    let whole = try blocks.frame()
    let part = try (blocks --> Crop(x: 0, y: 0.4, width: 1, height: 0.4)).frame()
    for y in 0..<part.height { for x in 0..<40 { #expect(part[x, y] == whole[x, y + 12]) } }
  }

  @Test(arguments: FailingRows.all) func inputsThatFailAreErrors(rows: FailingRows) throws {
    let chain = .picture(rows) --> Crop(x: 0.2, y: 0.5, width: 0.5, height: 0.5)
    for threads in [1, 3] {
      #expect(throws: FailingRows.error) { try chain.frame(Execution(threads: threads)) }
    }
  }
}
