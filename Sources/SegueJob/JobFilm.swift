package import SegueClips
package import SeguePixels

extension Job {
  /// Subtitles over a film, and fades at its ends.
  package struct Film: Hashable, Sendable {
    /// The file of subtitles; nil for none.
    package var subtitles: String?
    /// The appearance of subtitles, as `key=value` pairs.
    package var subtitleStyle: String?
    /// The time in seconds at the start in which the film appears; nil for 0.
    package var fadeIn: Double?
    /// The time in seconds at the end in which the film disappears; nil for 0.
    package var fadeOut: Double?
    /// The color of the fades at the start and the end of the film; nil for black.
    package var fadeColor: String?

    /// Makes a film without subtitles and fades.
    package init() {}
  }

  /// The treatment of the sound of clips.
  package struct ClipSound: Hashable, Sendable {
    /// The number of each clip's sound stream, from 0.
    package var stream = 0
    /// The sound during a transition.
    package var joint = SoundJoint.fade
    /// The curve of the crossfade.
    package var curve = FadeCurve.tri
    /// The volume of further sound under that of the clips.
    package var volume = 1.0

    /// Makes the standard treatment.
    package init() {}
  }
}

extension Job.Film {
  /// Throws if values are impossible.
  package func check() throws(JobError) {
    for (key, value) in [("fadeIn", fadeIn), ("fadeOut", fadeOut)] {
      if let value, !(value >= 0 && value.isFinite) { throw JobError(key, "must be 0 or more") }
    }
    if fadeColor != nil && !fades {
      throw JobError("fadeColor", "is for \(field("fadeIn")) and \(field("fadeOut"))")
    }
    _ = try color()
    if subtitleStyle != nil && subtitles == nil {
      throw JobError("subtitleStyle", "is for \(field("subtitles"))")
    }
  }

  /// Whether the film has a fade at its start or its end.
  package var fades: Bool { (fadeIn ?? 0) > 0 || (fadeOut ?? 0) > 0 }

  /// The color of the fades.
  ///
  /// - Throws: `JobError` if the text is no color.
  package func color() throws(JobError) -> Pixel {
    try read("fadeColor", fadeColor, "a color is #rrggbb[aa] or a CSS name") { Pixel($0) } ?? .black
  }
}

extension Job.ClipSound {
  /// Throws if values are impossible.
  package func check() throws(JobError) {
    if stream < 0 { throw JobError("audioStream", "must be 0 or more") }
    if !(0...100).contains(volume) { throw JobError("audioVolume", "must be within 0…100") }
  }
}
