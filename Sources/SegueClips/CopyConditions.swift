package import SegueFormats
package import SeguePixels

/// The conditions for copying packets of a clip.
extension Clip {
  /// Returns the reason why the clip's packets cannot be joined with packets of `model` in one file; nil if
  /// the packets can be joined.
  package func copyObstacle(
    size: PixelSize, rate: FrameRate, chroma: ChromaSubsampling, like model: Clip
  ) -> String? {
    let (picture, other) = (probe.picture, model.probe.picture)
    guard ["h264", "hevc"].contains(picture.codec) else {
      return "\(picture.codec) is not copied, only H.264 and HEVC"
    }
    guard probe.hasTimes, probe.packets.count == probe.frames.count else {
      return "it has packets without a time stamp, or that are not shown"
    }
    // The decoding times of such a short clip do not precede the display times by the declared reordering.
    guard probe.packets.count > picture.reordering else {
      return "it has \(probe.packets.count) frames, and a reordering of \(picture.reordering)"
    }
    if !isSteady { return "its rate varies" }
    if self.rate != rate { return "\(self.rate.text) frames a second, not \(rate.text)" }
    if picture.turn != 0 { return "it is turned by \(picture.turn)°" }
    if picture.isTransformed { return "its display matrix mirrors or turns it" }
    if picture.isInterlaced { return "it is interlaced" }
    if picture.size != size || self.size != size { return "\(picture.size) in place of \(size)" }
    let layouts = ["yuv\(chroma.rawValue)p", "yuvj\(chroma.rawValue)p"]
    guard layouts.contains(picture.pixelFormat) else {
      return "\(picture.pixelFormat) in place of \(layouts[0])"
    }
    guard picture.encoder != nil else {
      return
        "no encoder for profile \(picture.profile ?? "none") with a reordering of \(picture.reordering) frames"
    }
    let name = ClipName(model.file).file
    let pairs: [(String, String, String)] = [
      ("codec", picture.codec, other.codec), ("profile", picture.profile ?? "none", other.profile ?? "none"),
      ("pixel format", picture.pixelFormat, other.pixelFormat),
      ("matrix", picture.matrix ?? "none", other.matrix ?? "none"),
      ("range", picture.range ?? "none", other.range ?? "none"),
      ("primaries", picture.primaries ?? "none", other.primaries ?? "none"),
      ("transfer", picture.transfer ?? "none", other.transfer ?? "none"),
      ("time base", picture.timeBase.text, other.timeBase.text),
      ("reordering", "\(picture.reordering)", "\(other.reordering)"),
    ]
    return pairs.first { $0.1 != $0.2 }.map { "\($0.0) \($0.1), of \(name) \($0.2)" }
  }

  /// Returns the options of ffmpeg's encoder for frames that are encoded between copied packets of the clip.
  func encoderOptions(_ rate: EncodedRate) -> [(key: String, value: String)] {
    guard let encoder = probe.picture.encoder else { return [] }
    // A bit rate is met frame by frame, but a still picture needs most of its bits at once, in the keyframe: it
    // gets a constant quality, and at most twice the bits. The default quality (crf) would override a bit rate.
    let (bits, all) = ("\(2 * rate.bitRate)", Int(min(2e9, 2 * Double(rate.bitRate) * rate.seconds)))
    let quality: [(key: String, value: String)] =
      rate.isStill
      ? [("crf", "20"), ("maxrate", bits), ("bufsize", "\(all)")]
      : [
        ("crf", "-1"), ("b:v", "\(rate.bitRate)"), ("maxrate", bits),
        ("bufsize", "\(2 * max(rate.bitRate, min(1_000_000_000, rate.keyBits)))"),
      ]
    return encoder + quality
      + [("video_track_timescale", "\(probe.picture.timeBase.denominator)")]
  }
}

extension Clip {
  /// The bitstream filters of ffmpeg for copied packets: for HEVC, they repeat the parameter sets of the header
  /// before those of each keyframe's packet.
  ///
  /// A file has one header, with the parameter sets of its first piece, and other encoders have other parameter
  /// sets. For H.264, ffmpeg repeats the parameter sets when it joins pieces.
  var copyFilters: [String] {
    guard probe.picture.codec == "hevc" else { return tagFilters }
    // The filter of the tags also converts packets to the form that `dump_extra` needs.
    return (tagFilters.isEmpty ? ["hevc_metadata"] : tagFilters) + ["dump_extra=freq=keyframe"]
  }

  /// The bitstream filter of ffmpeg that adds missing color tags, with their assumed values, to copied
  /// packets; empty if no tag is missing.
  private var tagFilters: [String] {
    let picture = probe.picture
    let given = [picture.matrix, picture.range, picture.primaries, picture.transfer]
    guard given.contains(nil) else { return [] }
    // The codes of ITU-T H.273, by ffmpeg's names of color tags.
    let codes = ["bt709": 1, "bt470bg": 5, "smpte170m": 6, "bt2020": 9, "bt2020nc": 9, "bt2020-10": 14]
    let tags = ClipColor(self).tags(.half)
    let fields = [
      ("colour_primaries", codes[tags.primaries]), ("transfer_characteristics", codes[tags.transfer]),
      ("matrix_coefficients", codes[tags.matrix]), ("video_full_range_flag", tags.isFullRange ? 1 : 0),
    ].compactMap { name, code in code.map { "\(name)=\($0)" } }
    return ["\(picture.codec)_metadata=\(fields.joined(separator: ":"))"]
  }
}

extension ClipProbe.Picture {
  /// The encoder options for the stream's codec, profile and reordering of frames; nil if Segue does not
  /// support this combination.
  ///
  /// The number of reordered frames equals the number in the stream, so that decoding times keep rising where
  /// packets are joined.
  fileprivate var encoder: [(key: String, value: String)]? {
    guard (0...2).contains(reordering) else { return nil }
    switch codec {
    case "h264":
      let profiles = [
        "Constrained Baseline": "baseline", "Baseline": "baseline", "Main": "main", "High": "high",
      ]
      guard let profile = profiles[profile ?? ""], profile != "baseline" || reordering == 0 else {
        return nil
      }
      let order = [
        [("bf", "0")], [("bf", "2"), ("b-pyramid", "none")], [("bf", "3"), ("b-pyramid", "normal")],
      ][reordering]
      return [("c:v", "libx264"), ("profile:v", profile)] + order
    case "hevc":
      guard profile == "Main" else { return nil }
      let order = ["bframes=0", "bframes=3:b-pyramid=0", "bframes=3:b-pyramid=1"][reordering]
      return [
        ("c:v", "libx265"), ("x265-params", "log-level=error:open-gop=0:repeat-headers=1:\(order)"),
      ]
    default: return nil
    }
  }
}

extension ClipTime {
  /// The fraction as text, such as `1/12800`.
  var text: String { "\(numerator)/\(denominator)" }
}
