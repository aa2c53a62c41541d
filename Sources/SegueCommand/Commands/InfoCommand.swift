import ArgumentParser

struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Print properties of images and clips, and how they are converted.",
    discussion: """
      segue info A.mp4
      segue info A.mp4 photo.jpg --json
      """)

  @Argument(help: "Images and clips.", completion: .file()) var files: [FileNames]

  @Flag(help: "Print a JSON object for each file, one a line.")
  var json = false

  @OptionGroup(title: "Machine") var machine: MachineOptions
  @OptionGroup(title: "Messages") var messages: MessageOptions

  func run() throws {
    for file in files.flatMap(\.names) {
      let facts = try FileFacts(file, machine.decoding)
      if json { try putJSON(facts) } else { try put(facts.text) }
    }
  }
}

/// The properties of an image or a clip that `segue info` prints.
struct FileFacts: Encodable {
  let file: String
  var kind = "image"
  var format: String?
  var width = 0
  var height = 0
  var hasAlpha: Bool?
  var depth: Int?
  var orientation: Int?
  var pictures: Int?
  var codec: String?
  var profile: String?
  var pixelFormat: String?
  var storedWidth: Int?
  var storedHeight: Int?
  var sampleAspect: String?
  var rotation: Int?
  var frames: Int?
  var seconds: Double?
  var rate: String?
  var isVariable: Bool?
  var isInterlaced: Bool?
  var matrix: String?
  var range: String?
  var primaries: String?
  var transfer: String?
  var sound: [Sound]?
  /// Descriptions of the conversions that an export of the clip makes, such as deinterlacing.
  var conversions: [String]?
  /// Descriptions of the values assumed for tags that the clip does not declare.
  var assumptions: [String]?

  struct Sound: Encodable {
    let codec: String
    let rate: Int
    let channels: Int
    var layout: String?
    var language: String?
  }

  init(_ file: String, _ options: DecodeOptions) throws {
    self.file = file
    guard ClipName(file).part == nil else {
      try read(Clip(contentsOf: file))
      return
    }
    do {
      let info = try ImageInfo(contentsOf: file, options: options)
      (format, width, height) = (info.format, info.size.width, info.size.height)
      (hasAlpha, depth) = (info.hasAlpha, info.depth)
      if info.orientation > 1 { orientation = info.orientation }
      if info.count > 1 { pictures = info.count }
    } catch let error as ImageError where [.imageVideo, .imageNotAnImage].contains(error.code) {
      do {
        try read(Clip(contentsOf: file))
      } catch let failure as ClipError where failure.code == .clipUnusable && error.code == .imageNotAnImage {
        throw Failure(
          .imageNotAnImage, "\(file): neither an image nor a clip: \(failure.reason)",
          file: file)
      }
    }
  }

  private mutating func read(_ clip: Clip) throws {
    let picture = clip.probe.picture
    let color = ClipColor(clip)
    kind = "clip"
    (format, codec, profile, pixelFormat) = (
      clip.container, picture.codec, picture.profile, picture.pixelFormat
    )
    (width, height) = (clip.size.width, clip.size.height)
    (storedWidth, storedHeight) = (picture.size.width, picture.size.height)
    sampleAspect = picture.sampleAspect.description
    rotation = picture.turn
    (hasAlpha, frames, seconds) = (clip.hasAlpha, clip.frameCount, clip.duration)
    (rate, isVariable, isInterlaced) = (clip.rate.text, clip.isVariable, picture.isInterlaced)
    matrix = color.matrix.rawValue
    range = color.isFullRange ? "full" : "limited"
    (primaries, transfer) = (color.primaries, color.transfer)
    sound = clip.probe.sounds.map {
      Sound(codec: $0.codec, rate: $0.rate, channels: $0.channels, layout: $0.layout, language: $0.language)
    }
    conversions = ClipConversion(clip, to: clip.usualLayout(.half), Framing()).words
    assumptions = clip.assumptions
  }

  /// The properties as lines of text.
  var text: String {
    var lines: [String] = []
    if kind == "image" {
      let parts = [
        "\(width)x\(height)", depth.map { "\($0) bits" }, hasAlpha.map { $0 ? "with alpha" : "opaque" },
        orientation.map { "orientation \($0), turned upright" }, pictures.map { "\($0) pictures" },
      ]
      return "\(file): image, \(format ?? ""), \(parts.compactMap(\.self).joined(separator: ", "))\n"
    }
    lines.append(
      "\(file): clip, \(format ?? ""), \(width)x\(height), \(fixed(seconds ?? 0, 3)) s, \(counted(frames ?? 0, "frame")) "
        + "at \(isVariable ?? false ? "a variable rate, about " : "")\(rate ?? "") a second")
    lines.append(
      "  picture: \(codec ?? "")\(profile.map { " (\($0))" } ?? ""), \(pixelFormat ?? ""), \(storedWidth ?? 0)x\(storedHeight ?? 0) stored, "
        + "\(isInterlaced ?? false ? "interlaced" : "progressive"), \(matrix ?? "") in \(range ?? "") range, primaries \(primaries ?? ""), transfer \(transfer ?? "")\(hasAlpha ?? false ? ", with alpha" : "")"
    )
    for sound in sound ?? [] {
      lines.append(
        "  sound: \(sound.codec), \(sound.rate) Hz, \(sound.layout ?? counted(sound.channels, "channel"))\(sound.language.map { ", \($0)" } ?? "")"
      )
    }
    if sound?.isEmpty ?? true { lines.append("  sound: none") }
    if let assumptions, !assumptions.isEmpty {
      lines.append("  assumed: \(assumptions.joined(separator: "; "))")
    }
    let done = conversions ?? []
    lines.append(
      "  done with it: \(done.isEmpty ? "nothing, samples are kept" : done.joined(separator: "; "))")
    return lines.joined(separator: "\n") + "\n"
  }
}
