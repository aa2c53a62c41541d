import SegueFiles

extension Clip {
  /// Returns whether packets can be copied from a packet on: it must be a keyframe, and with H.264 an IDR
  /// picture.
  ///
  /// Containers mark further pictures as keyframes, such as the first pictures of open groups. When packets are
  /// copied, ffmpeg repeats parameter sets only before IDR pictures, and later frames may refer to frames
  /// before other keyframes.
  func canCopy(from packet: ClipProbe.Packet) -> Bool {
    packet.isKey
      && (probe.picture.codec != "h264" || probe.idrPictures.value(idrStamps).contains(packet.stamp))
  }

  /// Returns the time stamps of the packets that ffmpeg keeps if it drops all units but slices of IDR
  /// pictures.
  ///
  /// If ffmpeg fails, the clip is treated as a clip without IDR pictures.
  private func idrStamps() -> Set<Int> {
    let words = [
      "ffmpeg", "-nostdin", "-hide_banner", "-v", "error", "-protocol_whitelist", "file", "-i",
      "file:\(ClipName(file).file)", "-map", "0:\(probe.picture.index)", "-c", "copy", "-copyts",
      "-bsf:v", "filter_units=pass_types=5", "-f", "framecrc", "pipe:1",
    ]
    guard let output = try? runProgram(words, input: [], limit: 256 << 20, seconds: 600), output.isSuccess
    else { return [] }
    let lines = String(decoding: output.bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    return Set(
      lines.compactMap { line in
        let fields = line.split(separator: ",")
        return fields.count > 2 ? Int(fields[2].drop { $0 == " " }) : nil
      })
  }
}
