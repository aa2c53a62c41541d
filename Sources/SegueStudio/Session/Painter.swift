import SegueFilters
import SegueFormats
import SegueJob
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTransitions

/// Renders the frames of one page; caches fitted pictures and renderers for further frames.
struct Painter {
  /// A frame that is rendered and encoded for a page, with measurements.
  struct Painted {
    let bytes: [UInt8]
    let type: String
    let size: PixelSize
    let fullSize: PixelSize
    var progress = 0.0
    let isExact: Bool
    let renderMs: Double
    let encodeMs: Double
    var shader: Answer.Shader?
    var largestPart: Extent?
  }

  private struct Key: Hashable {
    let job: Job
    let size: PixelSize
  }

  /// The maximum number of pixels of a frame on the screen: 4K.
  static let maxPixels = 3840 * 2160

  private let shelf: Shelf
  private let execution: Execution
  private var renderers: [(key: Key, renderer: Kept<TransitionRenderer>, timing: Timing)] = []
  private var drafts = DraftScale()
  private var flow: FlowFrames?
  private var fitted: [(name: String, framing: Framing, bitmap: Kept<Bitmap>)] = []

  init(_ shelf: Shelf) { (self.shelf, execution) = (shelf, shelf.execution) }

  mutating func paint(_ view: Request.View) throws -> Painted {
    if let source = view.job.flow { return try paint(source, view) }
    if let delay = view.delay { drafts.shown(delay) }
    let (full, size, isWhole) = try sizes(view)
    let start = ContinuousClock.now
    let isReady = isKnown(view.job, size)
    let (renderer, timing, shader) = try renderer(view.job, size)
    let moment = try moment(view, timing)
    var painted = try painted(
      try renderer.rows(at: moment), of: full, isExact: view.exact == true && isWhole, since: start)
    // Does not measure the first frame of a new renderer, which may include the time for compiling.
    if isReady, view.exact != true { drafts.rendered(painted.renderMs, of: view.job.title) }
    (painted.progress, painted.shader) = (moment.progress, shader)
    return painted
  }

  /// Renders a frame of a flow in its full size, since transitions may have parameters in pixels.
  private mutating func paint(_ source: Job.Source, _ view: Request.View) throws -> Painted {
    guard let time = view.time, (0...1).contains(time) else { throw Refused("a time is 0 to 1") }
    let start = ContinuousClock.now
    if flow?.source != source {
      flow = nil
      flow = try FlowFrames(source, shelf, execution)
    }
    if let screen = view.screen, let whole = try flow?.whole(screen, in: room(of: view)) {
      var painted = try painted(
        whole.picture, of: whole.fullSize, isExact: view.exact == true, since: start)
      (painted.progress, painted.largestPart) = (time, whole.largestPart)
      return painted
    }
    guard let rows = try flow?.rows(at: time), let size = flow?.size else {
      throw Refused("there is no film")
    }
    var painted = try painted(rows, of: size, isExact: view.exact == true, since: start)
    painted.progress = time
    return painted
  }

  private func painted(
    _ rows: any RowSource, of full: PixelSize, isExact: Bool, since start: ContinuousClock.Instant
  ) throws -> Painted {
    let frame = try rows.rendered(execution)
    let rendered = ContinuousClock.now
    // Uses PNG for transparent frames, since JPEG has no transparency.
    let isPNG = isExact || !frame.isOpaque
    // Subsamples the chroma of a JPEG (4:2:0), so that there are fewer bytes to encode, send and decode.
    let bytes =
      try isPNG ? frame.encoded(as: Formats.PNG()) : frame.encoded(as: .jpeg(quality: 88, chroma: .half))
    return Painted(
      bytes: bytes, type: isPNG ? "image/png" : "image/jpeg", size: frame.size, fullSize: full,
      isExact: isExact, renderMs: milliseconds(start, rendered), encodeMs: milliseconds(rendered, .now))
  }

  private func moment(_ view: Request.View, _ timing: Timing) throws -> FrameMoment {
    if let progress = view.progress {
      guard (-1...2).contains(progress) else { throw Refused("a progress is about 0 to 1") }
      return FrameMoment(progress: progress, duration: timing.duration)
    }
    let time = view.time ?? 0
    guard (0...1).contains(time) else { throw Refused("a time is 0 to 1") }
    return timing.moment(at: time)
  }

  /// Returns the size in pixels that the page has for the frame on the screen.
  private func room(of view: Request.View) throws(Refused) -> PixelSize {
    guard (1...16384).contains(view.width), (1...16384).contains(view.height) else {
      throw Refused("the room for a frame is 1 to 16384 pixels a side")
    }
    return PixelSize(width: view.width, height: view.height)
  }

  /// Returns the full size of the frame, the reduced size for display, and whether the frame is rendered in
  /// full size.
  private func sizes(_ view: Request.View) throws -> (full: PixelSize, size: PixelSize, isWhole: Bool) {
    let room = try room(of: view)
    let full = try view.job.frame.framing(shelf.options).size ?? shelf.picture(view.job.from).size
    func scale(_ width: Int, _ height: Int) -> Double {
      min(1, Double(width) / Double(full.width), Double(height) / Double(full.height))
    }
    let pixels = Double(full.width) * Double(full.height)
    let cap = min(1, (Double(Self.maxPixels) / pixels).squareRoot())
    let isWhole = view.exact == true || view.job.countsPixels(shelf)
    let draft = scale(room.width, room.height) * drafts.factor(of: view.job.title)
    let factor = min(cap, isWhole ? 1 : draft)
    if factor >= 1 { return (full, full, true) }
    let size = PixelSize(
      width: max(1, Int((Double(full.width) * factor).rounded())),
      height: max(1, Int((Double(full.height) * factor).rounded())))
    return (full, size, false)
  }

  private func key(_ job: Job, _ size: PixelSize) -> Key {
    var look = job
    look.times = Job.Times()
    return Key(job: look, size: size)
  }

  private func isKnown(_ job: Job, _ size: PixelSize) -> Bool {
    let key = key(job, size)
    return renderers.contains { $0.key == key && $0.renderer.current != nil }
  }

  private mutating func renderer(
    _ job: Job, _ size: PixelSize
  ) throws -> (TransitionRenderer, Timing, Answer.Shader?) {
    let key = key(job, size)
    if let known = renderers.last(where: { $0.key == key }), let renderer = known.renderer.current {
      return (renderer, try job.timing(of: TimingOnly(timing: known.timing)), nil)
    }
    let start = ContinuousClock.now
    let transition = try job.make(shelf)
    let shader = try job.look.source.map {
      Answer.Shader(try Shader(source: $0.text, file: $0.name), compileMs: milliseconds(start, .now))
    }
    var framing = try job.frame.framing(shelf.options)
    framing.size = size
    let renderer = try TransitionRenderer(
      from: picture(job.from, framing), to: picture(job.to ?? job.from, framing), transition,
      framing: Framing(size: size, light: framing.light), operation: job.look.operation ?? .present, execution
    )
    let kept = shelf.budget.keep(renderer, bytes: 2 * size.bytes)
    renderers = renderers.suffix(3) + [(key, kept, transition.timing)]
    return (renderer, try job.timing(of: transition), shader)
  }

  private mutating func picture(_ name: String, _ framing: Framing) throws -> Bitmap {
    if let known = fitted.last(where: { $0.name == name && $0.framing == framing })?.bitmap.current {
      return known
    }
    let bitmap = try shelf.picture(name).fitted(to: framing, execution)
    fitted = fitted.suffix(7) + [(name, framing, shelf.budget.keep(bitmap, bytes: bitmap.size.bytes))]
    return bitmap
  }

  /// Renders frames of a transition, one below the other, as a JPEG.
  mutating func strip(_ request: Request.Thumbnail) throws -> [UInt8] {
    guard (1...16).contains(request.frames), (8...512).contains(request.width),
      (8...512).contains(request.height)
    else { throw Refused("a thumbnail has 1 to 16 frames of 8 to 512 pixels a side") }
    let size = PixelSize(width: request.width, height: request.height)
    let transition = try request.job.make(shelf)
    let framing = Framing(size: size)
    let renderer = try TransitionRenderer(
      from: picture(request.job.from, framing),
      to: picture(request.job.to ?? request.job.from, framing), transition, framing: framing,
      operation: request.job.look.operation ?? .present, execution)
    var bytes: [UInt8] = []
    var frameSize = size
    for frame in 0..<request.frames {
      let alone = min(1, max(0, request.time ?? 0.5))
      let time = request.frames == 1 ? alone : Double(frame) / Double(request.frames - 1)
      let picture = try renderer.frame(atTime: time)
      frameSize = picture.size
      bytes += picture.rgba()
    }
    let strip = try Bitmap(
      width: frameSize.width, height: frameSize.height * request.frames, rgba: bytes)
    return try strip.encoded(as: .jpeg(quality: 82, chroma: .full))
  }
}

/// A transition that provides only its timing.
private struct TimingOnly: Transition {
  let timing: Timing
  func chain(_ operation: TransitionOperation) -> Chain { .from }
}

/// Returns the milliseconds between two instants, rounded to tenths.
func milliseconds(_ start: ContinuousClock.Instant, _ end: ContinuousClock.Instant) -> Double {
  (start.duration(to: end) / .milliseconds(1) * 10).rounded() / 10
}

extension Answer.Shader {
  init(_ shader: Shader, compileMs: Double) {
    self.init(
      name: shader.name, kind: "\(shader.kind)", compileMs: compileMs,
      parameters: shader.parameters.map { .init($0) }, warnings: shader.warnings.map { .init($0) })
  }
}
