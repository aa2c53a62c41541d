import SegueFiles

/// A CSV file (RFC 4180) whose first column has names of images or clips.
struct CSVList {
  /// The names of the columns.
  let columns: [String]
  /// The rows, each with one value a column.
  let rows: [[String]]
  private let folder: String
  private let file: String

  /// Reads a CSV file.
  init(_ file: String) throws {
    let text = try text(of: readFile(file, limit: 1 << 26), named: file, other: .refused)
    var table: [[String]] = [[]]
    var (value, isQuoted) = ("", false)
    var characters = text.unicodeScalars.makeIterator()
    var next = characters.next()
    while let character = next {
      next = characters.next()
      switch (character, isQuoted) {
      case ("\"", true) where next == "\"":
        value.unicodeScalars.append(character)
        next = characters.next()
      case ("\"", true): isQuoted = false
      case ("\"", false) where value.isEmpty: isQuoted = true
      case (",", false):
        table[table.count - 1].append(value)
        value = ""
      case ("\r", false) where next == "\n": break
      case ("\n", false):
        table[table.count - 1].append(value)
        value = ""
        table.append([])
      default: value.unicodeScalars.append(character)
      }
    }
    guard !isQuoted else {
      throw Failure(
        .badInput, "\(file): row \(table.count) has a quotation mark that is not closed", file: file)
    }
    table[table.count - 1].append(value)
    table.removeAll { $0 == [""] }
    guard let header = table.first, table.count > 1 else {
      throw Failure(
        .noInput, "\(file) names no images: the first line has the names of its columns", file: file)
    }
    columns = header.map { name in
      String(name.drop { $0 == " " || $0 == "\u{feff}" }.reversed().drop { $0 == " " }.reversed())
    }
    for (index, row) in table.enumerated() where row.count != columns.count {
      throw Failure(
        .badInput, "\(file): row \(index + 1) has \(row.count) values, but the header has \(columns.count)",
        file: file)
    }
    rows = Array(table.dropFirst())
    self.file = file
    folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
  }

  /// Reads the list if the only input of a command is a `.csv` file; nil for other inputs.
  init?(among names: [String]) throws {
    guard names.count == 1, names[0].lowercased().hasSuffix(".csv") else { return nil }
    try self.init(names[0])
  }

  /// The paths of the files in the first column; relative names are relative to the folder of the CSV file.
  var images: [String] { rows.map { located($0[0]) } }

  /// Returns the paths of the files in a column; relative names are relative to the folder of the CSV file.
  func files(of column: String) throws -> [String] { try values(of: column).map(located) }

  /// Returns the values of a column for all images of the list; throws if some images were left out.
  func values(of column: String, for files: [String], _ option: String) throws -> [String] {
    guard files.count == rows.count else {
      throw Failure(.usage, "give \(option) with a column or --skip-unreadable, not both")
    }
    return try values(of: column)
  }

  /// Calls `body` for a row of `rows`; adds the number of the row to an error that concerns no file.
  func inRow<Result>(_ index: Int, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch {
      guard let failure = Failure(error), failure.file == nil else { throw error }
      throw Failure(
        failure.code, "\(file): row \(index + 2): \(failure.message)", file: file, details: failure.details,
        excerpt: failure.excerpt)
    }
  }

  private func located(_ name: String) -> String { name.hasPrefix("/") ? name : folder + name }

  /// Returns the values of a column.
  func values(of column: String) throws -> [String] {
    guard let index = columns.firstIndex(of: column) else {
      let hint = suggestion(for: column, among: columns).map { "did you mean \($0)?" }
      throw Failure(
        .usage, "\(file) has no column '\(column)'; \(hint ?? "there are \(columns.joined(separator: ", "))")"
      )
    }
    return rows.map { $0[index] }
  }
}
