public import SegueFiles
public import SeguePixels
public import SegueRendering

extension ParameterFile {
  /// Reads the file of a parameter; one that is an image by its content is decoded, as numbers rather than colors.
  ///
  ///     let file = try ParameterFile(contentsOf: "film.cube")
  ///
  /// - Parameters:
  ///   - file: A path, `-` for standard input, or a `URL`.
  ///   - options: What is refused before memory is taken; no file has more than 512 MiB.
  /// - Throws: `FileError` where the file cannot be read; `ImageError` where it is a damaged picture.
  public init(contentsOf file: some FileLocation, options: DecodeOptions = DecodeOptions()) throws {
    let path = try file.filePath()
    // As many as a table of 256³ colors of ten characters a number has; a device has no end.
    let most = 1 << 29
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try readFile(path, limit: min(options.maxFileBytes, most))
    } catch .tooLarge(let file, let limit) {
      throw limit < most
        ? FileError.tooLarge(file: file, limit: limit)
        : .unreadable(file: file, reason: "it has more than 512 MiB")
    }
    if let format = Catalog.formats.forContent(Array(bytes.prefix(16))) {
      self.init(path, picture: try format.decode(bytes, named: path, options: options.ofNumbers)) {
        try format.decodeLuma(bytes, named: path, options: options)
      }
    } else {
      // A text may begin with a byte order mark; a file of curves begins with its version.
      self.init(path, bytes: try bytesOfText(bytes, named: path))
    }
  }
}
