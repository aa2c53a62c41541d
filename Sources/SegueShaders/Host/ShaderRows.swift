import SegueLanes
import SegueLanes
import SeguePixels
import SegueRendering

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
    private let name: String

    init(
      _ shader: Shader, _ inputs: [Bitmap], _ progress: Double, _ context: RenderContext
    ) throws(RenderError) {
      let textures = shader.textures(inputs)
      let program = try shader.program(for: textures)
      let isFlipped = shader.kind == .transition
      name = shader.name
      runner = LaneRunner(
        program, size: inputs[0].size,
        textures: textures.map { LaneRunner.Texture($0, isFlipped: isFlipped) },
        values: program.inputs[0].map { [$0: Float(progress).bitPattern] } ?? [:], isFlipped: isFlipped,
        kernels: context.kernels)
      try check()
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      runner.read(y, into: &row)
      try check()
    }

    private func check() throws(RenderError) {
      guard runner.isInTime else {
        throw .unrenderable("\(name): its loops take more than \(LaneRunner.loopLimit) turns")
      }
    }
  }
}
