import SegueFormats
import Testing

@Suite struct FrameRateTests {
  @Test(
    "Rates as fractions",
    arguments: [
      (60.0, "60:1"), (25, "25:1"), (1, "1:1"), (29.97, "30000:1001"), (23.976, "24000:1001"),
      (23.98, "24000:1001"), (59.94, "60000:1001"), (119.88, "120000:1001"), (30000.0 / 1001, "30000:1001"),
      (59.9, "599:10"), (23.95, "479:20"), (29.95, "599:20"), (12.5, "25:2"), (0.5, "1:2"),
      (0.999, "1000:1001"), (0.997, "997:1000"), (14.985, "15000:1001"),
      (33.3333, "33333:1000"), (1e-9, "1:1000"), (1000, "1000:1"), (.infinity, "1000000000:1"),
      (.nan, "1:1000"),
      (-.infinity, "1:1000"),
    ] as [(Double, String)])
  func rates(number: Double, text: String) { #expect("\(FrameRate(number))" == text) }

  @Test(
    "Rates as text, exactly",
    arguments: [
      ("60", "60:1"), ("25", "25:1"), ("12.5", "25:2"), ("29.97", "30000:1001"), ("23.976", "24000:1001"),
      ("59.94", "60000:1001"), ("24000/1001", "24000:1001"), ("30000/1001", "30000:1001"), ("50/2", "25:1"),
      ("1/3", "1:3"), ("1000/7", "1000:7"), ("0.0005", "1:2000"), ("33.3333", "333333:10000"),
      ("12.5/1", "25:2"), ("1e1", "10:1"), ("1000000000", "1000000000:1"), ("1/1000000000", "1:1000000000"),
      ("0", nil), ("-25", nil), ("24/0", nil), ("-24/-1", nil), ("nan", nil), ("inf", nil), ("1/inf", nil),
      ("", nil), ("/", nil), ("25/", nil), ("/25", nil), ("1/2/3", nil), ("fast", nil), ("1e10", nil),
      ("0x19", "25:1"),
    ] as [(String, String?)])
  func texts(text: String, expected: String?) { #expect(FrameRate(text).map { "\($0)" } == expected) }

  @Test("A literal is the rate of its number")
  func literals() {
    let rates: [FrameRate] = [60, 29.97, 12.5, 0.5, 0, -1]
    #expect(rates.map(\.description) == ["60:1", "30000:1001", "25:2", "1:2", "1:1000", "1:1000"])
  }

  @Test func fractions() {
    #expect(FrameRate(numerator: 50, denominator: 4) == FrameRate(12.5))
    for (numerator, denominator) in [(0, 1), (1, 0), (-1, 1), (1, -1), (1_000_000_001, 1), (1, .max)] {
      #expect(FrameRate(numerator: numerator, denominator: denominator) == nil)
    }
  }
}
