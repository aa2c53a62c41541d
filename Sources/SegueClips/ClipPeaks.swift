import SegueFiles

extension Clip {
  /// Computes the largest absolute sample in each of `count` equal parts of the clip, for a waveform.
  ///
  /// Decodes the first sound stream, mixed to one channel at 8 kHz. For an hour of sound, this takes some
  /// seconds. The memory does not grow with the length of the sound.
  ///
  /// - Parameters:
  ///   - count: The number of parts, at least 1.
  ///   - isWanted: Called before each part; false ends the computation.
  /// - Returns: The peaks, 0…1; nil for a clip without sound, or after `isWanted` has returned false.
  /// - Throws: `ClipError` if the sound cannot be decoded.
  package func soundPeaks(_ count: Int, while isWanted: () -> Bool = { true }) throws -> [Float]? {
    guard hasSound else { return nil }
    let form = SoundForm(rate: 8000, channels: 1, layout: "mono")
    let sound = try ClipSound(self, from: .zero, stream: 0, form) { _ in }
    let samples = Int((duration * Double(form.rate)).rounded(.down))
    var peaks: [Float] = []
    for part in 0..<count {
      guard isWanted() else { return nil }
      var left = samples * (part + 1) / count - samples * part / count
      var peak: Float = 0
      while left > 0 {
        let read = min(left, 1 << 14)
        peak = try sound.next(read).reduce(peak) { max($0, abs($1)) }
        left -= read
      }
      peaks.append(min(1, peak))
    }
    return peaks
  }
}
