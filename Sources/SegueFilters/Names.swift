/// A name that nothing has.
package struct UnknownName: Error, CustomStringConvertible {
  /// One sentence without a full stop: the nearest name there is, or all of them.
  package let description: String
}

/// Finds something by name, or says which names there are and which is the nearest.
package func named<Item>(
  _ name: String, in items: [Item], kind: String, _ nameOf: (Item) -> String
) throws(UnknownName) -> Item {
  if let item = items.first(where: { nameOf($0) == name }) { return item }
  let names = items.map(nameOf)
  let nearest = names.min { distance($0, name) < distance($1, name) }
  let hint =
    nearest.flatMap { distance($0, name) <= max(2, name.count / 3) ? "did you mean \($0)?" : nil }
    ?? "there \(names.count == 1 ? "is" : "are") \(names.joined(separator: ", "))"
  throw UnknownName(description: "there is no \(kind) '\(name)'; \(hint)")
}

/// How many letters must change to make one word the other (Levenshtein).
private func distance(_ a: String, _ b: String) -> Int {
  var row = Array(0...b.count)
  for (i, letter) in a.enumerated() {
    var corner = row[0]
    row[0] = i + 1
    for (j, other) in b.enumerated() {
      let change = corner + (letter == other ? 0 : 1)
      corner = row[j + 1]
      row[j + 1] = min(change, row[j] + 1, corner + 1)
    }
  }
  return row[b.count]
}

extension [String] {
  /// `a, b or c`.
  package var alternatives: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " or " + (last ?? "")
  }
}
