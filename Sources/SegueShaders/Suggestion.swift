/// `; did you mean 'name'?` if one of the names is like a misspelt one, else an empty string.
func suggestion(for name: String, among names: some Sequence<String>) -> String {
  let limit = name.utf8.count / 3
  // Long names are nobody's slip of the finger, and the table is as large as the product of their lengths.
  guard name.utf8.count <= 64 else { return "" }
  let near = names.lazy.filter { abs($0.utf8.count - name.utf8.count) <= limit && $0 != name }
    .map { (distance: editDistance(Array(name.utf8), Array($0.utf8)), name: $0) }
    .filter { $0.distance <= limit }
    .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
  return near.map { "; did you mean '\($0.name)'?" } ?? ""
}

/// How many letters must be put in, left out, replaced or swapped with their neighbour; capitals count as small ones.
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  let (a, b) = (a.map(lowercased), b.map(lowercased))
  var rows = [Array(0...b.count)]
  for i in 1..<(a.count + 1) {
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
