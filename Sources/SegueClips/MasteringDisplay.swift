import SegueFiles

/// The mastering display and the content light level that an HDR clip declares.
struct MasteringDisplay: Hashable, Sendable {
  /// The chromaticities x and y of green, blue, red and white, in units of 1/50000.
  private var points: [Int] = []
  /// The maximum and minimum luminance, in units of 1/10000 nit.
  private var luminance: [Int] = []
  /// The maximum light level of any pixel (MaxCLL), and the maximum mean light level of a frame (MaxFALL), in
  /// nits.
  private var light: [Int] = []

  /// The maximum luminance in nits; nil if it is not declared.
  var peak: Double? { luminance.first.map { Double($0) / 10_000 } }

  /// Reads the side data of a clip's first frame by ffprobe; nil if the clip has no such data.
  fileprivate init?(of clip: Clip) {
    let words = [
      "ffprobe", "-v", "error", "-protocol_whitelist", "file", "-of", "compact=p=1:nk=0", "-select_streams",
      "\(clip.probe.picture.index)", "-read_intervals", "%+#1", "-show_entries", "frame=pts:frame_side_data",
      "-i", "file:\(ClipName(clip.file).file)",
    ]
    // If ffprobe fails, the clip is treated as a clip that declares no mastering display.
    guard let output = try? runProgram(words, input: [], limit: 1 << 20, seconds: 60), output.isSuccess else {
      return nil
    }
    var fields: [Substring: Substring] = [:]
    for field in String(decoding: output.bytes, as: UTF8.self).split(whereSeparator: { "|\n".contains($0) }) {
      let parts = field.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { fields[parts[0]] = parts[1] }
    }
    func numbers(_ names: [Substring], times unit: Double) -> [Int] {
      let numbers = names.compactMap { name -> Int? in
        let parts = fields[name].map { $0.split(separator: "/").compactMap { Double($0) } } ?? []
        let value =
          parts.count == 2 && parts[1] != 0 ? parts[0] / parts[1] : parts.count == 1 ? parts[0] : .nan
        return value.isFinite && abs(value) < 1e9 ? Int((value * unit).rounded()) : nil
      }
      return numbers.count == names.count ? numbers : []
    }
    points = numbers(
      ["green_x", "green_y", "blue_x", "blue_y", "red_x", "red_y", "white_point_x", "white_point_y"],
      times: 50000)
    luminance = numbers(["max_luminance", "min_luminance"], times: 10000)
    light = numbers(["max_content", "max_average"], times: 1)
    if points.isEmpty && light.isEmpty { return nil }
  }

  /// Returns the options of ffmpeg for an encoder; nil for an encoder without such options.
  func ffmpegOptions(of encoder: String) -> [String]? {
    let hasDisplay = !points.isEmpty && !luminance.isEmpty
    switch encoder {
    case "libx265":
      var parameters = ["log-level=error", "hdr10=1", "repeat-headers=1"]
      if hasDisplay {
        let (g, b, r, w) = (points[0...1], points[2...3], points[4...5], points[6...7])
        let pairs = [("G", g), ("B", b), ("R", r), ("WP", w), ("L", luminance[0...1])]
        parameters.append(
          "master-display=" + pairs.map { "\($0)(\($1.map(String.init).joined(separator: ",")))" }.joined())
      }
      if !light.isEmpty { parameters.append("max-cll=\(light[0]),\(light[1])") }
      return ["-x265-params", parameters.joined(separator: ":")]
    case "libsvtav1":
      var parameters: [String] = []
      if hasDisplay {
        func point(_ index: Int) -> String {
          "(\(Double(points[index]) / 50000),\(Double(points[index + 1]) / 50000))"
        }
        parameters.append(
          "mastering-display=G\(point(0))B\(point(2))R\(point(4))WP\(point(6))"
            + "L(\(Double(luminance[0]) / 10000),\(Double(luminance[1]) / 10000))")
      }
      if !light.isEmpty { parameters.append("content-light=\(light[0]),\(light[1])") }
      return ["-svtav1-params", parameters.joined(separator: ":")]
    default: return nil
    }
  }
}

extension Clip {
  /// The mastering display that the clip declares; nil if there is none.
  var masteringDisplay: MasteringDisplay? { probe.masteringDisplay.value { MasteringDisplay(of: self) } }
}

extension JoinTimeline {
  /// Returns the options of ffmpeg that pass the mastering display of the first clip to the encoder named in
  /// `encoderOptions`; empty without HDR.
  package func masteringOptions(_ encoderOptions: [String]) -> [String] {
    guard hasHDR, case .clip(let clip)? = items.first, let display = clip.masteringDisplay,
      let place = encoderOptions.firstIndex(of: "-c:v"), place + 1 < encoderOptions.count
    else { return [] }
    return display.ffmpegOptions(of: encoderOptions[place + 1]) ?? []
  }
}
