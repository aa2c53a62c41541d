import SegueExport

/// The covers that a job describes: texts over items, subtitles, and fades.
extension Job.Film {
  /// Makes the covers for subtitles and fades; warns about cues that no frame shows.
  func covers(of frameCount: Int, _ rate: FrameRate, _ light: Light) throws -> [any FrameCover] {
    var covers: [any FrameCover] = []
    if let subtitles {
      let style = try TitleStyle(subtitleStyle, "--subtitle-style", from: .subtitles)
      let texts = try Subtitles(contentsOf: subtitles)
      try style.warn(missingIn: texts.cues.map(\.text))
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
    if fades {
      covers.append(
        FadeCover(
          of: frameCount, rate: rate, in: fadeIn ?? 0, out: fadeOut ?? 0, color: try color(), light: light))
    }
    return covers
  }
}

extension Playlist {
  /// Makes the covers that draw the texts over images and clips; none without texts.
  ///
  /// - Parameters:
  ///   - files: The images and clips.
  ///   - list: The list that names the files; nil without a list.
  ///   - light: Whether texts are blended as sRGB values or in linear light.
  ///   - machine: The options for decoding.
  ///   - moment: A function that returns, for the number of a frame, the item whose text is shown, and the
  ///     presence of the text.
  /// - Returns: The covers.
  /// - Throws: `Failure` for a wrong column; the errors of reading dates and of fonts.
  func titleCovers(
    of files: [String], _ list: CSVList?, _ light: Light, _ machine: MachineOptions,
    _ moment: @escaping @Sendable (Int) -> TitleCover.Moment
  ) throws -> [any FrameCover] {
    guard let titles else { return [] }
    let texts: [String]
    if let source = Job.Texts.Source(rawValue: titles) {
      texts = try files.map { try source.text(of: $0, machine) }
    } else {
      guard let list else {
        throw Failure(
          .usage, "--titles is name, date, or a column of a list of images with a header, such as list.csv")
      }
      texts = try list.values(of: titles, for: files, "--titles")
    }
    let style = try TitleStyle(textStyle, "--text-style", from: TitleStyle())
    try style.warn(missingIn: texts)
    return [TitleCover(texts, style: style, light: light, at: moment)]
  }

  /// Makes the filters of each image and clip, from a column of the list that names the files.
  func itemFilters(of files: [String], _ list: CSVList?, _ machine: MachineOptions) throws -> [[any Filter]] {
    guard let itemFilters else { return [] }
    guard let list else {
      throw Failure(
        .usage,
        "--filters is a column of a list of images with a header, such as list.csv; --filter is for all images"
      )
    }
    let makers = ChainFiles(options: machine.decoding)
    return try list.values(of: itemFilters, for: files, "--filters").enumerated().map { index, text in
      if text.allSatisfy(\.isWhitespace) { return [] }
      return try list.inRow(index) {
        guard let filters = Specification.list(text) else {
          throw Failure(
            .badInput,
            "--filters: '\(text)' must be filters with commas between, such as sepia,vignette:vignetteStart=0.2"
          )
        }
        return try filters.map { try makers.filter(Job.Item($0).shown(in: Catalog.filters).specification) }
      }
    }
  }
}

extension TitleStyle {
  /// Makes a style by changing `style` according to the value of an option.
  init(_ text: String?, _ option: String, from style: TitleStyle) throws {
    self = style
    guard let text else { return }
    do throws(TitleError) { self = try TitleStyle(text, from: style) } catch {
      throw Failure(error.code, "\(option): \(error.message)")
    }
  }

  /// Warns about characters for which no font has a glyph; throws if a library or the font is missing.
  func warn(missingIn texts: [String]) throws {
    let scalars = Set(texts.lazy.flatMap(\.unicodeScalars)).sorted()
    let missing = try Title(String(String.UnicodeScalarView(scalars)), self).prepare(
      for: PixelSize(width: 640, height: 360))
    if !missing.isEmpty { warnAboutGlyphs(missing) }
  }
}

/// Warns about characters for which no font has a glyph.
func warnAboutGlyphs(_ missing: [Unicode.Scalar]) {
  let names = missing.map { scalar in
    let code = String(scalar.value, radix: 16, uppercase: true)
    return "\(scalar) (U+\(String(repeating: "0", count: max(0, 4 - code.count)))\(code))"
  }
  sayWarning(
    .output, "no font has a glyph for \(names.joined(separator: ", ")); install one, such as fonts-noto",
    after: "segue: ")
}

/// Makes a title from a file name: removes the folder and the extension, and replaces underscores by spaces.
func titleName(of file: String) -> String {
  let name = file.split(separator: "/").last.map(String.init) ?? file
  let end = name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? $0 : nil } ?? name.endIndex
  return FileName.shown(String(name[..<end])).map { $0 == "_" ? " " : String($0) }.joined()
}
