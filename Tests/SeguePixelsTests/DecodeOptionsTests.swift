import SeguePixels
import Testing

@Suite struct DecodeOptionsTests {
  /// Makes options without any default value.
  private func options() -> DecodeOptions {
    var options = DecodeOptions(maxPixels: 7, warn: { _ in })
    (options.page, options.framing) = (2, Framing(dither: true))
    return options
  }

  @Test("Options are equal if files decode equally, regardless of the warning closure")
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

  @Test("Options for numbers differ only in color conversion, which is off")
  func numbers() {
    var expected = options()
    expected.color = .ignore
    #expect(options().ofNumbers == expected && options().ofNumbers.warn != nil)
  }
}
