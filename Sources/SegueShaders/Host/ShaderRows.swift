import SegueLanes
import SeguePixels
package import SegueRendering

extension Shader {
  /// The rows of its frame, whose size is that of the first input.
  ///
  /// - Parameters:
  ///   - inputs: Its pictures.
  ///   - moment: The progress, and the time.
  ///   - blocks: When programs of blocks are used: the same bytes, in other times.
  /// - Returns: The rows.
  package func rows(
    of inputs: [any RowSource], at moment: FrameMoment, blocks: BlockUse = .whereFaster
  ) -> any RowSource {
    if checked.kind.isPointwise { return PointRows(self, inputs, moment.progress) }
    return passes(of: inputs, at: moment, blocks: blocks).frame
  }

  /// The rows of its frame at a progress of a second.
  package func rows(
    of inputs: [any RowSource], at progress: Double, blocks: BlockUse = .whereFaster
  ) -> any RowSource {
    rows(of: inputs, at: FrameMoment(progress: progress), blocks: blocks)
  }

  /// Says that its loops do not end.
  func check(_ isInTime: Bool) throws(RenderError) {
    guard isInTime else {
      throw .unrenderable("\(name): its loops take more than \(LaneRunner.loopLimit) turns")
    }
  }
}

/// The rows of one frame of a shader, or of one of its passes; it reads its inputs at any place and so has them rendered
/// whole.
struct ShaderRows: RowSource {
  let shader: Shader
  let wholes: [WholeInput]
  /// The size of what is rendered: that of the first input, but in a pass that says another.
  var frameSize: PixelSize
  let moment: FrameMoment
  let blocks: BlockUse
  /// Which of the shader's passes this is.
  var pass = 0
  /// Whether it has four floats a pixel, each in the place of a pixel.
  var hasFloats = false
  /// What its samplers read of what is rendered before it.
  var pictures: [Variable.ID: PassPicture] = [:]

  /// Levels of its pictures, where it asks for them.
  let levels = PictureLevels()

  var inputs: [any RowSource] { wholes.map(\.rows) + pictures.values.map(\.rows.rows) }

  var size: PixelSize {
    hasFloats ? PixelSize(width: 4 * frameSize.width, height: frameSize.height) : frameSize
  }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try shader.checkIsRenderable()
    var textures: [ShaderPicture] = []
    for whole in wholes { textures.append(ShaderPicture(bitmap: try whole.bitmap(context))) }
    // A picture that is not set is the first input, where it is not an error.
    for (sampler, picture) in zip(shader.parameterSamplers, shader.parameterPictures) {
      textures.append(
        try pictures[sampler]?.picture(context) ?? picture.map { ShaderPicture(bitmap: $0) } ?? textures[0])
    }
    if shader.checked.usesLevels {
      for texture in textures { textures.append(try levels.levels(of: texture, shader.checked.isFlipped)) }
    }
    return try Reader(self, textures, context)
  }

  private final class Reader: BandReader {
    private let whole: LaneRunner
    private let blocks: BlockRows?
    private let shader: Shader

    init(_ rows: ShaderRows, _ pictures: [ShaderPicture], _ context: RenderContext) throws(RenderError) {
      let (shader, moment, size) = (rows.shader, rows.moment, rows.frameSize)
      self.shader = shader
      var compiled = try shader.compiled(
        for: pictures.prefix(shader.checked.usesLevels ? pictures.count / 2 : pictures.count).map(\.known),
        in: context.light, size: size, pass: rows.pass, toFloats: rows.hasFloats)
      let isFlipped = shader.checked.isFlipped
      let inputs = moment.programInputs + shader.inputValues
      var textures = pictures.map { $0.texture(isFlipped: isFlipped) }
      for table in compiled.tables { textures.append(try table.texture()) }
      func runner(_ program: LaneProgram, isInParts: Bool) -> LaneRunner {
        LaneRunner(
          program, size: size,
          textures: Array(textures.prefix(program.textures)),
          inputs: inputs, isFlipped: isFlipped, givesFloats: rows.hasFloats, isInParts: isInParts,
          kernels: context.kernels)
      }
      if rows.blocks != .never, let banded = compiled.banded,
        runner(banded.rows, isInParts: false).hasBands(banded.bandInputs)
      {
        compiled = banded
      }
      let isAnalyzed =
        rows.blocks != .never && abs(moment.progress) <= RangeAnalysis.progressLimit && !rows.hasFloats
        && !pictures.contains(where: \.hasFloats)
      let blockProgram = isAnalyzed ? compiled.blocks : nil
      whole = runner(compiled.program, isInParts: false)
      blocks = blockProgram.map { [whole] program in
        BlockRows(
          program,
          blocks: BlockRunner(
            program.blocks, size: size, block: BlockProgram.block, inputs: inputs, isFlipped: isFlipped,
            kernels: context.kernels),
          pictures: pictures.map(\.bitmap), width: size.width, whole: whole,
          isAlways: rows.blocks == .always, makeRunner: { runner($0, isInParts: true) })
      }
      try shader.check(whole.isInTime)
    }

    func read(_ band: RowWriter) throws(RenderError) {
      var y = band.rows.lowerBound
      while y < band.rows.upperBound {
        let end = blocks?.wholeRows(from: y, upTo: band.rows.upperBound) ?? band.rows.upperBound
        if end > y {
          try whole.read(y..<end, of: band)
          try shader.check(whole.isInTime)
          y = end
        } else if let blocks {
          y = try blocks.read(from: y, of: band)
          try shader.check(blocks.isInTime)
        }
      }
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

extension FrameMoment {
  /// What programs of one shader are given of each frame, as bits: progress, seconds, the frame's number and how many
  /// seconds lie between two.
  fileprivate var programInputs: [UInt32] {
    [progress, seconds, Double(number), interval].map { Float($0).bitPattern }
  }
  /// How many these are.
  static let programInputCount = 4
}
