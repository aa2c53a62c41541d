import SeguePixels
import Testing

@Suite struct DecodeOptionsTests {
  /// Options of which nothing is as usual.
  private func options() -> DecodeOptions {
    var options = DecodeOptions(maxPixels: 7, warn: { _ in })
    (options.page, options.framing) = (2, Framing(dither: true))
    return options
  }

  @Test("Options are alike where files are decoded alike, whoever is told of what is missing")
  func equality() {
    let options = options()
    var untold = options
    untold.warn = nil
    #expect(untold == options && Set([untold, options]).count == 1)
    let changes: [(inout DecodeOptions) -> Void] = [
      { $0.maxPixels = 8 }, { $0.color = .ignore }, { $0.programs = true }, { $0.page = 3 },
      { $0.framing = nil },
      { $0.framing = Framing() },
    ]
    for (index, change) in changes.enumerated() {
      var other = options
      change(&other)
      #expect(other != options && Set([other, options]).count == 2, "change \(index)")
      #expect(Execution(decoding: other) != Execution(decoding: options), "change \(index)")
    }
  }

  @Test("Numbers are read by the same options as colors, and not converted")
  func numbers() {
    var expected = options()
    expected.color = .ignore
    #expect(options().ofNumbers == expected && options().ofNumbers.warn != nil)
  }
}
