import ArgumentParser

/// The filters of single images and clips.
struct ItemFilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Filters of each image and clip: a column of a list with a header, with values such as sepia,vignette:start=0.2; the progress of formulas rises while it is visible.",
      valueName: "column"))
  var filters: String?
}

/// The options for the appearance of texts.
struct TitleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Appearance of texts, key=value pairs with commas between: font (a name such as DejaVu Serif:italic, or a file), size, color, outline, outline-color, shadow, shadow-color, box (a color), place (top-left … bottom-right), margin, line-height, enter (fade, or the edge from which texts slide in: left, right, top, bottom); lengths in pixels or percent of the height.",
      valueName: "key=value,..."))
  var textStyle: String?

  /// The given style.
  var style: TitleStyle { get throws { try TitleStyle(textStyle, "--text-style", from: TitleStyle()) } }
}
