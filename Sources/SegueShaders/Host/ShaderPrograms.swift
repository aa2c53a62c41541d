package import SegueLanes
package import SeguePixels
import SegueRendering
import Synchronization

/// A step of a program, as a stack machine over colors.
enum ProgramStep: Hashable {
  /// Pushes the pixel of an input, which is a row.
  case input(Int)
  /// Pops the colors that a pointwise shader takes, and pushes its result.
  ///
  /// A shader that is not pointwise samples its pictures itself, and is the only step.
  case shader(CheckedShader, Specialization)
}

extension Shader {
  /// The constants that a program is compiled for.
  ///
  /// - Parameters:
  ///   - size: The frame.
  ///   - pictures: All pictures of the program.
  ///   - firstSlot: The first picture of a parameter.
  ///   - firstInput: The first program input of a live parameter.
  ///   - light: The encoding in which two pictures are mixed.
  ///   - pass: The index of the pass.
  /// - Returns: The compile-time constants on which the program depends.
  func specialization(
    _ size: PixelSize, _ pictures: [Specialization.Picture], firstSlot: Int,
    firstInput: Int = FrameMoment.programInputCount, light: Light = .gamma, pass: Int = 0
  ) -> Specialization {
    var specialization = Specialization(size: size, pictures: pictures, parameters: values)
    specialization.pass = pass
    // A filter has one picture, and computes with the stored encoding.
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

  /// Live parameters and their values, in the order of inputs.
  private var liveValues: [(variable: Variable.ID, bits: [UInt32])] {
    live.sorted().map { ($0, values[$0] ?? []) }
  }

  /// The values of live parameters, in the order of inputs.
  var inputValues: [UInt32] { liveValues.flatMap(\.bits) }

  /// The samplers that are parameters, not inputs.
  var parameterSamplers: ArraySlice<Variable.ID> { samplers.dropFirst(boundSamplers) }

  /// The pictures of sampler parameters; nil if not set.
  var parameterPictures: [Bitmap?] { parameterSamplers.map { pictures[$0] } }

  /// Compiles the shader for a small frame, as a trial.
  func compileForTrial() throws(ShaderError) {
    let picture = Specialization.Picture(size: PixelSize(width: 16, height: 16), isOpaque: false)
    var input = picture
    input.isRow = checked.kind.isPointwise
    let pictures = Array(repeating: input, count: inputCount) + parameterPictures.map { _ in picture }
    let all = checked.usesLevels ? pictures + pictures.map(\.levels) : pictures
    let own = ProgramStep.shader(checked, specialization(picture.size, all, firstSlot: inputCount))
    _ = try programs.program(input.isRow ? (0..<inputCount).map { .input($0) } + [own] : [own])
  }

  /// Compiles the program for inputs, followed by pictures of parameters.
  ///
  /// `size` is the frame's; the default is that of the first input.
  package func compiled(
    for pictures: [Bitmap], in light: Light = .gamma, size: PixelSize? = nil, pass: Int = 0
  ) throws(RenderError) -> CompiledShader {
    try compiled(
      for: pictures.map { ShaderPicture(bitmap: $0).known }, in: light, size: size ?? pictures[0].size,
      pass: pass)
  }

  /// Compiles the program for known properties of pictures; `toFloats` is for a pass of floats.
  func compiled(
    for pictures: [Specialization.Picture], in light: Light, size: PixelSize, pass: Int,
    toFloats: Bool = false
  ) throws(RenderError) -> CompiledShader {
    // The levels of all pictures follow the pictures.
    let all = checked.usesLevels ? pictures + pictures.map(\.levels) : pictures
    var specialization = specialization(size, all, firstSlot: inputCount, light: light, pass: pass)
    specialization.givesFloats = toFloats
    return try program([.shader(checked, specialization)])
  }

  /// Compiles or finds the program that ends with this shader.
  func program(_ steps: [ProgramStep]) throws(RenderError) -> CompiledShader {
    do throws(ShaderError) {
      return try programs.program(steps)
    } catch {
      throw .unrenderable("\(error.diagnostics.first.map { "\($0.file):\($0.line): \($0.message)" } ?? name)")
    }
  }
}

/// A cache of compiled programs that end with one shader, for recent frame sizes and parameters.
final class ProgramCache: Sendable {
  private struct State {
    var known: [(steps: [ProgramStep], program: CompiledShader)] = []
    var compiledCount = 0
  }

  private let state = Mutex(State())
  private static let most = 4

  /// The number of programs compiled, evicted ones included.
  var compiledCount: Int { state.withLock { $0.compiledCount } }

  func program(_ steps: [ProgramStep]) throws(ShaderError) -> CompiledShader {
    try state.withLock { (state) throws(ShaderError) in
      if let entry = state.known.first(where: { $0.steps == steps }) { return entry.program }
      // Runs on a large stack: early exits nest the code after them, so recursion is as deep as a function is
      // long.
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
    // Pixels of a quad leave loops together more often than those of a row.
    return compiled.gainsByQuads ? try compile(steps, hasQuads: true) : compiled
  }

  private static func compile(_ steps: [ProgramStep], hasQuads: Bool) throws(ShaderError) -> CompiledShader {
    var graph = Graph(hasQuads: hasQuads)
    var colors: [[SSAValue]] = []
    var isStraight = false
    /// The color of the last input, if opaque, and the number of inputs.
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
    // Pixels are clamped when they are stored, floats are not.
    if case .shader(_, let last)? = steps.last, last.givesFloats {
      return CompiledShader(graph, result: color, pictures, of: size, shape)
    }
    return CompiledShader(graph, result: graph.unbounded(color), pictures, of: size, shape)
  }
}

/// A compiled shader.
package final class CompiledShader: Sendable {
  /// The program for whole frames.
  package let program: LaneProgram
  private let graph: Graph
  private let result: [SSAValue]
  private let pictures: PictureFacts
  private enum Blocks {
    case unknown
    case known(BlockProgram?)
  }
  private let known = Mutex(Blocks.unknown)
  /// The variant with values shared by rows of a band; nil if there are none.
  package let banded: CompiledShader?
  /// The tables of the programs, as pictures after all others.
  let tables: [GraphTable]
  /// The row steps of the program, and the row slots on which bands depend.
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

  /// Whether quads are faster: loops have a number of iterations that differs between pixels, and no picture
  /// is read in rows.
  var gainsByQuads: Bool {
    !program.hasQuads && program.runs.isEmpty && graph.hasUnevenLoops
  }

  /// The number of block variants, the whole program included.
  package var partCount: Int { max(blocks?.partCount ?? 1, banded?.partCount ?? 1) }

  /// The pictures that block variants copy in place.
  package var copied: Set<Int> { (blocks?.copied ?? []).union(banded?.copied ?? []) }

  /// The block program, made on first use; nil if no value can be decided for a block.
  var blocks: BlockProgram? {
    known.withLock { known in
      if case .known(let blocks) = known { return blocks }
      // Runs on a large stack, since branches are nested as deep as in `compile`.
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
