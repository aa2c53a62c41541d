import SegueFormats
import Testing

@Suite struct FrameRateTests {
  @Test(
    "Rates as fractions",
    arguments: [
      (60.0, "60:1"), (25, "25:1"), (1, "1:1"), (29.97, "30000:1001"), (23.976, "24000:1001"),
      (23.98, "24000:1001"), (59.94, "60000:1001"), (119.88, "120000:1001"), (30000.0 / 1001, "30000:1001"),
      (12.5, "25:2"), (0.5, "1:2"), (0.999, "1000:1001"), (0.997, "997:1000"), (14.985, "15000:1001"),
      (33.3333, "33333:1000"), (1e-9, "1:1000"), (1000, "1000:1"),
    ] as [(Double, String)])
  func rates(number: Double, text: String) { #expect("\(FrameRate(number))" == text) }
}
