import SegueFilters
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import SegueTransitions
import Testing

/// Filters and blends that are made again for every frame, including some that read other frames.
@Suite struct AnimatedEffectsTests {
  private let a: Bitmap
  private let b: Bitmap

  init() throws {
    a = try .noise(40, 30, seed: 1)
    b = try .noise(40, 30, seed: 2)
  }

  @Test func animatedEffectsAreAppliedToRows() throws {
    let filter = try ChainFiles().filter("pixellate:fraction=0.4*progress")
    #expect(try filter.apply(to: a, at: 0.5).rendered() == (a --> Pixellate(fraction: 0.2)).frame())
    let blend = try ChainFiles().blend("dissolve:mix=time")
    let expected = try ((.from, .to) --> Dissolve(mix: 0.25)).frame(from: a, to: b)
    // Without a clock, the time is the progress.
    #expect(try blend.apply(to: a, b, at: 0.25).rendered() == expected)
  }

  /// If a value is rejected for a frame, rendering its rows throws the reason.
  @Test func readingRowsThrowsTheErrorOfTheirEffect() throws {
    let error = RenderError.unrenderable("n is '-1' but must be a whole number")
    func files(_ source: String) throws -> ChainFiles {
      let shader = try Shader(source: "uniform uint n; // = 1\n\(source)", file: "n.glsl")
      return ChainFiles(shader: { _ in shader })
    }
    let text = "n.glsl:n=if(progress == 0.6, -1, 1)"
    let filter = try files("vec4 effect(vec4 c) { return c * float(n); }").filter(text)
    #expect(try filter.apply(to: a, at: 0.5).rendered() == a)
    #expect(filter.apply(to: a, at: 0.6).size == a.size)
    #expect(throws: error) { try filter.apply(to: a, at: 0.6).rendered() }
    let blend = try files("vec4 blend(vec4 base, vec4 overlay) { return overlay * float(n); }").blend(text)
    #expect(blend.apply(to: a, b, at: 0.6).size == a.size)
    #expect(throws: error) { try blend.apply(to: a, b, at: 0.6).rendered() }
  }

  /// Draws the progress as red and its parameter as green.
  private struct Marked: RowFilter, Blend, SelfDescribing {
    var amount = 0.0

    func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {
      row.update(repeating: Pixel(red: UInt8(100 * progress), green: UInt8(100 * amount), blue: 0))
    }

    func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {
      apply(to: b, at: progress)
    }

    static let name = "marked"
    static let summary = "Shows what it is told."
    static let parameters: [NamedParameter<Marked>] = [.number("amount", \.amount, in: 0...1, "How much.")]
  }

  @Test("Effects made for each frame get the progress, although their parameters follow the clock")
  func theyAreToldTheProgress() throws {
    func recipe<Made: Sendable>(_ item: CatalogItem<Made>) throws -> Recipe<Made> {
      try Recipe(
        item, [("amount", "time")], picture: { _ in a }, file: { ParameterFile($0, bytes: []) })
    }
    let filter = AnimatedFilter(try recipe(CatalogItem<any Filter>(Marked.self) { $0 }))
    let blend = AnimatedBlend(try recipe(CatalogItem<any Blend>(Marked.self) { $0 }))
    for chain in [Chain.from --> filter, (.from, .to) --> blend] {
      let rows = try chain.rows(from: a, to: b, at: FrameMoment(progress: 0.75, time: 0.25))
      #expect(try rows.rendered()[3, 2] == Pixel(red: 75, green: 25, blue: 0))
    }
  }

  // MARK: Other frames

  /// A shader that adds up a fraction of a picture over all frames so far.
  private func sum(of picture: String, _ inputs: [String]) throws -> ChainFiles {
    let images = inputs.map { #"{"NAME": "\#($0)", "TYPE": "image"}, "# }.joined()
    let shader = try Shader(
      source: """
        /*{"INPUTS": [\(images){"NAME": "share", "TYPE": "float", "MIN": 0, "MAX": 1}],
        "PASSES": [{"TARGET": "sum", "PERSISTENT": true, "FLOAT": true}, {}]}*/
        void main() {
          vec4 more = share * IMG_THIS_PIXEL(\(picture));
          gl_FragColor =
            PASSINDEX == 0 ? vec4(IMG_THIS_PIXEL(sum).rgb + more.rgb, 1.0) : IMG_THIS_PIXEL(sum);
        }
        """, file: "sum.fs")
    return ChainFiles(shader: { _ in shader })
  }

  private func even(_ color: Pixel) throws -> Bitmap {
    try Bitmap(PixelSize(width: 5, height: 3), filledWith: color)
  }

  private func byte(_ value: Double) -> UInt8 { UInt8((255 * value).rounded()) }

  /// Earlier frames have the parameters of their own time.
  @Test func framesBeforeHaveParametersOfTheirTime() throws {
    let (black, white) = (try even(.black), try even(.white))
    let text = "sum.fs:share=0.1*progress"
    let filter = try Chain.to.through(text, files: sum(of: "inputImage", ["inputImage"]))
    let blend = try Chain(blend: text, files: sum(of: "endImage", ["startImage", "endImage"]))
    for chain in [filter, blend] {
      let tenths = FrameSequence(interval: 0.1) { FrameMoment(progress: Double($0) / 10, duration: 1) }
      // The sum is 0.1 · (0 + 0.1 + 0.2 + …), in any order of frames.
      for (index, sum) in [(5, 0.15), (2, 0.03), (8, 0.36)] {
        let frame = try chain.rows(from: black, to: white, at: tenths.moment(of: index)).rendered()
        #expect(frame[2, 1].red == byte(sum), "\(index)")
      }
    }
  }

  /// Earlier frames of a renderer are 1/60 s apart, and eased by its curve.
  @Test func earlierFramesAreEased() throws {
    let white = try even(.white)
    let files = try sum(of: "inputImage", ["inputImage"])
    let chain = try Chain.from.through("sum.fs:share=0.3*progress", files: files)
    // 0.1 s are six frames.
    let timing = Timing(duration: 0.1, curve: .easeIn)
    let renderer = try TransitionRenderer(from: white, to: white, ChainTransition(chain, timing: timing))
    for index in [3, 1, 5] {
      let sum = (0...index).reduce(0.0) { $0 + 0.3 * timing.progress(at: Double($1) / 6) }
      #expect(try renderer.frame(atTime: Double(index) / 6)[2, 1].red == byte(sum), "\(index)")
    }
  }

  // MARK: Values

  @Test func errorsSayThatFilesAreNotRead() throws {
    #expect(
      throws: ParameterError.invalid(
        "film.cube", for: "a file", expected: "read by ChainFiles(file:), which is not set")
    ) { try Chain.from.through("color-table:table=film.cube") }
    #expect(
      throws: ParameterError.invalid(
        "tiles.png", for: "a picture", expected: "read by ChainFiles(picture:), which is not set")
    ) { try Chain.from.through("mosaic:tiles=tiles.png") }
  }

  @Test func malformedEffectsAreErrors() throws {
    #expect(throws: ParameterError.invalid("dissolve:", for: "a blend", expected: "name:key=value,…")) {
      try Chain(blend: "dissolve:")
    }
    #expect(throws: ParameterError.invalid("sepia:x", for: "a filter", expected: "name:key=value,…")) {
      try Chain.from.through("sepia:x")
    }
  }

  /// A filter with a rectangle parameter, which no filter of the catalog has.
  private struct Window: RowFilter, SelfDescribing {
    var part: PixelRectangle?

    func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {}

    static let name = "window"
    static let summary = "Nothing."
    static let parameters: [NamedParameter<Window>] = [.rectangle("part", \.part, "Where.")]
  }

  private func window(_ part: String) throws -> Recipe<any Filter> {
    try Recipe(
      CatalogItem<any Filter>(Window.self) { $0 }, [("part", part)], picture: { _ in a },
      file: { ParameterFile($0, bytes: []) })
  }

  /// A rectangle may be at any position, and its sides are at least one pixel.
  @Test(arguments: [
    (
      "2*width*progress,3,height-25,10*progress",
      PixelRectangle(x: 40, y: 3, width: 5, height: 5)
    ),
    (
      "-1e12*width,1e12*height,height-100,1e12*width",
      PixelRectangle(x: -999_999_999, y: 999_999_999, width: 1, height: 999_999_999)
    ),
    (
      "1e12*width,-1e12*height,1e12*height,width-100",
      PixelRectangle(x: 999_999_999, y: -999_999_999, width: 999_999_999, height: 1)
    ),
  ])
  func rectanglesFollow(text: String, expected: PixelRectangle) throws {
    let recipe = try window(text)
    #expect(recipe.isAnimated)
    let made = try recipe.make(at: FrameMoment(progress: 0.5), a.size)
    #expect((made as? Window)?.part == expected)
  }

  @Test func invalidRectanglesAreErrors() throws {
    let form = "x,y,width,height in pixels, or auto"
    #expect(
      throws: ParameterError.invalid(
        "0,0,progress-0.5,5", for: "part", expected: "\(form); at progress 0 it is 0.0,0.0,-0.5,5.0")
    ) { try window("0,0,progress-0.5,5") }
    #expect(throws: ParameterError.invalid("0,0,5", for: "part", expected: form)) { try window("0,0,5") }
    #expect(try window("auto").isAnimated == false)
  }

  private static let whole = ParameterKind.numbers(count: 1, in: nil, whole: true)
  private static let largest = Double(Float.greatestFiniteMagnitude)

  @Test(
    "Computed numbers are clamped to the range of the parameter, and rounded if it is whole",
    arguments: [
      (whole, "-5*progress", 0.5, "-3"), (whole, "if(progress == 0.6, 1e12, 0)", 0.6, "2147483647"),
      (whole, "if(progress == 0.6, -1e12, 0)", 0.6, "-2147483648"),
      (.numbers(count: 2, in: 0...3, whole: true), "5*progress,0-progress", 0.9, "3,0"),
      // One formula stands for all components.
      (.numbers(count: 3, in: 0...3, whole: false), "1+0.5*progress", 0.5, "1.25,1.25,1.25"),
      (
        .numbers(count: 2, in: nil, whole: false), "if(progress == 0.6, 1/0, 0),if(progress == 0.6, -1/0, 0)",
        0.6, "\(largest),\(-largest)"
      ),
      (.number(-1...1), "3*progress-2", 0, "-1.0"), (.number(-1...1), "3*progress-2", 0.5, "-0.5"),
      (.number(-1...1), "4*progress", 0.5, "1.0"), (.number(2...3), "0/progress", 0, "2.0"),
    ] as [(ParameterKind, String, Double, String)])
  func numbersAreWithinTheirRange(kind: ParameterKind, text: String, progress: Double, expected: String)
    throws
  {
    let parameter = ParameterDescription(
      name: "n", defaultValue: "0", kind: kind, unit: "", summary: "Numbers.")
    let item = CatalogItem<Bool>(name: "numbers", summary: "Takes numbers.", parameters: [parameter]) { _ in
      true
    }
    let recipe = try Recipe(
      item, [("n", text)], picture: { _ in a }, file: { ParameterFile($0, bytes: []) })
    let assignments = recipe.assignments(at: FrameMoment(progress: progress), a.size)
    #expect(assignments.values.map(\.value) == [expected] && assignments.animated == ["n"])
  }
}
