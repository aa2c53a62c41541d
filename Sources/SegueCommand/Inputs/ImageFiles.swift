import SegueFiles

/// Finds the image files that the arguments name.
///
/// An argument is a file, a folder, or `-` for a list of files and folders on standard input. Images of a
/// folder are taken in natural order. With `endsWithNull`, each name in the list ends with a zero byte
/// instead of a line break. With `takesClips`, clips in folders are taken, too. Other files and subfolders of
/// a folder are counted in `leftOut`, unless they are hidden. A device or a pipe in a folder or a list is an
/// error; with `skips`, it is reported and skipped.
func imageFiles(
  _ arguments: [String], endsWithNull: Bool = false, takingClips takesClips: Bool = false,
  leftOut: inout LeftOut, skippingSpecial skips: Bool = false
) throws -> [String] {
  var files: [String] = []
  for argument in arguments {
    let names = argument == "-" ? try listedNames("-", endsWithNull: endsWithNull) : [argument]
    for name in names {
      let found = isFolderName(name) ? try images(in: name, takesClips, &leftOut) : [name]
      // Allows a pipe that is given as an argument, such as by `<(command)`, since another process writes it.
      let mayBeSpecial = argument != "-" && !isFolderName(name)
      for file in found {
        do {
          if !mayBeSpecial { try checkIsNotSpecial(ClipName(file).file) }
          files.append(file)
        } catch {
          guard skips else { throw error }
          Failure(error)?.reportSkipped()
        }
      }
    }
  }
  if files.isEmpty { throw Failure(.noInput, "standard input names no images") }
  return files
}

/// The numbers of entries in image folders that are not used; hidden entries do not count.
struct LeftOut {
  /// The number of files without the extension of an image format.
  var files = 0
  /// The number of subfolders, which are not searched.
  var folders = 0

  /// A phrase with the numbers; nil if both are 0.
  var text: String? {
    let parts = [
      files == 0
        ? nil
        : files == 1
          ? "1 file that is not named as an image" : "\(files) files that are not named as images",
      folders == 0 ? nil : counted(folders, "subfolder"),
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.conjunction
  }
}

/// Throws if an image is missing, so that the missing image is reported before any problem with the output.
func checkAreThere(_ files: [String]) throws {
  for file in files where file != "-" {
    let clip = ClipName(file)
    _ = try readStart(of: clip.part == nil ? fileAndPage(file).file : clip.file, count: 0)
  }
}

/// Returns the names in a list: a file, or standard input if `list` is `-`.
///
/// - Throws: `Failure` if the list is empty.
func listedFiles(_ list: String) throws -> [String] {
  let names = try listedNames(list)
  if names.isEmpty { throw Failure(.noInput, "\(list == "-" ? "standard input" : list) names no images") }
  return names
}

/// Returns the names in a list.
///
/// The names are separated by zero bytes if `endsWithNull` is true or the list contains a zero byte;
/// otherwise, by line breaks.
private func listedNames(_ list: String, endsWithNull: Bool = false) throws -> [String] {
  let title = list == "-" ? "standard input" : list
  let bytes = try bytesOfText(readFile(list, limit: 1 << 30, isInput: false), named: title)
  guard !endsWithNull && !bytes.contains(0) else {
    return bytes.split(separator: 0).map { FileName.text($0) }
  }
  return bytes.split(separator: UInt8(ascii: "\n")).map { line in
    FileName.text(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
  }.filter { !$0.isEmpty }
}

/// Returns the files in a folder, except hidden ones, that have the extension of an image format or, with
/// `takesClips`, the extension and the content of a video.
private func images(
  in folder: String, _ takesClips: Bool, _ leftOut: inout LeftOut
) throws -> [String] {
  let names = try SegueFiles.names(inFolder: folder)
  let prefix = folder.hasSuffix("/") ? folder : folder + "/"
  let visible = names.filter { !$0.hasPrefix(".") }
  let images = visible.filter { name in
    isImageName(name) && !isFolderName(prefix + name)
      || takesClips && isVideoName(name) && ClipName(prefix + name).isVideo
  }
  if images.isEmpty {
    throw Failure(
      .noInput,
      "\(folder): no images\(takesClips ? " or clips" : "") in this folder: no \(Catalog.formats.readableTitles)",
      file: folder)
  }
  let folders = visible.count { isFolderName(prefix + $0) }
  leftOut.folders += folders
  leftOut.files += visible.count - images.count - folders
  return images.sorted(by: isBefore).map { prefix + $0 }
}

/// Returns whether a file name has the extension of an image format that can be read.
private func isImageName(_ name: String) -> Bool {
  (try? Catalog.formats.forFile(named: name)?.make()).map { type(of: $0).readable != nil } ?? false
}

/// Returns whether a name precedes another in natural order: case is ignored, and numbers compare by value,
/// so that img2 is before img10.
func isBefore(_ a: String, _ b: String) -> Bool {
  var (x, y) = (a.lowercased()[...], b.lowercased()[...])
  while let first = x.first, let second = y.first {
    let (one, two) = (digits(x), digits(y))
    if one.isEmpty || two.isEmpty {
      if first != second { return first < second }
      x.removeFirst()
      y.removeFirst()
    } else {
      let (p, q) = (one.drop { $0 == "0" }, two.drop { $0 == "0" })
      if p != q { return p.count == q.count ? p < q : p.count < q.count }
      x.removeFirst(one.count)
      y.removeFirst(two.count)
    }
  }
  // Orders names that compare as equal, such as 1.png and 01.png, by their characters.
  return x.isEmpty && y.isEmpty ? a < b : x.isEmpty
}

private func digits(_ text: Substring) -> Substring { text.prefix { $0.isASCII && $0.isNumber } }
