import SegueLanes
import SeguePixels
package import SegueRendering

extension Shader {
  /// The rows of its frame, whose size is that of the first input.
  ///
  /// - Parameters:
  ///   - inputs: Its pictures.
  ///   - moment: The progress, and the time.
  ///   - isBlockwise: Whether blocks of pixels are looked at before their pixels: the same bytes, in less time.
  /// - Returns: The rows.
  package func rows(
    of inputs: [any RowSource], at moment: FrameMoment, isBlockwise: Bool = true
  ) -> any RowSource {
    if checked.kind.isPointwise { return PointRows(self, inputs, moment.progress) }
    let wholes = inputs.map { WholeInput($0) }
    var frame = ShaderRows(
      shader: self, wholes: wholes, size: inputs[0].size, moment: moment, isBlockwise: isBlockwise)
    // The last one is the frame, whatever it is called.
    for pass in checked.passes.dropLast() {
      var picture = frame
      picture.size = size(of: pass, in: frame.size)
      if let target = pass.target { frame.targets[target] = WholeInput(picture) }
      frame.pass += 1
    }
    return frame
  }

  /// The rows of its frame at a progress of a second.
  package func rows(
    of inputs: [any RowSource], at progress: Double, isBlockwise: Bool = true
  ) -> any RowSource {
    rows(of: inputs, at: FrameMoment(progress: progress), isBlockwise: isBlockwise)
  }

  /// The size of a picture that it renders for a frame of a size; the frame's where it says none.
  private func size(of pass: ShaderPass, in frame: PixelSize) -> PixelSize {
    func side(_ expression: Expression?, _ own: Int) -> Int {
      guard let expression else { return own }
      var lowering = Lowering(checked, specialization: specialization(frame, [], firstSlot: 0, firstInput: 2))
      let value = (try? lowering.constant(expression)).flatMap { $0 } ?? Float(own)
      return value.isFinite ? Int(max(1, min(value, Float(8 * own)))) : own
    }
    return PixelSize(width: side(pass.width, frame.width), height: side(pass.height, frame.height))
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
  /// The size of what is rendered: that of the first input, but in a pass that says another.
  var size: PixelSize
  let moment: FrameMoment
  let isBlockwise: Bool
  /// Which of the shader's pictures this is, and those before it.
  var pass = 0
  var targets: [Variable.ID: WholeInput] = [:]

  var inputs: [any RowSource] { wholes.map(\.rows) + targets.values.map(\.rows) }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    var bitmaps: [Bitmap] = []
    for whole in wholes { bitmaps.append(try whole.bitmap(context)) }
    // Pictures that are not set stand for the first input.
    for (sampler, picture) in zip(shader.parameterSamplers, shader.parameterPictures) {
      bitmaps.append(try targets[sampler]?.bitmap(context) ?? picture ?? bitmaps[0])
    }
    return try Reader(self, bitmaps, context)
  }

  private final class Reader: RowReader {
    private let whole: LaneRunner
    private let blocks: BlockRows?
    private let shader: Shader

    init(_ rows: ShaderRows, _ pictures: [Bitmap], _ context: RenderContext) throws(RenderError) {
      let (shader, moment, size) = (rows.shader, rows.moment, rows.size)
      self.shader = shader
      let compiled = try shader.compiled(for: pictures, in: context.light, size: size, pass: rows.pass)
      let isFlipped = shader.checked.isFlipped
      func runner(_ program: LaneProgram, _ block: PixelSize) -> LaneRunner {
        LaneRunner(
          program, size: size, block: block,
          textures: pictures.prefix(program.textures).map { .picture($0, isFlipped: isFlipped) },
          inputs: [moment.progress, moment.seconds].map { Float($0).bitPattern } + shader.inputValues,
          isFlipped: isFlipped,
          kernels: context.kernels)
      }
      whole = runner(compiled.program, PixelSize(width: 1, height: 1))
      let isAnalyzed = rows.isBlockwise && abs(moment.progress) <= RangeAnalysis.progressLimit
      blocks = (isAnalyzed ? compiled.blocks : nil).map { [whole] in
        BlockRows($0, pictures: pictures, width: size.width, whole: whole, makeRunner: runner)
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
