import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Compares the filter with the resampling of a picture.
@Suite struct LanczosResamplingTests {
  @Test("A negative side is derived from the other one, like a side of 0") func sidesBelowZero() throws {
    let picture = try Bitmap.noise(40, 30, seed: 3)
    #expect(try (picture --> LanczosResampling(width: -5)).frame() == picture)
    #expect(
      try (picture --> LanczosResampling(width: -5, height: 45)).frame() == picture.resized(height: 45))
    #expect(
      try (picture --> LanczosResampling(width: 20, height: -5)).frame() == picture.resized(width: 20))
  }

  @Test func resizedAsPicturesAre() throws {
    let picture = try Bitmap.noise(40, 30, seed: 3)
    #expect(try (picture --> LanczosResampling(width: 20)).frame() == picture.resized(width: 20))
    #expect(try (picture --> LanczosResampling(height: 45)).frame() == picture.resized(height: 45))
    for (width, height) in [(7, 70), (40, 12), (13, 30)] {
      let size = PixelSize(width: width, height: height)
      let filter = LanczosResampling(width: width, height: height)
      #expect(try (picture --> filter).frame() == picture.resized(to: size), "\(size)")
    }
    #expect(try (picture --> LanczosResampling()).frame() == picture)
  }
}
