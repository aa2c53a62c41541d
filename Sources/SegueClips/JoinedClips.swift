public import SegueExport
public import SegueFormats
public import SeguePixels
public import SegueRendering
public import SegueTitles
package import SegueTransitions
import SegueFiles
import Synchronization

/// The frames of clips one after another, with transitions at the joints.
///
///     let joined = try JoinedClips(
///       [Clip(contentsOf: "a.mp4"), Clip(contentsOf: "b.mov")], [Transitions.Cube()], duration: 1)
///     try await Exporter(joined, rate: joined.rate).export(to: joined.destination("out.mp4"))
///
/// Frames may be rendered in any order, but only rising order, as in `Exporter`, is cheap. At most two clips
/// are decoded at a time, each by an ffmpeg of its own, so memory does not grow with the number of clips.
/// Outside of joints, a clip that needs no conversion keeps its samples.
public final class JoinedClips: SequentialFrames, HDRFrames {
  package let timeline: JoinTimeline
  /// The size of the frames in pixels.
  public let size: PixelSize
  /// The SIMD level of the kernels.
  public let level: SIMDLevel
  /// The layout of planar frames; nil if frames are passed on as RGBA.
  package let layout: PlanarLayout?
  /// The conversions of each clip; nil for pictures.
  package let conversions: [ClipConversion?]
  private let transitions: [any Transition]
  /// The filters of every frame, which follow the progress of the whole video; nil for none.
  private let filters: (any Transition)?
  /// The filters of each clip or picture; empty for none.
  private let itemFilters: [[any Filter]]
  private let operation: TransitionOperation
  private let curve: TimingCurve?
  private let framing: Framing
  /// The type of the samples of rendered pictures.
  private let depth: SampleDepth
  private var light: Light { framing.light.decoded(by: hdrTransfer) }
  private let makeStill: @Sendable (Int) throws -> ShownPicture
  private let execution: Execution
  private let onStart: @Sendable ([String]) -> Void
  private let readers = Mutex<[Int: ClipReader]>([:])
  private let stills = Mutex<[Int: ShownPicture]>([:])
  /// The last 8-bit pictures that were converted from planar frames for transitions or filters; the memory of
  /// a picture is reused once all other owners have released it.
  ///
  /// Zeroing new memory took a tenth of the time of a join with a transition of 3 s (1080p, `hblur`).
  private let pictures = Mutex<[Bitmap]>([])
  /// The file with the mixed sound, which is read by the encoder of the destination that was made last.
  let sound = Mutex<NamelessFile?>(nil)

  /// Makes the frames.
  ///
  /// - Parameters:
  ///   - timeline: The times of clips and joints.
  ///   - stills: Decodes the picture at an index among the clips, and fits it to the frame.
  ///   - transitions: The transitions of the joints, repeated in order; a cross-dissolve if empty.
  ///   - filters: The filters of every frame, with the progress of the whole video; nil for none.
  ///   - itemFilters: The filters of each clip or picture, with that item's own progress; empty for none.
  ///   - operation: The direction of navigation that transitions show, forward or back.
  ///   - curve: The timing curve; nil for the curve of each transition.
  ///   - size: The size of frames.
  ///   - layout: The layout of planar frames; nil for frames in RGBA.
  ///   - framing: The fit, the background, and whether pictures are mixed in linear light.
  ///   - execution: The SIMD level, and the number of workers that request frames.
  ///   - onStart: Receives the command lines of ffmpeg.
  package init(
    _ timeline: JoinTimeline, stills: @escaping @Sendable (Int) throws -> ShownPicture,
    _ transitions: [any Transition],
    filters: (any Transition)? = nil, itemFilters: [[any Filter]] = [],
    operation: TransitionOperation = .present, curve: TimingCurve?, size: PixelSize, layout: PlanarLayout?,
    _ framing: Framing, _ execution: Execution,
    onStart: @escaping @Sendable ([String]) -> Void = { _ in }
  ) {
    (self.timeline, makeStill, self.curve) = (timeline, stills, curve)
    self.transitions = transitions.isEmpty ? [Transitions.CrossDissolve()] : transitions
    (self.size, self.layout, self.execution, self.onStart) = (size, layout, execution, onStart)
    (self.filters, self.itemFilters, self.operation) = (filters, itemFilters, operation)
    (self.framing, level) = (framing, Kernels(execution.level).level)
    let conversions = timeline.items.map { item -> ClipConversion? in
      guard case .clip(let clip) = item else { return nil }
      guard let layout, !clip.hasAlpha else {
        return ClipConversion(toRGBA: clip, size: size, framing, bits: clip.pixelBits(execution))
      }
      return ClipConversion(clip, to: layout, framing)
    }
    let isDeep = layout.map { $0.bits > 8 } ?? conversions.contains { $0?.form.pixelFormat == "rgba64le" }
    (self.conversions, depth) = (conversions, isDeep ? .sixteen : .eight)
  }

  /// The number of frames.
  public var count: Int { timeline.frameCount }

  package var commandLines: [[String]] {
    zip(timeline.items, conversions).compactMap { item, conversion in
      guard case .clip(let clip) = item, let conversion else { return nil }
      return clip.decoderWords(conversion.form)
    }
  }

  package var hdrTransfer: String? { layout?.hdrTransfer }

  /// The frame rate: the rate of the first clip, unless another rate was requested.
  public var rate: FrameRate { timeline.rate }

  /// The length of the joined video in seconds.
  public var duration: Double { timeline.length.seconds }

  /// Returns these frames with a text over each clip or picture.
  ///
  ///     let joined = try JoinedClips([Clip(contentsOf: "a.mp4"), Clip(contentsOf: "b.mov")])
  ///     let film = joined.titled(["Monday", "Tuesday"])
  ///     try await Exporter(film, rate: joined.rate).export(to: joined.destination("out.mp4"))
  ///
  /// - Parameters:
  ///   - texts: The text of each clip or picture; an empty text is not shown.
  ///   - style: The appearance of the texts.
  /// - Returns: The frames; frames without text keep the samples of their clip.
  public func titled(_ texts: [String], style: TitleStyle = TitleStyle()) -> CoveredFrames {
    CoveredFrames(self, [TitleCover(texts, style: style, light: light, at: timeline.title)])
  }

  /// Makes the row source of a frame; decodes the clips up to this frame.
  ///
  /// - Throws: `ClipError` if a clip is damaged, or if ffmpeg cannot decode it; `RenderError` if memory is
  ///   exhausted.
  public func rows(of index: Int) throws -> any RowSource {
    switch timeline.content(of: index) {
    case .clip(let clip, let frame):
      if let filters {
        let picture = try picture(clip, frame, at: index)
        return try TransitionRenderer(
          from: picture, to: picture, filters, framing: Framing(light: light), operation: operation,
          timing: Timing(duration: timeline.length.seconds, curve: curve ?? .linear),
          Execution(level: execution.level)
        ).rows(atTime: Double(index) / Double(max(1, count - 1)))
      }
      return try filtered(clip, frame, at: index) ?? rows(clip, frame, at: index)
    case .joint(let joint, let from, let to, let time):
      let transition = transitions[joint % transitions.count]
      return try TransitionRenderer(
        from: try picture(joint, from, at: index), to: try picture(joint + 1, to, at: index), transition,
        framing: Framing(light: light), operation: operation,
        timing: transition.timing.with(duration: timeline.joints[joint].seconds, curve: curve),
        Execution(level: execution.level)
      ).rows(atTime: time)
    }
  }

  /// Returns a frame outside of joints, with the filters that the next joint's transition has at its start;
  /// nil if the transition has no such filters.
  ///
  /// A frame of the last clip gets the filters that the previous joint's transition has at its end.
  private func filtered(_ item: Int, _ frame: Int, at index: Int) throws -> (any RowSource)? {
    let isEnd = item > 0 && item == timeline.joints.count
    let joint = isEnd ? item - 1 : item
    guard let chain = transitions[joint % transitions.count].held(atEnd: isEnd) else { return nil }
    let picture = try picture(item, frame, at: index)
    let duration = timeline.joints.isEmpty ? timeline.length : timeline.joints[joint]
    let moment = FrameMoment(progress: isEnd ? 1 : 0, duration: duration.seconds)
    return try chain.rows(from: picture, to: picture, at: moment).mixed(in: light)
  }

  private func rows(_ item: Int, _ frame: Int, at index: Int) throws -> any RowSource {
    let rows = try ownRows(item, frame, at: index)
    guard itemFilters.indices.contains(item), !itemFilters[item].isEmpty else { return rows }
    return try Chain.from.filtered(
      by: itemFilters[item], bitmap(of: rows), at: timeline.share(of: index, in: item),
      seconds: timeline.items[item].length.seconds, light)
  }

  /// Returns the rows of a frame of a clip, or of a picture, without the filters of the clip or picture.
  private func ownRows(_ item: Int, _ frame: Int, at index: Int) throws -> any RowSource {
    if case .still = timeline.items[item] {
      return try still(item).rows(at: timeline.share(of: index, in: item)).mixed(in: light)
    }
    guard let reader = reader(item), let conversion = conversions[item] else {
      throw RenderError.unrenderable("frame \(frame) belongs to no clip")
    }
    let decoded = try reader.frame(frame)
    guard let layout, conversion.form.isPlanar else {
      return try Bitmap(decoded: decoded, size, framing, execution)
    }
    return PlanarRows(PlanarFrame(layout, decoded))
  }

  private func picture(_ item: Int, _ frame: Int, at index: Int) throws -> Bitmap {
    try bitmap(of: rows(item, frame, at: index))
  }

  private func bitmap(of rows: any RowSource) throws -> Bitmap {
    if let planar = rows as? PlanarRows {
      var released = pictures.withLock { $0.count > 2 * execution.threads ? $0.removeFirst() : nil }
      let picture = try Bitmap(planar.frame, reusing: &released, Execution(level: execution.level))
      if picture.depth == .eight { pictures.withLock { $0.append(picture) } }
      return picture
    }
    return try rows.bitmap ?? rows.rendered(as: depth, Execution(level: execution.level))
  }

  /// Returns the picture at an index among the clips; releases pictures that are no longer needed.
  private func still(_ item: Int) throws -> ShownPicture {
    try stills.withLock { stills in
      if let still = stills[item] { return still }
      for old in stills.keys where old < item - 1 || old > item + 1 { stills.removeValue(forKey: old) }
      let still = try makeStill(item)
      stills[item] = still
      return still
    }
  }

  /// Returns the reader of the clip at an index; closes the readers of clips that are no longer needed.
  private func reader(_ item: Int) -> ClipReader? {
    readers.withLock { readers in
      if let reader = readers[item] { return reader }
      guard case .clip(let clip) = timeline.items[item], let conversion = conversions[item] else {
        return nil
      }
      for old in readers.keys where old < item - 1 || old > item + 1 {
        readers.removeValue(forKey: old)?.close()
      }
      let reader = ClipReader(
        clip, conversion.form, keeping: execution.threads + 1, onStart: onStart)
      readers[item] = reader
      return reader
    }
  }
}
