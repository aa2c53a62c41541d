package import SegueFiles

/// The metadata and the chapters of a video.
package struct VideoDetails: Sendable {
  /// Metadata by ffmpeg's keys, such as `title`.
  package var metadata: [(key: String, value: String)] = []
  private var chapterFile: NamelessFile?

  /// Whether there are neither metadata nor chapters.
  package var isEmpty: Bool { metadata.isEmpty && chapterFile == nil }

  /// Makes empty details.
  package init() {}

  /// Sets the chapters.
  ///
  /// - Parameter chapters: The titles of the chapters, with their start and end times in microseconds.
  /// - Throws: `FileError` if the temporary file of the chapters cannot be created or written.
  package mutating func setChapters(
    _ chapters: [(title: String, start: Int, end: Int)]
  ) throws(FileError) {
    var text = ";FFMETADATA1\n"
    for (title, start, end) in chapters {
      var escaped = ""
      for character in title {
        if "=;#\\".contains(character) { escaped.append("\\") }
        escaped.append(character.isNewline ? " " : character)
      }
      text += "[CHAPTER]\nTIMEBASE=1/1000000\nSTART=\(start)\nEND=\(end)\ntitle=\(escaped)\n"
    }
    let file = try NamelessFile()
    try file.write(FileName.bytes(of: text).span)
    chapterFile = file
  }

  /// The input options of ffmpeg for the file with the chapters; empty without chapters.
  package var ffmpegInput: [String] {
    chapterFile.map { ["-f", "ffmetadata", "-protocol_whitelist", "file", "-i", "file:\($0.path)"] } ?? []
  }

  /// Returns the output options of ffmpeg; `index` is the number of the input with the chapters.
  package func ffmpegOptions(input index: Int) -> [String] {
    (chapterFile == nil ? [] : ["-map_chapters", "\(index)"])
      + metadata.flatMap { ["-metadata", "\($0.key)=\($0.value)"] }
  }
}

/// A video format that stores metadata and chapters.
package protocol DetailedVideo: VideoFormat {
  var details: VideoDetails { get set }
}

extension VideoFormat {
  /// The details of the format; empty for formats other than `DetailedVideo`.
  package var videoDetails: VideoDetails { (self as? any DetailedVideo)?.details ?? VideoDetails() }

  /// Returns the format with the given metadata and chapters.
  package func with(_ details: VideoDetails) -> any VideoFormat {
    var format: any DetailedVideo = (self as? any DetailedVideo) ?? ClipVideo(self, nil)
    format.details = details
    return format
  }
}
