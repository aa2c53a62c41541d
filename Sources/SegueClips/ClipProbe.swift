import SegueFiles
package import SegueFormats
package import SeguePixels

/// The properties of a clip, and the time of each frame, from one run of ffprobe.
package struct ClipProbe: Sendable {
  /// A picture stream, as stored.
  package struct Picture: Sendable, Hashable {
    package var index = 0
    package var codec = ""
    package var profile: String?
    package var pixelFormat = ""
    package var size = PixelSize(width: 0, height: 0)
    /// The width of a pixel divided by its height.
    package var sampleAspect = FrameRate(1)
    /// The clockwise rotation in degrees with which players show the picture: 0, 90, 180 or 270.
    package var turn = 0
    /// Whether the display matrix mirrors the picture or turns it by any angle.
    package var isTransformed = false
    /// Whether the stream declares the order of fields, or that it has none.
    package var hasFieldOrder = false
    package var isInterlaced = false
    package var isTopFieldFirst = true
    /// The color tags; a tag is nil if the clip does not declare it.
    package var range: String?
    package var matrix: String?
    package var primaries: String?
    package var transfer: String?
    package var chromaLocation: String?
    /// Whether the tags of a VP8 or VP9 stream declare a second stream with alpha.
    package var hasAlphaMode = false
    package var averageRate: FrameRate?
    package var baseRate: FrameRate?
    package var timeBase = ClipTime(1, 1000)
    /// The maximum number of frames by which decoding is ahead of display.
    package var reordering = 0
  }

  /// A sound stream.
  package struct Sound: Sendable, Hashable {
    package var codec = ""
    package var rate = 48000
    package var channels = 2
    package var layout: String?
    package var language: String?
    /// ffmpeg's name of the type of decoded samples, such as `s16p`.
    package var sampleFormat = ""
    /// The number of bits of a stored sample; nil if ffprobe does not know the number.
    package var bits: Int?
  }

  /// A frame of the table of frames, which is in display order.
  package struct Frame: Sendable, Hashable {
    /// The time stamp in units of the stream's time base.
    package var stamp: Int
    package var isKey: Bool
    /// The size of the frame's packet in bytes.
    package var byteCount = 0
  }

  /// A packet of the picture stream, in decoding order.
  package struct Packet: Sendable, Hashable {
    /// The time at which the frame is shown, in units of the time base.
    package var stamp: Int
    /// The time at which the packet is decoded; nil if the container does not store this time.
    package var decodeStamp: Int?
    package var isKey: Bool
  }

  /// All packets in decoding order; empty if any packet has no time stamp.
  package var packets: [Packet] = []

  package var container = ""
  /// The metadata of the file that a join copies to its output, by ffmpeg's keys.
  package var metadata: [(key: String, value: String)] = []
  package var picture = Picture()
  package var sounds: [Sound] = []
  /// The number of streams other than picture and sound, which are not used.
  package var otherStreams = 0
  /// The start time of the file, from which ffmpeg counts seek positions.
  package var start = ClipTime.zero
  package var frames: [Frame] = []
  /// The end of the last frame, in units of the time base.
  package var end = 0
  /// The mastering display of an HDR clip, read on first use.
  let masteringDisplay = ClipFact<MasteringDisplay?>()
  /// The time stamps of the IDR pictures of an H.264 clip, read on first use.
  let idrPictures = ClipFact<Set<Int>>()
  /// Whether the file stores the times of all frames; otherwise times are derived from the frame rate.
  package var hasTimes = true
  /// The time of the first frame; nil if the file does not store it.
  package var firstTime: ClipTime?

  /// The keys of the metadata that a join copies to its output.
  private static let metadataKeys = [
    "title", "artist", "album", "comment", "description", "copyright", "genre", "date", "creation_time",
    "location",
  ]

  /// The maximum number of bytes of ffprobe's output, which has room for about 2 million packets.
  private static let limit = 256 << 20

  /// Reads the properties of a clip.
  ///
  /// - Parameters:
  ///   - file: The name of the file.
  ///   - seconds: The time after which ffprobe is ended, at most ten minutes.
  /// - Throws: `FileError` if the file cannot be read; `ClipError` if it is no clip, or if ffprobe is missing
  ///   or takes too long.
  package init(contentsOf file: String, seconds: Double = 600) throws {
    guard try readStart(of: file, count: 1) != nil else {
      throw ClipError.unusable(file: file, reason: "it is a device or a pipe, where a file is needed")
    }
    let output: ProgramOutput
    do throws(ProgramError) {
      output = try runProgram(
        Self.words(file), input: [], limit: Self.limit, seconds: min(600, max(1, seconds)))
    } catch {
      throw error.clipError("ffprobe", file: file)
    }
    guard output.isSuccess else {
      let line = output.complaint.split(whereSeparator: \.isNewline).last.map(String.init)
      let reason = line.map {
        $0.hasPrefix("file:\(file): ") ? String($0.dropFirst("file:\(file): ".count)) : $0
      }
      throw ClipError.unusable(file: file, reason: "ffprobe: \(reason ?? "it failed")")
    }
    try self.init(text: output.bytes, file: file)
    if !picture.hasFieldOrder, ["dvvideo", "mpeg4"].contains(picture.codec) {
      readFieldOrder(of: file, seconds)
    }
  }

  /// Reads from the first frame whether the picture is interlaced: only the frames of DV and MPEG-4 state this.
  private mutating func readFieldOrder(of file: String, _ seconds: Double) {
    let words = [
      "ffprobe", "-v", "error", "-protocol_whitelist", "file", "-of", "csv=p=0", "-select_streams",
      "\(picture.index)", "-read_intervals", "%+#1", "-show_entries",
      "frame=interlaced_frame,top_field_first", "-i", "file:\(file)",
    ]
    // Without an answer, the picture counts as progressive.
    guard let output = try? runProgram(words, input: [], limit: 1 << 16, seconds: min(60, seconds)) else {
      return
    }
    let fields = String(decoding: output.bytes, as: UTF8.self).split(whereSeparator: { ",\n".contains($0) })
    (picture.isInterlaced, picture.isTopFieldFirst) = (fields.first == "1", fields.dropFirst().first == "1")
  }

  /// Decodes all frames, and returns the time stamps of the frames that ffmpeg can decode.
  func decodableStamps(of file: String) throws(ClipError) -> Set<Int> {
    let words = [
      "ffprobe", "-v", "error", "-protocol_whitelist", "file", "-of", "csv=p=0", "-select_streams",
      "\(picture.index)", "-show_entries", "frame=best_effort_timestamp", "-i", "file:\(file)",
    ]
    let output: ProgramOutput
    do throws(ProgramError) {
      output = try runProgram(words, input: [], limit: Self.limit, seconds: 1e6)
    } catch {
      throw error.clipError("ffprobe", file: file)
    }
    let lines = String(decoding: output.bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    return Set(lines.compactMap { $0.split(separator: ",").first.flatMap { Int($0) } })
  }

  /// The maximum number of streams in a clip.
  private static let maxStreams = 256

  /// Throws if the clip exceeds a limit.
  package func check(_ limits: Limits, named file: String) throws(ClipError) {
    let (pixels, streams) = (picture.size.pixelCount ?? .max, sounds.count + otherStreams)
    if pixels > limits.maxPixels {
      throw .tooLarge(file: file, pixels, of: "pixels", limit: limits.maxPixels)
    }
    if frames.count > limits.maxFrames {
      throw .tooLarge(file: file, frames.count, of: "frames", limit: limits.maxFrames)
    }
    if streams > Self.maxStreams {
      throw .tooLarge(file: file, streams, of: "streams", limit: Self.maxStreams)
    }
  }

  private static func words(_ file: String) -> [String] {
    let picture = [
      "index", "codec_type", "codec_name", "profile", "pix_fmt", "width", "height", "sample_aspect_ratio",
      "field_order", "color_range", "color_space", "color_transfer", "color_primaries", "chroma_location",
      "r_frame_rate", "avg_frame_rate", "time_base", "has_b_frames", "sample_rate", "channels",
      "channel_layout", "sample_fmt", "bits_per_raw_sample",
    ]
    let entries = [
      "format=format_name,start_time", "format_tags=\(Self.metadataKeys.joined(separator: ","))",
      "stream=\(picture.joined(separator: ","))",
      "stream_tags=alpha_mode,language", "stream_side_data=rotation,displaymatrix",
      "stream_disposition=attached_pic",
      "packet=stream_index,pts,dts,duration,size,flags",
    ]
    return [
      "ffprobe", "-v", "error", "-protocol_whitelist", "file", "-of", "compact=p=1:nk=0", "-show_entries",
      entries.joined(separator: ":"), "-i", "file:\(file)",
    ]
  }

  /// Reads the properties of a clip from the output of ffprobe.
  package init(text: [UInt8], file: String) throws(ClipError) {
    var streams: [ProbeText.Section] = []
    var packets: [Int: [Row]] = [:]
    ProbeText.forEachSection(of: text) { section in
      switch section.name {
      case "packet":
        guard let index = section.int("stream_index") else { return }
        packets[index, default: []].append(
          Row(
            stamp: section.int("pts"), decodeStamp: section.int("dts"),
            duration: section.int("duration") ?? 0,
            size: section.int("size") ?? 0, flags: section.text("flags") ?? ""))
      case "stream":
        // Skips repeated streams: ffprobe lists a stream of a program, as in MPEG-TS, twice.
        if !streams.contains(where: { $0.int("index") == section.int("index") }) { streams.append(section) }
      case "format":
        container = section.text("format_name") ?? ""
        metadata = Self.metadataKeys.compactMap { key in
          section.text("tag:\(key)").map { (key, $0) }
        }
        start = section.text("start_time").flatMap { Double($0) }.map { ClipTime(seconds: $0) } ?? .zero
      default: break
      }
    }
    sounds = streams.filter { $0.text("codec_type") == "audio" }.map(Sound.init)
    otherStreams = streams.count { !["audio", "video"].contains($0.text("codec_type")) }
    let pictures = streams.filter {
      $0.text("codec_type") == "video" && $0.int("disposition:attached_pic") != 1
    }
    guard let stream = pictures.first else {
      throw .unusable(file: file, reason: sounds.isEmpty ? "it has no picture" : "it has sound only")
    }
    guard let picture = Picture(stream) else {
      throw .unusable(file: file, reason: "ffmpeg does not know its codec or its pixel format")
    }
    self.picture = picture
    try readTimes(packets[picture.index] ?? [], file: file)
  }

  /// A packet of a stream, as ffprobe lists it.
  private struct Row {
    let stamp: Int?
    let decodeStamp: Int?
    let duration: Int
    let size: Int
    let flags: String
    var isKey: Bool { flags.hasPrefix("K") }
  }

  /// Makes the table of frames from the packets of the picture stream, in decoding order.
  private mutating func readTimes(
    _ rows: [Row], file: String
  ) throws(ClipError) {
    // Packets before the first keyframe cannot be decoded, and frames shown before this keyframe are
    // incomplete.
    var decodable = rows.drop { !$0.flags.hasPrefix("K") }.filter { !$0.flags.contains("D") }
    guard let first = decodable.first else { throw .unusable(file: file, reason: "it has no frames") }
    // The limit of time stamps, some 48 days, also keeps fractions of seconds within 64 bits.
    let limit = Int(min(1e15, (ClipTime(1 << 22) / picture.timeBase)))
    firstTime = first.stamp.flatMap { $0.magnitude < limit ? picture.timeBase.times($0) : nil }
    guard decodable.allSatisfy({ $0.stamp != nil }) else {
      hasTimes = false
      guard let rate = picture.baseRate ?? picture.averageRate else {
        throw .unusable(file: file, reason: "it has no time stamps and no rate")
      }
      picture.timeBase = ClipTime(rate.denominator, rate.numerator)
      frames = decodable.indices.map {
        Frame(stamp: $0 - decodable.startIndex, isKey: $0 == decodable.startIndex)
      }
      end = frames.count
      return
    }
    // Two files after one another, for example, have time stamps that begin again.
    let decoding = rows.lazy.filter { !$0.flags.contains("D") }.compactMap(\.decodeStamp)
    let tick = picture.timeBase.seconds
    if let (_, next) = zip(decoding, decoding.dropFirst()).first(where: {
      (Double($0) - Double($1)) * tick > 0.5
    }) {
      let time = secondsText(Double(next) * tick)
      throw .unusable(
        file: file,
        reason: "its time stamps run backward to \(time) s; 'ffmpeg -i IN -c copy OUT.mkv' repairs them")
    }
    if first.flags.hasPrefix("K"), let start = first.stamp {
      decodable = decodable.filter { ($0.stamp ?? start) >= start }
    }
    decodable.sort { ($0.stamp ?? 0) < ($1.stamp ?? 0) }
    frames = decodable.map { Frame(stamp: $0.stamp ?? 0, isKey: $0.isKey, byteCount: $0.size) }
    packets = rows.compactMap { row in
      row.stamp.map { Packet(stamp: $0, decodeStamp: row.decodeStamp, isKey: row.isKey) }
    }
    if packets.count < rows.count { packets = [] }
    guard frames.allSatisfy({ $0.stamp.magnitude < limit }), let last = decodable.last, let stamp = last.stamp
    else { throw .unusable(file: file, reason: "its time stamps are beyond all bounds") }
    // The duration of the last frame is the duration of its packet; if unknown, the duration of the previous
    // frame, or else the duration of a frame at the declared rate.
    let before = frames.count > 1 ? stamp - frames[frames.count - 2].stamp : 0
    let usual = (picture.averageRate ?? picture.baseRate).map { rate in
      ClipTime(1, at: rate) / picture.timeBase
    }
    let duration =
      (1..<limit).contains(last.duration)
      ? last.duration : before > 0 ? before : Int((usual ?? 1).rounded())
    end = stamp + max(1, duration)
  }
}

extension ClipProbe.Picture {
  fileprivate init?(_ section: ProbeText.Section) {
    self.init()
    guard let width = section.int("width"), let height = section.int("height"), width > 0, height > 0,
      width <= 1 << 16, height <= 1 << 16, let format = section.text("pix_fmt")
    else { return nil }
    index = section.int("index") ?? 0
    codec = section.text("codec_name") ?? ""
    profile = section.text("profile")
    pixelFormat = format
    size = PixelSize(width: width, height: height)
    sampleAspect = section.pair("sample_aspect_ratio").flatMap(FrameRate.init) ?? FrameRate(1)
    // ffprobe gives the angle counterclockwise.
    let angle = section.int("rotation") ?? 0
    turn = ((360 - angle % 360) % 360 + 45) / 90 % 4 * 90
    // The lines of the matrix have the form `00000000: 65536 0 0`.
    let matrix = section.text("displaymatrix")?.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    if let matrix, matrix.count == 9 {
      isTransformed = matrix[0] <= 0 || matrix[4] <= 0 || matrix[1] != 0 || matrix[3] != 0
    }
    hasFieldOrder = section.text("field_order") != nil
    let order = section.text("field_order") ?? "progressive"
    isInterlaced = order != "progressive"
    isTopFieldFirst = order.hasPrefix("t")
    range = section.text("color_range")
    self.matrix = section.text("color_space")
    primaries = section.text("color_primaries")
    transfer = section.text("color_transfer")
    chromaLocation = section.text("chroma_location")
    reordering = section.int("has_b_frames") ?? 0
    hasAlphaMode = section.text("tag:alpha_mode") == "1" || section.text("tag:ALPHA_MODE") == "1"
    averageRate = section.pair("avg_frame_rate").flatMap(FrameRate.init)
    baseRate = section.pair("r_frame_rate").flatMap(FrameRate.init)
    if let base = section.pair("time_base"), let rate = FrameRate(base) {
      timeBase = ClipTime(rate.numerator, rate.denominator)
    }
  }
}

extension ClipProbe.Sound {
  fileprivate init(_ section: ProbeText.Section) {
    self.init()
    codec = section.text("codec_name") ?? ""
    rate = max(1000, min(768_000, section.int("sample_rate") ?? 48000))
    channels = max(1, min(64, section.int("channels") ?? 2))
    layout = section.text("channel_layout")
    sampleFormat = section.text("sample_fmt") ?? ""
    bits = section.int("bits_per_raw_sample")
    // Ignores `und`, MP4's default language, which means undetermined.
    language = section.text("tag:language").flatMap { $0 == "und" ? nil : $0 }
  }
}

extension FrameRate {
  fileprivate init?(_ pair: (Int, Int)) { self.init(numerator: pair.0, denominator: pair.1) }
}

extension ProgramError {
  /// Converts the error of a program that reads a clip to a `ClipError`.
  func clipError(_ program: String, file: String) -> ClipError {
    switch self {
    case .missing: .missingProgram(program, file: file)
    case .notStarted(let reason):
      .decoderFailed(file: file, reason: "\(program) cannot be started: \(reason)")
    case .tooMuch: .unusable(file: file, reason: "it has more packets than can be listed; divide it")
    case .tooLong: .decoderFailed(file: file, reason: "\(program) takes too long")
    }
  }
}
