import SegueFormats
import Testing

@Suite struct CaptureDateTests {
  /// EXIF with the tag DateTime, and with DateTimeOriginal in the Exif directory.
  private func exif(_ date: String, original: String?) -> [UInt8] {
    func short(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
    func long(_ value: Int) -> [UInt8] { short(value & 0xffff) + short(value >> 16) }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
      short(tag) + short(type) + long(count) + long(value)
    }
    let texts = [date, original ?? ""].map { Array($0.utf8) + [0] }
    // The parts are the header, a directory of two entries, a directory of one entry, and the texts.
    let details = 8 + 2 + 24 + 4
    let start = details + 2 + 12 + 4
    return [0x49, 0x49, 42, 0] + long(8) + short(2) + entry(0x132, 2, texts[0].count, start)
      + entry(0x8769, 4, 1, details) + long(0) + short(1)
      + entry(original == nil ? 0x9004 : 0x9003, 2, texts[1].count, start + texts[0].count) + long(0)
      + texts[0]
      + texts[1]
  }

  @Test(
    "The capture day is that of DateTimeOriginal, else that of DateTime",
    arguments: [
      ("2024:05:06 07:08:09", "2023:12:31 23:59:59", "2023-12-31"),
      ("2024:05:06 07:08:09", nil, "2024-05-06"),
      ("    :  :     :  :  ", nil, nil), ("0000:00:00 00:00:00", nil, nil), ("yesterday, at noon", nil, nil),
      ("2024", nil, nil),
    ] as [(String, String?, String?)])
  func days(date: String, original: String?, expected: String?) {
    #expect(Metadata(exif: exif(date, original: original)).captureDay == expected)
    #expect(Metadata(exif: Array(exif(date, original: original).prefix(20))).captureDay == nil)
  }

  @Test func withoutEXIFThereIsNoCaptureDay() { #expect(Metadata().captureDay == nil) }
}
