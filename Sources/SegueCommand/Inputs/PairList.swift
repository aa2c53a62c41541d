import SegueFiles

/// Pairs of images to render one after another, from a list with the columns `from`, `to` and optionally
/// `transition`.
struct PairList {
  /// A pair of the list, which is rendered to a separate output.
  struct Pair {
    let from: String
    let to: String
    /// The transition of this pair; nil for the transition from the options.
    let transition: String?
  }

  let table: CSVList
  let pairs: [Pair]

  /// Reads a list; names of images are relative to the folder of the list.
  init(_ file: String) throws {
    let list = try CSVList(file)
    table = list
    let (from, to) = (try list.files(of: "from"), try list.files(of: "to"))
    let transitions = list.columns.contains("transition") ? try list.values(of: "transition") : nil
    pairs = from.indices.map { index in
      let transition = transitions.map { $0[index] } ?? ""
      return Pair(from: from[index], to: to[index], transition: transition.isEmpty ? nil : transition)
    }
  }
}

extension PairList.Pair {
  /// Returns the name of an output file: the template with `{from}` and `{to}` replaced by the images' names,
  /// and `{transition}` by the transition's name.
  func output(_ template: String, transition: String) -> String {
    let values = [
      "{from}": Self.stem(of: from), "{to}": Self.stem(of: to), "{transition}": Self.stem(of: transition),
    ]
    var (name, rest) = ("", template[...])
    while let character = rest.first {
      if let (word, value) = values.first(where: { rest.hasPrefix($0.key) }) {
        // Escapes percent signs in the inserted value, since a percent sign begins the number of a frame.
        name += value.replacing("%", with: "%%")
        rest = rest.dropFirst(word.count)
      } else {
        name.append(character)
        rest = rest.dropFirst()
      }
    }
    return name
  }

  /// Returns a file name without folder and extension.
  private static func stem(of name: String) -> String {
    let file = fileAndPage(name).file
    let last = file.split(separator: "/").last.map(String.init) ?? file
    let end = last.lastIndex(of: ".").flatMap { $0 > last.startIndex ? $0 : nil } ?? last.endIndex
    return String(last[..<end])
  }
}
