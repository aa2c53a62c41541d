import SegueFiles
import SegueFormats
import SeguePixels

/// The form in which ffmpeg passes the frames of a clip to this process.
package struct DecodedForm: Hashable, Sendable {
  /// The filters between the upright picture of the decoder and the pipe, in ffmpeg's syntax; empty for the
  /// samples of the clip itself.
  package var filters: [String]
  /// ffmpeg's name of the pixel format.
  package var pixelFormat: String
  /// The bytes of a frame.
  package var byteCount: Int

  package init(filters: [String], pixelFormat: String, byteCount: Int) {
    (self.filters, self.pixelFormat, self.byteCount) = (filters, pixelFormat, byteCount)
  }
}

/// A running ffmpeg that decodes the frames of a clip in the order shown, from one of them on.
///
/// One thread may use it at a time.
final class ClipDecoder: Sendable {
  private let file: String
  private let form: DecodedForm
  private let descriptor: Int32
  private let program: StartedProgram

  /// The seconds without a byte after which ffmpeg is ended.
  private static let patience = 120

  /// Starts ffmpeg.
  ///
  /// - Parameters:
  ///   - clip: The clip.
  ///   - form: The form of frames.
  ///   - index: The index of the first frame in the table of the file.
  ///   - onStart: Receives the command line.
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

  /// The index of the keyframe from which a frame is decoded.
  static func keyframe(before index: Int, of clip: Clip) -> Int {
    clip.probe.frames[...index].lastIndex { $0.isKey } ?? 0
  }

  fileprivate static func words(_ clip: Clip, _ file: String, _ form: DecodedForm, from index: Int)
    -> [String]
  {
    let (probe, picture) = (clip.probe, clip.probe.picture)
    var words = ["ffmpeg", "-nostdin", "-hide_banner", "-v", "error"]
    // ffmpeg's own decoders of VP8 and VP9 lose alpha.
    if picture.hasAlphaMode, let codec = ["vp8": "libvpx", "vp9": "libvpx-vp9"][picture.codec] {
      words += ["-c:v", codec]
    }
    var filters = form.filters
    if index > 0, probe.hasTimes {
      let key = probe.frames[keyframe(before: index, of: clip)].stamp
      // Seeks from a container's index may end at an earlier keyframe: the filter drops frames by their time
      // stamps, which -copyts keeps.
      let time = picture.timeBase.times(key) - probe.start
      words += ["-ss", microseconds(time), "-noaccurate_seek", "-copyts"]
      filters.insert("trim=start_pts=\(probe.frames[index].stamp)", at: 0)
    } else if index > 0 {
      filters.insert("trim=start_frame=\(index)", at: 0)
    }
    words += ["-protocol_whitelist", "file", "-i", "file:\(file)", "-map", "0:\(picture.index)"]
    if !filters.isEmpty { words += ["-vf", filters.joined(separator: ",")] }
    return words + ["-vsync", "passthrough", "-f", "rawvideo", "-pix_fmt", form.pixelFormat, "pipe:1"]
  }

  /// A time as ffmpeg reads it, rounded up to microseconds.
  private static func microseconds(_ time: ClipTime) -> String {
    "\(max(0, time.floor(perSecond: 1_000_000) + 1))us"
  }

  /// Reads the next frame.
  ///
  /// - Returns: Nil after the last frame.
  func next() throws -> [UInt8]? {
    do throws(PipeTimeout) {
      let bytes = try readPipe(descriptor, count: form.byteCount, seconds: Self.patience)
      return bytes.count == form.byteCount ? bytes : nil
    } catch {
      program.interrupt()
      throw ClipError.decoderFailed(file: file, reason: "ffmpeg wrote nothing for \(Self.patience) s")
    }
  }

  /// Waits until ffmpeg ends; returns its last message.
  func complaint() -> String? { program.wait() }
}

/// Starts an ffmpeg that writes to a pipe.
///
/// - Parameters:
///   - words: The command line.
///   - file: The file that is decoded, for error messages.
/// - Returns: The program, and the reading end of the pipe, which the caller closes.
/// - Throws: `ClipError` if ffmpeg cannot be started; `FileError` if the file is not the input of a plan.
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
  /// The command line of ffmpeg that decodes all frames of the clip.
  package func decoderWords(_ form: DecodedForm) -> [String] {
    ClipDecoder.words(self, ClipName(file).file, form, from: firstFrame)
  }
}
