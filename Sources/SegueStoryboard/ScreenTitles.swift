package import SegueExport

extension Storyboard {
  /// The texts over the screens; nil if no screen has a text.
  package var titles: TitleCover? {
    guard screens.contains(where: { !$0.title.isEmpty }) else { return nil }
    let (timeline, scenes) = (timeline, scenes)
    return TitleCover(screens.map(\.title), style: titleStyle, light: framing.light) { index in
      let (scene, frame) = timeline.place(of: index)
      return scenes[scene].title(at: frame)
    }
  }
}

extension Storyboard.Scene {
  /// Returns the screen whose text is shown in a frame of the scene, and the presence 0…1 of the text.
  fileprivate func title(at frame: Int) -> TitleCover.Moment {
    from == to
      ? (to, 1) : TitleCover.moment(from: from, to: to, time: motion?.times[frame] ?? 1)
  }
}
