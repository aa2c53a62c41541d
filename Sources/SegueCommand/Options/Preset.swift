/// A named set of options, for `--preset`.
struct Preset: Encodable {
  let name: String
  let summary: String
  var options: [ConfigFile.Entry]
  /// The configuration file that contains the preset; nil for a built-in preset.
  var file: String?

  /// The options as words of a command line, quoted for a shell.
  var words: [String] {
    options.map { $0.value == "true" ? "--\($0.option)" : "--\($0.option) \(shellWord($0.value))" }
  }

  private enum Key: String, CodingKey { case name, summary, options, file }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
    try container.encode(summary, forKey: .summary)
    try container.encode(options.map { "--\($0.option)=\($0.value)" }, forKey: .options)
    try container.encodeIfPresent(file, forKey: .file)
  }

  private static func builtIn(_ name: String, _ summary: String, _ options: KeyValuePairs<String, String>)
    -> Preset
  {
    Preset(
      name: name, summary: summary, options: options.map { ConfigFile.Entry(option: $0.key, value: $0.value) }
    )
  }

  /// The built-in presets.
  static let builtIn = [
    builtIn(
      "web", "Video for web pages and messages: H.264 at 1080p, which every browser plays.",
      [
        "output": "movie.mp4", "format": "mp4", "size": "1080p", "fps": "30", "encoder-option": "crf=23",
      ]),
    builtIn(
      "story", "Upright video for phones, with the picture blurred behind images of another shape.",
      [
        "output": "movie.mp4", "format": "mp4", "size": "1080x1920", "fit": "blur", "fps": "30",
        "encoder-option": "crf=20",
      ]),
    builtIn(
      "gif", "A small animation for issues and chats.",
      ["output": "movie.gif", "format": "gif", "size": "640x360", "fps": "15"]),
    builtIn(
      "master", "Video for editing: ProRes 4444 in the size of the images, with transparency.",
      ["output": "movie.mov", "format": "mov:codec=prores"]),
    builtIn(
      "preview", "A quick look: small video, encoded fast.",
      [
        "output": "movie.mp4", "format": "mp4", "size": "640x360", "fps": "15", "encoder-option": "crf=30",
        "encoder-option": "preset=ultrafast",
      ]),
  ]

  /// Returns the built-in presets and the presets of a configuration file; if several presets have the same
  /// name, returns only the last of them.
  static func all(_ config: ConfigFile?) -> [Preset] {
    var presets = config?.presets ?? []
    let own = Dictionary(presets.map { ($0.name, $0) }) { $1 }
    presets = presets.filter { own[$0.name]?.options.first?.line == $0.options.first?.line }
    return builtIn.filter { own[$0.name] == nil } + presets
  }
}
