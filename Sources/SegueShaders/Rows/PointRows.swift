import SegueGLSL
import SegueLaneProgram
import SegueLanes
import SeguePixels
import SegueRendering

/// The rows of a run of pointwise shaders, fused into one program; a reader holds only one row of each source
/// in memory.
struct PointRows: RowSource {
  /// A step of a stack machine over colors.
  private enum Step {
    case source(Int)
    case shader(Shader)
  }

  /// The maximum number of fused shaders, which bounds compile time; fusion still saves most loads and stores
  /// of pixels.
  private static let shaderLimit = 16

  private let steps: [Step]
  private var sources: [any RowSource]
  private let progress: Double
  private let last: Shader
  /// Whether the sources and the result have four floats a pixel.
  private var hasFloats = false
  /// Whether the result depends on the pixel's position.
  private let readsPosition: Bool

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
    readsPosition =
      shader.checked.readsPosition || inputs.contains { ($0 as? PointRows)?.readsPosition == true }
  }

  private var shaders: [Shader] {
    steps.compactMap { step in if case .shader(let shader) = step { shader } else { nil } }
  }

  func rowsAlike(from y: Int) -> Int {
    readsPosition
      ? y + 1 : sources.map { $0.rowsAlike(from: y) }.min() ?? y + 1
  }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    for shader in shaders { try shader.checkIsRenderable() }
    return try Reader(self, context)
  }

  /// Makes the kernel that computes rows; if `opaque`, the kernel can compute only rows whose sources are
  /// opaque.
  private func kernel(opaque: Bool, _ context: RenderContext) throws(RenderError) -> PointKernel {
    let tables = shaders.flatMap(\.parameterPictures)
    let size = hasFloats ? floatSize : size
    let row = Specialization.Picture(size: size, isOpaque: opaque, isRow: true, hasFloats: hasFloats)
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
        var specialization = shader.specialization(
          size, pictures, firstSlot: slot, firstInput: inputs.count, light: context.light)
        specialization.givesFloats = hasFloats
        program.append(.shader(shader.checked, specialization))
        slot += shader.parameterPictures.count
        inputs += shader.inputValues
      }
    }
    var textures = sources.map { _ in LaneRunner.Texture.row }
    let nothing = try Bitmap(width: 1, height: 1)
    textures += tables.map { .picture($0 ?? nothing, isFlipped: false) }
    let compiled = try last.program(program)
    for table in compiled.tables { textures.append(try table.texture()) }
    return try PointKernel(
      compiled.prepared, size, textures, inputs, context, givesFloats: hasFloats,
      check: { (runner) throws(RenderError) in try last.check(runner.isInTime, context) })
  }

  private final class Reader: RowReader {
    private let rows: PointRows
    private let context: RenderContext
    private let cursors: [RowCursor]
    private let lent: LentRows
    /// The kernels compiled so far: one for rows whose sources are opaque, and one for all other rows.
    private var known: (opaque: PointKernel?, any: PointKernel?)

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

    /// Borrows the rows of all sources, one in each recursive call, and computes the row in the innermost
    /// call.
    private func read(
      _ y: Int, into row: inout MutableSpan<Pixel>, from index: Int, opaque: Bool
    ) throws(RenderError) {
      try cursors[index].withRow(y) { (source) throws(RenderError) in
        lent.lend(source, as: index)
        let opaque =
          opaque
          && (rows.hasFloats
            ? context.kernels.floats.areOpaque(source) : context.kernels.isOpaque(source))
        if index + 1 < cursors.count { return try read(y, into: &row, from: index + 1, opaque: opaque) }
        switch try kernel(opaque: opaque) {
        case .tables(let tables): context.kernels.lookUp(source, tables: tables, into: &row)
        case .matrix(let matrix): context.kernels.transformColors(source, matrix, into: &row)
        case .program(let runner):
          runner.read(y, rows: lent, into: &row)
          try rows.last.check(runner.isInTime, context)
        }
      }
    }

    private func kernel(opaque: Bool) throws(RenderError) -> PointKernel {
      if let known = opaque ? known.opaque : known.any { return known }
      let kernel = try rows.kernel(opaque: opaque, context)
      if opaque { known.opaque = kernel } else { known.any = kernel }
      return kernel
    }
  }
}

/// The kernel that computes a row: a program, or a row kernel for opaque rows.
private enum PointKernel {
  case program(LaneRunner)
  /// For opaque rows: a lookup table of bytes for each channel.
  case tables([UInt8])
  /// For opaque rows: each channel is a weighted sum of the source's channels.
  case matrix(ColorMatrix)

  init(
    _ prepared: PreparedProgram, _ size: PixelSize, _ textures: [LaneRunner.Texture], _ inputs: [UInt32],
    _ context: RenderContext, givesFloats: Bool, check: (LaneRunner) throws(RenderError) -> Void
  ) throws(RenderError) {
    let shape = prepared.program.shape
    if !givesFloats, case .matrix(let rows) = shape, let matrix = ColorMatrix(rows) {
      self = .matrix(matrix)
      return
    }
    let isTables = if case .tables = shape { !givesFloats } else { false }
    let runner = LaneRunner(
      prepared, size: isTables ? PixelSize(width: 256, height: 1) : size, textures: textures, inputs: inputs,
      isFlipped: false, givesFloats: givesFloats, maxTurns: context.maxLoopTurns, kernels: context.kernels)
    try check(runner)
    guard isTables else {
      self = .program(runner)
      return
    }
    // Computes the lookup tables by running the program on a row of all 256 grays.
    let grays = RowBuffer(width: 256)
    let lent = LentRows(count: 1)
    var tables: [UInt8] = []
    try grays.withMutableRow { (row) throws(RenderError) in
      for x in row.indices {
        let gray = UInt8(x)
        row[x] = Pixel(red: gray, green: gray, blue: gray)
      }
    }
    let results = RowBuffer(width: 256)
    try grays.withRow { (row) throws(RenderError) in
      lent.lend(row, as: 0)
      try results.withMutableRow { runner.read(0, rows: lent, into: &$0) }
    }
    try check(runner)
    try results.withRow { row in
      tables =
        row.indices.map { row[$0].red } + row.indices.map { row[$0].green } + row.indices.map { row[$0].blue }
    }
    self = .tables(tables)
  }
}

extension PointRows: FloatSource {
  var inFloats: any RowSource { PointRows(self) }

  /// Makes rows that apply the shaders to the float rows of the sources.
  private init(_ rows: PointRows) {
    self = rows
    sources = rows.sources.map(\.floats)
    hasFloats = true
  }
}

extension CheckedShader {
  /// Whether a pointwise shader's color depends on the pixel's position.
  fileprivate var readsPosition: Bool {
    functions[entryPoint].parameters.count > kind.pixelCount
      || variables.contains { $0.storage == .host(.fragCoord) && used.contains($0.id) }
  }
}
