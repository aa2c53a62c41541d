import SegueGLSL
import SegueLanes
import SeguePixels
import SegueRendering
import Synchronization

/// The result of a pass as a bitmap; if `hasFloats`, the four floats of a pixel are stored as four `Pixel`s.
struct PassPicture: Sendable {
  let rows: WholeInput
  let hasFloats: Bool
  /// Whether sample positions keep full precision instead of 8 fractional bits.
  var isExact = false

  /// Returns the picture, which is rendered on first use.
  func picture(_ context: RenderContext) throws(RenderError) -> ShaderPicture {
    ShaderPicture(bitmap: try rows.bitmap(context), hasFloats: hasFloats, isExact: isExact)
  }
}

/// A picture as a shader reads it.
struct ShaderPicture: Sendable {
  let bitmap: Bitmap
  /// The samples of an opaque picture with 16 bits, which are read instead of `bitmap`; nil for other
  /// pictures.
  var words: DeepStorage?
  var hasFloats = false
  /// Whether a picture of floats is known to be opaque (`isOpaque`), and to have samples in 0…1
  /// (`isBounded`).
  var isOpaque = false
  var isBounded = false
  /// Whether sample positions keep full precision instead of 8 fractional bits.
  var isExact = false

  /// The properties of the picture for which a program is compiled.
  var known: Specialization.Picture {
    guard hasFloats else { return .init(size: bitmap.size, isOpaque: bitmap.isOpaque) }
    var known = Specialization.Picture(
      size: words?.size ?? PixelSize(width: bitmap.width / 4, height: bitmap.height),
      isOpaque: words != nil || isOpaque, hasFloats: true)
    known.isBounded = words != nil || isBounded
    return known
  }

  /// Returns the picture in the form from which `PixelParts` copies pixels.
  func part(_ kernels: FloatKernels) -> PixelParts.Picture {
    if let words { return .words(words, kernels) }
    return hasFloats ? .floats(bitmap) : .pixels(bitmap)
  }

  /// Returns the picture as a texture of a lane program.
  func texture(isFlipped: Bool) -> LaneRunner.Texture {
    if let words { return .words(words, isFlipped: isFlipped) }
    return hasFloats
      ? .floats(bitmap, isFlipped: isFlipped, isExact: isExact) : .picture(bitmap, isFlipped: isFlipped)
  }
}

/// The pictures of a shader's passes, by name.
typealias PassPictures = [String: PassPicture]

extension Shader {
  /// A rendering pass of a frame.
  private struct Stage {
    /// The shader of the pass: this shader, or the shader of a buffer.
    let shader: Shader
    var pass = 0
    /// The name of the samplers that read the result of the pass; nil if no sampler reads it.
    var name: String?
    var isKept = false
    var hasFloats = false
  }

  /// The passes of a frame in rendering order; the last pass renders the frame.
  private var stages: [Stage] {
    let first = buffers.map { Stage(shader: $0.shader, name: $0.name, isKept: true, hasFloats: true) }
    if checked.passes.isEmpty { return first + [Stage(shader: self)] }
    return first
      + checked.passes.enumerated().map { index, pass in
        Stage(
          shader: self, pass: index, name: pass.target.map { checked.variables[$0].name },
          isKept: pass.isKept, hasFloats: pass.hasFloats)
      }
  }

  /// Whether the next frame can read the result of any pass.
  package var keepsPictures: Bool { stages.contains { $0.isKept && $0.name != nil } }

  /// Descriptions of the passes in order, for lists; empty for a single pass that keeps no picture.
  package var passes: [String] {
    let stages = stages
    guard stages.count > 1 || keepsPictures else { return [] }
    return stages.enumerated().map { index, stage in
      let isLast = index + 1 == stages.count
      return
        ([stage.name ?? "the frame"] + (isLast && stage.name != nil ? ["the frame"] : [])
        + (stage.hasFloats ? ["of floats"] : []) + (stage.isKept ? ["kept for the next frame"] : []))
        .joined(separator: ", ")
    }
  }

  /// Makes the frame at a moment, and the pictures of its passes; the last pass renders the frame, whatever
  /// its name.
  ///
  /// If `inFloats`, all passes read and return floats.
  func passes(
    of inputs: [any RowSource], at moment: FrameMoment, blocks: BlockUse = .whereFaster,
    before: PassPictures = [:], inFloats: Bool = false
  ) -> (frame: any RowSource, pictures: PassPictures) {
    let wholes = inputs.map { WholeInput(inFloats ? $0.floats : $0) }
    let bitmaps = inFloats ? inputs.map(\.bitmap) : nil
    let stages = stages
    let kept = Set(stages.filter(\.isKept).compactMap(\.name))
    var pictures = before.filter { kept.contains($0.key) }
    func rows(_ stage: Stage, _ size: PixelSize, hasFloats: Bool) -> ShaderRows {
      ShaderRows(
        shader: stage.shader, wholes: wholes, frameSize: size, moment: moment, blocks: blocks,
        pass: stage.pass, hasFloats: hasFloats || inFloats, bitmaps: bitmaps,
        pictures: stage.shader.channels.compactMapValues { pictures[$0] })
    }
    for stage in stages.dropLast() {
      let size = stage.shader.size(ofPass: stage.pass, in: inputs[0].size)
      let picture = rows(stage, size, hasFloats: stage.hasFloats)
      if let name = stage.name {
        pictures[name] = PassPicture(
          rows: WholeInput(picture), hasFloats: picture.hasFloats,
          isExact: inFloats && !stage.hasFloats)
      }
    }
    let last = stages[stages.count - 1]
    let frame = rows(last, inputs[0].size, hasFloats: false)
    guard last.isKept, let name = last.name else { return (frame, pictures) }
    if last.hasFloats {
      let floats = WholeInput(rows(last, inputs[0].size, hasFloats: true))
      pictures[name] = PassPicture(rows: floats, hasFloats: true)
      return (frame, pictures)
    }
    let whole = WholeInput(frame)
    pictures[name] = PassPicture(rows: whole, hasFloats: false)
    return (WholeRows(whole: whole), pictures)
  }

  /// Makes the rows of a frame whose passes may read pictures of the previous frame.
  func rows(of input: InputFrames) throws(RenderError) -> any RowSource {
    guard keepsPictures else { return rows(of: try input.inputs(at: input.moment), at: input.moment) }
    let frame = input.moment.numbered
    let kept = frame.sequence.memory(of: checked.id, at: input.place) { KeptPictures() }
    return KeptRows(
      input: try input.inputs(at: input.moment)[0], kept: kept, index: frame.index
    ) { (index, before) throws(RenderError) in
      let moment = frame.sequence.moment(of: index)
      let shader = (try input.effect(at: moment) as? any ShaderEffect)?.shader ?? self
      let inputs = try input.inputs(at: moment)
      guard let before else {
        return shader.passes(of: inputs, at: moment, before: try shader.nothingKept(inputs[0].size))
      }
      return shader.passes(of: inputs, at: moment, before: before)
    }
  }

  /// Makes the pass pictures that the first frame reads: transparent black.
  private func nothingKept(_ frame: PixelSize) throws(RenderError) -> PassPictures {
    var pictures: PassPictures = [:]
    let stages = stages
    for (index, stage) in stages.enumerated() {
      guard stage.isKept, let name = stage.name else { continue }
      var size = index + 1 == stages.count ? frame : stage.shader.size(ofPass: stage.pass, in: frame)
      if stage.hasFloats { size = PixelSize(width: 4 * size.width, height: size.height) }
      pictures[name] = PassPicture(rows: WholeInput(try Bitmap(size)), hasFloats: stage.hasFloats)
    }
    return pictures
  }

  /// Returns the size that a pass declares, for a given frame size; the frame size if the pass declares none.
  private func size(ofPass index: Int, in frame: PixelSize) -> PixelSize {
    guard checked.passes.indices.contains(index) else { return frame }
    let pass = checked.passes[index]
    let still = animating([])
    func side(_ expression: Expression?, _ own: Int) -> Int {
      guard let expression else { return own }
      var lowering = Lowering(checked, specialization: still.specialization(frame, [], firstSlot: 0))
      let value = (try? lowering.constant(expression)).flatMap { $0 } ?? Float(own)
      return value.isFinite ? Int(max(1, min(value, Float(8 * own)))) : own
    }
    return PixelSize(width: side(pass.width, frame.width), height: side(pass.height, frame.height))
  }
}

/// A filter or blend that runs a shader.
protocol ShaderEffect: TimedEffect {
  var shader: Shader { get }
}

/// Rows that are rendered once for all readers.
private struct WholeRows: RowSource {
  let whole: WholeInput

  var inputs: [any RowSource] { [whole.rows] }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try whole.bitmap(context).makeReader(context)
  }
}

/// The pass pictures of recently rendered frames.
///
/// Threads request frames out of order. A frame that is not cached is rendered after all frames since the
/// nearest earlier cached frame or, without one, since the first frame.
private final class KeptPictures: Sendable {
  typealias Frame = (frame: any RowSource, pictures: PassPictures)

  private let last = Mutex<[(index: Int, frame: Frame)]>([])
  private static let most = 2 * Execution.allCores.threads + 2

  /// Returns a frame with all its passes rendered; `next` makes a missing frame from the pictures of the
  /// previous frame.
  func frame(
    _ index: Int, _ context: RenderContext,
    _ next: (Int, PassPictures?) throws(RenderError) -> Frame
  ) throws(RenderError) -> Frame {
    try last.withLock { (last) throws(RenderError) in
      if let known = last.last(where: { $0.index == index }) { return known.frame }
      let before = last.filter { $0.index < index }.max { $0.index < $1.index }
      func make(_ number: Int, after pictures: PassPictures?) throws(RenderError) -> Frame {
        let frame = try rendered(next(number, pictures), context)
        last.append((number, frame))
        if last.count > Self.most { last.removeFirst() }
        return frame
      }
      let first = before.map { $0.index + 1 } ?? 0
      var frame = try make(first, after: before?.frame.pictures)
      for number in first..<index { frame = try make(number + 1, after: frame.pictures) }
      return frame
    }
  }

  /// Replaces row sources by rendered pictures, so that a frame does not retain all earlier frames.
  private func rendered(_ frame: Frame, _ context: RenderContext) throws(RenderError) -> Frame {
    var frame = frame
    for (target, picture) in frame.pictures {
      let bitmap = try picture.rows.bitmap(context)
      frame.pictures[target] = PassPicture(rows: WholeInput(bitmap), hasFloats: picture.hasFloats)
    }
    return frame
  }
}

/// The rows of a frame that needs pictures of earlier frames.
private struct KeptRows: RowSource {
  let input: any RowSource
  let kept: KeptPictures
  let index: Int
  let next: @Sendable (Int, PassPictures?) throws(RenderError) -> KeptPictures.Frame

  var inputs: [any RowSource] { [input] }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try kept.frame(index, context, next).frame.makeReader(context)
  }
}
