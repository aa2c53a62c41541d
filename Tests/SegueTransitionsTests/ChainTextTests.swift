import SegueFilters
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import SegueTitles
import SegueTransitions
import Synchronization
import Testing

@Suite struct ChainTextTests {
  private let a: Bitmap
  private let b: Bitmap

  init() throws {
    a = try .noise(40, 30, seed: 1)
    b = try .noise(40, 30, seed: 2)
  }

  /// An effect with parameters of several kinds.
  private static let source = """
    // Marks a place.
    uniform vec2 center; // = vec2(0.5) in 0...1: Where.
    uniform float radius; // = 0.3 in 0.01...2: How far.
    uniform int bands; // = 3 in 1...9: How many.
    uniform float free; // = 0.0: Any number.
    uniform sampler2D table;
    uniform bool flipped; // = false

    vec4 effect(vec4 color, vec2 uv) {
      float place = length((flipped ? 1.0 - uv : uv) - center) / radius;
      float band = floor(place * float(bands)) / float(bands);
      vec3 other = texture2D(table, vec2(fract(band), 0.5)).rgb;
      return vec4(mix(color.rgb, other, clamp(band + free, 0.0, 1.0)), color.a);
    }
    """

  private func files(_ shader: Shader, _ table: Bitmap) -> ChainFiles {
    ChainFiles(shader: { _ in shader }, picture: { _ in table })
  }

  @Test func chainsFromTextEqualThoseInSwift() throws {
    let text = try Chain(
      from: ["pixellate:fraction=0.3*progress"], to: ["pixellate:fraction=0.3*(1-progress),sampling=mean"],
      result: ["pixellate:fraction=0.1"])
    let built =
      (
        .from --> Pixellate(fraction: 0.3 * .progress),
        .to --> Pixellate(fraction: 0.3 * (1 - .progress), sampling: .mean)
      ) --> Dissolve(mix: .progress) --> Pixellate(fraction: 0.1)
    for progress in [0, 0.1, 0.5, 0.9, 1] {
      let frame = try text.frame(from: a, to: b, at: progress)
      #expect(frame == (try built.frame(from: a, to: b, at: progress)))
    }
    let through = try Chain.from.through("pixellate:fraction=0.2", "saturation:saturation=0.5").blended(
      with: .to, by: "dissolve:mix=0.25")
    let saturation = try Catalog.filters.make("saturation", ["saturation": "0.5"])
    let same = Chain.blend(.filter(.from --> Pixellate(fraction: 0.2), saturation), .to, Dissolve(mix: 0.25))
    #expect(try through.frame(from: a, to: b) == same.frame(from: a, to: b))
  }

  @Test("A formula gives the bytes of the shader with that constant, with one compiled program")
  func aShaderFollows() throws {
    let shader = try Shader(source: Self.source, file: "place.glsl")
    let values =
      "center=min(progress,2),0.5*time,radius=1.5-width/100*progress,bands=1+7*progress,free=2*progress-1"
    let chain = try Chain.from.through(
      "place.glsl:\(values),table=t.png,flipped=true", files: files(shader, b))
    let plain = try Shader(source: Self.source).with(b, for: "table")
    let before = shader.compiledPrograms
    for index in 0..<60 {
      let progress = Double(index) / 59
      let frame = try chain.frame(from: a, at: progress)
      guard index % 6 == 0 else { continue }
      let constant = try plain.with([
        ("center", "\(progress),\(0.5 * progress)"), ("radius", "\(1.5 - 40.0 / 100 * progress)"),
        ("bands", "\(Int((1 + 7 * progress).rounded()))"), ("free", "\(2 * progress - 1)"),
        ("flipped", "true"),
      ])
      #expect(try frame == (a --> #require(ShaderFilter(constant))).frame(), "progress \(progress)")
    }
    #expect(shader.compiledPrograms == before + 1, "60 frames must share one program")
  }

  @Test("Any number of the catalog may be a formula, with the bytes of the constant")
  func everyNumberFollows() throws {
    let progress = 0.37
    for item in Catalog.filters.items {
      try eachFormula(of: item.parameters) { name, formula, constant in
        let needed = item.parameters.filter(\.isRequired).map { ",\($0.name)=noise.png" }.joined()
        let files = ChainFiles(file: { _ in .table })
        let start = "\(item.name):\(name)="
        let frame = try Chain.from.through("\(start)\(formula)\(needed)", files: files).frame(
          from: a, at: progress)
        let expected = try Chain.picture(a).through("\(start)\(constant)\(needed)", files: files).frame(
          at: progress)
        #expect(frame == expected, "\(item.name):\(name)=\(formula)")
      }
    }
    for item in Catalog.blends.items {
      try eachFormula(of: item.parameters) { name, formula, constant in
        let text = "\(item.name):\(name)="
        let frame = try Chain(blend: text + formula).frame(from: a, to: b, at: progress)
        let expected = try Chain(blend: text + constant).frame(from: a, to: b, at: progress)
        #expect(frame == expected, "\(text)\(formula)")
      }
    }
  }

  @Test("A text with any characters is drawn by a chain; its presence may be a formula")
  func texts() throws {
    let large = try Bitmap.noise(160, 90, seed: 3, opaque: true)
    var title = Text("a, b=\"c\" (d\n日")
    let chain = try Chain.from.through(#"text:text="a, b=\"c\" (d\n日",presence=progress"#)
    for progress in [0.0, 0.5, 1] {
      title.presence = Animated(progress)
      #expect(try chain.frame(from: large, at: progress) == (large --> title).frame(), "\(progress)")
    }
  }

  @Test("A missing font is an error before the first frame; missing glyphs are passed on")
  func fonts() throws {
    let error = #expect(throws: TitleError.self) {
      try Chain.from.through("text:text=Hello,font=No Such Font")
    }
    #expect(error?.code == .titleNoFont && error?.message.contains("there is no font 'No Such Font'") == true)
    let found = Mutex<[Unicode.Scalar]>([])
    var files = ChainFiles()
    files.missingGlyphs = { scalars in found.withLock { $0 += scalars } }
    _ = try Chain.from.through("text:text=a\u{10FFFD}b", files: files)
    #expect(found.withLock { $0 } == ["\u{10FFFD}"])
  }

  /// Calls `body` with each numeric parameter, a formula over its range, and the value of the formula at
  /// 0.37.
  private func eachFormula(
    of parameters: [ParameterDescription],
    _ body: (_ name: String, _ formula: String, _ constant: String) throws -> Void
  ) throws {
    for parameter in parameters {
      let (range, count, isWhole): (ClosedRange<Double>, Int, Bool)
      switch parameter.kind {
      case .number(let bounds): (range, count, isWhole) = (bounds, 1, false)
      case .numbers(let number, let bounds?, let whole): (range, count, isWhole) = (bounds, number, whole)
      default: continue
      }
      let (low, high) = (range.lowerBound, range.upperBound)
      let value = low * (1 - 0.37) + high * 0.37
      let text = isWhole ? "\(Int(value.rounded()))" : "\(value)"
      try body(
        parameter.name,
        Array(repeating: "mix(\(low), \(high), progress)", count: count).joined(separator: ","),
        Array(repeating: text, count: count).joined(separator: ","))
    }
  }

  @Test func formulasKnowTimeAndSize() throws {
    let chain = try Chain(
      from: ["pixellate:fraction=0.3*time"], blend: "dissolve:mix=if(time < progress, 1, 0)")
    let renderer = try TransitionRenderer(
      from: a, to: b, ChainTransition(chain, timing: Timing(curve: .easeIn)))
    #expect(
      try renderer.frame(atTime: 0.5) == (a --> Pixellate(fraction: 0.15)).frame(),
      "ease-in is slower than the clock")
    #expect(try renderer.rows(atTime: 0.5).rendered() == renderer.frame(atTime: 0.5))
    #expect(
      try renderer.frame(at: 0.5) == (a --> Pixellate(fraction: 0.15)).frame(),
      "without a clock, time is progress")
    let out = try TransitionRenderer(from: a, to: b, ChainTransition(chain, timing: Timing(curve: .easeOut)))
    #expect(try out.frame(atTime: 0.5) == b)

    let blocks = try Chain.from.through("pixellate:fraction=8/width")
    #expect(try blocks.frame(from: a) == (a --> Pixellate(fraction: 0.2)).frame())
    let tall = try Chain.from.through("pixellate:fraction=height/width/10")
    #expect(try tall.frame(from: a) == (a --> Pixellate(fraction: 0.075)).frame())
    let share = try Chain(blend: "dissolve:mix=10/width")
    #expect(try share.frame(from: a, to: b) == ((.from, .to) --> Dissolve(mix: 0.25)).frame(from: a, to: b))
  }

  @Test("Between and beyond the checked progresses, values are clamped to their range")
  func valuesAreBounded() throws {
    let chain = try Chain(from: ["pixellate:fraction=0.02+0.9*progress^2"])
    #expect(try chain.frame(from: a, to: b, at: 1.4) == b, "a spring overshoots")
    #expect(try chain.frame(from: a, to: b, at: -0.2) == (a --> Pixellate(fraction: 0.056)).frame())
    let peak = try Chain(blend: "dissolve:mix=if(progress == 0.6, 7, 0)")
    #expect(try peak.frame(from: a, to: b, at: 0.6) == b)
    let hole = try Chain(blend: "dissolve:mix=if(progress == 0.6, 0/0, 0.5)")
    #expect(try hole.frame(from: a, to: b, at: 0.6) == a, "NaN becomes the lower bound")
    let shader = try Shader(source: Self.source, file: "place.glsl")
    let free = try Chain.from.through("place.glsl:free=1/(progress-0.4),table=t.png", files: files(shader, b))
    _ = try free.frame(from: a, at: 0.4)
    let radius = try Chain.from.through(
      "place.glsl:radius=if(progress == 0.6, 0/0, 0.5),table=t.png", files: files(shader, b))
    let least = try Chain.from.through("place.glsl:radius=0.01,table=t.png", files: files(shader, b))
    #expect(try radius.frame(from: a, at: 0.6) == least.frame(from: a))
  }

  @Test(
    "Names joined by minus signs only are a formula",
    arguments: [
      ("-progress", "0 - progress"), ("-pi", "0 - pi"), ("progress-time", "progress - 1 * time"),
      ("pi-progress-pi", "0 - progress"),
    ])
  func namesWithMinusSigns(formula: String, same: String) throws {
    let files = files(try Shader(source: Self.source, file: "place.glsl"), b)
    let frames = try [formula, same].map {
      try Chain.from.through("place.glsl:free=\($0),table=t.png", files: files).frame(from: a, at: 0.3)
    }
    #expect(frames[0] == frames[1])
  }

  @Test func formulasWithoutVariablesAreConstants() throws {
    let chain = try Chain.from.through("pixellate:fraction=1/8")
    guard case .filter(_, let filter) = chain else { throw ParameterError.unknown("", of: "", known: []) }
    #expect(filter is Pixellate)
  }

  /// Invalid chains, with words of their errors.
  static let wrong: [(text: String, words: String)] = [
    (
      "pixellate:fraction=3*progress",
      "fraction is '3*progress' but must be a number in 0…1; at progress 0.5 it is 1.5"
    ),
    ("pixellate:fraction=1/progress", "; at progress 0 it is inf"),
    ("pixellate:fraction=0/progress", "; at progress 0 it is "),
    ("pixellate:fraction=if(progress == 0.75, 2, 0)", "; at progress 0.75 it is 2.0"),
    ("pixellate:fraction=5/2", "fraction is '5/2' but must be a number in 0…1; it is 2.5"),
    ("pixellate:fraction=2", "fraction is '2' but must be a number in 0…1"),
    ("pixellate:fraction=no-such-word", "fraction is 'no-such-word' but must be a number in 0…1"),
    (
      "pixellate:fraction=-progres",
      "fraction is '-progres' but must be a number in 0…1; did you mean progress?"
    ),
    ("pixellate:fraction=abc", "fraction is 'abc' but must be a number in 0…1"),
    (
      "pixellate:fraction=progres",
      "fraction is 'progres' but must be a number in 0…1; did you mean progress?"
    ),
    ("pixellate:fraction=", "fraction is '' but must be a number in 0…1"),
    (
      "pixellate:fraction=0.1*progres",
      "fraction: there is no name 'progres'; did you mean progress?\n  0.1*progres\n      ^"
    ),
    ("pixellate:fraction=min(progress,1,sampling=mean", "fraction: this '(' is not closed"),
    ("pixellate:fraction=progress,progress", "a comma stands only between"),
    ("pixellate:sampling=progress", "sampling is 'progress' but must be center or mean"),
    ("pixellate:fractoin=progress", "pixellate has no parameter 'fractoin'; it has fraction, sampling"),
    ("pixellate:", "a filter is 'pixellate:' but must be name:key=value,…"),
    ("pixelate", "there is no filter 'pixelate'; did you mean pixellate?"),
    ("place.glsl:center=2*progress", "in 0…1; at progress 0.75 it is 1.5,1.5"),
    ("place.glsl:center=0.5", "center is '0.5' but must be 2 numbers"),
    (
      "place.glsl:center=progress,2*progress",
      "2 numbers with commas between in 0…1; at progress 0.75 it is 0.75,1.5"
    ),
    ("place.glsl:center=0.5,", "center is '0.5,' but must be 2 numbers"),
    ("place.glsl:bands=20*progress", "bands is '20*progress' but must be a whole number in 1…9"),
    ("place.glsl:flipped=progress", "flipped is 'progress' but must be true or false"),
    ("place.glsl:center=0.5,progress+", "center: a value is missing at the end"),
  ]

  @Test(arguments: wrong) func errorsNameTheFault(text: String, words: String) throws {
    let shader = try Shader(source: Self.source, file: "place.glsl")
    let error = try #require(throws: (any Error).self) {
      try Chain.from.through(text, files: files(shader, b))
    }
    #expect("\(error)".contains(words), "\(error)")
  }

  @Test(
    "Values are checked at progress 0, 1/4, 1/2, 3/4 and 1", arguments: [0, 0.25, 0.5, 0.75, 1])
  func valuesAreChecked(progress: Double) {
    let formula = "if(progress == \(progress), 2, 0)"
    let expected = "a number in 0…1; at progress \(shortest(progress)) it is 2.0"
    #expect(throws: ParameterError.invalid(formula, for: "fraction", expected: expected)) {
      try Chain.from.through("pixellate:fraction=\(formula)")
    }
  }

  @Test(
    "Errors name the wrong value, with a hint where a formula is allowed",
    arguments: [
      (
        "pixellate:fraction=progrs",
        "fraction is 'progrs' but must be a number in 0…1; did you mean progress?"
      ),
      ("pixellate:fraction=tme", "fraction is 'tme' but must be a number in 0…1; did you mean time?"),
      ("pixellate:fraction=zzzz", "fraction is 'zzzz' but must be a number in 0…1"),
      ("pixellate:sampling=progres", "sampling is 'progres' but must be center or mean"),
      ("pixellate:fraction=widht", "fraction is 'widht' but must be a number in 0…1; did you mean width?"),
      ("pixellate:fraction=heigth", "fraction is 'heigth' but must be a number in 0…1; did you mean height?"),
      ("pixellate:fraction=no_such_word", "fraction is 'no_such_word' but must be a number in 0…1"),
      ("pixellate:fraction=#fff", "fraction is '#fff' but must be a number in 0…1"),
      (
        "pixellate:fraction=progress,fraction=2*progress",
        "fraction is '2*progress' but must be a number in 0…1; at progress 0.75 it is 1.5"
      ),
    ])
  func hints(text: String, message: String) throws {
    let error = try #require(throws: ParameterError.self) { try Chain.from.through(text) }
    #expect("\(error)" == message)
  }

  @Test func filesOfTheWrongKind() throws {
    let blend = try Shader(source: "vec4 blend(vec4 base, vec4 overlay) { return base; }", file: "b.glsl")
    let filter = try Shader(source: Self.source, file: "f.glsl")
    let wrongFilter = try #require(throws: ParameterError.self) {
      try Chain.from.through("b.glsl", files: files(blend, b))
    }
    #expect("\(wrongFilter)".contains("must be a shader of one picture; it is a blend"))
    let wrongBlend = try #require(throws: ParameterError.self) {
      try Chain(blend: "f.glsl", files: files(filter, b))
    }
    #expect("\(wrongBlend)".contains("must be a shader of two pictures; it is a filter"))
    #expect(try Chain(blend: "b.glsl", files: files(blend, b)).frame(from: a, to: b) == a)
    let unread = try #require(throws: ParameterError.self) {
      try Chain.from.through("f.glsl:table=t.png", files: ChainFiles(shader: { _ in filter }))
    }
    #expect("\(unread)".contains("ChainFiles(picture:)"))
  }

  @Test("Filters of either picture and of the result can read files")
  func filesOfAllFilters() throws {
    let files = files(try Shader(source: Self.source, file: "f.glsl"), b)
    let filter = ["f.glsl:table=t.png"]
    let expected = try Chain.from.through(filter[0], files: files).frame(from: a)
    let (first, second) = ("dissolve:mix=0", "dissolve:mix=1")
    #expect(try Chain(from: filter, blend: first, files: files).frame(from: a, to: b) == expected)
    #expect(try Chain(to: filter, blend: second, files: files).frame(from: b, to: a) == expected)
    #expect(try Chain(blend: first, result: filter, files: files).frame(from: a, to: b) == expected)
  }

  /// A chain text has no folder for pictures, so the pictures must be set.
  @Test func picturesOfShadersInATextMustBeSet() throws {
    let shader = try Shader(
      source:
        "/*{\"INPUTS\": [], \"IMPORTED\": {\"noise\": {\"PATH\": \"/none.png\"}}}*/ void main() { gl_FragColor = IMG_THIS_PIXEL(noise); }"
    )
    let error = #expect(throws: ParameterError.self) { try ChainFiles().filter(shader, []) }
    #expect("\(try #require(error))".contains("the picture 'noise', /none.png: "))
  }

  /// A filter may reject a computed value, which makes the frame an error.
  @Test func invalidComputedValuesAreErrorsOfTheFrame() throws {
    let shader = try Shader(
      source: "uniform uint n; // = 1\nvec4 effect(vec4 c) { return c * float(n); }", file: "n.glsl")
    let chain = try Chain.from.through("n.glsl:n=if(progress == 0.6, -1, 1)", files: files(shader, b))
    #expect(try chain.frame(from: a, at: 0.5) == a)
    #expect(throws: RenderError.self) { try chain.frame(from: a, at: 0.6) }
  }

  @Test("A formula may use only the width or only the height", arguments: ["4/width", "3/height"])
  func sidesAreKnown(formula: String) throws {
    // The picture has 40 × 30 pixels.
    let chain = try Chain.from.through("pixellate:fraction=\(formula)")
    #expect(try chain.frame(from: a) == (a --> Pixellate(fraction: 0.1)).frame())
  }

  @Test("Each picture parameter of a transition reads its own file")
  func picturesOfTransitions() throws {
    let (first, second) = (a, b)
    let files = ChainFiles(picture: { $0 == "first.png" ? first : second })
    let values = [
      (key: "fromBackground", value: "first.png"), (key: "fromRadius", value: "3"),
      (key: "toBackground", value: "second.png"),
    ]
    let made = try files.transition(Catalog.transitions.named("elements"), values)
    let elements = try #require(made as? Transitions.Elements)
    #expect(elements.fromBackground == first && elements.toBackground == second && elements.fromRadius == 3)
  }
}
