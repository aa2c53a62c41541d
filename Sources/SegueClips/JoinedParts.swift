public import SegueExport
public import SegueFiles
public import SegueFormats
public import SeguePixels
import SegueRendering
public import SegueTransitions

extension JoinedClips {
  /// A clip or a picture that is joined to others.
  public enum Part: Sendable {
    /// A clip or a part of a clip, played in full.
    case clip(Clip)
    /// A picture that is shown for a number of seconds, joints included.
    case picture(Bitmap, seconds: Double)

    /// The clip; nil for a picture.
    fileprivate var clip: Clip? { if case .clip(let clip) = self { clip } else { nil } }
  }

  /// Joins clips, with transitions between them.
  ///
  /// - Parameters: As for `init(parts:_:duration:rate:framing:_:)`.
  public convenience init(
    _ clips: [Clip], _ transitions: [any Transition] = [], duration: Double = 1, rate: FrameRate? = nil,
    framing: Framing = Framing(), _ execution: Execution = .standard
  ) throws {
    try self.init(
      parts: clips.map { .clip($0) }, transitions, duration: duration, rate: rate, framing: framing, execution
    )
  }

  /// Joins clips and pictures, with transitions between them.
  ///
  ///     let title = JoinedClips.Part.picture(photo, seconds: 3)
  ///     let film = try JoinedClips(parts: [title, .clip(Clip(contentsOf: "a.mp4[2s-9s]"))])
  ///
  /// Outside of joints, a clip keeps its samples if it needs no conversion to the size, the 4:2:0 chroma, the
  /// bit depth and the color of the output, if no clip is transparent, and if the transitions have no
  /// filters.
  ///
  /// - Parameters:
  ///   - parts: The clips and pictures, at least one.
  ///   - transitions: The transitions of the joints, repeated in order; a cross-dissolve if empty.
  ///   - duration: The duration of each joint in seconds, above 0; both clips play during a joint.
  ///   - rate: The frame rate; nil for the rate of the first clip, or 60 without clips.
  ///   - framing: The size, by default the size of the first part, and the fit of the other parts.
  ///   - execution: The SIMD level and the number of threads.
  /// - Throws: `ClipError.tooShort` if a clip or a picture is shorter than its joints, if `duration` or the
  ///   time of a picture is not above 0 or exceeds a million seconds, or if there is no part.
  public convenience init(
    parts: [Part], _ transitions: [any Transition] = [], duration: Double = 1, rate: FrameRate? = nil,
    framing: Framing = Framing(), _ execution: Execution = .standard
  ) throws {
    // Uses 8 bits a sample if the decoding options ask for 8 bits, which is the default; otherwise the bits
    // of the first clip.
    let bits = execution.decoding.depth == .eight ? 8 : parts.lazy.compactMap(\.clip?.keptBits).first ?? 8
    guard let first = parts.first else {
      throw ClipError.tooShort(file: "the whole", reason: "there is neither a clip nor a picture")
    }
    let pictures = parts.compactMap { if case .picture(_, let seconds) = $0 { seconds } else { nil } }
    guard (pictures + [duration]).allSatisfy({ $0 > 0 && $0 <= 1e6 }) else {
      throw ClipError.tooShort(
        file: "the whole", reason: "times of joints and pictures must be above 0 s, up to a million")
    }
    let items = parts.map { part -> JoinTimeline.Item in
      switch part {
      case .clip(let clip): .clip(clip)
      case .picture(_, let seconds): .still(length: ClipTime(seconds: seconds), named: "a picture")
      }
    }
    let timeline = try JoinTimeline(
      items, joint: ClipTime(seconds: duration),
      rate: rate ?? parts.lazy.compactMap(\.clip?.rate).first ?? 60)
    var framing = framing
    switch first {
    case .clip(let clip): framing.size = framing.size ?? clip.size
    case .picture(let picture, _): framing.size = framing.size ?? picture.size
    }
    let size = framing.size ?? PixelSize(width: 1, height: 1)
    let stills = { @Sendable [framing] (index: Int) throws -> ShownPicture in
      guard case .picture(let picture, _) = parts[index] else { return .still(try Bitmap(size)) }
      return .still(try picture.fitted(to: framing, execution))
    }
    let hasAlpha = parts.contains { $0.clip?.hasAlpha ?? false }
    self.init(
      timeline, stills: stills, transitions, curve: nil, size: size,
      layout: hasAlpha
        ? nil
        : PlanarLayout(
          size: size, .half, of: first.clip, bits: bits, keepsHDR: timeline.hasHDR),
      framing, execution)
  }

  /// Makes the destination of a file for these frames.
  ///
  /// A video gets the color tags of the first clip, and the sound of all clips, crossfaded at the joints. The
  /// sound is decoded into a temporary file, which exists until this object is released, or this method is
  /// called again.
  ///
  /// - Parameters:
  ///   - file: A path or a file `URL`, whose extension names the format.
  ///   - policy: The treatment of an existing file.
  ///   - encoderOptions: Options of ffmpeg for a video; other formats ignore them.
  ///   - keepsSound: Whether a video gets the sound of the clips.
  /// - Returns: The destination, for an export of these frames.
  /// - Throws: `ExportError` if the extension does not belong to a format with many frames, or if the format
  ///   cannot encode frames of this size; `ClipError` if the sound cannot be decoded; `FileError` if the disk
  ///   is full; `CancellationError`.
  public func destination(
    _ file: some FileLocation, _ policy: WritePolicy = WritePolicy(),
    encoderOptions: [(key: String, value: String)] = [], keepingSound keepsSound: Bool = true
  ) async throws -> Destination {
    guard case .video(let target, let format, _, _, _) = try Destination.file(file, policy) else {
      return try Destination.file(file, policy)
    }
    var video = format
    if let layout, format.planarChroma == layout.chroma {
      try format.check(size, named: target.name)
      var tags = timeline.outputColor(in: layout).tags(layout.chroma)
      if layout.hdrTransfer != nil {
        tags.further = timeline.masteringOptions(format.ffmpegOptions(rate: timeline.rate))
      }
      video = format.ofClips(layout, tags)
    }
    let track = keepsSound && format.ffmpegSoundOptions != nil ? try await soundtrack() : nil
    return .video(target, video, encoderOptions: encoderOptions, sound: track, policy)
  }

  /// Mixes the sound of the clips on a separate thread; returns nil if no clip has sound.
  private func soundtrack() async throws -> Soundtrack? {
    guard let joined = JoinedSound(timeline) else { return nil }
    let file = try await onOwnThread { isCancelled in try joined.mixed(isCancelled: isCancelled) }
    sound.withLock { $0 = file }
    return Soundtrack(mixed: file.path)
  }
}

extension JoinTimeline {
  /// The color space of the output: the color space of the first item if it is a clip, otherwise BT.709.
  package var outputColor: ClipColor {
    if case .clip(let clip)? = items.first { clip.outputColor } else { .bt709 }
  }

  /// Returns the color space of the output in a layout: the color space of the first clip without tone
  /// mapping if the layout keeps HDR, otherwise `outputColor`.
  package func outputColor(in layout: PlanarLayout) -> ClipColor {
    guard layout.hdrTransfer != nil, case .clip(let clip)? = items.first, let color = ClipColor.hdr(clip)
    else {
      return outputColor
    }
    return color
  }

  /// Whether frames keep HDR: only if the first clip has HDR, and all items are clips without alpha, since
  /// pictures and clips with alpha are not converted to HDR.
  package var hasHDR: Bool {
    guard case .clip(let clip)? = items.first, clip.isHDR else { return false }
    return items.allSatisfy { if case .clip(let clip) = $0 { !clip.hasAlpha } else { false } }
  }
}

extension PlanarLayout {
  /// Makes the layout of frames with the color of a clip; without a clip, BT.709 in limited range.
  ///
  /// - Parameters:
  ///   - size: The size of frames.
  ///   - chroma: The resolution of Cb and Cr.
  ///   - clip: The clip; nil for none.
  ///   - bits: The bits of a sample.
  ///   - keepsHDR: Whether an HDR clip keeps its samples instead of being tone-mapped, if `bits` is above 8.
  package init(
    size: PixelSize, _ chroma: ChromaSubsampling, of clip: Clip?, bits: Int = 8, keepsHDR: Bool = false
  ) {
    if keepsHDR, bits > 8, let clip, let color = ClipColor.hdr(clip) {
      self.init(
        size: size, chroma: chroma, matrix: color.matrix, isFullRange: color.isFullRange, bits: bits,
        hdrTransfer: color.transfer)
      return
    }
    let color = clip?.outputColor ?? .bt709
    self.init(
      size: size, chroma: chroma, matrix: color.matrix, isFullRange: color.isFullRange, bits: bits)
  }
}
