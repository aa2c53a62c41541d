import SegueGLSL
import SegueGraph
import SegueLaneProgram
import SeguePixels
import Synchronization

/// An instruction of a stack machine over colors; a list of instructions describes a program of several
/// shaders.
enum ProgramStep: Hashable {
  /// Pushes the pixel of an input, which is read row by row.
  case input(Int)
  /// Runs a shader: pops the input colors of a pointwise shader from the stack, and pushes the result.
  ///
  /// A shader that is not pointwise samples its pictures itself, and is then the only step of the program.
  case shader(CheckedShader, Specialization)
}

/// A cache of the four most recently compiled programs whose last step is a given shader; the programs differ
/// in earlier steps, frame size and parameters.
final class ShaderProgramCache: Sendable {
  private struct State {
    var known: [(steps: [ProgramStep], program: CompiledShader)] = []
    var compiledCount = 0
  }

  private let state = Mutex(State())
  private static let most = 4

  /// The number of programs compiled, including evicted programs.
  var compiledCount: Int { state.withLock { $0.compiledCount } }

  func program(_ steps: [ProgramStep]) throws(ShaderError) -> CompiledShader {
    try state.withLock { (state) throws(ShaderError) in
      if let entry = state.known.first(where: { $0.steps == steps }) { return entry.program }
      // Runs on a large stack: the code after an early exit, such as `return`, is nested in a branch. So the
      // recursion depth grows with the length of a function.
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
    // Uses quads of 2 × 2 pixels, since pixels of a quad leave loops together more often than pixels of a
    // row.
    return compiled.gainsByQuads ? try compile(steps, hasQuads: true) : compiled
  }

  private static func compile(_ steps: [ProgramStep], hasQuads: Bool) throws(ShaderError) -> CompiledShader {
    var graph = Graph(hasQuads: hasQuads)
    var colors: [[SSAValue]] = []
    var isStraight = false
    /// The color that the last `input` step fetched, nil if this input may be transparent; and the number of
    /// `input` steps so far.
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
        let fetch: LaneOperation = pictures[slot].hasFloats ? .fetchRowFloats : .fetchRow
        var color = graph.emit(fetch, [], texels: .init(texture: slot))
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
    let givesFloats = if case .shader(_, let last)? = steps.last { last.givesFloats } else { false }
    // Omits the final clamps if the result is stored as bytes, since the conversion to bytes clamps.
    if !givesFloats { color = graph.unbounded(color) }
    return CompiledShader(graph, result: color, pictures, of: size, shape, givesFloats: givesFloats)
  }
}
