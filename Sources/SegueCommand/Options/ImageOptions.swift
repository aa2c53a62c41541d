import ArgumentParser
import Glibc
import Segue
import SegueFiles

/// Where a single image goes.
struct ImageOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: ArgumentHelp("File to write, - for standard output.", valueName: "file"))
  var output: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("png, jpeg, webp or rgba. (default: by the file's extension)", valueName: "name"))
  var format: OutputFormat?

  @OptionGroup var encoding: EncodingOptions

  @Flag(help: "Replace an existing file.")
  var overwrite = false

  /// The format, known before anything is decoded.
  func checkedFormat() throws -> OutputFormat {
    guard let chosen = format ?? OutputFormat(fileName: output) else {
      if output == "-" { throw Failure(.usage, "standard output needs --format png, jpeg, webp or rgba") }
      throw Failure(
        .usage, "\(output): the name does not say the format; give --format png, jpeg, webp or rgba")
    }
    guard chosen.image != nil || chosen == .rgba else {
      throw Failure(.usage, "the format \(chosen.rawValue) is for 'segue render'")
    }
    try encoding.check(for: chosen)
    if output != "-" && !overwrite && fileExists(output) && isRegularFile(output) {
      throw Failure(FileError.exists(file: output))
    }
    return chosen
  }

  func write(_ bitmap: Bitmap, as format: OutputFormat, level: SIMDLevel) throws {
    // One file is written in a moment: it is finished rather than left half done.
    signal(SIGINT, SIG_IGN)
    signal(SIGTERM, SIG_IGN)
    func deliver(_ bytes: Span<UInt8>) throws {
      if output == "-" {
        try writeAll(bytes, to: STDOUT_FILENO, named: "standard output")
      } else {
        try createFolder(of: output)
        try writeFile(output, bytes, overwrite: overwrite)
      }
    }
    if let image = format.image {
      let encoder = ImageEncoder(encoding.imageEncoding(image), level: level)
      try encoder.encode(bitmap, named: output)
      try encoder.withBytes(deliver)
    } else {
      let encoder = RawEncoder(level: level)
      try encoder.encode(bitmap)
      try encoder.withBytes(deliver)
    }
  }
}
