import SegueErrors
public import SegueFiles
public import SeguePixels
public import SegueRendering

extension ParameterFile {
  /// Reads a file for a parameter.
  ///
  /// An image, identified by its content, is decoded without color conversion, since its samples are used as
  /// numbers.
  ///
  ///     let file = try ParameterFile(contentsOf: "film.cube")
  ///
  /// - Parameters:
  ///   - file: A path, `-` for standard input, or a `URL`.
  ///   - options: Limits, checked before memory is allocated; a file may have at most 512 MiB.
  /// - Throws: `FileError` if the file cannot be read; `ImageError` if it is a damaged image.
  public init(contentsOf file: some FileLocation, options: DecodeOptions = DecodeOptions()) throws {
    let path = try file.filePath()
    // The limit is about the size of a text table of 256³ colors with 10 characters a number. Without a
    // limit, a device could be read endlessly.
    let most = 1 << 29
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try readFile(path, limit: min(options.maxFileBytes, most))
    } catch {
      guard error.code == .fileTooLarge, options.maxFileBytes >= most else { throw error }
      throw FileError.unreadable(file: path, reason: "it has more than 512 MiB")
    }
    if let format = Catalog.formats.forContent(Array(bytes.prefix(16))) {
      self.init(path, picture: try format.decode(bytes, named: path, options: options.ofNumbers)) {
        try format.decodeLuma(bytes, named: path, options: options)
      }
    } else {
      // Removes the byte order mark of a text.
      self.init(path, bytes: try bytesOfText(bytes, named: path))
    }
  }
}
