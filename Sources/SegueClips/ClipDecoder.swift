import SegueFiles
import SegueFormats
import SeguePixels
import Synchronization

/// The form in which ffmpeg passes the frames of a clip to this process: planes as Y4M, pixels as raw video.
///
/// ffmpeg writes Y4M directly from the decoded frame. Raw video is written from a copy of the frame, and
/// copying takes 8 % of the time of decoding 1080p.
package struct DecodedForm: Hashable, Sendable {
  /// The filters between the upright picture of the decoder and the pipe, in ffmpeg's syntax; empty to pass
  /// on the samples of the clip.
  package var filters: [String]
  /// ffmpeg's name of the pixel format.
  package var pixelFormat: String
  /// The number of bytes of a frame's samples.
  package var byteCount: Int

  /// Whether samples are planes of Y', Cb and Cr.
  package var isPlanar: Bool { pixelFormat.hasPrefix("yuv") }

  /// The number of bytes of a frame in the pipe, including the word FRAME in Y4M.
  var storedCount: Int { (isPlanar ? PlanarFrame.prefix.count : 0) + byteCount }

  /// The options of ffmpeg for the output.
  fileprivate var output: [String] {
    ["-pix_fmt", pixelFormat]
      // Allows Y4M of more than 8 bits, which is an extension, by `-strict -1`.
      + (isPlanar ? ["-strict", "-1", "-f", "yuv4mpegpipe"] : ["-f", "rawvideo"]) + ["pipe:1"]
  }

  package init(filters: [String], pixelFormat: String, byteCount: Int) {
    (self.filters, self.pixelFormat, self.byteCount) = (filters, pixelFormat, byteCount)
  }
}

/// A running ffmpeg that decodes the frames of a clip in display order, from a given frame on.
///
/// Only one thread at a time may use a decoder.
final class ClipDecoder: Sendable {
  private let file: String
  private let form: DecodedForm
  private let descriptor: Int32
  private let program: StartedProgram
  /// Whether no frame has been read yet, so that a header precedes the next frame.
  private let isAtStart = Atomic(true)

  /// The maximum number of bytes of a Y4M header, which has about 80 bytes in ffmpeg 5.1.
  private static let maxHeader = 1024

  /// The number of seconds without output after which ffmpeg is killed.
  private static let patience = 120

  /// Starts ffmpeg.
  ///
  /// - Parameters:
  ///   - clip: The clip.
  ///   - form: The form in which ffmpeg passes the frames.
  ///   - index: The index of the first frame to decode, in the table of the file.
  ///   - onStart: Receives the command line of ffmpeg.
  /// - Throws: `ClipError` if ffmpeg cannot be started.
  init(_ clip: Clip, _ form: DecodedForm, from index: Int, onStart: ([String]) -> Void) throws {
    file = ClipName(clip.file).file
    self.form = form
    let words = Self.words(clip, file, form, from: index)
    onStart(words)
    (program, descriptor) = try startDecoder(words, of: file)
  }

  deinit {
    program.interrupt()
    closeDescriptor(descriptor)
  }

  /// Returns the index of the keyframe from which the frame at `index` is decoded; both indices are in the
  /// table of the file.
  static func keyframe(before index: Int, of clip: Clip) -> Int {
    clip.probe.frames[...index].lastIndex { $0.isKey } ?? 0
  }

  fileprivate static func words(_ clip: Clip, _ file: String, _ form: DecodedForm, from index: Int)
    -> [String]
  {
    let (probe, picture) = (clip.probe, clip.probe.picture)
    var words = ["ffmpeg", "-nostdin", "-hide_banner", "-v", "error"]
    // Decodes with libvpx, since ffmpeg's own decoders of VP8 and VP9 lose alpha.
    if picture.hasAlphaMode, let codec = ["vp8": "libvpx", "vp9": "libvpx-vp9"][picture.codec] {
      words += ["-c:v", codec]
    }
    // Ends at the last frame of a part, so that a frame that cannot be decoded is noticed by the number of
    // frames.
    let end = clip.firstFrame + clip.frameCount
    let isCut = end < probe.frames.count
    var trim: [String] = []
    if probe.hasTimes {
      let start = keyframe(before: index, of: clip)
      // Decodes from the start of the file without a seek, after which ffmpeg shows no frame of FLV.
      if index > 0 { trim.append("start_pts=\(probe.frames[index].stamp)") }
      if start > 0 {
        let key = probe.frames[start].stamp
        // A seek by the container's index may end at a keyframe before the requested keyframe. The filter
        // drops the extra frames by their time stamps, which -copyts preserves.
        // In MPEG transport and program streams, ffmpeg seeks by decoding times, which precede display times.
        let decoded =
          clip.container.hasPrefix("mpeg")
          ? probe.packets.first { $0.stamp == key }?.decodeStamp ?? key : key
        let time = picture.timeBase.times(min(key, decoded)) - probe.start
        words += ["-ss", microseconds(time), "-noaccurate_seek"]
      }
      let last = probe.frames[end - 1].stamp
      if let next = probe.frames[end...].first(where: { $0.stamp > last }) {
        trim.append("end_pts=\(next.stamp)")
      }
      if !trim.isEmpty { words.append("-copyts") }
    } else {
      if index > 0 { trim.append("start_frame=\(index)") }
      if isCut { trim.append("end_frame=\(end)") }
    }
    let filters = (trim.isEmpty ? [] : ["trim=\(trim.joined(separator: ":"))"]) + form.filters
    words += ["-protocol_whitelist", "file", "-i", "file:\(file)", "-map", "0:\(picture.index)"]
    if !filters.isEmpty { words += ["-vf", filters.joined(separator: ",")] }
    return words + ["-vsync", "passthrough"] + form.output
  }

  /// Returns a time in ffmpeg's syntax, rounded up to microseconds.
  private static func microseconds(_ time: ClipTime) -> String {
    "\(max(0, time.floor(perSecond: 1_000_000) + 1))us"
  }

  /// Reads the next frame.
  ///
  /// - Parameter memory: Memory to reuse; memory that does not have the size of a frame is replaced.
  /// - Returns: The frame; nil after the last frame.
  /// - Throws: `ClipError` if ffmpeg writes nothing for a long time, or does not write Y4M.
  func next(into memory: consuming [UInt8] = []) throws -> FrameBytes? {
    var bytes = memory
    if bytes.count != form.storedCount { bytes = [UInt8](repeating: 0, count: form.storedCount) }
    do throws(PipeTimeout) {
      if form.isPlanar, isAtStart.exchange(false, ordering: .relaxed) { try skipHeader() }
      guard try readPipe(descriptor, into: &bytes, seconds: Self.patience) else { return nil }
    } catch {
      program.interrupt()
      throw ClipError.decoderFailed(file: file, reason: "ffmpeg wrote nothing for \(Self.patience) s")
    }
    guard !form.isPlanar || bytes.starts(with: PlanarFrame.prefix) else {
      program.interrupt()
      throw ClipError.decoderFailed(file: file, reason: "ffmpeg did not write Y4M")
    }
    return FrameBytes(bytes)
  }

  /// Reads the line that precedes the frames of Y4M.
  private func skipHeader() throws(PipeTimeout) {
    for _ in 0..<Self.maxHeader {
      let byte = try readPipe(descriptor, count: 1, seconds: Self.patience)
      if byte.first ?? 10 == 10 { return }
    }
  }

  /// Waits until ffmpeg ends; returns its last message, or nil after success.
  func complaint() -> String? { program.wait() }
}

/// Starts an ffmpeg that writes to a pipe.
///
/// - Parameters:
///   - words: The command line.
///   - file: The file that is decoded, for error messages.
/// - Returns: The program, and the reading end of the pipe, which the caller closes.
/// - Throws: `ClipError` if ffmpeg cannot be started; `FileError` if the observer of `FileReads` refuses the
///   file.
func startDecoder(_ words: [String], of file: String) throws -> (StartedProgram, Int32) {
  try FileReads.tell(file, .passedOn)
  let pipe = try makePipe()
  defer { closeDescriptor(pipe.writing) }
  do throws(ProgramError) {
    return (try StartedProgram(words, input: nil, output: pipe.writing), pipe.reading)
  } catch {
    closeDescriptor(pipe.reading)
    throw error.clipError("ffmpeg", file: file)
  }
}

extension Clip {
  /// Returns the command line of ffmpeg that decodes all frames of the clip.
  package func decoderWords(_ form: DecodedForm) -> [String] {
    ClipDecoder.words(self, ClipName(file).file, form, from: firstFrame)
  }
}
