/// A word as a shell takes it.
package func shellWord(_ word: String) -> String {
  let isPlain =
    !word.isEmpty
    && word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || "%+,-./:=@_".unicodeScalars.contains($0)
    }
  return isPlain
    ? word
    : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}
