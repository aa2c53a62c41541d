package import SegueFiles

/// The sound of joined clips, crossfaded at the joints.
package struct JoinedSound: Sendable {
  /// Sound that is mixed under the whole.
  package struct Music: Sendable {
    package var file: String
    package var volume: Double

    package init(file: String, volume: Double) { (self.file, self.volume) = (file, volume) }
  }

  private let timeline: JoinTimeline
  private let stream: Int
  private let joint: SoundJoint
  private let curve: FadeCurve
  private let music: Music?
  private let onStart: @Sendable ([String]) -> Void
  /// The rate and the channels: of the first clip with sound.
  package let form: SoundForm

  /// Makes the sound; nil if no clip has sound and there is no music.
  package init?(
    _ timeline: JoinTimeline, stream: Int = 0, joint: SoundJoint = .fade, curve: FadeCurve = .tri,
    music: Music? = nil, onStart: @escaping @Sendable ([String]) -> Void = { _ in }
  ) {
    let sounds = timeline.items.compactMap { item -> ClipProbe.Sound? in
      guard case .clip(let clip) = item else { return nil }
      return clip.probe.sounds.indices.contains(stream) ? clip.probe.sounds[stream] : nil
    }
    guard let form = sounds.first.map({ SoundForm($0) }) ?? music.map({ _ in .stereo }) else { return nil }
    (self.timeline, self.stream, self.joint, self.curve) = (timeline, stream, joint, curve)
    (self.music, self.onStart, self.form) = (music, onStart, form)
  }

  /// The number of samples of each channel.
  package var sampleCount: Int { timeline.length.floor(perSecond: form.rate) }

  /// Mixes the sound into a temporary file.
  ///
  /// The file takes 4 bytes a sample; memory is needed for a joint only.
  ///
  /// - Returns: The file, to be kept while its sound is in use.
  /// - Throws: `ClipError` if sound cannot be decoded; `FileError` if the disk is full.
  package func mixed(isCancelled: () -> Bool = { false }) throws -> NamelessFile {
    let file = try NamelessFile()
    try file.write(header.span)
    let background = try music.map {
      (try ClipSound(file: $0.file, stream: 0, form, loops: true, onStart: onStart), Float($0.volume))
    }
    func write(_ samples: [Float]) throws {
      var mix = samples
      if let (music, volume) = background {
        let under = try music.next(samples.count / form.channels)
        for index in mix.indices { mix[index] += volume * under[index] }
      }
      try file.write(bigEndian: mix)
    }
    func tick(_ time: ClipTime) -> Int { time.floor(perSecond: form.rate) }
    /// The end of the clip before, which the next one crossfades with.
    var tail: [Float] = []
    for (index, item) in timeline.items.enumerated() {
      if isCancelled() { break }
      let start = tick(timeline.starts[index])
      let end = tick(timeline.starts[index] + item.length)
      let isLast = index == timeline.items.count - 1
      // Borders of the joints, in samples from the start of the clip.
      let head =
        timeline.isFrozen || index == 0
        ? 0 : tick(timeline.starts[index] + timeline.joints[index - 1]) - start
      let foot = timeline.isFrozen || isLast ? end - start : tick(timeline.jointStarts[index]) - start
      let sound = try sound(of: item)
      func next(_ count: Int) throws -> [Float] {
        try sound?.next(count) ?? [Float](repeating: 0, count: count * form.channels)
      }
      if head > 0 { try write(crossfade(tail, try next(head), head)) }
      var position = max(0, head)
      while position < foot, !isCancelled() {
        let count = min(foot - position, 1 << 16)
        try write(try next(count))
        position += count
      }
      tail = end - start > foot ? try next(end - start - foot) : []
      if timeline.isFrozen, !isLast {
        let gap = tick(timeline.starts[index + 1]) - end
        try write([Float](repeating: 0, count: gap * form.channels))
      }
    }
    return file
  }

  private func sound(of item: JoinTimeline.Item) throws -> ClipSound? {
    guard case .clip(let clip) = item, clip.probe.sounds.indices.contains(stream) else { return nil }
    return try ClipSound(clip, stream: stream, form, onStart: onStart)
  }

  private func crossfade(_ old: [Float], _ new: [Float], _ count: Int) -> [Float] {
    let channels = form.channels
    // The end of one clip and the start of the next may differ by a sample after rounding.
    func tail(_ index: Int) -> Float { index < old.count ? old[index] : 0 }
    var result: [Float] = []
    result.reserveCapacity(count * channels)
    for sample in 0..<count {
      let (out, into) = gains(sample, count)
      for channel in 0..<channels {
        let index = sample * channels + channel
        result.append(tail(index) * out + new[index] * into)
      }
    }
    return result
  }

  /// The gains of the clip that ends and of the one that begins.
  private func gains(_ sample: Int, _ count: Int) -> (Float, Float) {
    switch joint {
    case .fade:
      // The shares of acrossfade.
      let into = curve.gain(Double(sample) / Double(count))
      return (Float(curve.gain(Double(count - 1 - sample) / Double(count))), Float(into))
    case .cut: return sample < count / 2 ? (1, 0) : (0, 1)
    case .none: return (0, 0)
    }
  }

  /// The header of an AU file of 32-bit floats, whose length may be unknown.
  private var header: [UInt8] {
    let bytes = UInt32(exactly: sampleCount * form.channels * 4) ?? .max
    let numbers: [UInt32] = [0x2E73_6E64, 24, bytes, 6, UInt32(form.rate), UInt32(form.channels)]
    return numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
  }
}

extension SoundForm {
  fileprivate static let stereo = SoundForm(rate: 48000, channels: 2, layout: "stereo")
}
