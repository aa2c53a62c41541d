import SegueLanes
import SeguePixels
package import SegueRendering

extension Shader {
  /// The rows of its frame, whose size is that of the first input.
  ///
  /// - Parameters:
  ///   - inputs: Its pictures.
  ///   - progress: The progress.
  ///   - isBlockwise: Whether blocks of pixels are looked at before their pixels: the same bytes, in less time.
  /// - Returns: The rows.
  package func rows(
    of inputs: [any RowSource], at progress: Double, isBlockwise: Bool = true
  ) -> any RowSource {
    if checked.kind.isPointwise { return PointRows(self, inputs, progress) }
    return ShaderRows(
      shader: self, wholes: inputs.map { WholeInput($0) }, progress: progress, isBlockwise: isBlockwise)
  }

  /// Says that its loops do not end.
  func check(_ isInTime: Bool) throws(RenderError) {
    guard isInTime else {
      throw .unrenderable("\(name): its loops take more than \(LaneRunner.loopLimit) turns")
    }
  }
}

/// The rows of one frame of a shader, which reads its inputs at any place and so has them rendered whole.
struct ShaderRows: RowSource {
  let shader: Shader
  let wholes: [WholeInput]
  let progress: Double
  let isBlockwise: Bool

  var inputs: [any RowSource] { wholes.map(\.rows) }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    var bitmaps: [Bitmap] = []
    for whole in wholes { bitmaps.append(try whole.bitmap(context)) }
    return try Reader(self, bitmaps, context)
  }

  private final class Reader: RowReader {
    private let whole: LaneRunner
    private let blocks: BlockRows?
    private let shader: Shader

    init(_ rows: ShaderRows, _ inputs: [Bitmap], _ context: RenderContext) throws(RenderError) {
      let (shader, progress) = (rows.shader, rows.progress)
      self.shader = shader
      // Pictures that are not set stand for the first input.
      let pictures = inputs + shader.parameterPictures.map { $0 ?? inputs[0] }
      let compiled = try shader.compiled(for: pictures, in: context.light)
      let isFlipped = shader.checked.kind.isFlipped
      func runner(_ program: LaneProgram, _ block: PixelSize) -> LaneRunner {
        LaneRunner(
          program, size: inputs[0].size, block: block,
          textures: pictures.prefix(program.textures).map { .picture($0, isFlipped: isFlipped) },
          inputs: [Float(progress).bitPattern] + shader.inputValues, isFlipped: isFlipped,
          kernels: context.kernels)
      }
      whole = runner(compiled.program, PixelSize(width: 1, height: 1))
      let isAnalyzed = rows.isBlockwise && abs(progress) <= RangeAnalysis.progressLimit
      blocks = (isAnalyzed ? compiled.blocks : nil).map { [whole] in
        BlockRows($0, pictures: pictures, width: inputs[0].size.width, whole: whole, makeRunner: runner)
      }
      try shader.check(whole.isInTime)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      if let blocks {
        blocks.read(y, into: &row)
        return try shader.check(blocks.isInTime)
      }
      whole.read(y, into: &row)
      try shader.check(whole.isInTime)
    }
  }
}
