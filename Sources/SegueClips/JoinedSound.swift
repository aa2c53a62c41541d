package import SegueFiles

/// The sound of clips played one after another, crossfaded where they overlap.
package struct JoinedSound: Sendable {
  /// Background sound that is mixed with the sound of all clips.
  package struct Music: Sendable {
    package var file: String
    package var volume: Double
    /// The number of seconds to skip at the beginning of the file.
    package var start: Double

    package init(file: String, volume: Double, start: Double = 0) {
      (self.file, self.volume, self.start) = (file, volume, start)
    }
  }

  /// A part of a clip whose sound is heard.
  package struct Span: Sendable {
    package var clip: Clip
    /// The time in the clip at which the span begins.
    package var offset = ClipTime.zero
    /// The start and the end of the span in the joined sound.
    package var start: ClipTime
    package var end: ClipTime
    /// The end of the crossfade at the start of the span; `start` without a crossfade.
    package var fadeInEnd: ClipTime
    /// The start of the crossfade at the end of the span; `end` without a crossfade.
    package var fadeOutStart: ClipTime

    /// Makes a span without crossfades.
    package init(_ clip: Clip, offset: ClipTime = .zero, start: ClipTime, end: ClipTime) {
      (self.clip, self.offset, self.start, self.end) = (clip, offset, start, end)
      (fadeInEnd, fadeOutStart) = (start, end)
    }
  }

  let spans: [Span]
  private let length: ClipTime
  let stream: Int
  private let joint: SoundJoint
  private let curve: FadeCurve
  let music: Music?
  private let onStart: @Sendable ([String]) -> Void
  /// The sample rate and the channels of the first clip with sound; 48 kHz stereo if only music is heard.
  package let form: SoundForm

  /// Makes the sound of joined clips; nil if no clip has sound and there is no music.
  package init?(
    _ timeline: JoinTimeline, stream: Int = 0, joint: SoundJoint = .fade, curve: FadeCurve = .tri,
    music: Music? = nil, onStart: @escaping @Sendable ([String]) -> Void = { _ in }
  ) {
    self.init(
      timeline.sounds, length: timeline.length, stream: stream, joint: joint, curve: curve, music: music,
      onStart: onStart)
  }

  /// Makes the sound of spans, which must be in the order of their starts; nil if no clip has sound and there
  /// is no music.
  ///
  /// - Parameters:
  ///   - spans: The parts of clips that are heard.
  ///   - length: The length of the joined sound.
  ///   - stream: The sound stream of each clip, from 0.
  ///   - joint: The treatment of sound in crossfades.
  ///   - curve: The curve of crossfades.
  ///   - music: Background sound under all clips; nil for none.
  ///   - onStart: Receives the command lines of ffmpeg.
  package init?(
    _ spans: [Span], length: ClipTime, stream: Int = 0, joint: SoundJoint = .fade, curve: FadeCurve = .tri,
    music: Music? = nil, onStart: @escaping @Sendable ([String]) -> Void = { _ in }
  ) {
    let heard = spans.filter { $0.clip.probe.sounds.indices.contains(stream) }
    let first = heard.first.map { SoundForm($0.clip.probe.sounds[stream]) }
    guard let form = first ?? music.map({ _ in .stereo }) else { return nil }
    (self.spans, self.length, self.stream, self.joint, self.curve) = (heard, length, stream, joint, curve)
    (self.music, self.onStart, self.form) = (music, onStart, form)
  }

  /// The number of samples of each channel.
  package var sampleCount: Int { length.floor(perSecond: form.rate) }

  /// The command lines of ffmpeg that decode the sound.
  package var commandLines: [[String]] {
    (music.map { [ClipSound.words(file: $0.file, stream: 0, form, loops: true)] } ?? [])
      + spans.map { ClipSound.words(file: ClipName($0.clip.file).file, stream: stream, form, loops: false) }
  }

  /// The maximum number of samples of each channel in a block.
  private static let blockLength = 1 << 16

  /// Mixes the sound into a temporary file.
  ///
  /// The file takes 4 bytes a sample; only one block of samples is held in memory.
  ///
  /// - Returns: The file, to be kept while its sound is in use.
  /// - Throws: `ClipError` if sound cannot be decoded; `FileError` if the disk is full.
  package func mixed(isCancelled: () -> Bool = { false }) throws -> NamelessFile {
    let file = try NamelessFile()
    try file.write(header.span)
    let background = try music.map {
      let skipped = Int(($0.start * Double(form.rate)).rounded())
      return (
        try ClipSound(file: $0.file, stream: 0, form, skipping: skipped, loops: true, onStart: onStart),
        Float($0.volume)
      )
    }
    var coming = spans[...]
    var playing: [Voice] = []
    var position = 0
    while position < sampleCount, !isCancelled() {
      while let next = coming.first, tick(next.start) <= position {
        playing.append(try voice(coming.removeFirst(), at: position))
      }
      let border = coming.first.map { tick($0.start) } ?? .max
      let end = min(sampleCount, position + Self.blockLength, border)
      var mix = [Float](repeating: 0, count: (end - position) * form.channels)
      for voice in playing { try add(voice, position, end, to: &mix) }
      if let (music, volume) = background {
        let under = try music.next(end - position)
        for index in mix.indices { mix[index] += volume * under[index] }
      }
      try file.write(bigEndian: mix)
      position = end
      playing.removeAll { $0.end <= position }
    }
    return file
  }

  /// A span that is currently played, with its boundaries in samples.
  private struct Voice {
    let sound: ClipSound
    let start: Int
    let end: Int
    let fadeInEnd: Int
    let fadeOutStart: Int
  }

  private func tick(_ time: ClipTime) -> Int { time.floor(perSecond: form.rate) }

  private func voice(_ span: Span, at position: Int) throws -> Voice {
    Voice(
      sound: try ClipSound(span.clip, from: span.offset, stream: stream, form, onStart: onStart),
      start: position, end: tick(span.end), fadeInEnd: tick(span.fadeInEnd),
      fadeOutStart: tick(span.fadeOutStart))
  }

  /// Adds samples `start`..<`end` of a voice, with its fades, to a block of the mix.
  private func add(_ voice: Voice, _ start: Int, _ end: Int, to mix: inout [Float]) throws {
    let end = min(end, voice.end)
    guard start < end else { return }
    let samples = try voice.sound.next(end - start)
    let fadeIn = voice.fadeInEnd - voice.start
    let fadeOut = voice.end - voice.fadeOutStart
    for sample in start..<end {
      var gain: Float = 1
      if sample < voice.fadeInEnd { gain *= self.gain(sample - voice.start, of: fadeIn, isIn: true) }
      if sample >= voice.fadeOutStart {
        gain *= self.gain(sample - voice.fadeOutStart, of: fadeOut, isIn: false)
      }
      for channel in 0..<form.channels {
        let index = (sample - start) * form.channels + channel
        mix[index] += samples[index] * gain
      }
    }
  }

  /// Returns the gain at a sample of a crossfade of `count` samples, for the clip that fades in or for the
  /// clip that fades out.
  private func gain(_ sample: Int, of count: Int, isIn: Bool) -> Float {
    switch joint {
    // Computes the elapsed share as ffmpeg's filter `acrossfade` does.
    case .fade: Float(curve.gain(Double(isIn ? sample : count - 1 - sample) / Double(count)))
    case .cut: (sample < count / 2) == isIn ? 0 : 1
    case .none: 0
    }
  }

  /// The header of an AU file of 32-bit floats; a length above 32 bits is declared as unknown.
  private var header: [UInt8] {
    let bytes = UInt32(exactly: sampleCount * form.channels * 4) ?? .max
    let numbers: [UInt32] = [0x2E73_6E64, 24, bytes, 6, UInt32(form.rate), UInt32(form.channels)]
    return numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
  }
}

extension SoundForm {
  fileprivate static let stereo = SoundForm(rate: 48000, channels: 2, layout: "stereo")
}

extension JoinTimeline {
  /// The spans of the clips in the joined sound, with crossfades at joints; joints that show frozen frames
  /// are silent.
  var sounds: [JoinedSound.Span] {
    items.indices.compactMap { index in
      guard case .clip(let clip) = items[index] else { return nil }
      var span = JoinedSound.Span(clip, start: starts[index], end: starts[index] + clip.length)
      guard !isFrozen else { return span }
      if index > 0 { span.fadeInEnd = starts[index] + joints[index - 1] }
      if index < joints.count { span.fadeOutStart = jointStarts[index] }
      return span
    }
  }
}
