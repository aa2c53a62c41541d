import SegueExport
import Synchronization

/// The frames of an export of clips, in a sample layout that depends on the destination.
final class ClipFrames: PreparedFrames, Sendable {
  private let clips: ClipExport
  private let layout = Mutex<PlanarLayout?>(nil)
  /// The sample depth of frames in RGBA; nil for each clip's own depth.
  private let depth: Mutex<SampleDepth?>

  init(_ clips: ClipExport) {
    self.clips = clips
    depth = Mutex(clips.job.output.decodingDepth)
  }

  /// Makes the frames in the layout for the destination that was last passed to `completed`.
  func joined() throws -> JoinedClips {
    try clips.joined(layout.withLock { $0 }, depth.withLock { $0 })
  }

  func source(decoded: () -> Void) throws -> any FrameSource {
    decoded()
    return try joined()
  }

  /// Chooses the layout of the frames, and returns the destination with an encoder for this layout.
  func completed(_ target: Destination) throws -> Destination {
    let (inputs, timeline, size) = (clips.inputs, clips.timeline, clips.frameSize)
    let most = inputs.lazy.compactMap(\.clip?.keptBits).max() ?? 8
    guard case .video(let file, let format, let options, _, let policy) = target else {
      // Decodes to the sample layout of the first clip: a conversion of samples to RGB by Segue takes a fifth
      // of the time of a conversion by ffmpeg.
      let bits = target.format.decodingDepth == .eight ? 8 : most
      guard bits == most || !Messages.refusesReduction else {
        throw Failure(.usage, "--strict: 10 bits a sample would become 8; png, tiff and pnm keep them")
      }
      if let clip = inputs.lazy.compactMap(\.clip).first {
        let chroma: ChromaSubsampling = clip.probe.picture.pixelFormat.contains("444") ? .full : .half
        layout.withLock { $0 = PlanarLayout(size: size, chroma, of: clip, bits: bits) }
      }
      return bits > 8 ? target.withSixteenBits : target
    }
    if case .file(let name) = file, policy.existing != .overwrite, isRegularFile(name) {
      throw FileError.exists(file: name)
    }
    var video = format
    let keepsAlpha = format.keepsAlpha && inputs.contains { $0.clip?.hasAlpha ?? false }
    if let chroma = format.planarChroma, !keepsAlpha {
      try format.check(size, named: file.name)
      let bits = inputs.lazy.compactMap(\.clip?.keptBits).first ?? 8
      let stored = format.storedBits(of: bits)
      if stored < most, (format as? any DeepFormat)?.depth != .eight {
        let advice =
          format.storedBits(of: 10) == 10
          ? "as in the first clip; --depth 10 keeps them"
          : "--format mp4:codec=hevc or mkv:codec=av1 keeps them"
        guard !Messages.refusesReduction else {
          throw Failure(.usage, "--strict: 10 bits a sample would become 8; \(advice)")
        }
        if !clips.isQuiet {
          sayWarning(.output, "10 bits a sample become 8; \(advice)", after: "segue: ")
        }
      }
      let planar = PlanarLayout(
        size: size, chroma, of: inputs.first?.clip, bits: stored, keepsHDR: timeline.hasHDR)
      layout.withLock { $0 = planar }
      var tags = timeline.outputColor(in: planar).tags(chroma)
      if planar.hdrTransfer != nil {
        tags.further = timeline.masteringOptions(format.ffmpegOptions(rate: timeline.rate))
      }
      video = format.ofClips(planar, tags)
    } else if let deep = format.ofDeepPixels, inputs.contains(where: { $0.clip?.bitDepth ?? 8 > 8 }) {
      video = deep
      depth.withLock { $0 = .sixteen }
    }
    guard !clips.hasChapters || format.ffmpegSoundOptions != nil else {
      throw Failure(.usage, "--chapters is for video with sound, such as mp4 and mkv")
    }
    return .video(file, video, encoderOptions: options, sound: nil, policy)
  }
}

extension Destination {
  /// The destination with files of 16 bits a sample, if the depth of its format follows the pictures: all
  /// frames of clips have one depth.
  fileprivate var withSixteenBits: Destination {
    switch self {
    case .sequence(let names, let format, let policy): .sequence(names, deepened(format), policy)
    case .images(let target, let format, let policy): .images(target, deepened(format), policy)
    default: self
    }
  }
}

private func deepened<Format: FileFormat>(_ format: Format) -> Format {
  guard var deep = format as? any DeepFormat, deep.depth == .auto, type(of: deep).depths.contains(.sixteen)
  else { return format }
  deep.depth = .sixteen
  return deep as? Format ?? format
}
