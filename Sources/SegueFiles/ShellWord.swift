/// A word as a shell takes it.
package func shellWord(_ word: String) -> String {
  let isPlain =
    !word.isEmpty
    && word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || "%+,-./:=@_".unicodeScalars.contains($0)
    }
  return isPlain ? word : shellQuoted(word)
}

/// A word between quotes, as a shell and ffmpeg's lists take it.
package func shellQuoted(_ word: String) -> String {
  // Not by characters: a quote with an accent on it is one of its own.
  "'" + word.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
}
