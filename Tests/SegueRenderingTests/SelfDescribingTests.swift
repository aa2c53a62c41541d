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

  @Test func errorsSayWhatIsAllowed() {
    #expect(throws: ParameterError.unknown("size", of: "pixellate", known: ["fraction", "sampling"])) {
      try Pixellate.make([("size", "3")])
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
