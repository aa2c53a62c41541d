/// The options of other programs, mainly ffmpeg, and the corresponding options of segue.
enum ForeignOptions {
  private static let table: KeyValuePairs<String, (option: String, advice: String)> = [
    "--force --yes": ("--overwrite", "--overwrite replaces existing files"),
    "-n --no-clobber": ("--overwrite", "existing files are refused unless --overwrite is given"),
    "-d --length --seconds --time": ("--duration", "--duration takes seconds"),
    "--rate --framerate --frame-rate -framerate": ("--fps", "--fps takes frames a second"),
    "-i --input": ("", "inputs stand without an option"),
    "-c -vcodec --vcodec --codec --encoder -c:v":
      (
        "--encoder-option",
        "codecs are options of formats, such as -f mov:codec=prores, or of ffmpeg: --encoder-option c:v=libx265"
      ),
    "-crf --crf": ("--encoder-option", "--encoder-option crf=23 is for ffmpeg"),
    "-preset --preset": ("--encoder-option", "--encoder-option preset=veryfast is for ffmpeg"),
    "-b --bitrate -b:v": ("--encoder-option", "--encoder-option b:v=2M is for ffmpeg"),
    "-pix_fmt --pix-fmt": ("--encoder-option", "--encoder-option pix_fmt=yuv420p is for ffmpeg"),
    "-s --resolution --dimensions --width --height -w": (
      "--size", "--size takes both sides, such as 1280x720"
    ),
    "-e --easing --timing --curve": ("--ease", "--ease takes a timing curve"),
    "-loop --loop --repeat": ("--loops", "--loops takes the number of times that an animation is played"),
    "--bg --background-color": ("--background", "--background takes a color"),
    "--effect --style --type": ("--transition", "-t takes a transition"),
    "-vf --vf": ("--filter", "--filter takes a filter of this program"),
    "-j --jobs": ("--threads", "--threads takes a number"),
    "-v": ("--verbose", "--verbose reports decisions"),
    "-a --sound --music": ("--audio", "--audio takes a file"),
    "--out --outfile": ("--output", "-o takes a name"),
  ]

  /// Returns the first word that is another program's option with one dash and several letters.
  ///
  /// The argument parser would read such a word as several one-letter options.
  static func long(_ words: some Sequence<String>) -> String? {
    words.prefix { $0 != "--" }.first { word in
      word.count > 2 && !word.hasPrefix("--") && word.hasPrefix("-")
        && table.contains { $0.key.split(separator: " ").contains { $0 == word } }
    }
  }

  /// Returns advice about the option of segue that corresponds to an unknown word, such as another program's
  /// option.
  ///
  /// Nil if no option corresponds, or if the command's `help` does not contain the option.
  static func advice(_ word: String, help: String) -> String? {
    let found = table.first { words, place in
      words.split(separator: " ").contains { $0 == word }
        && (place.option.isEmpty || help.contains(place.option))
    }?.value
    guard let found, found.option.isEmpty else { return found?.advice }
    // Shows the first example of the command, as a model for the order of inputs.
    let example = help.split(separator: "\n").first { $0.hasPrefix("segue ") }
    return found.advice + (example.map { ": \($0)" } ?? "")
  }
}
