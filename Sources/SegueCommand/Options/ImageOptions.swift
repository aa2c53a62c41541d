import ArgumentParser
import Glibc
import Segue
import SegueFiles

/// Where a single image goes.
struct ImageOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, help: ArgumentHelp("File to write, - for standard output.", valueName: "file"),
    completion: .file())
  var output: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "\(Self.names). (default: by the file's extension)", valueName: "name[:key=value,...]"),
    completion: .formats, transform: FormatName.init(argument:))
  var format: FormatName?

  @OptionGroup var encoding: FormatOptions

  @Flag(help: "Replace an existing file; a link stays, and what it leads to is replaced.")
  var overwrite = false

  /// The formats of one image, and raw pixels.
  private static var names: String { FormatName.names(where: isTaken).alternatives }

  private static func isTaken(_ format: any FileFormat) -> Bool {
    format is any ImageFormat || format is Formats.RGBA
  }

  /// Finds the format before anything is decoded; the inputs must be there. `checkIsNew` follows, when names are checked.
  func checkedFormat(inputs: [String]) throws -> any FileFormat {
    guard let chosen = format ?? FormatName(file: output) else {
      if output == "-" { throw Failure(.usage, "standard output needs --format \(Self.names)") }
      throw Failure(
        .usage,
        "\(FormatName.unknown(output, where: Self.isTaken)); give another name, or --format \(Self.names)")
    }
    let made = try encoding.make(chosen)
    guard Self.isTaken(made) else {
      throw Failure(.usage, "the format \(chosen.item.name) is for 'segue render'")
    }
    if output == "-" { try checkIsNoTerminal() }
    try chosen.check(file: output)
    try checkAreThere(inputs)
    return made
  }

  /// Refuses to replace a file, before anything is decoded.
  func checkIsNew() throws {
    if output != "-" && !overwrite && isRegularFile(output) { throw Failure(FileError.exists(file: output)) }
  }

  func write(
    _ bitmap: Bitmap, as format: any FileFormat, level: SIMDLevel, metadata: Metadata? = nil
  ) throws {
    // One file is written in a moment: it is finished rather than left half done.
    for number in endSignals() { signal(number, SIG_IGN) }
    let name = type(of: format).name
    note("a picture of \(bitmap.size) to \(output) as \(name)")
    func save(_ bytes: Span<UInt8>) throws {
      if output == "-" {
        try writeAll(bytes, to: STDOUT_FILENO, named: "standard output")
      } else {
        try createFolder(of: output)
        try writeFile(output, bytes, overwrite: overwrite)
      }
      if Messages.isQuiet { return }
      send(
        Event(
          event: .finish, format: name, output: output, width: bitmap.width, height: bitmap.height, frames: 1,
          bytes: bytes.count))
    }
    if let images = format as? any ImageFormat {
      let encoder = images.makeEncoder(level: level)
      try encoder.encode(bitmap, named: output)
      try images.withBytes(
        of: encoder, metadata, of: bitmap.size, named: output, warn: { sayWarning(.image, $0) },
        save)
    } else if let stream = format as? any StreamFormat {
      let encoder = stream.makeEncoder(level: level)
      try encoder.encode(bitmap, named: output)
      try encoder.withBytes(save)
    }
  }
}
