import SegueLanes
import SeguePixels
import SegueRendering

/// The rows of one frame of pointwise shaders, as many as follow one another: they are one program, which holds a row of
/// each source.
struct PointRows: RowSource {
  /// A step on a stack of colors.
  private enum Step {
    case source(Int)
    case shader(Shader)
  }

  /// Shaders in one program, at most: enough to load and store pixels once, and few enough to compile.
  private static let shaderLimit = 16

  private let steps: [Step]
  private let sources: [any RowSource]
  private let progress: Double
  private let last: Shader

  var inputs: [any RowSource] { sources }

  init(_ shader: Shader, _ inputs: [any RowSource], _ progress: Double) {
    var steps: [Step] = []
    var sources: [any RowSource] = []
    var room = Self.shaderLimit - 1
    for input in inputs {
      if let rows = input as? PointRows, rows.progress == progress, rows.shaders.count <= room {
        room -= rows.shaders.count
        steps += rows.steps.map { step in
          if case .source(let index) = step { .source(sources.count + index) } else { step }
        }
        sources += rows.sources
      } else {
        steps.append(.source(sources.count))
        sources.append(input)
      }
    }
    self.steps = steps + [.shader(shader)]
    self.sources = sources
    self.progress = progress
    last = shader
  }

  private var shaders: [Shader] {
    steps.compactMap { step in if case .shader(let shader) = step { shader } else { nil } }
  }

  func rowsAlike(from y: Int) -> Int {
    shaders.contains { $0.checked.readsPosition }
      ? y + 1 : sources.map { $0.rowsAlike(from: y) }.min() ?? y + 1
  }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try Reader(self, context)
  }

  /// Makes what computes rows whose sources are opaque, or may be transparent.
  private func runner(opaque: Bool, _ context: RenderContext) throws(RenderError) -> LaneRunner {
    let tables = shaders.flatMap(\.parameterPictures)
    let row = Specialization.Picture(size: size, isOpaque: opaque, isRow: true)
    let pictures =
      sources.map { _ in row }
      + tables.map { table in
        Specialization.Picture(
          size: table?.size ?? PixelSize(width: 1, height: 1), isOpaque: table?.isOpaque ?? false)
      }
    var slot = sources.count
    var inputs = [Float(progress).bitPattern]
    var program: [ProgramStep] = []
    for step in steps {
      switch step {
      case .source(let index): program.append(.input(index))
      case .shader(let shader):
        program.append(
          .shader(
            shader.checked,
            shader.specialization(size, pictures, firstSlot: slot, firstInput: inputs.count)))
        slot += shader.parameterPictures.count
        inputs += shader.inputValues
      }
    }
    var textures = sources.map { _ in LaneRunner.Texture.row }
    let nothing = try Bitmap(width: 1, height: 1)
    textures += tables.map { .picture($0 ?? nothing, isFlipped: false) }
    return LaneRunner(
      try last.program(program), size: size, textures: textures, inputs: inputs, isFlipped: false,
      kernels: context.kernels)
  }

  private final class Reader: RowReader {
    private let rows: PointRows
    private let context: RenderContext
    private let cursors: [RowCursor]
    private let lent: LentRows
    /// For rows that are opaque, and for others.
    private var runners: (opaque: LaneRunner?, any: LaneRunner?)

    init(_ rows: PointRows, _ context: RenderContext) throws(RenderError) {
      self.rows = rows
      self.context = context
      var cursors: [RowCursor] = []
      for source in rows.sources { cursors.append(try RowCursor(source, context)) }
      self.cursors = cursors
      lent = LentRows(count: cursors.count)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      try read(y, into: &row, from: 0, opaque: true)
    }

    /// Borrows the rows of all sources, one in the other, and computes the row within.
    private func read(
      _ y: Int, into row: inout MutableSpan<Pixel>, from index: Int, opaque: Bool
    ) throws(RenderError) {
      guard index < cursors.count else {
        let runner = try runner(opaque: opaque)
        runner.read(y, rows: lent, into: &row)
        return try rows.last.check(runner)
      }
      try cursors[index].withRow(y) { (source) throws(RenderError) in
        lent.lend(source, as: index)
        try read(y, into: &row, from: index + 1, opaque: opaque && context.kernels.isOpaque(source))
      }
    }

    private func runner(opaque: Bool) throws(RenderError) -> LaneRunner {
      if let known = opaque ? runners.opaque : runners.any { return known }
      let runner = try rows.runner(opaque: opaque, context)
      try rows.last.check(runner)
      if opaque { runners.opaque = runner } else { runners.any = runner }
      return runner
    }
  }
}

extension CheckedShader {
  /// Whether a pointwise shader's color depends on where its pixel is.
  fileprivate var readsPosition: Bool {
    functions[entryPoint].parameters.count > kind.pixelCount
      || variables.contains { $0.storage == .fragCoord && used.contains($0.id) }
  }
}
