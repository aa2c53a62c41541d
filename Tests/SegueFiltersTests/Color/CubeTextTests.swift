import SegueFilters
import SegueTestSupport
import Testing

/// Valid `.cube` files of the specification, and malformed ones.
@Suite struct CubeTextTests {
  private static let curves = """
    #Created by: a test
    TITLE "A little more red"

    LUT_1D_SIZE 3
    DOMAIN_MIN 0 0 0
    DOMAIN_MAX 1 2 1e0

    0 0 0
    .6 +0.5\t0.5  # the middle
       1 1.0 1.
    """

  /// Colors in the order of the specification: red varies fastest.
  private static let cube = """
    LUT_3D_SIZE 2
    0 0 0
    1 0 0
    0 1 0
    1 1 0
    0 0 1
    1 0 1
    0 1 1
    1 1 1

    """

  @Test func curves() throws {
    let table = try ColorTable(cube: Self.curves)
    #expect(table.title == "A little more red")
    #expect(table.shape == .curves(3))
    #expect(table.lowest == .zero && table.highest == [1, 2, 1])
    #expect((0..<3).map { table[$0] } == [.zero, [0.6, 0.5, 0.5], .one])
  }

  @Test func aCubeFileIsRead() throws {
    let table = try ColorTable(cube: Self.cube)
    #expect(table.shape == .cube(2) && table.title.isEmpty)
    #expect(try table == ColorTable(.cube(2)) { $0 })
    #expect(table[1] == [1, 0, 0] && table[2] == [0, 1, 0] && table[4] == [0, 0, 1])
  }

  @Test(arguments: ["\r\n", "\r", "\n"]) func linesEndInAnyWay(ending: String) throws {
    for text in [Self.curves, Self.cube] {
      let other = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: ending)
      #expect(try ColorTable(cube: other) == ColorTable(cube: text))
    }
    let error = #expect(throws: ColorTableError.self) {
      try ColorTable(cube: "# a comment\(ending)\(ending)LUT_3D_SIZE two\(ending)")
    }
    #expect(error?.line == 3)
  }

  @Test func variantsThatProgramsWriteAreRead() throws {
    let range = Self.cube.replacing("LUT_3D_SIZE 2", with: "LUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE -0.5 2")
    let table = try ColorTable(cube: range)
    #expect(table.lowest == SIMD3(repeating: -0.5) && table.highest == SIMD3(repeating: 2))
    #expect(try ColorTable(cube: "\u{feff}" + Self.cube) == ColorTable(cube: Self.cube))
    #expect(try ColorTable(cube: Self.cube.trimmed + " \t") == ColorTable(cube: Self.cube))
    #expect(try ColorTable(cube: "TITLE no quotes\n" + Self.cube).title == "no quotes")
    #expect(try ColorTable(cube: "TITLE\n" + Self.cube).title.isEmpty)
    // DOMAIN_MAX may precede DOMAIN_MIN.
    let ends = "DOMAIN_MAX -1 -1 -1\nDOMAIN_MIN -2 -2 -2\n" + Self.cube
    #expect(try ColorTable(cube: ends).lowest == SIMD3(repeating: -2))
  }

  @Test(
    arguments: [
      ("", nil, "no .cube file"), ("# nothing\n", nil, "no .cube file"),
      ("LUT_3D_SIZE\n", 1, "needs a whole number in 2…256"),
      ("LUT_3D_SIZE 257\n", 1, "2…256, not '257'"), ("LUT_3D_SIZE 1\n", 1, "2…256"),
      ("LUT_3D_SIZE 2 2\n", 1, "2…256"),
      // The largest sizes are valid; only the colors are missing.
      ("LUT_3D_SIZE 256\n", nil, "16777216 colors; there are 0"),
      ("LUT_1D_SIZE 65536\n", nil, "65536 colors; there are 0"), ("\nLUT_1D_SIZE 65537\n", 2, "2…65536"),
      ("LUT_1D_SIZE 99999999999999999999\n", 1, "2…65536"), ("LUT_3D_SIZE 2.0\n", 1, "2…256"),
      ("LUT_1D_SIZE 2\nLUT_1D_SIZE 2\n", 2, "twice"), ("LUT_1D_SIZE 2\nLUT_3D_SIZE 2\n", 2, "both"),
      ("0 0 0\n", 1, "'0' precedes LUT_1D_SIZE"),
      ("LUT_1D_SIZE 2\n0 0 0\n", nil, "2 colors; there is 1"),
      ("LUT_3D_SIZE 2\n" + String(repeating: "0 0 0\n", count: 7), nil, "8 colors; there are 7"),
      ("LUT_1D_SIZE 2\n0 0 0\n1 1 1\n\n2 2 2\n", 5, "more colors than the 2 of LUT_1D_SIZE 2"),
      ("LUT_1D_SIZE 2\n0 0\n", 2, "three numbers; there are 2"),
      ("LUT_1D_SIZE 2\n0 0 0 0\n", 2, "there is '0' behind"),
      ("LUT_1D_SIZE 2\n0 0 x\n", 2, "'x' is no number"),
      ("LUT_1D_SIZE 2\n0 0x1p3 0\n", 2, "'0x1p3' is no number"), ("LUT_1D_SIZE 2\n0 1,5 0\n", 2, "'1,5'"),
      ("LUT_1D_SIZE 2\nnan 0 0\n", 2, "'nan' is none of TITLE"), ("LUT_1D_SIZE 2\n0 nan 0\n", 2, "no number"),
      ("LUT_1D_SIZE 2\n0 -inf 0\n", 2, "no number"), ("LUT_1D_SIZE 2\n0 1e39 0\n", 2, "out of −65504…65504"),
      ("LUT_1D_SIZE 2\n0 1e5 0\n", 2, "out of"), ("LUT_1D_SIZE 2\n0 1e 0\n", 2, "no number"),
      ("DOMAIN_MIN 1 0 0\nLUT_1D_SIZE 2\n0 0 0\n", 1, "the domain ends where it begins"),
      ("DOMAIN_MIN 0 0 0\nDOMAIN_MAX 1 1 0\nLUT_1D_SIZE 2\n0 0 0\n", 2, "the domain ends"),
      ("DOMAIN_MAX 1 1\n", 1, "three numbers; there are 2"),
      ("DOMAIN_MIN 1 2 3 4 5 6 7 8 9\n", 1, "three numbers; there are 9"),
      ("DOMAIN_MIN 1 # 2 3\n", 1, "three numbers; there is 1"), ("LUT_1D_INPUT_RANGE 1\n", 1, "two numbers"),
      ("LUT_3D_INPUT_RANGE 1 1\nLUT_3D_SIZE 2\n0 0 0", 1, "the domain ends"),
      ("\n\nLUT_1D_INPUT_RANGE 2 1\nLUT_1D_SIZE 2\n0 0 0", 3, "the domain ends"),
      ("LUT_IN_VIDEO_RANGE\n", 1, "'LUT_IN_VIDEO_RANGE' is none of TITLE"),
      ("lut_3d_size 2\n", 1, "none of TITLE"),
      ("LUT_1D_SIZE 2\n0 0 0\nTITLE \"x\"\n", 3, "behind the first color"),
      ("<html>\n", 1, "'<html>' precedes"), ("a\u{1b}[31mb\n", 1, "'a [31mb'"),
      (String(repeating: "x", count: 5000) + "\n", 1, "xxx…'"),
    ] as [(String, Int?, String)]) func errorsHaveTheLine(text: String, line: Int?, words: String) throws
  {
    let error = try #require(throws: ColorTableError.self) { try ColorTable(cube: text) }
    #expect(error.line == line, "\(error)")
    #expect(error.description.contains(words), "\(error)")
    #expect(error.description.utf8.count < 250 && !error.description.contains("\n"), "\(error)")
  }

  @Test("Errors show the first 40 bytes of a long word, then an ellipsis", arguments: [39, 40, 41, 42])
  func longWords(count: Int) throws {
    let error = #expect(throws: ColorTableError.self) {
      try ColorTable(cube: String(repeating: "x", count: count) + "\n")
    }
    let shown = String(repeating: "x", count: min(count, 40)) + (count > 40 ? "…" : "")
    #expect(error?.description.hasPrefix("line 1: '\(shown)' is none of TITLE, DOMAIN_MIN") == true)
  }

  @Test(
    "The localized description has the line, too",
    arguments: [
      ("\nLUT_3D_SIZE x\n", "line 2: LUT_3D_SIZE needs a whole number in 2…256, not 'x'"),
      ("", "there is no LUT_1D_SIZE or LUT_3D_SIZE: this is no .cube file"),
    ]) func errorsAreLocalized(text: String, message: String)
  {
    let error = #expect(throws: ColorTableError.self) { try ColorTable(cube: text) }
    #expect(error?.errorDescription == message)
  }

  /// A damaged text gives a table or an error, never a trap.
  @Test func damagedTexts() throws {
    var random = SeededGenerator(2)
    let pieces = [
      "LUT_3D_SIZE ", "LUT_1D_SIZE 3", "\n", "\r", "DOMAIN_MAX", " ", "1e9", "-", ".", "#", "\"", "nan",
      "\u{0}",
    ]
    var tables = 0
    for round in 0..<6000 {
      var bytes = Array((round % 2 == 0 ? Self.curves : Self.cube).utf8)
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let at = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 0...9, using: &random)))
        case 1: bytes.insert(contentsOf: pieces.randomElement(using: &random)?.utf8 ?? "".utf8, at: at)
        case 2: bytes.insert(.random(in: 0...255, using: &random), at: at)
        default: bytes.removeSubrange(at...)
        }
      }
      do throws(ColorTableError) {
        let table = try ColorTable(cube: bytes)
        #expect((0..<table.shape.count).allSatisfy { table[$0].x.isFinite })
        tables += 1
      } catch { #expect(!error.description.contains("\n")) }
    }
    #expect(tables > 1000 && tables < 5000)
  }

  /// A file truncated before its last digit is an error.
  @Test func truncatedFilesAreErrors() throws {
    let bytes = Array(Self.cube.trimmed.utf8)
    for count in 0..<bytes.count {
      #expect(throws: ColorTableError.self, "\(count)") { try ColorTable(cube: Array(bytes.prefix(count))) }
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.last?.isNewline == true { text = text.dropLast() }
    return String(text)
  }
}
