import SeguePixels

/// Finds an item by name.
///
/// The error for an unknown name has a suggestion or, if there is none, lists the names (only 8 of more than
/// 50 names).
///
/// Items of `others` are also found and suggested, but not listed.
package func find<Item>(
  _ name: String, in items: [Item], also others: [Item] = [], kind: String, _ nameOf: (Item) -> String
) throws(UnknownName) -> Item {
  if let item = (items + others).first(where: { nameOf($0) == name }) { return item }
  let names = items.map(nameOf)
  let hint =
    suggestion(for: name, among: names + others.map(nameOf)).map { "did you mean \($0)?" }
    ?? (names.count > 50
      ? "there are \(names.count), such as \(names.prefix(8).joined(separator: ", "))"
      : "there \(names.count == 1 ? "is" : "are") \(names.joined(separator: ", "))")
  throw UnknownName(message: "there is no \(kind) '\(name)'; \(hint)", kind: kind, name: name)
}

/// Returns a suggestion for an unknown name: the catalog name for a synonym, or the most similar name; nil if
/// there is none.
package func suggestion(for name: String, among names: [String]) -> String? {
  Synonyms.name(for: name, among: names)
    ?? nearest(to: name, among: names, within: max(2, name.count / 3))
}

/// Returns the name with the smallest edit distance to a misspelled name; nil if every distance exceeds
/// `limit`.
package func nearest(to name: String, among names: some Sequence<String>, within limit: Int) -> String? {
  // Rejects long names: they are no misspellings, and an edit distance takes time in proportion to the
  // product of both lengths.
  guard name.utf8.count <= 64 else { return nil }
  let bytes = Array(name.utf8)
  return names.lazy.filter { abs($0.utf8.count - bytes.count) <= limit }
    .map { (name: $0, distance: editDistance(bytes, Array($0.utf8))) }.filter { $0.distance <= limit }
    .min { $0.distance < $1.distance }?.name
}

/// Returns a suggestion for a misspelled color, as the end of a message: `; did you mean 'purple'?`, or
/// empty.
package func colorHint(_ text: String) -> String {
  nearest(to: text, among: Pixel.names, within: max(1, text.count / 3)).map { "; did you mean '\($0)'?" }
    ?? ""
}

/// Returns the Damerau-Levenshtein distance (insertions, deletions, replacements and swaps of adjacent
/// characters); ignores case.
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  let (a, b) = (a.map(lowercased), b.map(lowercased))
  guard !a.isEmpty else { return b.count }
  var rows = [Array(0...b.count)]
  for i in 1...a.count {
    var row = [i]
    for j in 1..<(b.count + 1) {
      var best = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, rows[i - 2][j - 2] + 1) }
      row.append(best)
    }
    rows.append(row)
  }
  return rows[a.count][b.count]
}

private func lowercased(_ byte: UInt8) -> UInt8 {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}

extension [String] {
  /// The strings as a list of alternatives, for messages: `a, b or c`.
  package var alternatives: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " or " + (last ?? "")
  }
}
