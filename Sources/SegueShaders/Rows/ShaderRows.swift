import SegueGLSL
import SegueGraph
import SegueLanes
import SeguePixels
package import SegueRendering

extension Shader {
  /// Makes the rows of a frame that has the size of the first input.
  ///
  /// - Parameters:
  ///   - inputs: The input pictures.
  ///   - moment: The progress and the time of the frame.
  ///   - blocks: The use of block variants, which affects the time, not the bytes.
  /// - Returns: The rows.
  package func rows(
    of inputs: [any RowSource], at moment: FrameMoment, blocks: BlockUse = .whereFaster
  ) -> any RowSource {
    if checked.kind.isPointwise { return PointRows(self, inputs, moment.progress) }
    return passes(of: inputs, at: moment, blocks: blocks).frame
  }

  /// Makes the rows of a frame; the shader's time in seconds equals the progress.
  package func rows(
    of inputs: [any RowSource], at progress: Double, blocks: BlockUse = .whereFaster
  ) -> any RowSource {
    rows(of: inputs, at: FrameMoment(progress: progress), blocks: blocks)
  }

  /// Throws an error if the program's loops exceeded the limit of iterations.
  func check(_ isInTime: Bool, _ context: RenderContext) throws(RenderError) {
    guard isInTime else {
      throw .unrenderable("\(name): its loops take more than \(context.maxLoopTurns) iterations")
    }
  }
}

/// The rows of one frame or pass of a shader; inputs are rendered as a whole, since shaders sample them at
/// any position.
struct ShaderRows: RowSource {
  let shader: Shader
  let wholes: [WholeInput]
  /// The size of the result: the size of the first input, unless the pass declares another size.
  var frameSize: PixelSize
  let moment: FrameMoment
  let blocks: BlockUse
  /// The index of the pass among the shader's passes.
  var pass = 0
  /// Whether the result has four floats a pixel, stored as four `Pixel`s.
  var hasFloats = false
  /// If the inputs are rows of floats: for each input, the bitmap from which its floats are converted, or nil
  /// if the input is computed.
  ///
  /// The array is nil for inputs of 8 bits.
  var bitmaps: [Bitmap?]?
  /// The results of passes or buffers that samplers read, by sampler.
  var pictures: [Variable.ID: PassPicture] = [:]

  /// Mipmap levels of all pictures.
  let levels = PictureLevels()

  var inputs: [any RowSource] { wholes.map(\.rows) + pictures.values.map(\.rows.rows) }

  var size: PixelSize {
    hasFloats ? PixelSize(width: 4 * frameSize.width, height: frameSize.height) : frameSize
  }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try shader.checkIsRenderable()
    var textures: [ShaderPicture] = []
    for (index, whole) in wholes.enumerated() {
      if let deep = whole.rows as? DeepRows, deep.storage.depth == .sixteen,
        bitmaps?[index]?.isOpaque == true
      {
        textures.append(
          ShaderPicture(bitmap: try Bitmap(width: 1, height: 1), words: deep.storage, hasFloats: true))
        continue
      }
      let bitmap = try whole.bitmap(context)
      var picture = ShaderPicture(bitmap: bitmap)
      if let bitmaps {
        (picture.hasFloats, picture.isExact) = (true, true)
        picture.isOpaque = bitmaps[index]?.isOpaque ?? false
        picture.isBounded = bitmaps[index].map { $0.depth == .eight || $0.depth == .sixteen } ?? false
      }
      textures.append(picture)
    }
    // Uses the first input for a picture that is not set; `checkIsRenderable` has thrown if a required
    // picture is missing.
    for (sampler, picture) in zip(shader.parameterSamplers, shader.parameterPictures) {
      textures.append(
        try pictures[sampler]?.picture(context) ?? picture.map { ShaderPicture(bitmap: $0) } ?? textures[0])
    }
    if shader.checked.usesLevels {
      for texture in textures { textures.append(try levels.levels(of: texture, shader.checked.isFlipped)) }
    }
    return try Reader(self, textures, context)
  }

  /// The frame computed with floats; nil if the shader cannot compute with floats, or if this source already
  /// does.
  ///
  /// A shader cannot compute with floats if it reads mipmap levels, which exist only for 8-bit pictures, or
  /// pictures of the previous frame.
  var withFloats: (any RowSource)? {
    guard !shader.checked.usesLevels, !shader.keepsPictures, !hasFloats else { return nil }
    return shader.passes(of: wholes.map(\.rows), at: moment, blocks: blocks, inFloats: true).frame
  }

  private final class Reader: BandReader {
    private let whole: LaneRunner
    private let blocks: BlockRows?
    private let shader: Shader
    private let context: RenderContext

    init(_ rows: ShaderRows, _ pictures: [ShaderPicture], _ context: RenderContext) throws(RenderError) {
      self.context = context
      let (shader, moment, size) = (rows.shader, rows.moment, rows.frameSize)
      self.shader = shader
      var compiled = try shader.compiled(
        for: pictures.prefix(shader.checked.usesLevels ? pictures.count / 2 : pictures.count).map(\.known),
        in: context.light, size: size, pass: rows.pass, toFloats: rows.hasFloats)
      let isFlipped = shader.checked.isFlipped
      let inputs = moment.programInputs + shader.inputValues
      var textures = pictures.map { $0.texture(isFlipped: isFlipped) }
      for table in compiled.tables { textures.append(try table.texture()) }
      func runner(_ prepared: PreparedProgram) -> LaneRunner {
        LaneRunner(
          prepared, size: size, textures: Array(textures.prefix(prepared.program.textures)),
          inputs: inputs, isFlipped: isFlipped, givesFloats: rows.hasFloats,
          dropsSigns: rows.bitmaps != nil, maxTurns: context.maxLoopTurns, kernels: context.kernels)
      }
      if rows.blocks != .never, let banded = compiled.banded,
        runner(banded.rows).hasBands(banded.bandInputs)
      {
        compiled = banded
      }
      // Disables block variants in a frame of 8 bits for passes that compute or read floats, since samples of
      // such passes have no known bounds.
      let readsPasses = rows.bitmaps == nil && (rows.hasFloats || pictures.contains(where: \.hasFloats))
      let isAnalyzed =
        rows.blocks != .never && abs(moment.progress) <= RangeAnalysis.progressLimit && !readsPasses
      let compiledBlocks = isAnalyzed ? compiled.blocks : nil
      whole = runner(compiled.prepared)
      blocks = compiledBlocks.map { [whole] compiled in
        BlockRows(
          compiled,
          blocks: BlockRunner(
            compiled.decisions, size: size, block: BlockProgram.block, inputs: inputs, isFlipped: isFlipped,
            kernels: context.kernels),
          pictures: pictures.map { $0.part(context.kernels.floats) }, width: size.width, whole: whole,
          isAlways: rows.blocks == .always, makeRunner: runner)
      }
      try shader.check(whole.isInTime, context)
    }

    func read(_ band: RowWriter) throws(RenderError) {
      var y = band.rows.lowerBound
      while y < band.rows.upperBound {
        let end = blocks?.wholeRows(from: y, upTo: band.rows.upperBound) ?? band.rows.upperBound
        if end > y {
          try whole.read(y..<end, of: band)
          try shader.check(whole.isInTime, context)
          y = end
        } else if let blocks {
          y = try blocks.read(from: y, of: band)
          try shader.check(blocks.isInTime, context)
        }
      }
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      if let blocks {
        blocks.read(y, into: &row)
        return try shader.check(blocks.isInTime, context)
      }
      whole.read(y, into: &row)
      try shader.check(whole.isInTime, context)
    }
  }
}

extension ShaderRows: FloatSource {
  var inFloats: any RowSource { withFloats ?? widened }
}

extension FrameMoment {
  /// The inputs of all programs of a frame, as bits: progress, seconds, the frame's number, and the seconds
  /// between frames.
  fileprivate var programInputs: [UInt32] {
    [progress, seconds, Double(number), interval].map { Float($0).bitPattern }
  }
  /// The number of `programInputs`.
  static let programInputCount = 4
}
