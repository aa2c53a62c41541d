import FoundationEssentials
import Segue
import SegueFiles

/// Finds the image files that arguments mean.
///
/// They are files, the images of folders in natural order, and for `-` the lines of standard input, which are files or
/// folders in turn. What folders have beside images is added to `leftOut`.
func imageFiles(_ arguments: [String], leftOut: inout LeftOut) throws -> [String] {
  var files: [String] = []
  for argument in arguments {
    let names = argument == "-" ? standardInputLines() : [argument]
    for name in names { files += isFolderName(name) ? try images(in: name, &leftOut) : [name] }
  }
  if files.isEmpty { throw Failure(.noInput, "standard input names no images") }
  return files
}

/// What folders have beside images, hidden names aside.
struct LeftOut {
  /// Files whose names do not say that they are images that are read.
  var files = 0
  /// Folders, which are not looked into.
  var folders = 0

  /// What to say of it; nil where there is nothing.
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

/// Refuses images that are not there, before anything is said of what is written.
func checkAreThere(_ files: [String]) throws {
  for file in files where file != "-" { _ = try readStart(of: fileAndPage(file).file, count: 0) }
}

/// The names in a list, one a line; `-` is standard input.
func listedFiles(_ list: String) throws -> [String] {
  let names = try readText(list, limit: 1 << 28).split(whereSeparator: \.isNewline).map(String.init)
  if names.isEmpty { throw Failure(.noInput, "\(list == "-" ? "standard input" : list) names no images") }
  return names
}

private func standardInputLines() -> [String] {
  var lines: [String] = []
  while let line = readLine() { if !line.isEmpty { lines.append(line) } }
  return lines
}

/// The files of a folder whose names say that they are images, hidden ones aside.
private func images(in folder: String, _ leftOut: inout LeftOut) throws -> [String] {
  let names: [String]
  do {
    names = try FileManager.default.contentsOfDirectory(atPath: folder)
  } catch {
    throw Failure(FileError.unreadable(file: folder, reason: "the folder cannot be listed"))
  }
  let prefix = folder.hasSuffix("/") ? folder : folder + "/"
  let visible = names.filter { !$0.hasPrefix(".") }
  let images = visible.filter { isImageName($0) && !isFolderName(prefix + $0) }
  if images.isEmpty {
    throw Failure(
      .noInput, "\(folder): no images in this folder: no \(Catalog.formats.readableTitles)", file: folder)
  }
  let folders = visible.count { isFolderName(prefix + $0) }
  leftOut.folders += folders
  leftOut.files += visible.count - images.count - folders
  return images.sorted(by: isBefore).map { prefix + $0 }
}

/// Whether a file's name says that it is an image that is read.
private func isImageName(_ name: String) -> Bool {
  (try? Catalog.formats.forFile(named: name)?.make()) is any ReadableFormat
}

/// Natural order: numbers count by their value, so that img2 comes before img10; letters without regard to case.
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
  // Names that mean the same, such as 1.png and 01.png, have an order too.
  return x.isEmpty && y.isEmpty ? a < b : x.isEmpty
}

private func digits(_ text: Substring) -> Substring { text.prefix { $0.isASCII && $0.isNumber } }
