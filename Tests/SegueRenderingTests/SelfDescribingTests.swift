import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite struct SelfDescribingTests {
  @Test func parametersAreSetByName() throws {
    let filter = try Pixellate.make([("fraction", "0.25"), ("sampling", "mean")])
    #expect(filter.fraction(at: 0.9) == 0.25 && filter.sampling == .mean)
  }

  /// Parameters for a name or a file take `-` as standard input, and text with a dot or a slash as a file.
  @Test(arguments: [
    ("-", true), ("map.pgm", true), ("./map", true), ("maps/a", true), ("/map", true), ("luma01", false),
    ("clock-wipe", false), ("--", false), ("%luma01.pgm", false), ("", false),
  ])
  func filesAreDistinguishedFromNames(text: String, isFile: Bool) {
    #expect(ParameterKind.fileOrName("a map").isFile(text) == isFile)
    #expect(ParameterKind.file("a table").isFile(text))
    for kind in [ParameterKind.picture, .color, .word(["a", "-"]), .points] { #expect(!kind.isFile(text)) }
  }

  @Test func errorsStateTheAllowedValues() {
    #expect(throws: ParameterError.unknown("size", of: "pixellate", known: ["fraction", "sampling"])) {
      try Pixellate.make([("size", "3")])
    }
    for part in ["f", "fractio", "fractions", "Fraction", "sampling "] {
      #expect(throws: ParameterError.unknown(part, of: "pixellate", known: ["fraction", "sampling"])) {
        try Pixellate.make([(part, "0.5")])
      }
    }
    for value in ["2", "-0.1", "x", "", "nan"] {
      #expect(throws: ParameterError.invalid(value, for: "fraction", expected: "a number in 0…1")) {
        try Pixellate.make([("fraction", value)])
      }
    }
    #expect(throws: ParameterError.invalid("best", for: "sampling", expected: "center or mean")) {
      try Pixellate.make([("sampling", "best")])
    }
  }
}
