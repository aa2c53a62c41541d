public import SegueFiles
public import SegueFormats
public import SeguePixels

/// A video file or a part of a video file, with its properties and the time of each frame.
///
/// The file is read by the installed ffprobe and ffmpeg.
public struct Clip: Equatable, Sendable {
  /// The name of the file, as the caller gave it.
  public let file: String
  /// The properties of the file.
  package let probe: ClipProbe
  /// The index of the clip's first frame in the file's table of frames.
  package let firstFrame: Int
  /// The times of the clip's frames, relative to the start of the clip, followed by the end of the last
  /// frame.
  package let times: [ClipTime]
  /// The start time of the clip, relative to the first frame of the file.
  package let origin: ClipTime
  /// The rate of the whole file, for a part of the file; the rate before undecodable frames were removed, for a
  /// damaged file; nil for other clips.
  private var inheritedRate: FrameRate?
  /// Whether the rate of the whole file is variable, for a part of the file.
  private var inheritsVariable: Bool?

  /// Reads the properties of a clip with ffprobe, and the table of its packets.
  ///
  /// The whole file is read once, but nothing is decoded.
  ///
  /// - Parameters:
  ///   - file: A path or a file `URL`. `clip.mp4[3.5s-9s]` is a part: from the frame shown at 3.5 s to 9 s;
  ///     `clip.mp4[3.5s]` is a moment, whose clip has one frame.
  ///   - limits: The limits of pixels, of frames of the whole file, and of the seconds for reading the file.
  /// - Throws: `FileError` if the file cannot be read; `ClipError` if the file is no clip or exceeds a limit,
  ///   if the part is outside the clip, or if ffprobe is missing.
  public init(contentsOf file: some FileLocation, limits: Limits = Limits()) throws {
    try self.init(contentsOf: file, limits: limits, onDamage: nil)
  }

  /// Reads the properties of a clip, and leaves out the frames of a damaged clip that ffmpeg cannot decode.
  ///
  /// The frame before a missing frame is shown in its place.
  ///
  /// - Parameters:
  ///   - file: The name of the file, as for `init(contentsOf:limits:)`.
  ///   - limits: The limits.
  ///   - onDamage: Receives the error of the first missing frame; if nil, only properties are read. Finding
  ///     damage decodes the whole file.
  /// - Throws: As `init(contentsOf:limits:)` does; `ClipError.damaged` if no frame can be decoded.
  package init(
    contentsOf file: some FileLocation, limits: Limits, onDamage: ((ClipError) -> Void)?
  ) throws {
    let path = try file.filePath()
    let name = ClipName(path)
    var probe = try ClipProbe(contentsOf: name.file, seconds: limits.maxSeconds)
    try probe.check(limits, named: name.file)
    let base = probe.picture.timeBase
    let first = probe.frames.first?.stamp ?? 0
    var times = (probe.frames.map(\.stamp) + [probe.end]).map { base.times($0 - first) }
    let whole = try Clip(path, probe, times, nil)
    if !whole.isVariable {
      // Ticks of a container may be coarse, so the clip's duration is its number of frames divided by its
      // rate.
      let length = ClipTime(whole.frameCount, at: whole.rate)
      let difference = abs(length.seconds - whole.duration)
      if difference <= 1.5 * base.seconds, let last = times.dropLast().last, last < length {
        times[times.count - 1] = length
      }
    }
    var repairedRate: FrameRate?
    if let onDamage, let damage = try whole.damage(nil) {
      let decodable = try probe.decodableStamps(of: name.file)
      let kept = probe.frames.indices.filter { decodable.contains(probe.frames[$0].stamp) }
      guard !kept.isEmpty else { throw damage }
      onDamage(damage)
      repairedRate = whole.rate
      // Missing frames at the start are replaced by the first decodable frame.
      times = [.zero] + kept.dropFirst().map { times[$0] } + times.suffix(1)
      probe.frames = kept.map { probe.frames[$0] }
      probe.packets = []
    }
    self = try Clip(path, probe, times, name.part)
    if name.part != nil { inherit(whole) } else { inheritedRate = repairedRate }
  }

  private mutating func inherit(_ whole: Clip) {
    (inheritedRate, inheritsVariable) = (whole.rate, whole.isVariable)
  }

  private init(_ file: String, _ probe: ClipProbe, _ times: [ClipTime], _ part: ClipName.Part?) throws {
    (self.file, self.probe) = (file, probe)
    let length = times.last ?? .zero
    guard let part else {
      (firstFrame, self.times, origin) = (0, times, .zero)
      return
    }
    let starts = times.dropLast()
    guard part.start < length, part.end.map({ $0 <= length + ClipTime(1, 100) }) ?? true else {
      throw ClipError.tooShort(
        file: ClipName(file).file,
        reason: "it ends at \(secondsText(length.seconds)) s, before \(ClipName.text(part))")
    }
    // The last frame that starts at or before `part.start`.
    let start = max(0, starts.partitioningIndex { $0 > part.start } - 1)
    firstFrame = start
    guard let end = part.end else {
      (self.times, origin) = ([.zero, times[start + 1] - times[start]], times[start])
      return
    }
    let last = min(end, length)
    let shown = starts[start...].prefix { $0 < last }
    // The part begins at the requested time, which may lie within its first frame.
    origin = part.start
    self.times = shown.map { max(.zero, $0 - part.start) } + [last - part.start]
  }

  /// Makes a clip of one frame: the frame that is shown at a time.
  ///
  /// `self` must be a whole file, not a part.
  ///
  /// - Throws: `ClipError.tooShort` if the clip ends before this time.
  package func moment(_ time: ClipTime) throws -> Clip {
    var moment = try Clip(file, probe, times, ClipName.Part(start: time))
    moment.inherit(self)
    return moment
  }

  /// The times of the keyframes in seconds, rounded up to milliseconds, so that the frame shown at each of
  /// these times is the keyframe.
  package var keyTimes: [Double] {
    zip(probe.frames[firstFrame...], times).filter { $0.0.isKey }.map { Self.roundedUp($0.1) }
  }

  private static func roundedUp(_ time: ClipTime) -> Double {
    Double(-(ClipTime.zero - time).floor(perSecond: 1000)) / 1000
  }

  /// Returns the error of the first frame that ffmpeg cannot decode; nil if ffmpeg decodes all frames.
  ///
  /// Decodes the whole file, except for a clip without time stamps, for which the result is always nil.
  /// `reason`, a message of ffmpeg, becomes part of the error.
  package func damage(_ reason: String?) throws -> ClipError? {
    guard probe.hasTimes else { return nil }
    let decodable = try probe.decodableStamps(of: ClipName(file).file)
    let missing = zip(probe.frames[firstFrame...], times.dropLast()).first { !decodable.contains($0.0.stamp) }
    return missing.map {
      .damaged(file: ClipName(file).file, seconds: (origin + $0.1).seconds, reason: reason)
    }
  }

  /// The name of the container.
  ///
  /// If ffmpeg names a family of containers, such as `mov,mp4,m4a`, this is the name in the family that
  /// equals the file's extension, or else the first name in the family.
  package var container: String {
    let names = probe.container.split(separator: ",").map(String.init)
    let name = ClipName(file).file.lowercased()
    return names.first { name.hasSuffix(".\($0)") } ?? names.first ?? "unknown"
  }

  /// The time at which the last frame begins, in seconds, rounded up to milliseconds.
  package var lastMoment: Double { Self.roundedUp(times.dropLast().last ?? .zero) }

  /// Returns the clip, cut off at a time; `reason` is the end of the error message for a clip that is
  /// shorter.
  ///
  /// - Throws: `ClipError` if the clip is shorter.
  package func cut(to end: ClipTime, for reason: String) throws(ClipError) -> Clip {
    guard end <= length else {
      throw .tooShort(file: file, reason: "it lasts \(secondsText(duration)) s, and \(reason)")
    }
    return Clip(self, Array(times.dropLast().prefix { $0 < end }) + [end])
  }

  private init(_ clip: Clip, _ times: [ClipTime]) {
    (file, probe, firstFrame, origin) = (clip.file, clip.probe, clip.firstFrame, clip.origin)
    self.times = times
    inherit(clip)
  }

  /// Returns whether both clips are the same part of the same file.
  public static func == (a: Clip, b: Clip) -> Bool {
    (a.file, a.firstFrame, a.origin, a.times) == (b.file, b.firstFrame, b.origin, b.times)
  }

  /// Decodes the first frame, at the size of the clip.
  package func picture(
    _ execution: Execution, onStart: @escaping @Sendable ([String]) -> Void = { _ in }
  ) throws -> Bitmap {
    let form = ClipConversion(toRGBA: self, size: size, Framing(), bits: pixelBits(execution)).form
    return try Bitmap(
      decoded: ClipReader(self, form, keeping: 1, onStart: onStart).frame(0), size, Framing(), execution)
  }

  /// The number of frames.
  public var frameCount: Int { times.count - 1 }

  /// The length in seconds, to the end of the last frame.
  public var duration: Double { length.seconds }

  /// The length, to the end of the last frame.
  package var length: ClipTime { times.last ?? .zero }

  /// The size of the picture as shown: turned upright, and with square pixels.
  public var size: PixelSize {
    let picture = probe.picture
    let aspect = picture.sampleAspect
    var size = picture.size
    if aspect != FrameRate(1) {
      let width = Double(size.width) * aspect.perSecond
      // Makes the width even, since encoders of 4:2:0 chroma refuse odd sides.
      size.width = max(2, min(1 << 16, 2 * Int((width / 2).rounded())))
    }
    return picture.turn % 180 == 0 ? size : PixelSize(width: size.height, height: size.width)
  }

  /// The number of frames a second: of the whole file, also for a part.
  ///
  /// For a variable rate, this is the declared rate if nine tenths of the frames follow one another at this
  /// rate, and the other frames are missing; otherwise, the average, rounded to the nearest usual rate.
  public var rate: FrameRate {
    if let inheritedRate { return inheritedRate }
    guard isVariable else { return steadyRate }
    if let rate = probe.picture.baseRate, isNearlySteady(rate) { return rate }
    let average = max(0.01, Double(frameCount) / max(1e-6, duration))
    return FrameRate(Self.usualRates.min { abs($0 - average) < abs($1 - average) } ?? average)
  }

  /// Whether the frames are shown for unequal durations.
  ///
  /// A clip does not count as variable if each frame starts at most one tick of the time base, or a tenth of
  /// a frame's duration, earlier or later than at a constant rate. Times in a file are rounded to ticks. If a
  /// frame at the declared rate is a single tick, all frames of a clip that is not variable have as many ticks.
  /// A part of a file is variable if the whole file is.
  public var isVariable: Bool {
    if let inheritsVariable { return inheritsVariable }
    guard times.count > 3 else { return false }
    let step = (times[times.count - 2].seconds - times[0].seconds) / Double(times.count - 2)
    let tick = probe.picture.timeBase.seconds
    if let rate = probe.picture.baseRate, ClipTime(1, at: rate) == probe.picture.timeBase {
      return Set(zip(times, times.dropFirst()).dropLast().map { $1 - $0 }).count > 1
    }
    return !times.dropLast().indices.allSatisfy {
      abs(times[$0].seconds - times[0].seconds - Double($0) * step) <= max(tick, 0.1 * step) * 1.01
    }
  }

  /// Whether the frames that the clip shows follow one another at its rate, as a part of a variable file may.
  package var isSteady: Bool {
    guard isVariable else { return true }
    let ticks = rate.perSecond * probe.picture.timeBase.seconds
    let stamps = probe.frames[firstFrame..<firstFrame + frameCount].map { Double($0.stamp) }
    return stamps.indices.allSatisfy {
      abs((stamps[$0] - stamps[0]) * ticks - Double($0)) <= min(0.5, max(ticks, 0.1) * 1.01)
    }
  }

  /// Returns whether all frames start at times of a rate, and nine tenths of them one frame after another.
  private func isNearlySteady(_ rate: FrameRate) -> Bool {
    let (steps, tick) = (rate.perSecond, probe.picture.timeBase.seconds)
    let starts = times.dropLast().map { $0.seconds * steps }
    let tolerance = max(0.1, 0.51 * tick * steps)
    let places = starts.map { $0.rounded() }
    return tolerance < 0.52 && zip(starts, places).allSatisfy { abs($0 - $1) <= tolerance }
      && 10 * zip(places, places.dropFirst()).count { $1 - $0 == 1 } >= 9 * (places.count - 1)
  }

  /// The frame rate of a clip with frames of equal duration.
  private var steadyRate: FrameRate {
    let declared = [probe.picture.averageRate, probe.picture.baseRate].compactMap(\.self)
    guard times.count > 2 else { return declared.first ?? 25 }
    let measured = Double(times.count - 2) / max(1e-6, times[times.count - 2].seconds - times[0].seconds)
    // Time stamps may be coarse, as in Matroska; a declared or usual rate within the rounding error is then
    // taken as the true rate.
    let tolerance = max(0.0006, probe.picture.timeBase.seconds * measured / Double(times.count - 2))
    func isNear(_ rate: Double) -> Bool { abs(rate - measured) <= tolerance * measured }
    return declared.first { isNear($0.perSecond) } ?? Self.usualRates.first(where: isNear).map {
      FrameRate($0)
    }
      ?? FrameRate(measured)
  }

  /// The usual frame rates of cameras and broadcasts, in frames a second.
  private static let usualRates: [Double] = [
    1, 2, 5, 8, 10, 12, 12.5, 15, 20, 23.976, 24, 25, 29.97, 30, 47.952, 48, 50, 59.94, 60, 72, 90, 100,
    119.88,
    120, 144, 240,
  ]

  /// Whether the clip has sound.
  public var hasSound: Bool { !probe.sounds.isEmpty }

  /// Whether pixels may be transparent.
  public var hasAlpha: Bool {
    let format = probe.picture.pixelFormat
    let withAlpha = ["yuva", "rgba", "argb", "bgra", "abgr", "gbrap", "ya8", "ya16", "ayuv", "pal8"]
    return probe.picture.hasAlphaMode || withAlpha.contains { format.hasPrefix($0) }
  }

  /// Whether the samples are of high dynamic range, by the transfer functions PQ or HLG.
  public var isHDR: Bool { ["smpte2084", "arib-std-b67"].contains(probe.picture.transfer) }

  /// Returns the index of the clip's frame that is shown at a tick of the output, where the clip starts at
  /// `start`; a tick is 1/`rate` second.
  ///
  /// The frame shown is the last frame that starts at tick `tick` or before; starts are rounded to ticks of
  /// the output, as by ffmpeg's filter `fps`.
  package func frame(shownAt tick: Int, start: ClipTime, rate: FrameRate) -> Int {
    let starts = times.dropLast()
    let next = starts.partitioningIndex { (start + $0).rounded(at: rate) > tick }
    return max(0, next - 1)
  }
}

extension ClipTime {
  /// Returns the time multiplied by an integer.
  package func times(_ count: Int) -> ClipTime {
    ClipTime(count * numerator, denominator)
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the first index whose element satisfies the condition; `endIndex` if there is none.
  ///
  /// All elements after this index must satisfy the condition, too.
  func partitioningIndex(_ isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
