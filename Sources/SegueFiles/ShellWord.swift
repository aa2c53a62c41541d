/// Quotes a word for a shell, if necessary.
package func shellWord(_ word: String) -> String {
  let isPlain =
    !word.isEmpty
    && word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || "%+,-./:=@_".unicodeScalars.contains($0)
    }
  return isPlain ? word : shellQuoted(word)
}

/// Quotes a word for a shell or for ffmpeg's lists.
package func shellQuoted(_ word: String) -> String {
  // By scalars: a quote with a combining accent is one other character.
  "'" + word.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
}
