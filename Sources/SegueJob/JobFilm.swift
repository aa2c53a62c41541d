package import SegueClips
package import SeguePixels

extension Job {
  /// Subtitles over a film, and fades at its ends.
  package struct Film: Hashable, Sendable {
    /// The name of the subtitle file; nil for no subtitles.
    package var subtitles: String?
    /// The appearance of subtitles, as `key=value` pairs.
    package var subtitleStyle: String?
    /// The duration of the fade-in at the start of the film, in seconds; nil for 0.
    package var fadeIn: Double?
    /// The duration of the fade-out at the end of the film, in seconds; nil for 0.
    package var fadeOut: Double?
    /// The color of the fades at the start and the end of the film; nil for black.
    package var fadeColor: String?

    /// Makes a film without subtitles and fades.
    package init() {}
  }

  /// The treatment of the sound of clips.
  package struct ClipSound: Hashable, Sendable {
    /// The number of the sound stream that is used in each clip, from 0.
    package var stream = 0
    /// The treatment of the sound during a transition: a crossfade, a cut or silence.
    package var joint = SoundJoint.fade
    /// The volume curve of the sound's crossfade.
    package var curve = FadeCurve.tri
    /// The volume of background sound under the sound of the clips, as a factor.
    package var volume = 1.0

    /// Makes the default treatment of the sound.
    package init() {}
  }
}

extension Job.Film {
  /// Throws if values are invalid.
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

  /// Returns the color of the fades; black if the job has no color.
  ///
  /// - Throws: `JobError` if the text is not a color.
  package func color() throws(JobError) -> Pixel {
    try read("fadeColor", fadeColor, "a color is #rrggbb[aa] or a CSS name") { Pixel($0) } ?? .black
  }
}

extension Job.ClipSound {
  /// Throws if values are invalid.
  package func check() throws(JobError) {
    if stream < 0 { throw JobError("audioStream", "must be 0 or more") }
    if !(0...100).contains(volume) { throw JobError("audioVolume", "must be within 0…100") }
  }
}
