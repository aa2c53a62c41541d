package import SegueExport
import SegueFiles
package import SegueFormats
package import SeguePixels

/// A video of joined clips, in which packets outside of joints are copied.
///
/// Each piece is written to a temporary file in the folder of the video, and all are concatenated. So the
/// temporary files take as much room as the video.
package struct CopiedJoin {
  private let clips: JoinedClips
  private let frames: CoveredFrames
  private let plan: CopyPlan
  private let format: any VideoFormat
  private let execution: Execution
  private let verifies: Bool
  private let details: VideoDetails
  private let onStart: @Sendable ([String]) -> Void

  /// Prepares a video.
  ///
  /// - Parameters:
  ///   - clips: The frames, in planar layout.
  ///   - covers: The changes of frames; the plan copies no frame that is changed.
  ///   - plan: The frames to copy.
  ///   - format: The format for planar frames.
  ///   - execution: The threads and the SIMD level.
  ///   - verifies: Whether to compare each copied frame with that of its clip, which decodes both.
  ///   - details: The metadata and the chapters.
  ///   - onStart: Receives the command lines of ffmpeg.
  package init(
    _ clips: JoinedClips, _ covers: [any FrameCover] = [], _ plan: CopyPlan, _ format: any VideoFormat,
    _ execution: Execution,
    verifies: Bool = false, _ details: VideoDetails = VideoDetails(),
    onStart: @escaping @Sendable ([String]) -> Void = { _ in }
  ) {
    (self.verifies, self.details, frames) = (verifies, details, CoveredFrames(clips, covers))
    (self.clips, self.plan, self.format, self.execution, self.onStart) = (
      clips, plan, format, execution, onStart
    )
  }

  /// Writes the video.
  ///
  /// - Parameters:
  ///   - file: The name of the video.
  ///   - policy: The treatment of an existing file.
  ///   - sound: The sound; nil for none.
  ///   - isCancelled: Returns whether to stop.
  ///   - onFrame: Receives the number of encoded frames.
  /// - Returns: The size of the file in bytes; nil if the export was stopped.
  /// - Throws: `ExportError` or `FileError` if the video cannot be written, or does not have the planned
  ///   frames; `ClipError` if a clip cannot be read.
  package func write(
    to file: String, _ policy: WritePolicy, sound: SoundPart?,
    isCancelled: @escaping @Sendable () -> Bool, onFrame: @escaping @Sendable (Int) -> Void
  ) throws -> Int? {
    if policy.existing != .overwrite && isRegularFile(file) { throw FileError.exists(file: file) }
    try createFolder(of: file)
    var pieces: [(file: NamelessFile, frames: Int)] = []
    var done = 0
    for piece in plan.pieces {
      if isCancelled() { return nil }
      let temporary = try NamelessFile(inFolder: folder(of: file))
      switch piece {
      case .copied(let clip, let packets, _): try copy(packets, of: clip, to: temporary, file)
      case .encoded(let frames):
        let before = done
        let summary = try Exporter(self.frames, rate: clips.timeline.rate, execution).export(
          to: .video(
            .descriptor(temporary.descriptor, named: file), format, encoderOptions: plan.encoderOptions),
          frames: frames,
          isCancelled: isCancelled, onFrame: { onFrame(before + $0) })
        if summary.wasCancelled { return nil }
        done += frames.count
      }
      pieces.append((temporary, piece.frames.count))
    }
    let join = SegmentJoin(
      pieces.map { ($0.file.path, $0.frames) }, format, rate: clips.timeline.rate, sound: sound, details)
    onStart(join.words(to: file))
    return try withExtendedLifetime(pieces) { try join.write(to: file, policy) { try check($0, file) } }
  }

  /// Throws the errors of `write` that can be found without creating a file.
  ///
  /// Passes the command lines of `write` to `onStart`, with names such as `piece-0` for the temporary files.
  package func check(to file: String, _ policy: WritePolicy, sound: SoundPart?) throws {
    let overwrite = policy.existing == .overwrite
    if !overwrite && isRegularFile(file) { throw FileError.exists(file: file) }
    try PartialFile.checkIsFree(file, overwrite: overwrite)
    for (index, piece) in plan.pieces.enumerated() {
      switch piece {
      case .copied(let item, let packets, _):
        if let clip = clips.timeline.items[item].clip {
          onStart(words(packets, of: clip, to: "piece-\(index)"))
        }
      case .encoded(let frames):
        try ExportJob(
          .video(.descriptor(-1, named: file), format, encoderOptions: plan.encoderOptions), frames: frames,
          rate: clips.timeline.rate, onStart: onStart
        ).check(self.frames, execution.limits)
      }
    }
    let pieces = plan.pieces.enumerated().map { (file: "piece-\($0)", frames: $1.frames.count) }
    let join = SegmentJoin(pieces, format, rate: clips.timeline.rate, sound: sound, details)
    onStart(join.words(to: hiddenName(of: file, ".partial")))
  }

  /// The command line of ffmpeg that copies packets of a clip to a file.
  private func words(_ packets: Range<Int>, of clip: Clip, to temporary: String) -> [String] {
    let filters = clip.tagFilters + ["noise=drop='lt(n,\(packets.lowerBound))+gte(n,\(packets.upperBound))'"]
    return [
      "ffmpeg", "-nostdin", "-hide_banner", "-v", "error", "-protocol_whitelist", "file", "-i",
      "file:\(ClipName(clip.file).file)", "-map", "0:\(clip.probe.picture.index)", "-c", "copy", "-copyinkf",
      "-copypriorss", "1", "-bsf:v", filters.joined(separator: ","),
    ] + reproducible + (format.ffmpegPipeOptions ?? []) + containerOptions
      + [
        "-video_track_timescale", "\(clip.probe.picture.timeBase.denominator)", "-y", "file:\(temporary)",
      ]
  }

  /// Copies packets of a clip to a file of their own.
  private func copy(_ packets: Range<Int>, of item: Int, to temporary: NamelessFile, _ file: String) throws {
    guard let clip = clips.timeline.items[item].clip else { return }
    let name = ClipName(clip.file).file
    let words = words(packets, of: clip, to: temporary.path)
    onStart(words)
    let output: ProgramOutput
    do throws(ProgramError) {
      output = try runProgram(words, input: [], limit: 1 << 16, seconds: 1e6)
    } catch {
      throw error.clipError("ffmpeg", file: name)
    }
    if !output.isSuccess || temporary.count == 0 {
      let line = output.complaint.split(whereSeparator: \.isNewline).last
      throw ClipError.decoderFailed(file: name, reason: "ffmpeg: \(line ?? "it copied nothing")")
    }
  }

  /// The container of a piece.
  private var containerOptions: [String] {
    let options = format.ffmpegOptions(rate: clips.timeline.rate)
    return options.lastIndex(of: "-f").map { Array(options[$0...].prefix(2)) } ?? []
  }

  /// Throws if the video does not have the planned number of frames, or if decoding times do not rise.
  private func check(_ temporary: String, _ file: String) throws {
    let probe = try ClipProbe(contentsOf: temporary)
    let expected = clips.timeline.frameCount
    guard probe.frames.count == expected else {
      throw ExportError.encoderFailed(
        file: file,
        reason: "the copied video has \(probe.frames.count) frames in place of \(expected); give --copy never"
      )
    }
    let times = probe.packets.compactMap(\.decodeStamp)
    guard zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw ExportError.encoderFailed(
        file: file, reason: "the copied video has decoding times that do not rise; give --copy never")
    }
    guard verifies else { return }
    try CopyVerification(pieces: plan.pieces, clips: clips.timeline.items.map(\.clip)).run(
      temporary, named: file)
  }
}
