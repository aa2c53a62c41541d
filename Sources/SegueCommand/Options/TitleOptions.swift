import ArgumentParser

/// The options for the appearance of texts.
struct TitleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Appearance of texts, key=value pairs with commas between: font (a name such as DejaVu Serif:italic, or a file), size, color, outline, outline-color, shadow, shadow-color, box (a color), place (top-left … bottom-right), margin, line-height; lengths in pixels or percent of the height.",
      valueName: "key=value,..."))
  var textStyle: String?

  func style() throws -> TitleStyle {
    guard let textStyle else { return TitleStyle() }
    do throws(TitleError) { return try TitleStyle(textStyle) } catch {
      throw Failure(error.code, "--text-style: \(error.message)")
    }
  }

  /// Warns about characters for which no font has a glyph; throws if a library or the font is missing.
  func warn(missingIn texts: [String]) throws {
    let scalars = Set(texts.lazy.flatMap(\.unicodeScalars)).sorted()
    let missing = try Title(String(String.UnicodeScalarView(scalars)), style()).prepare(
      for: PixelSize(width: 640, height: 360))
    guard !missing.isEmpty else { return }
    let names = missing.map { scalar in
      let code = String(scalar.value, radix: 16, uppercase: true)
      return "\(scalar) (U+\(String(repeating: "0", count: max(0, 4 - code.count)))\(code))"
    }
    sayWarning(
      .output, "no font has a glyph for \(names.joined(separator: ", ")); install one, such as fonts-noto",
      after: "segue: ")
  }
}

/// The name of a file as a title: without its folder and its extension, with spaces for underscores.
func titleName(of file: String) -> String {
  let name = file.split(separator: "/").last.map(String.init) ?? file
  let end = name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? $0 : nil } ?? name.endIndex
  return FileName.shown(String(name[..<end])).map { $0 == "_" ? " " : String($0) }.joined()
}
