package import SegueLanes
package import SeguePixels
import SegueRendering
import Synchronization

/// A step of a program on a stack of colors.
enum ProgramStep: Hashable {
  /// Puts the pixel of an input there, which is a row.
  case input(Int)
  /// Takes the colors that a pointwise shader wants, and puts its own there.
  ///
  /// Other shaders read their pictures themselves, and stand alone.
  case shader(CheckedShader, Specialization)
}

extension Shader {
  /// What it is compiled for.
  ///
  /// - Parameters:
  ///   - size: The frame.
  ///   - pictures: All pictures of the program.
  ///   - firstSlot: Where those of its parameters begin among them.
  ///   - firstInput: Where its live parameters begin among the inputs of the program.
  ///   - light: In which numbers two pictures are mixed.
  ///   - pass: Which of its passes this is.
  /// - Returns: All that its program depends on.
  func specialization(
    _ size: PixelSize, _ pictures: [Specialization.Picture], firstSlot: Int,
    firstInput: Int = FrameMoment.programInputCount, light: Light = .gamma, pass: Int = 0
  ) -> Specialization {
    var specialization = Specialization(size: size, pictures: pictures, parameters: values)
    specialization.pass = pass
    // A filter has one picture, and computes with what is stored.
    if inputCount == 2 { specialization.light = light }
    for (index, sampler) in samplers.enumerated() {
      if isNothing(sampler) { continue }
      let slot = index < boundSamplers ? index : firstSlot + index - boundSamplers
      specialization.slots[sampler] = slot
      if let sampling = samplings[sampler] { specialization.pictures[slot].sampling = sampling }
    }
    var input = firstInput
    for (variable, bits) in liveValues {
      specialization.parameters[variable] = nil
      specialization.live[variable] = input
      input += bits.count
    }
    return specialization
  }

  /// Live parameters with their values, in the order of their inputs.
  private var liveValues: [(variable: Variable.ID, bits: [UInt32])] {
    live.sorted().map { ($0, values[$0] ?? []) }
  }

  /// The values of its live parameters, in the order of their inputs.
  var inputValues: [UInt32] { liveValues.flatMap(\.bits) }

  /// The samplers that stand for no picture of the frame.
  var parameterSamplers: ArraySlice<Variable.ID> { samplers.dropFirst(boundSamplers) }

  /// The pictures of its parameters; nil where they are not set.
  var parameterPictures: [Bitmap?] { parameterSamplers.map { pictures[$0] } }

  /// Compiles it for a small frame, to see that it can be.
  func compileForTrial() throws(ShaderError) {
    let picture = Specialization.Picture(size: PixelSize(width: 16, height: 16), isOpaque: false)
    var input = picture
    input.isRow = checked.kind.isPointwise
    let pictures = Array(repeating: input, count: inputCount) + parameterPictures.map { _ in picture }
    let all = checked.usesLevels ? pictures + pictures.map(\.levels) : pictures
    let own = ProgramStep.shader(checked, specialization(picture.size, all, firstSlot: inputCount))
    _ = try programs.program(input.isRow ? (0..<inputCount).map { .input($0) } + [own] : [own])
  }

  /// What it is compiled to for inputs, and pictures of parameters behind them.
  ///
  /// `size` is the frame's, that of the first input unless told otherwise.
  package func compiled(
    for pictures: [Bitmap], in light: Light = .gamma, size: PixelSize? = nil, pass: Int = 0
  ) throws(RenderError) -> CompiledShader {
    try compiled(
      for: pictures.map { ShaderPicture(bitmap: $0).known }, in: light, size: size ?? pictures[0].size,
      pass: pass)
  }

  /// The same for what is known of the pictures, a pass of floats among others.
  func compiled(
    for pictures: [Specialization.Picture], in light: Light, size: PixelSize, pass: Int,
    toFloats: Bool = false
  ) throws(RenderError) -> CompiledShader {
    // The levels of each stand behind all.
    let all = checked.usesLevels ? pictures + pictures.map(\.levels) : pictures
    var specialization = specialization(size, all, firstSlot: inputCount, light: light, pass: pass)
    specialization.givesFloats = toFloats
    return try program([.shader(checked, specialization)])
  }

  /// A program that ends with this shader.
  func program(_ steps: [ProgramStep]) throws(RenderError) -> CompiledShader {
    do throws(ShaderError) {
      return try programs.program(steps)
    } catch {
      throw .unrenderable("\(error.diagnostics.first.map { "\($0.file):\($0.line): \($0.message)" } ?? name)")
    }
  }
}

/// Programs that end with one shader, for the frame sizes and parameters that were asked for last.
final class ProgramCache: Sendable {
  private struct State {
    var known: [(steps: [ProgramStep], program: CompiledShader)] = []
    var compiledCount = 0
  }

  private let state = Mutex(State())
  private static let most = 4

  /// How many were compiled, those among them that are forgotten.
  var compiledCount: Int { state.withLock { $0.compiledCount } }

  func program(_ steps: [ProgramStep]) throws(ShaderError) -> CompiledShader {
    try state.withLock { (state) throws(ShaderError) in
      if let entry = state.known.first(where: { $0.steps == steps }) { return entry.program }
      // Early exits nest what follows them, so the recursion is as deep as a function is long.
      let compiled = onLargeStack { Result { () throws(ShaderError) in try Self.compile(steps) } }
      let program = try compiled.get()
      state.compiledCount += 1
      if state.known.count == Self.most { state.known.removeFirst() }
      state.known.append((steps, program))
      return program
    }
  }

  private static func compile(_ steps: [ProgramStep]) throws(ShaderError) -> CompiledShader {
    let needsQuads = steps.contains { step in
      if case .shader(let shader, _) = step { shader.usesDerivatives } else { false }
    }
    let compiled = try compile(steps, hasQuads: needsQuads)
    // Pixels that lie together leave a loop together, more than those of a row.
    return compiled.gainsByQuads ? try compile(steps, hasQuads: true) : compiled
  }

  private static func compile(_ steps: [ProgramStep], hasQuads: Bool) throws(ShaderError) -> CompiledShader {
    var graph = Graph(hasQuads: hasQuads)
    var colors: [[SSAValue]] = []
    var isStraight = false
    /// The color of the last input, where it is opaque, and how many inputs there are.
    var pixel: [SSAValue]?
    var sources = 0
    var pictures: [Specialization.Picture] = []
    var size = PixelSize(width: 1, height: 1)
    for case .shader(_, let specialization) in steps {
      (pictures, size) = (specialization.pictures, specialization.size)
    }
    for step in steps {
      switch step {
      case .input(let slot):
        var color = graph.emit(.fetchRow, [], texels: .init(texture: slot))
        if pictures[slot].isOpaque { color[3] = graph.float(1) }
        pixel = pictures[slot].isOpaque ? color : nil
        sources += 1
        colors.append(graph.straight(color))
      case .shader(let shader, let specialization):
        let count = shader.kind.pixelCount
        var lowering = Lowering(shader, specialization: specialization, graph: graph)
        let result = try lowering.run(on: Array(colors.suffix(count)))
        graph = lowering.graph
        colors.removeLast(count)
        colors.append(result)
        isStraight = shader.kind.isPointwise
      }
    }
    var color = colors.last ?? []
    var shape = LaneProgram.Shape.program
    if let pixel, sources == 1, isStraight { shape = graph.shape(of: color, from: pixel) }
    if isStraight { color = graph.premultiplied(color) }
    // Pixels are bounded when they are stored, and floats never.
    if case .shader(_, let last)? = steps.last, last.givesFloats {
      return CompiledShader(graph, result: color, pictures, of: size, shape)
    }
    return CompiledShader(graph, result: graph.unbounded(color), pictures, of: size, shape)
  }
}

/// A shader as it runs.
package final class CompiledShader: Sendable {
  /// The whole of it.
  package let program: LaneProgram
  private let graph: Graph
  private let result: [SSAValue]
  private let pictures: PictureFacts
  private enum Blocks {
    case unknown
    case known(BlockProgram?)
  }
  private let known = Mutex(Blocks.unknown)
  /// The same, with what rows beside one another have in common kept from row to row; nil where that is nothing.
  package let banded: CompiledShader?
  /// What its programs read behind all pictures.
  let tables: [GraphTable]
  /// What it computes of rows alone, and the slots of it that bands depend on.
  let rows: LaneProgram
  let bandInputs: [Int]

  convenience init(
    _ graph: Graph, result: [SSAValue], _ pictures: [Specialization.Picture], of size: PixelSize,
    _ shape: LaneProgram.Shape
  ) {
    let facts = PictureFacts(
      opaque: Set(pictures.indices.filter { pictures[$0].isOpaque }),
      framed: Set(pictures.indices.filter { pictures[$0].size == size && !pictures[$0].hasFloats }))
    func program(hasBands: Bool) -> LaneProgram {
      var program = Scheduler.program(
        of: graph, result: result, textures: pictures.count + graph.tables.count, hasBands: hasBands)
      program.shape = shape
      program.hasQuads = graph.hasQuads
      return program
    }
    let bands = graph.hasBands ? program(hasBands: true) : nil
    let banded = bands.flatMap {
      $0.band.isEmpty ? nil : CompiledShader(graph, result, $0, facts, banded: nil)
    }
    self.init(graph, result, program(hasBands: false), facts, banded: banded)
  }

  private init(
    _ graph: Graph, _ result: [SSAValue], _ program: LaneProgram, _ pictures: PictureFacts,
    banded: CompiledShader?
  ) {
    (self.graph, self.result, self.program, self.pictures, self.banded) = (
      graph, result, program, pictures, banded
    )
    (rows, bandInputs) = (program.rows, program.bandInputs)
    tables = graph.tables
  }

  /// Whether quads would make it faster: pixels leave its loops at different turns, and it reads no pictures in rows.
  var gainsByQuads: Bool {
    !program.hasQuads && program.runs.isEmpty && graph.hasUnevenLoops
  }

  /// How many programs there are for blocks of pixels, the whole one among them.
  package var partCount: Int { max(blocks?.partCount ?? 1, banded?.partCount ?? 1) }

  /// The pictures that some blocks were copies of.
  package var copied: Set<Int> { (blocks?.copied ?? []).union(banded?.copied ?? []) }

  /// The same for blocks of pixels, made when it is first asked for; nil where nothing is known about blocks.
  var blocks: BlockProgram? {
    known.withLock { known in
      if case .known(let blocks) = known { return blocks }
      // Branches are as deep as in `compile`.
      let blocks =
        program.hasQuads
        ? nil
        : onLargeStack {
          BlockProgram(
            graph, result: result, whole: program, pictures, hasBands: !program.band.isEmpty)
        }
      known = .known(blocks)
      return blocks
    }
  }
}
