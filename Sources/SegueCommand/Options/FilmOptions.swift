import ArgumentParser

/// Subtitles of a film, and fades at its ends.
struct FilmOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Subtitles over the film, from a file of SubRip (.srt) or WebVTT (.vtt); times are those of the film.",
      valueName: "file"), completion: .file(extensions: ["srt", "vtt"]))
  var subtitles: String?

  @Option(
    help: ArgumentHelp(
      "Appearance of subtitles, with the keys of --text-style. (default: size=5%)", valueName: "key=value,..."
    ))
  var subtitleStyle: String?

  @Option(help: ArgumentHelp("Seconds at the start in which the film appears.", valueName: "s"))
  var fadeIn = 0.0

  @Option(help: ArgumentHelp("Seconds at the end in which the film disappears.", valueName: "s"))
  var fadeOut = 0.0

  @Option(
    help: ArgumentHelp(
      "Color of --fade-in and --fade-out: #rrggbb[aa] or a CSS name. (default: black)", valueName: "color"),
    transform: Arguments.color)
  var fadeColor: Pixel?

  func validate() throws {
    if !(fadeIn >= 0 && fadeIn.isFinite) { throw ValidationError("--fade-in must be 0 or more") }
    if !(fadeOut >= 0 && fadeOut.isFinite) { throw ValidationError("--fade-out must be 0 or more") }
    if fadeColor != nil && fadeIn == 0 && fadeOut == 0 {
      throw ValidationError("--fade-color is for --fade-in and --fade-out")
    }
    if subtitleStyle != nil && subtitles == nil {
      throw ValidationError("--subtitle-style is for --subtitles")
    }
  }

  /// The changes of a film's frames.
  func covers(of frameCount: Int, _ rate: FrameRate, _ light: Light) throws -> [any FrameCover] {
    var covers: [any FrameCover] = []
    if let subtitles {
      let style = try TitleOptions.style(subtitleStyle, "--subtitle-style", from: .subtitles)
      let texts = try Subtitles(contentsOf: subtitles)
      try TitleOptions.warn(missingIn: texts.cues.map(\.text), style)
      let cover = SubtitleCover(texts, rate: rate, style: style, light: light)
      let unseen = cover.unseen(in: frameCount)
      if unseen > 0 {
        sayWarning(
          .output,
          "\(subtitles): \(counted(unseen, "cue")) of \(texts.cues.count) in no frame of the film, which lasts \(secondsText(Double(frameCount) / rate.perSecond)) s",
          after: "segue: ")
      }
      covers.append(cover)
    }
    if fadeIn > 0 || fadeOut > 0 {
      covers.append(
        FadeCover(
          of: frameCount, rate: rate, in: fadeIn, out: fadeOut, color: fadeColor ?? .black, light: light))
    }
    return covers
  }
}
