package import SegueFormats
package import SeguePixels
import Synchronization

/// The frames of a clip, decoded on demand; only access in rising order is cheap.
///
/// A request for a frame before the decoder's position starts a new ffmpeg at the keyframe before the frame.
/// The last frames are cached for workers that request frames slightly out of order, and for frames that are
/// shown more than once.
package final class ClipReader: Sendable {
  /// The clip.
  package let clip: Clip
  private let form: DecodedForm
  private let kept: Int
  private let onStart: @Sendable ([String]) -> Void
  private let state = Mutex(State())

  private struct State {
    var decoder: ClipDecoder?
    /// The index in the clip of the frame that the decoder passes next.
    var position = 0
    var recent: [(index: Int, frame: FrameBytes)] = []
    /// Frames that are no longer cached.
    ///
    /// Their memory is reused as soon as workers have released them.
    private var retired: [FrameBytes] = []

    /// Caches a frame, and retires the oldest cached frame if there are more than `kept`.
    mutating func keep(_ frame: FrameBytes, at index: Int, of kept: Int) {
      recent.append((index, frame))
      guard recent.count > kept else { return }
      // Drops the oldest retired frame if there are more than `kept`: fewer retired frames are in use, since
      // each worker holds at most one frame, and there are fewer workers than cached frames.
      if retired.count > kept { retired.removeFirst() }
      retired.append(recent.removeFirst().frame)
    }

    /// Takes the memory of a retired frame that has no other owner; returns an empty array if there is no
    /// such frame.
    mutating func memory() -> [UInt8] {
      guard let free = retired.indices.first(where: { isKnownUniquelyReferenced(&retired[$0]) }) else {
        return []
      }
      return retired.remove(at: free).bytes
    }

    mutating func release() { (decoder, recent, retired) = (nil, [], []) }
  }

  /// Makes a reader; nothing is decoded yet.
  ///
  /// - Parameters:
  ///   - clip: The clip.
  ///   - form: The form in which ffmpeg passes the frames.
  ///   - kept: The number of cached frames, at least 1.
  ///   - onStart: Receives the command lines of ffmpeg.
  package init(
    _ clip: Clip, _ form: DecodedForm, keeping kept: Int,
    onStart: @escaping @Sendable ([String]) -> Void = { _ in }
  ) {
    (self.clip, self.form, self.kept, self.onStart) = (clip, form, max(1, kept), onStart)
  }

  /// Decodes the frame at an index of the clip.
  ///
  /// - Throws: `ClipError` if the clip ends before this frame, or if ffmpeg fails.
  package func frame(_ index: Int) throws -> FrameBytes {
    try state.withLock { state in
      if let frame = state.recent.first(where: { $0.index == index })?.frame { return frame }
      if state.decoder == nil || index < state.position || isWorthSeeking(from: state.position, to: index) {
        state.decoder = nil
        // Also decodes earlier frames, which other workers may request slightly later.
        state.position = max(0, index - kept + 1)
        state.decoder = try ClipDecoder(clip, form, from: clip.firstFrame + state.position, onStart: onStart)
      }
      while let decoder = state.decoder {
        guard let frame = try decoder.next(into: state.memory()) else {
          state.decoder = nil
          return try afterEnd(decoder, state.position, state.recent.last?.frame)
        }
        state.keep(frame, at: state.position, of: kept)
        state.position += 1
        if state.position > index { return frame }
      }
      throw damage(at: index, nil)
    }
  }

  /// Returns the last frame if a clip without time stamps has fewer frames than packets, and ffmpeg has
  /// reported no error; otherwise throws.
  private func afterEnd(_ decoder: ClipDecoder, _ position: Int, _ last: FrameBytes?) throws -> FrameBytes {
    let reason = decoder.complaint()
    if !clip.probe.hasTimes, let last, reason == nil { return last }
    // ffmpeg skips damaged frames, so missing frames are noticed only at the end of the clip; the error has
    // the time of the first missing frame.
    throw try clip.damage(reason) ?? damage(at: position, reason)
  }

  private func damage(at index: Int, _ reason: String?) -> ClipError {
    .damaged(
      file: ClipName(clip.file).file,
      seconds: (clip.origin + clip.times[min(index, clip.frameCount)]).seconds, reason: reason)
  }

  /// Returns whether restarting the decoder at a keyframe far ahead is cheaper than decoding up to the frame.
  private func isWorthSeeking(from position: Int, to index: Int) -> Bool {
    guard index > position + 100, clip.probe.hasTimes else { return false }
    return ClipDecoder.keyframe(before: clip.firstFrame + index, of: clip) > clip.firstFrame + position + 50
  }

  /// Ends ffmpeg and releases the cached frames.
  package func close() {
    state.withLock { $0.release() }
  }
}

extension Bitmap {
  /// Makes a bitmap of a frame in RGBA with 8 or 16 bits a sample, over the background if there is one.
  package init(
    decoded frame: FrameBytes, _ size: PixelSize, _ framing: Framing, _ execution: Execution
  ) throws {
    let isDeep = frame.bytes.count == 8 * size.width * size.height
    let bitmap =
      isDeep
      ? try Bitmap(size, rgba64le: frame.bytes)
      : try Bitmap(width: size.width, height: size.height, rgba: frame.bytes)
    var framing = framing
    framing.size = size
    self = try bitmap.fitted(to: framing, Execution(level: execution.level))
  }
}
