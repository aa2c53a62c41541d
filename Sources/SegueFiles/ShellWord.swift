/// Quotes a word for a POSIX shell, if it needs quotes.
package func shellWord(_ word: String) -> String {
  let isPlain =
    !word.isEmpty
    && word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || "%+,-./:=@_".unicodeScalars.contains($0)
    }
  return isPlain ? word : shellQuoted(word)
}

/// Quotes a word for a POSIX shell, or for the file lists of ffmpeg, whether or not it needs quotes.
package func shellQuoted(_ word: String) -> String {
  // Compares Unicode scalars: in Swift, a quote followed by a combining accent is a `Character` of its own,
  // but a shell sees the quote.
  "'" + word.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
}
