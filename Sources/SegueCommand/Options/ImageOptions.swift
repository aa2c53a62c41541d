import ArgumentParser
import SeguePlatform
import SegueExport
import SegueFiles

/// Options for the output of single images.
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

  @Flag(name: [.customShort("y"), .long], help: "Replace an existing file; for a symbolic link, its target.")
  var overwrite = false

  /// The names of the formats for single images, including raw pixels.
  private static var names: String { JobFormat.names(where: isTaken).alternatives }

  static func isTaken(_ format: any FileFormat) -> Bool {
    format.image != nil || format is Formats.RGBA || format is Formats.RGBA64 || format is Formats.RGBAF32
  }

  /// Whether the value of `--output` is a folder.
  var isFolder: Bool { output.hasSuffix("/") || isFolderName(output) }

  /// Whether the value of `--output` is for several images: a folder, or a name with placeholders.
  var isForMany: Bool { output != "-" && (isFolder || FrameTemplate.name(ofOne: output) == nil) }

  /// Determines the output file and its format before images are decoded; throws if an input is missing.
  ///
  /// The caller must check with `checkIsFree` that the file may be written.
  func target(inputs: [String]) throws -> ImageTarget {
    let target = try target(output == "-" ? output : nameOfOne(output), chosen: format)
    if output == "-" { try checkIsNoTerminal() }
    try checkAreThere(inputs)
    return target
  }

  /// Returns the output file with its format, from the option or from the extension; throws if the two
  /// disagree.
  func target(_ file: String, chosen: FormatName?) throws -> ImageTarget {
    guard let chosen = chosen ?? FormatName(file: file) else {
      if file == "-" { throw Failure(.usage, "standard output needs --format \(Self.names)") }
      throw Failure(
        .usage,
        "\(JobFormat.unknown(file, where: Self.isTaken)); give another name, or --format \(Self.names)")
    }
    let given = encoding.given
    // Checks the options in the value of `--format` first, since errors in them have other messages than
    // errors in separate options.
    if !chosen.values.isEmpty { _ = try chosen.item.make(chosen.values) }
    let made = try JobFormat.make(chosen.item, Job.Parameters(chosen.values + given), isSeries: false)
    guard Self.isTaken(made) else {
      throw Failure(.usage, "the format \(chosen.item.name) is for 'segue render'")
    }
    try JobFormat.check(chosen.item, file: file)
    return ImageTarget(file: file, format: made, overwrite: overwrite, isStrict: encoding.strict)
  }
}

/// The output of one image: a file or standard output, with its format.
struct ImageTarget {
  let file: String
  let format: any FileFormat
  let overwrite: Bool
  /// Whether reducing samples to 8 bits is an error.
  var isStrict = false

  /// Returns the sample depth in which a picture is written.
  func depth(of rows: any RowSource) throws -> SampleDepth {
    guard let deep = format.deep else { return .eight }
    let depth = deep.depth(of: rows)
    if depth != .eight { try checkEightBitFilters(of: rows, strict: isStrict) }
    return depth
  }

  /// Throws if the file exists and may not be replaced.
  func checkIsFree() throws {
    if file != "-" && !overwrite && fileExists(file) && isRegularFile(file) {
      throw Failure(FileError.exists(file: file))
    }
  }

  /// Throws if the file cannot be created; checks only conditions that can be checked without creating the
  /// file.
  func checkCanBeWritten() throws {
    if file != "-" && !isSpecial(file) { try PartialFile.checkIsFree(file, overwrite: overwrite) }
  }

  /// Writes the image and reports it, for commands with a single output file.
  func write(_ bitmap: Bitmap, level: SIMDLevel, metadata: Metadata? = nil) throws {
    // Ignores termination signals from now on, so that no signal ends the process before the file is
    // complete.
    for number in endSignals() { signal(number, SIG_IGN) }
    let name = type(of: format).name
    let bytes = try save(bitmap, level: level, metadata: metadata)
    guard !Messages.isDryRun else {
      var report = DryRunReport(output: file, format: name)
      report.setSize(bitmap.size)
      report.bytes = bytes
      if file != "-" { report.setFiles([file]) }
      return try report.publish()
    }
    if Messages.isQuiet { return }
    send(
      Event(
        event: .finish, format: name, output: file, width: bitmap.width, height: bitmap.height, frames: 1,
        bytes: bytes))
  }

  /// Writes the image to the file and returns the number of bytes.
  func save(_ bitmap: Bitmap, level: SIMDLevel, metadata: Metadata? = nil) throws -> Int {
    note("a picture of \(bitmap.size) to \(file) as \(type(of: format).name)")
    var count = 0
    func save(_ bytes: Span<UInt8>) throws {
      if Messages.isDryRun {
        try checkCanBeWritten()
      } else if file == "-" {
        try writeAll(bytes, to: STDOUT_FILENO, named: "standard output")
      } else {
        try createFolder(of: file)
        try writeFile(file, bytes, overwrite: overwrite)
      }
      count = bytes.count
    }
    if let images = format.image {
      let encoder = images.makeEncoder(level: level)
      try encoder.encode(bitmap, named: file)
      try images.withBytes(
        of: encoder, metadata, of: bitmap.size, named: file, warn: { sayWarning(.image, $0) },
        save)
    } else if let stream = format.stream {
      let encoder = stream.makeEncoder(level: level)
      try encoder.encode(bitmap, named: file)
      try encoder.withBytes(save)
    }
    return count
  }
}

/// Prints, with `--verbose`, the filters that compute with 8 bits although the picture has more bits; throws
/// if `strict`.
func checkEightBitFilters(of rows: any RowSource, strict: Bool) throws {
  let names = rows.floats.eightBitFilters
  guard !names.isEmpty else { return }
  let text = "\(names.conjunction) \(names.count == 1 ? "computes" : "compute") with 8 bits"
  guard !strict else {
    throw Failure(.usage, "--strict: \(text); without it, the result has 8 bits of detail")
  }
  note(text)
}

/// Returns the name of a single output file, with `%%` replaced by a percent sign; throws if the name has a
/// placeholder.
func nameOfOne(_ output: String) throws -> String {
  try JobFormat.checkIsOne(output)
  return FrameTemplate.name(ofOne: output) ?? output
}
