import SegueLanes
import SeguePixels
package import SegueRendering

extension Shader {
  /// The rows of its frame, whose size is that of the first input.
  package func rows(of inputs: [any RowSource], at progress: Double) -> any RowSource {
    if checked.kind.isPointwise { return PointRows(self, inputs, progress) }
    return ShaderRows(shader: self, wholes: inputs.map { WholeInput($0) }, progress: progress)
  }

  /// Says that its loops do not end.
  func check(_ runner: LaneRunner) throws(RenderError) {
    guard runner.isInTime else {
      throw .unrenderable("\(name): its loops take more than \(LaneRunner.loopLimit) turns")
    }
  }
}

/// The rows of one frame of a shader, which reads its inputs at any place and so has them rendered whole.
struct ShaderRows: RowSource {
  let shader: Shader
  let wholes: [WholeInput]
  let progress: Double

  var inputs: [any RowSource] { wholes.map(\.rows) }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    var bitmaps: [Bitmap] = []
    for whole in wholes { bitmaps.append(try whole.bitmap(context)) }
    return try Reader(shader, bitmaps, progress, context)
  }

  private final class Reader: RowReader {
    private let runner: LaneRunner
    private let shader: Shader

    init(
      _ shader: Shader, _ inputs: [Bitmap], _ progress: Double, _ context: RenderContext
    ) throws(RenderError) {
      self.shader = shader
      // Pictures that are not set stand for the first input.
      let pictures = inputs + shader.parameterPictures.map { $0 ?? inputs[0] }
      let program = try shader.program(for: pictures, in: context.light)
      let isFlipped = shader.checked.kind.isFlipped
      runner = LaneRunner(
        program, size: inputs[0].size,
        textures: pictures.map { .picture($0, isFlipped: isFlipped) },
        inputs: [Float(progress).bitPattern] + shader.inputValues, isFlipped: isFlipped,
        kernels: context.kernels)
      try shader.check(runner)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      runner.read(y, into: &row)
      try shader.check(runner)
    }
  }
}
