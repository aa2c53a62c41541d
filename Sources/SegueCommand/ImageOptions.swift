import ArgumentParser
import Glibc
import Segue

/// Where a single image goes.
struct ImageOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: ArgumentHelp("File to write, - for standard output.", valueName: "file"))
  var output: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("png, jpeg or rgba. (default: by the file's extension)", valueName: "name"))
  var format: OutputFormat?

  @Option(help: ArgumentHelp("How hard PNG is compressed.", valueName: "how"))
  var pngCompression = ImageEncoding.PNGCompression.fast

  @Flag(help: "Replace an existing file.")
  var overwrite = false

  /// The format, known before anything is decoded.
  func checkedFormat() throws -> OutputFormat {
    guard let chosen = format ?? ImageFormat(fileName: output).map(OutputFormat.init) else {
      if output == "-" { throw Failure(.usage, "standard output needs --format png, jpeg or rgba") }
      throw Failure(.usage, "\(output): the name does not say the format; give --format png, jpeg or rgba")
    }
    if chosen == .null { throw Failure(.usage, "the format null is for 'segue render'") }
    if output != "-" && !overwrite && fileExists(output) && isRegularFile(output) {
      throw Failure(CodecError.exists(file: output))
    }
    return chosen
  }

  func write(_ bitmap: Bitmap, as format: OutputFormat, level: SIMDLevel) throws {
    // One file is written in a moment: it is finished rather than left half done.
    signal(SIGINT, SIG_IGN)
    signal(SIGTERM, SIG_IGN)
    func deliver(_ bytes: Span<UInt8>) throws(CodecError) {
      if output == "-" {
        try writeAll(bytes, to: STDOUT_FILENO, named: "standard output")
      } else {
        try createFolder(of: output)
        try writeFile(output, bytes, overwrite: overwrite)
      }
    }
    if let image = format.image {
      let encoder = ImageEncoder(ImageEncoding(image, pngCompression: pngCompression), level: level)
      try encoder.encode(bitmap, named: output)
      try encoder.withBytes(deliver)
    } else {
      let encoder = RawEncoder(level: level)
      encoder.encode(bitmap)
      try encoder.withBytes(deliver)
    }
  }
}
