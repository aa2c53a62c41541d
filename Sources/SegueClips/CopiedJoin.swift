package import SegueExport
import SegueFiles
package import SegueFormats
package import SeguePixels
import SeguePlatform

/// A video of joined clips, in which packets outside of joints are copied instead of encoded.
///
/// Each piece of the plan is written to a temporary file in the folder of the video, and the files are
/// concatenated. So the temporary files take as much disk space as the video.
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
  ///   - covers: The covers, such as titles; the plan does not copy frames that a cover changes.
  ///   - plan: The division of the frames into copied and encoded pieces.
  ///   - format: The format of the video, which takes planar frames.
  ///   - execution: The threads and the SIMD level.
  ///   - verifies: Whether to decode each copied frame and compare it with the clip's frame.
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
  /// - Throws: `ExportError` or `FileError` if the video cannot be written; `CopyFault` if the video does not
  ///   have the planned frames; `ClipError` if a clip cannot be read.
  package func write(
    to file: String, _ policy: WritePolicy, sound: SoundPart?,
    isCancelled: @escaping @Sendable () -> Bool, onFrame: @escaping @Sendable (Int) -> Void
  ) throws -> Int? {
    if policy.existing != .overwrite && isRegularFile(file) { throw FileError.exists(file: file) }
    try createFolder(of: file)
    let pieces = try plan.pieces.map { piece in
      (file: try NamelessFile(inFolder: folder(of: file)), frames: piece.frames.count)
    }
    for group in copyGroups {
      if isCancelled() { return nil }
      try copy(group, to: group.map { pieces[$0].file }, of: file)
    }
    var done = 0
    for (piece, temporary) in zip(plan.pieces, pieces) {
      if isCancelled() { return nil }
      guard case .encoded(let frames) = piece else { continue }
      let before = done
      let summary = try Exporter(self.frames, rate: clips.timeline.rate, execution).export(
        to: .video(
          .descriptor(temporary.file.descriptor, named: file), format,
          encoderOptions: plan.encoderOptions(of: frames)),
        frames: frames, isCancelled: isCancelled, onFrame: { onFrame(before + $0) })
      if summary.wasCancelled { return nil }
      done += frames.count
    }
    let join = join(of: pieces.map { ($0.file.path, $0.frames) }, sound)
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
    for group in copyGroups { onStart(words(group, to: group.map { "piece-\($0)" })) }
    for case .encoded(let frames) in plan.pieces {
      try ExportJob(
        .video(.descriptor(-1, named: file), format, encoderOptions: plan.encoderOptions(of: frames)),
        frames: frames,
        rate: clips.timeline.rate, onStart: onStart
      ).check(self.frames, execution.limits)
    }
    let pieces = plan.pieces.enumerated().map { (file: "piece-\($0)", frames: $1.frames.count) }
    let join = join(of: pieces, sound)
    onStart(join.words(to: hiddenName(of: file, ".partial")))
  }

  /// Returns the concatenation of pieces, which all have the time base of the first clip.
  private func join(of pieces: [(file: String, frames: Int)], _ sound: SoundPart?) -> SegmentJoin {
    let clip = clips.timeline.items.lazy.compactMap(\.clip).first
    return SegmentJoin(
      pieces, format, rate: clips.timeline.rate, sound: sound, details,
      ticks: clip?.probe.picture.timeBase.denominator)
  }

  /// The maximum number of pieces that one ffmpeg copies; ffmpeg opens an input and an output for each piece.
  ///
  /// One ffmpeg copies several pieces, since loading ffmpeg takes longer than copying the packets of a minute
  /// of video (0.08 s of 0.15 s in total).
  private static let maxCopies = 8

  /// The indices of the copied pieces, in groups; one ffmpeg process copies the pieces of a group.
  private var copyGroups: [[Int]] {
    let copied = plan.pieces.indices.filter { plan.pieces[$0].isCopied }
    return stride(from: 0, to: copied.count, by: Self.maxCopies).map {
      Array(copied[$0..<min($0 + Self.maxCopies, copied.count)])
    }
  }

  /// Returns the clip and the packets of a copied piece; nil for an encoded piece.
  private func source(_ piece: Int) -> (clip: Clip, packets: Range<Int>)? {
    guard case .copied(let item, let packets, _) = plan.pieces[piece],
      let clip = clips.timeline.items[item].clip
    else { return nil }
    return (clip, packets)
  }

  /// Returns the command line of ffmpeg that copies the packets of each piece to a file.
  private func words(_ pieces: [Int], to files: [String]) -> [String] {
    let sources = pieces.compactMap(source)
    var words = ["ffmpeg", "-nostdin", "-hide_banner", "-v", "error"]
    for (clip, _) in sources {
      words += ["-protocol_whitelist", "file", "-i", "file:\(ClipName(clip.file).file)"]
    }
    for (index, (source, file)) in zip(sources, files).enumerated() {
      let (picture, packets) = (source.clip.probe.picture, source.packets)
      let filters =
        source.clip.copyFilters
        + ["noise=drop='lt(n,\(packets.lowerBound))+gte(n,\(packets.upperBound))'"]
      words += [
        "-map", "\(index):\(picture.index)", "-c", "copy", "-copyinkf", "-copypriorss", "1", "-bsf:v",
        filters.joined(separator: ","),
      ]
      words += reproducible + (format.ffmpegPipeOptions ?? []) + containerOptions
      words += ["-video_track_timescale", "\(picture.timeBase.denominator)", "-y", "file:\(file)"]
    }
    return words
  }

  /// Copies the packets of each piece to a temporary file; `video` is the name of the joined file.
  private func copy(_ pieces: [Int], to files: [NamelessFile], of video: String) throws {
    guard let name = pieces.lazy.compactMap(source).first.map({ ClipName($0.clip.file).file }) else { return }
    let words = words(pieces, to: files.map(\.path))
    onStart(words)
    let output: ProgramOutput
    do throws(ProgramError) {
      output = try runProgram(words, input: [], limit: 1 << 16, seconds: 1e6)
    } catch {
      throw error.clipError("ffmpeg", file: name)
    }
    guard !output.isSuccess || files.contains(where: { $0.count == 0 }) else { return }
    guard pieces.count == 1 else {
      // After a failure, copies one piece at a time, to find the clip that the error must name.
      for (piece, file) in zip(pieces, files) { try copy([piece], to: [file], of: video) }
      return
    }
    for reason in [ENOSPC, EDQUOT, EFBIG].map({ String(cString: strerror($0)) })
    where output.complaint.contains(reason) {
      throw FileError.writeFailed(file: video, reason: reason)
    }
    let line = output.complaint.split(whereSeparator: \.isNewline).last
    throw ClipError.decoderFailed(file: name, reason: "ffmpeg: \(line ?? "it copied nothing")")
  }

  /// The options of ffmpeg for the container of a piece.
  private var containerOptions: [String] {
    let options = format.ffmpegOptions(rate: clips.timeline.rate)
    return options.lastIndex(of: "-f").map { Array(options[$0...].prefix(2)) } ?? []
  }

  /// Throws if the video does not have the planned number of frames, or if decoding times do not rise.
  private func check(_ temporary: String, _ file: String) throws {
    let probe = try ClipProbe(contentsOf: temporary)
    let expected = clips.timeline.frameCount
    guard probe.frames.count == expected else {
      throw CopyFault(
        file: file, reason: "the copied video has \(probe.frames.count) frames in place of \(expected)")
    }
    let times = probe.packets.compactMap(\.decodeStamp)
    guard zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw CopyFault(file: file, reason: "the copied video has decoding times that do not rise")
    }
    let length = Double(expected) / clips.timeline.rate.perSecond
    if let first = times.first, let last = times.last,
      Double(last - first) * probe.picture.timeBase.seconds < 0.9 * length - 1
    {
      throw CopyFault(file: file, reason: "the copied video has decoding times of a shorter video")
    }
    guard verifies else { return }
    try CopyVerification(pieces: plan.pieces, clips: clips.timeline.items.map(\.clip)).run(
      temporary, named: file)
  }
}
