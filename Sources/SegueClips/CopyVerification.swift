import SegueFiles
import SegueFormats

/// Compares copied frames with the clips' frames, by hashes of decoded samples.
package struct CopyVerification {
  private let pieces: [CopyPlan.Piece]
  private let clips: [Clip?]

  /// Prepares the comparison of copied pieces with their clips.
  package init(pieces: [CopyPlan.Piece], clips: [Clip?]) { (self.pieces, self.clips) = (pieces, clips) }

  /// Decodes a video, and the clips of its copied pieces.
  ///
  /// - Parameters:
  ///   - video: The file of the video.
  ///   - name: The name of the video for messages.
  /// - Throws: `CopyFault` for the first frame that differs; `ClipError` if a file cannot be decoded.
  package func run(_ video: String, named name: String) throws {
    let hashes = try Self.hashes(of: video, stream: 0, named: name)
    var clipHashes: (index: Int, hashes: [Substring])?
    for case .copied(let index, let packets, let frames) in pieces {
      guard let clip = clips[index] else { continue }
      if clipHashes?.index != index {
        let file = ClipName(clip.file).file
        clipHashes = (index, try Self.hashes(of: file, stream: clip.probe.picture.index, named: file))
      }
      guard let own = clipHashes?.hashes else { continue }
      // The packets between two cuts, in decoding order, and their frames, in display order, have the same
      // range of indices.
      for (frame, place) in zip(frames, packets) {
        guard hashes.indices.contains(frame), own.indices.contains(place), hashes[frame] == own[place] else {
          throw CopyFault(file: name, reason: "frame \(frame) is not frame \(place) of \(clip.file)")
        }
      }
    }
  }

  /// Returns the hashes of all frames of a video, in display order.
  private static func hashes(of file: String, stream: Int, named name: String) throws -> [Substring] {
    let words = [
      "ffmpeg", "-nostdin", "-hide_banner", "-v", "error", "-protocol_whitelist", "file", "-i",
      "file:\(file)",
      "-map", "0:\(stream)", "-vsync", "passthrough", "-f", "framehash", "-hash", "md5", "pipe:1",
    ]
    let output: ProgramOutput
    do throws(ProgramError) {
      output = try runProgram(words, input: [], limit: 1 << 30, seconds: 1e6)
    } catch {
      throw error.clipError("ffmpeg", file: name)
    }
    guard output.isSuccess else {
      let line = output.complaint.split(whereSeparator: \.isNewline).last
      throw ClipError.decoderFailed(file: name, reason: "ffmpeg: \(line ?? "it failed")")
    }
    return String(decoding: output.bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      line.hasPrefix("#") ? nil : line.split(separator: ",").last
    }
  }
}
