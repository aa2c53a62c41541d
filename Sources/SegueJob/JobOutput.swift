public import SegueExport
import SegueFiles
package import SegueFormats
package import SeguePixels
package import SegueRendering

extension Job {
  /// The output of a job: the file name or pattern, the format, and the policy for existing files.
  public struct Output: Hashable, Sendable {
    /// One file for all frames, a pattern such as `frames/%04d.png` for one file a frame, a folder, or `-` for
    /// standard output.
    public var file: String
    /// The name of the format; nil for the format of the extension.
    public var format: String?
    /// The options of the format, such as `quality`.
    public var options: Parameters = [:]
    /// Further output options of ffmpeg, for video: texts such as `crf=23`, in the order in which ffmpeg gets
    /// them.
    public var encoderOptions: [String] = []
    /// The name of a sound file, for video; nil for no sound file.
    public var audio: String?
    /// The duration of the fade-out at the end of the sound, in seconds; nil for 0.
    public var audioFade: Double?
    /// The numbers of the first and the last frame to write, such as `0-9`; nil for all frames.
    public var range: String?
    /// The treatment of existing files.
    public var existing: WritePolicy.Existing = .refuse
    /// Whether files are flushed to disk.
    public var durable = false

    /// Makes an output with a file name.
    public init(file: String) { self.file = file }
  }
}

extension Job.Output {
  /// The default file name of an output.
  package static let standardFile = "frames/%04d.png"

  /// Throws if values are invalid, or exclude one another.
  package func check() throws(JobError) {
    if let audioFade, !(audioFade >= 0 && audioFade.isFinite) {
      throw JobError("output.audioFade", "must be 0 or more")
    }
    if audioFade != nil && audio == nil {
      throw JobError("output.audioFade", "needs \(field("output.audio"))")
    }
    if let option = encoderOptions.first(where: { !$0.dropFirst().contains("=") }) {
      throw JobError(
        "output.encoderOptions", sentence: "an option for ffmpeg is key=value, not '\(option.prefix(80))'")
    }
    if audio == "-" { throw JobError("output.audio", "needs a file, not standard input") }
    if let range, FrameRange(range) == nil {
      throw JobError("output.range", "must be the numbers of two frames, such as 0-9")
    }
  }

  /// Returns the numbers of the frames to write if the job has `count` frames.
  ///
  /// - Throws: `JobError` if the range is invalid, or exceeds the number of frames.
  public func frames(of count: Int) throws(JobError) -> Range<Int> {
    try check()
    guard let range = range.flatMap({ FrameRange($0) }) else { return 0..<count }
    guard range.last < count else {
      throw JobError(
        "output.range",
        sentence:
          "\(field("output.range")) \(range.first)-\(range.last): there are only the frames 0-\(count - 1)")
    }
    return range.first..<range.last + 1
  }

  /// The sound of the output; nil for none.
  package var sound: Soundtrack? { audio.map { Soundtrack($0, fade: audioFade ?? 0) } }

  /// The names and values of the options for ffmpeg.
  package var encoderPairs: [(key: String, value: String)] {
    encoderOptions.map { option in
      let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }
  }

  private var policy: WritePolicy { WritePolicy(existing: existing, isDurable: durable) }

  /// Whether the file name denotes a folder.
  package var isFolder: Bool { file.hasSuffix("/") || isFolderName(file) }

  /// The catalog item of the format; nil if neither `format` nor the extension determines a format.
  ///
  /// - Throws: `JobError` for an unknown format.
  package func item() throws(JobError) -> CatalogItem<any FileFormat>? {
    guard let format else { return Catalog.formats.forFile(named: file) }
    return try JobFormat.item(named: format)
  }

  /// The sample depth to which pictures are decoded for the output; nil for the depth of each picture.
  package var decodingDepth: SampleDepth? {
    let item = format == nil && isFolder ? Catalog.formats.forFile(named: ".png") : try? item()
    guard let format = try? item?.make(options.values) else { return .eight }
    return format.decodingDepth
  }

  /// Whether the file name contains `%`, as in `%04d.png`, a name for a separate file for each frame.
  package var isSeries: Bool { file.contains("%") }

  /// Determines the destination for a number of frames.
  ///
  ///     let output = Job.Output(file: "movie.mp4")
  ///     try await exporter.export(to: output.destination(frameCount: 61))
  ///
  /// - Parameter frameCount: The number of frames; with more than one, separate files need a number in their
  ///   names.
  /// - Returns: The destination.
  /// - Throws: `JobError` if values contradict one another; `ParameterError` for an option of the format.
  public func destination(frameCount: Int) throws -> Destination {
    try target(frameCount: frameCount, sound: nil)
  }

  /// Determines the destination and the format for a number of frames; `sound` is used unless the output
  /// names a sound file.
  package func target(frameCount: Int, sound: Soundtrack?) throws -> Destination {
    try check()
    let isFolder = isFolder
    guard let item = try format == nil && isFolder ? Catalog.formats.forFile(named: ".png") : item() else {
      throw unknownFormat()
    }
    // WebP is a format for both images and animations. A folder, a name with a number, or a pipe selects
    // images.
    let plain = try item.make()
    let isSeries =
      plain.image != nil
      && (plain.animation == nil || isFolder || FrameTemplate.name(ofOne: file) == nil
        || isPassedOn)
    let format = try JobFormat.make(item, options, isSeries: isSeries)
    try checkValues(for: format, isSeries: isSeries)
    let sound = self.sound ?? sound
    if sound != nil, format.video?.ffmpegSoundOptions == nil {
      let takers = JobFormat.names { $0.video?.ffmpegSoundOptions != nil }.conjunction
      let fault = audio == nil ? "the storyboard's audio" : field("output.audio")
      throw JobError(
        "output.audio", sentence: "\(fault) is for \(takers), not \(type(of: format).name)")
    }
    let destination = try destination(format, isSeries: isSeries, frameCount: frameCount, sound)
    // Compares the file extension with the format. A folder has no extension, and the format `null` writes no
    // file.
    if !isFolder, !format.discards { try JobFormat.check(item, file: file) }
    return destination
  }

  private func destination(
    _ format: any FileFormat, isSeries: Bool, frameCount: Int, _ sound: Soundtrack?
  ) throws -> Destination {
    if format.discards { return .discard }
    if isPassedOn {
      try checkStream(format)
    } else if isSeries, let image = format.image {
      return .sequence(try template(image, frameCount: frameCount), image, policy)
    }
    if !isSeries { try checkOneFile() }
    return try Destination(
      format, to: streamTarget, policy, encoderOptions: encoderPairs, sound: sound)
  }

  /// Standard output if `file` is `-`; otherwise the file, with each `%%` in its name replaced by a percent
  /// sign.
  private var streamTarget: StreamTarget {
    file == "-" ? .standardOutput : .file(FrameTemplate.name(ofOne: file) ?? file)
  }

  /// Whether bytes reach their reader at once, through standard output, a named pipe or a device.
  private var isPassedOn: Bool { streamTarget.isPassedOn }

  /// Throws if the format cannot be written to a stream, or if an option for files is set for standard
  /// output.
  private func checkStream(_ format: any FileFormat) throws(JobError) {
    if file == "-" && (existing == .overwrite || durable) { throw notForStreams }
    guard format.image != nil || format.canBePassedOn else {
      throw JobError(
        "output.format",
        sentence:
          "\(streamTarget.name) takes \(field("output.format")) \(Self.streams); \(type(of: format).name) needs a file"
      )
    }
  }

  private var notForStreams: JobError {
    JobError(existing == .overwrite ? "output.existing" : "output.durable", "is for files")
  }

  /// The names of the formats that can be written to standard output.
  private static var streams: String {
    JobFormat.names { $0.image != nil || $0.canBePassedOn }.alternatives
  }

  private func unknownFormat() -> JobError {
    if file == "-" {
      return JobError(
        "output.format", sentence: "standard output needs \(field("output.format")) \(Self.streams)")
    }
    let folder = file.contains(".") || file.contains("%") ? "" : ", or \(file)/ for a folder"
    let start = JobFormat.unknown(file) { $0.isWritten }
    return JobError(
      "output.file", sentence: "\(start); give another name, \(field("output.format")) png or mp4\(folder)")
  }

  private func template(_ image: any ImageFormat, frameCount: Int) throws(JobError) -> FrameTemplate {
    if isFolder && !isFolderName(file) { try JobFormat.checkIsOne(file) }
    let pattern =
      isFolder
      ? (file.hasSuffix("/") ? file : file + "/").replacing("%", with: "%%")
        + "frame-%04d.\(type(of: image).extensions.first ?? type(of: image).name)" : file
    guard let template = FrameTemplate(pattern) ?? (frameCount == 1 ? FrameTemplate(single: pattern) : nil)
    else {
      throw JobError(
        "output.file",
        sentence:
          "\(file): \(counted(frameCount, "frame")) \(frameCount == 1 ? "needs" : "need") one number in the name, such as %04d",
        subject: file)
    }
    return template
  }

  private func checkOneFile() throws(JobError) {
    if isFolder || FrameTemplate(file) != nil {
      throw JobError(
        "output.file",
        sentence:
          "\(file): one file takes all frames; give \(field("output.file")) with its name, without a number in it",
        subject: file)
    }
    try JobFormat.checkIsOne(file)
  }

  /// Throws if the format ignores a value of the job; `isSeries` is whether each frame is a separate file.
  private func checkValues(for format: any FileFormat, isSeries: Bool) throws(JobError) {
    if !encoderOptions.isEmpty && format.video == nil {
      throw JobError("output.encoderOptions", "is for video, not \(type(of: format).name)")
    }
    if let video = format.video, !(video.input is Formats.RGBA),
      let (key, value) = encoderPairs.first(where: { JobFormat.hasAlpha($0.value) })
    {
      throw JobError(
        "output.encoderOptions",
        sentence:
          "\(field("output.encoderOptions")) \(key)=\(value): frames are passed to ffmpeg without transparency; to keep it, use \(field("output.format")) \(JobFormat.transparentVideo)"
      )
    }
    if existing == .keep && (!isSeries || file == "-") {
      throw JobError(
        "output.existing", "is for frames in files of their own, and for video such as mp4 and mkv")
    }
    if (existing == .overwrite || durable) && format.discards { throw notForStreams }
  }
}
