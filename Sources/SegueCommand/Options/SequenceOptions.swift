import ArgumentParser
import SeguePlatform
import SegueExport
import SegueFiles

/// Options for the frames to write and their destination.
struct SequenceOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "dir/%04d.png, dir/%04d.jpg, a folder/, movie.mp4 (.mov, .mkv, .webm, .gif, .avif, .apng, .webp), movie.y4m, "
        + "a named pipe, or - for standard output, where pictures follow one another.", valueName: "path"),
    completion: .file())
  var output = "frames/%04d.png"

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "One of 'segue list formats'. (default: by extension)", valueName: "name[:key=value,...]"),
    completion: .formats, transform: FormatName.init(argument:))
  var format: FormatName?

  @OptionGroup var encoding: FormatOptions

  @Option(help: .option("loops")) var loops: String?

  @Option(
    help: ArgumentHelp(
      "An option for ffmpeg's output, such as crf=23 or c:v=libx265; repeatable.", valueName: "key=value"))
  var encoderOption: [Assignment] = []

  @Option(
    help: ArgumentHelp(
      "Sound for video, from the beginning of a file: cut where it is too long, played again where it is too short.",
      valueName: "file"), completion: .file())
  var audio: String?

  @Option(help: ArgumentHelp("Seconds at the end in which the sound fades away.", valueName: "s"))
  var audioFade: Double?

  @Option(help: ArgumentHelp("Only frames A…B of the whole, numbered from 0.", valueName: "A-B"))
  var range: FrameRange?

  @Flag(help: "Replace existing files; of a symbolic link, the target.")
  var overwrite = false

  @Flag(help: "Keep existing frames and render the rest.")
  var resume = false

  @Flag(help: "Wait until files are on the disk.")
  var durable = false

  func validate() throws {
    if let loops { try FormatOptions.check("loops", loops) }
    if let audioFade, !(audioFade >= 0 && audioFade.isFinite) {
      throw ValidationError("--audio-fade must be 0 or more")
    }
    if audioFade != nil && audio == nil { throw ValidationError("--audio-fade needs --audio") }
    if audio == "-" { throw ValidationError("--audio needs a file, not standard input") }
    if overwrite && resume { throw ValidationError("give --overwrite or --resume, not both") }
  }

  /// Determines the destination of the frames before images are decoded.
  ///
  /// `sound` is used unless the options name another one.
  func target(frameCount: Int, sound: Soundtrack?) throws -> Destination {
    let isFolder = output.hasSuffix("/") || isFolderName(output)
    guard let name = format ?? (isFolder ? FormatName(file: ".png") : FormatName(file: output)) else {
      throw try unknownFormat()
    }
    // WebP is a format for both images and animations. A folder, a name with a number, or a pipe selects
    // images.
    let plain = try name.item.make()
    let isSeries =
      plain.image != nil
      && (plain.animation == nil || isFolder || FrameTemplate.name(ofOne: output) == nil
        || isPassedOn)
    let format = try encoding.make(name, loops: loops, isSeries: isSeries)
    try checkOptions(for: format, isSeries: isSeries)
    let sound = ownSound ?? sound
    if sound != nil, format.video?.ffmpegSoundOptions == nil {
      let takers = FormatName.names { $0.video?.ffmpegSoundOptions != nil }.conjunction
      let what = audio == nil ? "the storyboard's audio" : "--audio"
      throw Failure(.usage, "\(what) is for \(takers), not \(type(of: format).name)")
    }
    let destination = try destination(
      format, isSeries: isSeries, isFolder: isFolder, frameCount: frameCount, sound)
    // A folder has no extension that could disagree with the format, and neither has the output of `null`.
    if !isFolder, !(format is Formats.Null) { try name.check(file: output) }
    return destination
  }

  /// The sound given by the options; nil for none.
  var ownSound: Soundtrack? { audio.map { Soundtrack($0, fade: audioFade ?? 0) } }

  private var policy: WritePolicy {
    WritePolicy(existing: overwrite ? .overwrite : resume ? .keep : .refuse, isDurable: durable)
  }

  private func destination(
    _ format: any FileFormat, isSeries: Bool, isFolder: Bool, frameCount: Int, _ sound: Soundtrack?
  ) throws -> Destination {
    if format is Formats.Null { return .discard }
    if isPassedOn {
      try checkStream(format)
    } else if isSeries, let image = format.image {
      return .sequence(try template(image, frameCount: frameCount, isFolder: isFolder), image, policy)
    }
    if !isSeries { try checkOneFile(isFolder: isFolder) }
    return try Destination(
      format, to: streamTarget, policy, encoderOptions: encoderOption.map { ($0.key, $0.value) }, sound: sound
    )
  }

  /// Standard output, or the file with the given name.
  private var streamTarget: StreamTarget {
    output == "-" ? .standardOutput : .file(FrameTemplate.name(ofOne: output) ?? output)
  }

  /// Whether bytes reach their reader at once, through standard output, a named pipe or a device.
  private var isPassedOn: Bool { streamTarget.isPassedOn }

  /// Throws if the format cannot be written to a stream.
  private func checkStream(_ format: any FileFormat) throws {
    if output == "-" && (overwrite || durable) {
      throw Failure(.usage, "--\(overwrite ? "overwrite" : "durable") is for files")
    }
    guard format.image != nil || format.canBePassedOn else {
      throw Failure(
        .usage, "\(streamTarget.name) takes --format \(Self.streams); \(type(of: format).name) needs a file")
    }
    if output == "-" { try checkIsNoTerminal() }
  }

  /// The names of the formats that can be written to standard output.
  private static var streams: String {
    FormatName.names { $0.image != nil || $0.canBePassedOn }.alternatives
  }

  private func unknownFormat() throws -> Failure {
    if output == "-" { return Failure(.usage, "standard output needs --format \(Self.streams)") }
    let folder = output.contains(".") || output.contains("%") ? "" : ", or \(output)/ for a folder"
    let start = FormatName.unknown(output) { $0.isWritten }
    return Failure(.usage, "\(start); give another name, --format png or mp4\(folder)")
  }

  private func template(
    _ image: any ImageFormat, frameCount: Int, isFolder: Bool
  ) throws -> FrameTemplate {
    if isFolder && !isFolderName(output) { _ = try nameOfOne(output) }
    let pattern =
      isFolder
      ? (output.hasSuffix("/") ? output : output + "/").replacing("%", with: "%%")
        + "frame-%04d.\(type(of: image).extensions.first ?? type(of: image).name)" : output
    guard let template = FrameTemplate(pattern) ?? (frameCount == 1 ? FrameTemplate(single: pattern) : nil)
    else {
      throw Failure(
        .usage,
        "\(output): \(counted(frameCount, "frame")) \(frameCount == 1 ? "needs" : "need") one number in the name, such as %04d",
        file: output)
    }
    return template
  }

  private func checkOneFile(isFolder: Bool) throws {
    if isFolder || FrameTemplate(output) != nil {
      throw Failure(
        .usage, "\(output): one file takes all frames; give -o with its name, without a number in it")
    }
    _ = try nameOfOne(output)
  }

  /// Whether a value for an ffmpeg option contains the name of a pixel format with alpha, alone or in a
  /// filter.
  private static func hasAlpha(_ value: String) -> Bool {
    let families = ["yuva", "rgba", "argb", "bgra", "abgr", "gbrap", "ayuv", "vuya", "ya8", "ya16", "yaf"]
    return value.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.contains { word in
      families.contains { word.hasPrefix($0) }
    }
  }

  /// A note about options that have no full effect; nil for none.
  var note: String? {
    encoderOption.first { $0.key.hasPrefix("pix_fmt") && isDeepPixelFormat($0.value) }.map {
      "frames have 8 bits a channel; \($0.value) stores more bits, without a gain"
    }
  }

  /// Throws if an option is given that the format ignores; `isSeries` is whether each frame is a separate
  /// file.
  private func checkOptions(for format: any FileFormat, isSeries: Bool) throws {
    if !encoderOption.isEmpty && format.video == nil {
      throw Failure(.usage, "--encoder-option is for video, not \(type(of: format).name)")
    }
    if let video = format.video, !(video.input is Formats.RGBA),
      let (key, value) = encoderOption.lazy.map({ ($0.key, $0.value) }).first(where: { Self.hasAlpha($0.1) })
    {
      throw Failure(
        .usage,
        "--encoder-option \(key)=\(value): frames are passed to ffmpeg without transparency; to keep it, use --format \(Failure.transparentVideo)"
      )
    }
    if resume && (!isSeries || output == "-") {
      throw Failure(.usage, "--resume is for frames in files of their own")
    }
    if (overwrite || durable) && format is Formats.Null {
      throw Failure(.usage, "--\(overwrite ? "overwrite" : "durable") is for files")
    }
  }
}

/// Whether a pixel format of ffmpeg has more than 8 bits a channel, judged by its name.
package func isDeepPixelFormat(_ name: String) -> Bool {
  // Names end with the number of bits of a sample or of a pixel; nv12 and nv16 are exceptions.
  let pattern = #/((?!nv1).*(9|10|12|14|16|30|32|36|48|64)|nv20|v30x)(msb)?(le|be)?/#
  return name.lowercased().wholeMatch(of: pattern) != nil
}

extension Destination {
  /// The name of the output for reports; nil for standard output and for `null`.
  func name(_ output: String) -> String? { format is Formats.Null || isStandardOutput ? nil : output }

  /// Whether the frames are written to standard output.
  var isStandardOutput: Bool { if case .descriptor? = target { true } else { false } }

  /// Whether a write may block forever.
  var canBlock: Bool {
    // A write to ffmpeg ends when ffmpeg does; named pipes are opened before ffmpeg starts.
    if case .video(.descriptor, _, _, _, _) = self { return false }
    return target?.isPassedOn ?? false
  }
}
