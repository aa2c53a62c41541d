import SegueFiles
import SegueFormats

/// Returns the lines of `--version` below the version: the commit if known, the SIMD levels, the libraries,
/// and the path of ffmpeg.
///
/// Runs no program and loads no library (asking ffmpeg for its version would take 100 ms).
func versionDetails() -> String {
  let date = builtCommitDate.map { " of \($0)" } ?? ""
  let commit = builtCommit.map { "commit \($0)\(date)\n" } ?? ""
  return commit + """
    instruction sets here: \(SIMDLevel.available.map(\.rawValue).joined(separator: ", "))
    built \(libraryVersions())
    ffmpeg: \(programFile("ffmpeg") ?? "not found")

    """
}

/// Returns the identity of this build; another build may render different bytes.
func buildIdentity() -> String {
  let commit = builtCommit.map { " \($0)" } ?? ""
  return "\(SegueCommand.configuration.version)\(commit), built \(libraryVersions())"
}

/// Returns the versions of libraries, such as `with libpng 1.6.39 and ISA-L 2.30.0, without libheif`.
private func libraryVersions() -> String {
  let libraries = ImageLibrary.all
  let here = libraries.compactMap { library in library.version.map { "\(library.name) \($0)" } }
  let missing = libraries.filter { $0.version == nil }.map(\.name)
  return [("with", here), ("without", missing)]
    .filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1.conjunction)" }.joined(separator: ", ")
}
