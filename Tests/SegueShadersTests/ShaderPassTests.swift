import Foundation
import SegueFiles
import SegueGLSL
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import Synchronization
import Testing

/// Passes that are kept from frame to frame, and float passes.
@Suite struct ShaderPassTests {
  private func isf(_ header: String, _ body: String) throws -> Shader {
    try Shader(source: "/*{\(header)}*/\n\(body)", file: "a.fs")
  }

  private func filter(_ shader: Shader) throws -> ShaderFilter { try #require(ShaderFilter(shader)) }

  /// Frames at intervals of 0.1 s, in a duration of 1 s.
  private var tenths: FrameSequence {
    FrameSequence(interval: 0.1) { FrameMoment(progress: Double($0) / 10, duration: 1) }
  }

  /// Renders frames of a sequence, and returns the red of their first pixel.
  private func reds(
    _ chain: Chain, _ sequence: FrameSequence, _ indices: [Int], from: Bitmap? = nil
  ) throws -> [UInt8] {
    let picture = try from ?? Bitmap(PixelSize(width: 5, height: 3), filledWith: .white)
    return try indices.map { index in
      try chain.rows(from: picture, to: picture, at: sequence.moment(of: index)).rendered()[0, 0].red
    }
  }

  /// A pass that adds 1/8 in each frame; a pass with 8 bits rounds each time.
  private func counter(_ isFloat: Bool, _ step: String = "1.0 / 8.0") throws -> Shader {
    try isf(
      #""INPUTS": [{"NAME": "step_", "TYPE": "float", "DEFAULT": 0.125}], "PASSES": [{"TARGET": "last", "PERSISTENT": true, "FLOAT": \#(isFloat)}, {}]"#,
      """
      void main() {
        vec4 old = IMG_THIS_PIXEL(last);
        gl_FragColor = PASSINDEX == 0 ? vec4(old.rgb + \(step), 1.0) : old;
      }
      """)
  }

  @Test func framesFollowOneAnother() throws {
    let chain = Chain.from --> (try filter(counter(true)))
    let expected = (0..<8).map { UInt8((Double($0 + 1) / 8 * 255).rounded()) }
    #expect(try reds(chain, tenths, Array(0..<8)) == expected)
    // Frames in another order, also from the middle on.
    let order = [5, 2, 7, 0, 6]
    #expect(try reds(chain, tenths, order) == order.map { expected[$0] })
    // With 8 bits, each step is rounded.
    let bytes = Chain.from --> (try filter(counter(false, "1.0 / 600.0")))
    #expect(try reds(bytes, tenths, [0, 5]) == [0, 0])
    let floats = Chain.from --> (try filter(counter(true, "1.0 / 600.0")))
    #expect(try reds(floats, tenths, [0, 5]) == [0, 3])
  }

  @Test func eachFrameOfASequenceIsRenderedOnce() throws {
    let asked = Mutex<[Int]>([])
    let sequence = FrameSequence(interval: 0.1) { index in
      asked.withLock { $0.append(index) }
      return FrameMoment(progress: Double(index) / 100, duration: 10)
    }
    let chain = Chain.from --> (try filter(counter(true, "0.01")))
    let count = 60
    _ = try reds(chain, sequence, Array(0..<count))
    // Each moment is requested once by the caller, and once for rendering.
    #expect(asked.withLock { $0.count } == 2 * count)
  }

  /// The number of frames in memory depends on the threads, not on the length of the sequence.
  @Test func theNumberOfKeptFramesIsBounded() throws {
    final class Token: Sendable {}
    struct Rows: RowSource {
      let picture: Bitmap
      let token: Token
      var inputs: [any RowSource] { [picture] }
      func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
        picture.makeReader(context)
      }
    }
    struct Input: Filter {
      let made: @Sendable (Token) -> Void
      func apply(to input: any RowSource, at progress: Double) -> any RowSource {
        guard let picture = input.bitmap else { return input }
        let rows = Rows(picture: picture, token: Token())
        made(rows.token)
        return rows
      }
    }
    struct Weak: @unchecked Sendable { weak var token: Token? }
    let tokens = Mutex<[Weak]>([])
    let chain =
      Chain.from --> Input { token in tokens.withLock { $0.append(Weak(token: token)) } }
      --> (try filter(counter(true)))
    let count = 8 * Execution.allCores.threads + 100
    _ = try reds(chain, tenths, Array(0..<count))
    let kept = tokens.withLock { $0.count { $0.token != nil } }
    #expect(kept > 0 && kept <= 2 * Execution.allCores.threads + 3, "\(kept) of \(count)")
  }

  @Test func threadsRenderTheSameFrames() async throws {
    let chain = Chain.from --> (try filter(counter(true, "0.01")))
    let alone = try reds(chain, tenths, Array(0..<24))
    let sequence = tenths
    let together = try await withThrowingTaskGroup(of: (Int, UInt8).self) { group in
      for index in (0..<24).reversed() {
        group.addTask { (index, try reds(chain, sequence, [index])[0]) }
      }
      return try await group.reduce(into: Array(repeating: UInt8(0), count: 24)) { $0[$1.0] = $1.1 }
    }
    #expect(together == alone)
  }

  /// Earlier frames have the inputs and parameters of their own time.
  @Test func earlierFramesHaveTheInputsOfTheirTime() throws {
    let sum = try isf(
      #""INPUTS": [{"NAME": "inputImage", "TYPE": "image"}, {"NAME": "share", "TYPE": "float", "MIN": 0, "MAX": 1}], "PASSES": [{"TARGET": "sum", "PERSISTENT": true, "FLOAT": true}, {}]"#,
      """
      void main() {
        gl_FragColor = PASSINDEX == 0
          ? vec4(IMG_THIS_PIXEL(sum).rgb + share * IMG_THIS_PIXEL(inputImage).rgb, 1.0) : IMG_THIS_PIXEL(sum);
      }
      """)
    /// Gray from black to white, by the progress.
    struct Fading: Blend {
      func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {
        let level = UInt8((progress * 255).rounded())
        let picture = try? Bitmap(a.size, filledWith: Pixel(red: level, green: level, blue: level))
        return picture ?? a
      }
    }
    let plain = (.from, .to) --> Fading() --> (try filter(sum.with("share", 0.1)))
    // The sum is 0.1 · (0 + 0.1 + … + 0.5).
    #expect(try reds(plain, tenths, [5]) == [UInt8((0.15 * 255).rounded())])

    struct Growing: TimedFilter {
      let shader: Shader
      func apply(to input: any RowSource, at progress: Double) -> any RowSource { still(input, at: progress) }
      func effect(_ moment: FrameMoment) -> ShaderFilter? {
        (try? shader.with("share", 0.1 * moment.progress)).flatMap { ShaderFilter($0) }
      }
      func apply(to input: InputFrames) throws(RenderError) -> any RowSource {
        guard let first = effect(input.moment) else { return try input.present() }
        return try first.apply(to: input.made { effect($0) ?? first })
      }
    }
    let growing = Chain.from --> Growing(shader: sum)
    // The sum is 0.1 · (0 + 0.1 + … + 0.5) of white.
    #expect(try reds(growing, tenths, [5]) == [UInt8((0.15 * 255).rounded())])
  }

  @Test func usesOfAShaderKeepSeparatePictures() throws {
    let shader = try counter(true, "step_")
    let (a, b) = (try filter(shader), try filter(shader.with("step_", 0.25)))
    let blend = try #require(
      ShaderBlend(Shader(source: "vec4 blend(vec4 base, vec4 overlay) { return base * overlay; }")))
    let chain = (.from --> a, .from --> a --> b) --> blend
    // One filter counts in eighths, the other in quarters.
    let products: [Double] = [0.125 * 0.25, 0.25 * 0.5, 0.5]
    let expected = products.map { UInt8(($0 * 255).rounded()) }
    #expect(try reds(chain, tenths, [0, 1, 3]) == expected)
  }

  @Test func framesAreNumbered() throws {
    let shader = try isf(
      #""INPUTS": []"#,
      "void main() { gl_FragColor = vec4(float(FRAMEINDEX) / 255.0, TIMEDELTA, TIME, 1.0); }")
    let picture = try Bitmap(width: 2, height: 2)
    let chain = Chain.from --> (try filter(shader))
    func color(_ moment: FrameMoment) throws -> Pixel {
      try chain.rows(from: picture, to: picture, at: moment).rendered()[0, 0]
    }
    #expect(try color(tenths.moment(of: 7)) == Pixel(red: 7, green: 26, blue: 178))
    // Without a sequence, there are 60 frames a second.
    #expect(
      try color(FrameMoment(progress: 0.5, time: 0.25, duration: 2)) == Pixel(red: 30, green: 4, blue: 128))
  }

  /// The final pass can be kept, too, with floats or without.
  @Test(arguments: [false, true]) func theFinalPassMayBeKept(isFloat: Bool) throws {
    let shader = try isf(
      #""INPUTS": [], "PASSES": [{"TARGET": "all", "PERSISTENT": true, "FLOAT": \#(isFloat)}]"#,
      """
      void main() {
        // Pictures that are kept begin in their size, empty.
        vec2 size = IMG_SIZE(all);
        gl_FragColor = vec4(IMG_THIS_PIXEL(all).rgb + (size == RENDERSIZE ? 0.125 : 0.0), 1.0);
      }
      """)
    let chain = Chain.from --> (try filter(shader))
    let steps = isFloat ? [32, 64, 96] : [32, 64, 96]
    #expect(try reds(chain, tenths, [0, 1, 2]) == steps.map { UInt8($0) })
  }

  /// Numbers outside 0…1, also negative ones, survive a float pass and no 8-bit pass.
  @Test(arguments: [false, true]) func passesOfFloatsKeepThem(isFloat: Bool) throws {
    let shader = try isf(
      #""INPUTS": [], "PASSES": [{"TARGET": "wide", "FLOAT": \#(isFloat), "WIDTH": "$WIDTH / 2", "HEIGHT": "4"}, {}]"#,
      """
      void main() {
        vec4 c = IMG_NORM_PIXEL(wide, vec2(0.5, 0.5));
        gl_FragColor = PASSINDEX == 0 ? vec4(-300.0, 12.5, 1000.0, 0.0)
          : vec4(c.r == -300.0 ? 1.0 : 0.0, c.g / 25.0, c.b == 1000.0 ? 1.0 : 0.0, IMG_SIZE(wide) == vec2(3.0, 4.0) ? 1.0 : 0.0);
      }
      """)
    let frame = try (Bitmap(width: 6, height: 5) --> filter(shader)).frame()
    #expect(
      frame[3, 3]
        == (isFloat
          ? Pixel(red: 255, green: 128, blue: 255) : Pixel(red: 0, green: 10, blue: 0)))
  }

  /// The sides of a pass are at least one pixel.
  @Test func sidesOfPassesAreAtLeastOnePixel() throws {
    let shader = try isf(
      #""INPUTS": [], "PASSES": [{"TARGET": "small", "WIDTH": "$WIDTH/100", "HEIGHT": "$HEIGHT/9"}, {}]"#,
      """
      void main() {
        if (PASSINDEX == 0) gl_FragColor = vec4(1.0);
        else gl_FragColor = vec4(IMG_SIZE(small) / 255.0, IMG_THIS_PIXEL(small).r, 1.0);
      }
      """)
    let frame = try (Bitmap(width: 64, height: 5) --> filter(shader)).frame()
    #expect(frame[3, 3] == Pixel(red: 1, green: 1, blue: 255))
  }

  /// Reads before the first rendering give transparent black.
  @Test("A kept picture initially has its own size", arguments: [false, true])
  func keptPicturesBeginInTheirSize(isFloat: Bool) throws {
    for (passes, width, height) in [
      (
        #"{"TARGET": "kept", "PERSISTENT": true, "FLOAT": \#(isFloat), "WIDTH": "$WIDTH / 2", "HEIGHT": 3}, {}"#,
        6, 3
      ),
      // The final pass has the size of the frame, even if the header gives another size.
      (#"{"TARGET": "kept", "PERSISTENT": true, "FLOAT": \#(isFloat), "WIDTH": 3}"#, 12, 8),
    ] {
      let shader = try isf(
        "\"INPUTS\": [], \"PASSES\": [\(passes)]",
        """
        void main() {
          gl_FragColor = PASSINDEX == 0
            ? vec4(IMG_SIZE(kept) * 5.0 / 255.0, IMG_THIS_PIXEL(kept).a, 1.0) : IMG_THIS_PIXEL(kept);
        }
        """)
      let frame = try (Bitmap(width: 12, height: 8) --> filter(shader)).frame()
      #expect(frame[3, 3] == Pixel(red: UInt8(5 * width), green: UInt8(5 * height), blue: 0), "\(passes)")
    }
  }

  /// A side that is not a number is that of the frame.
  @Test("Sides of passes follow live parameters", arguments: [false, true])
  func sidesFollowParameters(isLive: Bool) throws {
    let shader = try isf(
      #""INPUTS": [{"NAME": "share", "TYPE": "float", "DEFAULT": 0.5}], "PASSES": [{"TARGET": "small", "WIDTH": "$WIDTH * $share", "HEIGHT": "$HEIGHT / ($share - $share)"}, {}]"#,
      "void main() { gl_FragColor = PASSINDEX == 0 ? vec4(1.0) : vec4(IMG_SIZE(small) * 5.0 / 255.0, 0.0, 1.0); }"
    )
    for (share, width) in [(0.5, 6), (0.25, 3)] {
      let set = try shader.with("share", share)
      let frame = try (Bitmap(width: 12, height: 8) --> filter(isLive ? set.animating(["share"]) : set))
        .frame()
      #expect(frame[3, 3] == Pixel(red: UInt8(5 * width), green: 40, blue: 0), "\(share)")
    }
  }

  @Test("A target that is rendered again has its previous content")
  func aTargetMayBeRenderedAgain() throws {
    let shader = try isf(
      #""INPUTS": [], "PASSES": [{"TARGET": "sum"}, {"TARGET": "sum"}, {}]"#,
      """
      void main() {
        if (PASSINDEX == 0) gl_FragColor = vec4(0.2, 0.0, 0.0, 1.0);
        else gl_FragColor = IMG_THIS_PIXEL(sum) + vec4(0.0, PASSINDEX == 1 ? 0.4 : 0.0, 0.0, 0.0);
      }
      """)
    #expect(shader.passes == ["sum", "sum", "the frame"] && shader.parameters.isEmpty)
    let frame = try (Bitmap(width: 2, height: 2) --> filter(shader)).frame()
    #expect(frame[1, 1] == Pixel(red: 51, green: 102, blue: 0))
  }

  /// The pass's own `PERSISTENT` overrides the list.
  @Test("A pass in the list of kept pictures may be excluded")
  func aPassMayNotBeKept() throws {
    let shader = try isf(
      #""INPUTS": [], "PERSISTENT_BUFFERS": ["a", "b"], "PASSES": [{"TARGET": "a", "PERSISTENT": false}, {"TARGET": "b"}, {}]"#,
      "void main() { gl_FragColor = vec4(1.0); }")
    #expect(shader.passes == ["a", "b, kept for the next frame", "the frame"])
  }

  /// Another kept pass makes no difference.
  @Test("A picture that is not kept is empty until it is rendered")
  func whatIsNotKeptIsNothing() throws {
    let shader = try isf(
      #""INPUTS": [], "PASSES": [{"TARGET": "early"}, {"TARGET": "late"}, {"TARGET": "kept", "PERSISTENT": true}, {}]"#,
      """
      void main() {
        if (PASSINDEX == 0) gl_FragColor = IMG_THIS_PIXEL(late);
        else if (PASSINDEX == 3) gl_FragColor = vec4(IMG_THIS_PIXEL(early).r + IMG_THIS_PIXEL(kept).r, 0.0, 0.0, 1.0);
        else gl_FragColor = vec4(0.4);
      }
      """)
    #expect(try reds(Chain.from --> filter(shader), tenths, [0, 1, 3]) == [102, 102, 102])
  }

  @Test("A kept picture is empty before the first frame, even after a pass that is not kept")
  func whatIsKeptIsNothingAtFirst() throws {
    let shader = try isf(
      #""INPUTS": [{"NAME": "inputImage", "TYPE": "image"}], "PASSES": [{"TARGET": "early"}, {"TARGET": "kept", "PERSISTENT": true}, {}]"#,
      """
      void main() {
        vec4 old = IMG_THIS_PIXEL(kept);
        if (PASSINDEX == 0) gl_FragColor = IMG_THIS_PIXEL(inputImage);
        else gl_FragColor = PASSINDEX == 1 ? vec4(old.r + 0.2, 0.0, 0.0, 1.0) : old;
      }
      """)
    #expect(try reds(Chain.from --> filter(shader), tenths, [0, 1]) == [51, 102])
  }

  /// The pass has the picture in its left half and −2 in its right half; the frame restores the picture from
  /// these.
  @Test("Float passes keep floats with blocks, too", arguments: [BlockUse.never, .always])
  func passesOfFloatsInBlocks(blocks: BlockUse) throws {
    let shader = try isf(
      #""INPUTS": [{"NAME": "inputImage", "TYPE": "image"}], "PASSES": [{"TARGET": "wide", "FLOAT": true}, {}]"#,
      """
      void main() {
        vec4 color = IMG_THIS_PIXEL(inputImage);
        bool isLeft = isf_FragNormCoord.x < 0.5;
        if (PASSINDEX == 0) gl_FragColor = isLeft ? color : vec4(-2.0);
        else gl_FragColor = isLeft ? IMG_THIS_PIXEL(wide) : IMG_THIS_PIXEL(wide) + 2.0 + color;
      }
      """)
    let picture = try Bitmap.noise(320, 40, seed: 4, opaque: true)
    #expect(try shader.rows(of: [picture], at: 0.5, blocks: blocks).rendered() == picture)
  }

  @Test("A pass without a name cannot be kept") func passesWithoutANameAreNotKept() throws {
    let shader = try isf(
      #""INPUTS": [], "PASSES": [{"PERSISTENT": true}]"#, "void main() { gl_FragColor = vec4(0.4); }")
    #expect(shader.passes.isEmpty && !shader.keepsPictures)
    #expect(try reds(Chain.from --> filter(shader), tenths, [0, 2]) == [102, 102])
  }

  @Test("A transition may keep pictures") func transitionsKeepPictures() throws {
    let shader = try isf(
      #""INPUTS": [{"NAME": "startImage", "TYPE": "image"}, {"NAME": "endImage", "TYPE": "image"}], "PASSES": [{"TARGET": "sum", "PERSISTENT": true, "FLOAT": true}, {}]"#,
      """
      void main() {
        float sum = IMG_THIS_PIXEL(sum).r;
        gl_FragColor = PASSINDEX == 0 ? vec4(sum + 0.125)
          : vec4(sum, IMG_THIS_PIXEL(startImage).g, IMG_THIS_PIXEL(endImage).b, 1.0);
      }
      """)
    let chain = (.from, .to) --> (try #require(ShaderBlend(shader)))
    let size = PixelSize(width: 5, height: 3)
    let from = try Bitmap(size, filledWith: Pixel(red: 9, green: 51, blue: 9))
    let to = try Bitmap(size, filledWith: Pixel(red: 9, green: 9, blue: 102))
    for (index, red) in [(0, 32), (5, 191), (2, 96)] as [(Int, UInt8)] {
      let frame = try chain.rows(from: from, to: to, at: tenths.moment(of: index)).rendered()
      #expect(frame[2, 1] == Pixel(red: red, green: 51, blue: 102), "\(index)")
    }
  }

  /// A float pass has no levels: each is the picture itself.
  @Test("Pictures have mipmap levels beside a float pass") func levelsBesideFloats() throws {
    let shader = try isf(
      #""INPUTS": [{"NAME": "inputImage", "TYPE": "image"}], "PASSES": [{"TARGET": "wide", "FLOAT": true}, {}]"#,
      """
      void main() {
        vec2 middle = vec2(0.5);
        gl_FragColor = PASSINDEX == 0 ? vec4(-2.0)
          : vec4(textureLod(inputImage, middle, 9.0).r, textureLod(wide, middle, 2.0).r + 2.4, 0.0, 1.0);
      }
      """)
    let picture = try Bitmap(
      PixelSize(width: 12, height: 8), filledWith: Pixel(red: 102, green: 0, blue: 0))
    #expect(try (picture --> filter(shader)).frame()[3, 3] == Pixel(red: 102, green: 102, blue: 0))
  }

  // MARK: Derivatives

  /// Derivatives are differences in quads of two columns and two rows, counted from the host's origin.
  @Test func derivativesAreDifferencesWithinQuads() throws {
    for (width, height) in [(1, 1), (7, 5), (16, 4), (40, 3), (9, 6), (33, 7), (8, 8)] {
      let shader = try Shader(
        source: """
          uniform vec2 u_resolution;
          void main() {
            vec2 p = gl_FragCoord.xy;
            float square = p.y * p.y + p.x;
            gl_FragColor = vec4(dFdx(square) / 4.0, dFdy(square) / 255.0, fwidth(p.x * p.x) / 255.0, 1.0);
          }
          """)
      let frame = try (Bitmap(width: width, height: height) --> filter(shader)).frame()
      for y in 0..<height {
        for x in 0..<width {
          let (row, column) = (Double(y / 2 * 2) + 0.5, Double(x / 2 * 2) + 0.5)
          func byte(_ value: Double) -> UInt8 { UInt8(min(value, 255).rounded()) }
          #expect(
            frame[x, height - 1 - y]
              == Pixel(
                red: 64, green: byte((row + 1) * (row + 1) - row * row),
                blue: byte((column + 1) * (column + 1) - column * column)), "\(x), \(y) of \(width)×\(height)"
          )
        }
      }
    }
  }

  /// In quads, pictures, branches and loops have the same results.
  @Test func quadsReadPictures() throws {
    let picture = try Bitmap.noise(37, 11, seed: 3)
    let body = """
      varying vec2 textureCoordinate;
      uniform sampler2D inputImageTexture;
      void main() {
        vec4 c = texture2D(inputImageTexture, textureCoordinate);
        for (int i = 0; i < 3; i++) if (textureCoordinate.x > float(i) * 0.3) c.r = 1.0 - c.r;
        if (textureCoordinate.y > 0.5) c.g *= 0.5;
      """
    let plain = try Shader(source: body + "gl_FragColor = c; }")
    let quads = try Shader(source: body + "gl_FragColor = c + 0.0 * dFdx(textureCoordinate.x); }")
    #expect(try (picture --> filter(quads)).frame() == (picture --> filter(plain)).frame())
  }

  /// Quads compute several rows at once, here with four floats for each pixel.
  @Test("Float passes may have derivatives", arguments: [(8, 4), (21, 7), (40, 5)])
  func derivativesInPassesOfFloats(width: Int, height: Int) throws {
    let shader = try isf(
      #""INPUTS": [], "PASSES": [{"TARGET": "wide", "FLOAT": true}, {}]"#,
      """
      void main() {
        vec2 p = gl_FragCoord.xy;
        vec4 own = vec4(300.0 * p.x, -p.y, dFdx(p.x * p.x), dFdy(p.y * p.y));
        gl_FragColor = PASSINDEX == 0 ? own : vec4(IMG_THIS_PIXEL(wide) == own ? 1.0 : 0.0);
      }
      """)
    let size = PixelSize(width: width, height: height)
    #expect(try (Bitmap(size) --> filter(shader)).frame() == Bitmap(size, filledWith: .white))
  }

  @Test func shadersOfOnePixelHaveNoDerivatives() throws {
    let error = #expect(throws: ShaderError.self) {
      try Shader(source: "vec4 effect(vec4 color) { return dFdx(color); }")
    }
    #expect(
      error?.diagnostics.first?.message
        == "an effect of one pixel has no 'dFdx': read pictures by their place")
  }

  // MARK: Results that the language leaves open

  /// Expects Mesa's results, even if parameters are known only at run time.
  @Test(arguments: [
    ("smoothstep(zero, zero, 0.25)", 1.0), ("smoothstep(zero, zero, -0.25)", 0),
    ("smoothstep(zero, zero, zero)", 0),
    // The edges are x and x − y with y = 0, which is known only at run time.
    ("smoothstep(none, none - none * r, r + 0.6)", 0),
    ("pow(-r, 4.0) > 1.0 ? 1.0 : pow(-r, 4.0)", 1), ("0.25 < pow(-r, 4.0) ? pow(-r, 4.0) : 0.25", 0.25),
  ])
  func degenerateEdgesAndNaNGiveTheResultsOfMesa(expression: String, value: Double) throws {
    let shader = try Shader(
      source: """
        varying vec2 textureCoordinate;
        uniform float zero; // = 0.0
        void main() { float r = 0.1 + textureCoordinate.x, none = max(r - 2.0, 0.0); gl_FragColor = vec4(\(expression)); }
        """)
    for shader in [shader, shader.animating(["zero"])] {
      let frame = try (Bitmap(width: 3, height: 1) --> filter(shader)).frame()
      #expect(frame[1, 0].alpha == UInt8((255 * value).rounded()), "\(expression)")
    }
  }

  // MARK: Mipmap levels

  /// Level 0 is the picture, the last level its mean; fractional levels are mixes, and each level is clamped
  /// to its own edges.
  @Test(arguments: [true, false]) func mipmapLevelsAreMeans(isFlipped: Bool) throws {
    var picture = try Bitmap(width: 16, height: 8)
    for y in 0..<8 {
      for x in 0..<16 { picture[x, y] = Pixel(red: UInt8(16 * x), green: UInt8(32 * y), blue: 0) }
    }
    /// Color of a level at a position, x from the left and y from the top.
    func color(_ level: Double, _ u: Double, _ v: Double) throws -> Pixel {
      let place = "vec2(\(u), \(isFlipped ? 1 - v : v))"
      let source =
        isFlipped
        ? "void mainImage(out vec4 c, in vec2 p) { c = textureLod(iChannel0, \(place), \(level)); }"
        : "uniform sampler2D inputImageTexture; void main() { gl_FragColor = texture2DLod(inputImageTexture, \(place), \(level)); }"
      return try (picture --> filter(Shader(source: source))).frame()[3, 3]
    }
    #expect(try color(0, 2.5 / 16, 1.5 / 8) == Pixel(red: 32, green: 32, blue: 0))
    #expect(try color(-3, 2.5 / 16, 1.5 / 8) == Pixel(red: 32, green: 32, blue: 0))
    // Means of pairs: columns 2 and 3, rows 4 and 5.
    #expect(try color(1, 1.5 / 8, 2.5 / 4) == Pixel(red: 40, green: 144, blue: 0))
    #expect(try color(2, 0.5 / 4, 1.5 / 2) == Pixel(red: 24, green: 176, blue: 0))
    #expect(try color(2, -1, 2) == Pixel(red: 24, green: 176, blue: 0))
    #expect(try color(3, 0.75, 0.5) == Pixel(red: 184, green: 112, blue: 0))
    #expect(try color(9, 0.1, 0.9) == Pixel(red: 120, green: 112, blue: 0))
    #expect(try color(1.5, 0.5 / 4, 0.25) == Pixel(red: 24, green: 48, blue: 0))
  }

  @Test("Each picture has its own mipmap levels")
  func levelsOfTwoPictures() throws {
    let shader = try Shader(
      source:
        "void mainImage(out vec4 c, in vec2 p) { c = textureLod(iChannel0, vec2(0.5), 9.0) + textureLod(iChannel1, vec2(0.5), 9.0); }"
    ).with(
      Bitmap(PixelSize(width: 5, height: 3), filledWith: Pixel(red: 0, green: 102, blue: 9)), for: "iChannel1"
    )
    let picture = try Bitmap(
      PixelSize(width: 12, height: 8), filledWith: Pixel(red: 51, green: 0, blue: 200))
    #expect(try (picture --> filter(shader)).frame()[0, 0] == Pixel(red: 51, green: 102, blue: 209))
  }

  @Test func mipmapLevelsFollowDerivativesAndOffsets() throws {
    let picture = try Bitmap.noise(32, 32, seed: 9)
    func frame(_ call: String) throws -> Bitmap {
      let shader = try Shader(
        source: "void mainImage(out vec4 c, in vec2 p) { vec2 uv = p / iResolution.xy; c = \(call); }")
      return try (picture --> filter(shader)).frame()
    }
    let second = try frame("textureLod(iChannel0, uv, 2.0)")
    #expect(try frame("textureGrad(iChannel0, uv, vec2(4.0 / 32.0, 0), vec2(0, 1.0 / 32.0))") == second)
    #expect(try frame("textureGrad(iChannel0, uv, vec2(0), vec2(0, -4.0 / 32.0))") == second)
    #expect(
      try frame("textureLodOffset(iChannel0, uv, 2.0, ivec2(1, -2))")
        == frame("textureLod(iChannel0, uv + vec2(4.0, -8.0) / 32.0, 2.0)"))
    #expect(
      try frame("textureOffset(iChannel0, uv, ivec2(-3, 1))")
        == frame("texture(iChannel0, uv + vec2(-3.0, 1.0) / 32.0)"))
    // The level may differ between pixels.
    let (mixed, first) = (
      try frame("textureLod(iChannel0, uv, uv.x < 0.5 ? 0.0 : 2.0)"), try frame("texture(iChannel0, uv)")
    )
    #expect(mixed[3, 7] == first[3, 7] && mixed[30, 7] == second[30, 7])
  }

  // MARK: Several tabs

  @Test func tabsOfAnExportAreRenderedInOrder() throws {
    let folder = try TemporaryFolder()
    let json = """
      {"Shader": {"ver": "0.1", "info": {"id": "x", "name": "Count", "username": "somebody", "description": "Counts."},
      "renderpass": [
        {"inputs": [{"id": 257, "ctype": "buffer", "channel": 0}, {"id": 33, "ctype": "keyboard", "channel": 1}],
         "outputs": [{"id": 37, "channel": 0}], "name": "Image", "type": "image",
         "code": "void mainImage(out vec4 c, in vec2 p) { c = vec4(half_(texelFetch(iChannel0, ivec2(p), 0).r), texture(iChannel1, vec2(0.5)).r, 0, 1); }"},
        {"inputs": [], "outputs": [], "name": "Common", "type": "common", "code": "float half_(float x) { return 0.5 * x; }"},
        {"inputs": [{"id": 257, "ctype": "buffer", "channel": 2}], "outputs": [{"id": 257, "channel": 0}], "name": "Buffer A", "type": "buffer",
         "code": "void mainImage(out vec4 c, in vec2 p) { c = texelFetch(iChannel2, ivec2(p), 0) + half_(0.25); }"}
      ]}}
      """
    try json.write(toFile: folder.file("count.json"), atomically: true, encoding: .utf8)
    let shader = try Shader(contentsOf: folder.file("count.json"))
    #expect(shader.name == "count" && shader.host == "Shadertoy" && shader.kind == .filter)
    #expect(shader.summary == "Counts." && shader.author == "somebody")
    #expect(shader.passes == ["Buffer A, of floats, kept for the next frame", "the frame"])
    let chain = Chain.from --> (try filter(shader))
    // Half of 1/8, 2/8, 3/8, …
    #expect(try reds(chain, tenths, [0, 1, 5]) == [16, 32, 96])
  }

  /// Buffers are rendered in alphabetical order, regardless of their order in an export.
  @Test func buffersOfAnExportAreRenderedByTheirLetters() throws {
    let folder = try TemporaryFolder()
    func pass(_ name: String, _ type: String, _ id: Int, reads: Int?, _ color: String) -> String {
      let inputs = reads.map { #"{"id": \#($0), "ctype": "buffer", "channel": 0}"# } ?? ""
      return """
        {"name": "\(name)", "type": "\(type)", "outputs": [{"id": \(id), "channel": 0}], "inputs": [\(inputs)],
         "code": "void mainImage(out vec4 c, in vec2 p) { c = \(color); }"}
        """
    }
    let read = "0.5 * texelFetch(iChannel0, ivec2(p), 0)"
    let tabs = [
      pass("Buffer C", "buffer", 259, reads: 258, read), pass("Image", "image", 37, reads: 259, read),
      pass("Buffer B", "buffer", 258, reads: 257, read),
      pass("Buffer A", "buffer", 257, reads: nil, "vec4(float(iFrame + 1) / 8.0)"),
    ]
    try #"{"renderpass": [\#(tabs.joined(separator: ","))]}"#.write(
      toFile: folder.file("three.json"), atomically: true, encoding: .utf8)
    let shader = try Shader(contentsOf: folder.file("three.json"))
    #expect(shader.passes.map { $0.prefix(8) } == ["Buffer A", "Buffer B", "Buffer C", "the fram"])
    // Each tab reads the previous tab's result of the same frame.
    #expect(try reds(Chain.from --> (try filter(shader)), tenths, [0, 3, 7]) == [4, 16, 32])
  }

  @Test func aFolderHasAFileForEachTab() throws {
    let folder = try TemporaryFolder()
    func write(_ name: String, _ text: String) throws {
      try text.write(toFile: folder.file(name), atomically: true, encoding: .utf8)
    }
    try write("Common.glsl", "const float one = 1.0;")
    try write(
      "bufferA.glsl",
      "#iChannel1 \"self\"\n#iChannel0 \"file://buffer_b.glsl\"\nvoid mainImage(out vec4 c, in vec2 p) { c = texelFetch(iChannel1, ivec2(p), 0) + 0.1 * one + 0.5 * texelFetch(iChannel0, ivec2(p), 0); }"
    )
    try write("buffer_b.glsl", "void mainImage(out vec4 c, in vec2 p) { c = vec4(iFrame == 0 ? one : 0.0); }")
    try write(
      "image.glsl", "void mainImage(out vec4 c, in vec2 p) { c = 0.5 * texelFetch(iChannel0, ivec2(p), 0); }")
    let shader = try Shader(contentsOf: folder.path)
    #expect(shader.passes.count == 3)
    // 0.1 in the first frame, and 0.6 more in the second, since buffer B was 1 in the first.
    #expect(try reds(Chain.from --> (try filter(shader)), tenths, [0, 1, 2]) == [13, 89, 102])

    try write("image.glsl", "void mainImage(out vec4 c, in vec2 p) { c = oops; }")
    let error = #expect(throws: ShaderError.self) { try Shader(contentsOf: folder.path) }
    let first = try #require(error?.diagnostics.first)
    #expect(first.file.hasSuffix("image.glsl") && first.line == 1)
    try FileManager.default.removeItem(atPath: folder.file("image.glsl"))
    #expect(throws: FileError.self) { try Shader(contentsOf: folder.path) }
    try write(
      "Cube A.glsl", "void mainCubemap(out vec4 c, in vec2 p, in vec3 o, in vec3 d) { c = vec4(d, 1.0); }")
    let cube = #expect(throws: FileError.self) { try Shader(contentsOf: folder.path) }
    #expect("\(try #require(cube))".contains("Cube A.glsl: cannot be read: this tab is a cube map"))
  }

  @Test func filesAreIncluded() throws {
    let folder = try TemporaryFolder()
    func write(_ name: String, _ text: String) throws {
      try text.write(toFile: folder.file(name), atomically: true, encoding: .utf8)
    }
    try FileManager.default.createDirectory(atPath: folder.file("lib"), withIntermediateDirectories: true)
    try write("lib/more.glsl", "float more() { return 0.25; }\n")
    try write("lib/all.glsl", "#include \"lib/more.glsl\"\nfloat all_() { return more(); }")
    try write("a.frag", "  #include <lib/all.glsl>\nvoid main() { gl_FragColor = vec4(all_()); }")
    let shader = try Shader(contentsOf: folder.file("a.frag"))
    #expect(try (Bitmap(width: 1, height: 1) --> filter(shader)).frame()[0, 0].red == 64)

    try write(
      "b.frag",
      "float quarter = 0.25;\nvarying float strength;\nvoid main() { gl_FragColor = vec4(strength + quarter); }"
    )
    try write(
      "b.vert",
      "#include \"lib/more.glsl\"\nattribute vec4 position;\nvarying float strength;\nvoid main() { gl_Position = position; strength = more() + more(); }"
    )
    let varied = try Shader(contentsOf: folder.file("b.frag"))
    #expect(try (Bitmap(width: 1, height: 1) --> filter(varied)).frame()[0, 0].red == 191)
    try FileManager.default.removeItem(atPath: folder.file("b.vert"))

    // Errors have the file and the line of their source.
    try write("lib/more.glsl", "\nfloat more() { return nothing; }\n")
    let error = #expect(throws: ShaderError.self) { try Shader(contentsOf: folder.file("a.frag")) }
    #expect(error?.diagnostics.map { "\($0.file):\($0.line):\($0.column)" } == ["lib/more.glsl:2:23"])
    // Files outside the folder, and circular includes, are errors.
    try write("b.frag", "#include \"../a.frag\"\nvoid main() {}")
    try write("c.frag", "#include \"c.frag\"\nvoid main() {}")
    for name in ["b.frag", "c.frag"] {
      #expect(throws: ShaderError.self) { try Shader(contentsOf: folder.file(name)) }
    }
  }

  // MARK: Matrices and arrays

  /// Every condition in a shader must be true.
  @Test(arguments: [
    "mat2x3 m = mat2x3(1, 2, 3, 4, 5, 6); all = m[1] == vec3(4, 5, 6) && m[0][2] == 3.0;",
    "mat2x3 m = mat2x3(1, 2, 3, 4, 5, 6); all = m * vec2(1, 10) == vec3(41, 52, 63);",
    "mat2x3 m = mat2x3(1, 2, 3, 4, 5, 6); all = vec3(1, 10, 100) * m == vec2(321, 654);",
    "all = 1 == 1u && 2u != 3 && 1.0 == 1u && uvec2(1, 2) == ivec2(1, 2) && ivec2(1) != uvec2(1, 2);",
    "uint n = 2654435769u; for (int i = 0; i < 2; i++) { n *= 2u; } all = n == 2027808484u && n / 2147483648u == 0u;",
    "uint n = 3000000000u; for (int i = 0; i < 1; i++) { n -= 1u; } all = n == 2999999999u && n > 2147483647u;",
    "all = transpose(mat2x3(1, 2, 3, 4, 5, 6)) == mat3x2(1, 4, 2, 5, 3, 6);",
    "all = mat3x2(1, 2, 3, 4, 5, 6) * mat2x3(1, 0, 2, 0, 1, 1) == mat2(11, 14, 8, 10);",
    "all = outerProduct(vec3(1, 2, 3), vec2(10, 100)) == mat2x3(10, 20, 30, 100, 200, 300);",
    "all = mat3x4(2.0) == mat3x4(2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0);",
    "all = mat4x2(mat2(1, 2, 3, 4)) == mat4x2(1, 2, 3, 4, 0, 0, 0, 0);",
    "all = matrixCompMult(mat2x4(3.0), mat2x4(2.0)) == mat2x4(6.0);",
    "mat4x3 m = mat4x3(1.0); m *= 2.0; m[3] = vec3(1); all = m == mat4x3(2,0,0, 0,2,0, 0,0,2, 1,1,1);",
    "const mat3x2 m = mat3x2(1, 2, 3, 4, 5, 6); float a[int(m[2][1])]; all = a.length() == 6;",
    "float a[2][3]; a[1][2] = 5.0; a[0][2] = 1.0; all = a[1][2] == 5.0 && a[0][2] == 1.0 && a[1][1] == 0.0;",
    "float a[2][3]; all = a.length() == 2 && a[0].length() == 3;",
    "float[2][3] a = float[2][3](float[3](1., 2., 3.), float[3](4., 5., 6.)); all = a[1][0] == 4.0;",
    "float[3] a[2]; a[1][2] = 5.0; all = a.length() == 2 && a[1] == float[3](0., 0., 5.);",
    "vec2 a[][2] = vec2[][](vec2[](vec2(1), vec2(2)), vec2[](vec2(3), vec2(4)), vec2[](vec2(5), vec2(6))); all = a.length() == 3 && a[2][0].y == 5.0;",
    "float a[3][4]; for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) a[i][j] = float(4 * i + j); float s = 0.0; for (int i = 2; i >= 0; i--) s = s * 2.0 + a[i][int(gl_FragCoord.x) + 1]; all = s == 47.0;",
  ])
  func matricesAndArraysOfAnyShape(statements: String) throws {
    let shader = try Shader(
      source:
        "#version 300 es\nout vec4 c; void main() { bool all = false; \(statements) c = vec4(all ? 1.0 : 0.0); }"
    )
    let frame = try (Bitmap(width: 1, height: 1) --> filter(shader)).frame()
    #expect(frame[0, 0] == .white)
  }
}
