package import SegueClips
import SegueFormats

extension Storyboard {
  /// The spans of time in which the sound of clips is heard: a clip is heard while its screen is visible, and
  /// crossfaded in transitions.
  package var sounds: [JoinedSound.Span] {
    var ended: [JoinedSound.Span] = []
    /// The spans of the clips that are visible in the current scene, by the index of their screen.
    var open: [Int: JoinedSound.Span] = [:]
    for (number, scene) in scenes.enumerated() where scene.frameCount > 0 {
      let frames = timeline.frames(of: number)
      let start = ClipTime(frames.lowerBound, at: rate)
      let end = ClipTime(frames.upperBound, at: rate)
      for screen in Set([scene.from, scene.to]) {
        guard case .clip(let clip) = screens[screen].picture, clip.hasSound, clip.frameCount > 1
        else { continue }
        let frame = screen == scene.from ? played[number].from : played[number].to
        let offset = ClipTime(frame, at: rate)
        if open[screen] == nil, offset < clip.length {
          var span = JoinedSound.Span(clip, offset: offset, start: start, end: end)
          if scene.motion != nil, screen != scene.from { span.fadeInEnd = end }
          open[screen] = span
        }
        guard let span = open[screen] else { continue }
        // Ends the span at the end of the clip, which may be before its screen is hidden.
        open[screen]?.end = min(end, span.start + clip.length - span.offset)
        open[screen]?.fadeOutStart = end
      }
      let next = scenes[(number + 1)...].first { $0.frameCount > 0 }
      for screen in Array(open.keys) where next?.from != screen && next?.to != screen {
        guard var span = open.removeValue(forKey: screen) else { continue }
        // Fades out the sound of a screen when a transition leaves the screen; at the end of the storyboard,
        // the sound of the visible screen is not faded.
        if scene.motion != nil, next != nil || screen != scene.to { span.fadeOutStart = start }
        ended.append(span)
      }
    }
    return (ended + open.values).sorted { $0.start < $1.start }
  }
}
