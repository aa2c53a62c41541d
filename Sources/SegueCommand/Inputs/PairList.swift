import SegueFiles

/// Pairs of images to render one after another, from a list with a header: the columns `from` and `to`, and if there
/// is one, `transition`.
struct PairList {
  /// One render of a list.
  struct Pair {
    let from: String
    let to: String
    /// The transition; nil for that of the options.
    let transition: String?
  }

  let pairs: [Pair]

  /// Reads a list; names of images are relative to its folder.
  init(_ file: String) throws {
    let list = try CSVList(file)
    let (from, to) = (try list.files(of: "from"), try list.files(of: "to"))
    let transitions = list.columns.contains("transition") ? try list.values(of: "transition") : nil
    pairs = from.indices.map { index in
      let transition = transitions.map { $0[index] } ?? ""
      return Pair(from: from[index], to: to[index], transition: transition.isEmpty ? nil : transition)
    }
  }
}

extension PairList.Pair {
  /// The name of the output: a template with the images' names in place of `{from}` and `{to}`, and the name of the
  /// transition in place of `{transition}`.
  func output(_ template: String, transition: String) -> String {
    let values = [
      "{from}": Self.stem(of: from), "{to}": Self.stem(of: to), "{transition}": Self.stem(of: transition),
    ]
    var (name, rest) = ("", template[...])
    while let character = rest.first {
      if let (word, value) = values.first(where: { rest.hasPrefix($0.key) }) {
        // A percent sign of a name is none of a frame's number.
        name += value.replacing("%", with: "%%")
        rest = rest.dropFirst(word.count)
      } else {
        name.append(character)
        rest = rest.dropFirst()
      }
    }
    return name
  }

  /// A name without folder and extension.
  private static func stem(of name: String) -> String {
    let file = fileAndPage(name).file
    let last = file.split(separator: "/").last.map(String.init) ?? file
    let end = last.lastIndex(of: ".").flatMap { $0 > last.startIndex ? $0 : nil } ?? last.endIndex
    return String(last[..<end])
  }
}
