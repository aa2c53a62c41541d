import SegueFiles
import Synchronization

/// The IDR pictures of an H.264 clip, from which copied packets may begin.
///
/// Containers mark further pictures as keyframes, such as the first pictures of open groups. When packets are
/// copied, ffmpeg repeats parameter sets only before IDR pictures, and later frames may refer to frames before
/// other keyframes.
enum IDRPictures {
  /// The time stamps of a clip's IDR pictures, shared with the clip's parts and read on first use.
  final class Lazy: Sendable {
    private let value = Mutex<Set<Int>?>(nil)

    fileprivate func stamps(of clip: Clip) -> Set<Int> {
      value.withLock { value in
        if let value { return value }
        let stamps = IDRPictures.stamps(of: clip)
        value = stamps
        return stamps
      }
    }
  }

  /// Lists the packets that ffmpeg keeps if it drops all units but slices of IDR pictures.
  ///
  /// If ffmpeg fails, the clip is treated as a clip without IDR pictures.
  private static func stamps(of clip: Clip) -> Set<Int> {
    let words = [
      "ffmpeg", "-nostdin", "-hide_banner", "-v", "error", "-protocol_whitelist", "file", "-i",
      "file:\(ClipName(clip.file).file)", "-map", "0:\(clip.probe.picture.index)", "-c", "copy", "-copyts",
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

extension Clip {
  /// Whether packets can be copied from a keyframe on.
  func canCopy(from packet: ClipProbe.Packet) -> Bool {
    packet.isKey
      && (probe.picture.codec != "h264" || probe.idrPictures.stamps(of: self).contains(packet.stamp))
  }
}
