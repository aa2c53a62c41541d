import Segue
import SegueExport
import SegueFormats

/// What `--version` prints behind the version: the commit, where the build knows it, and what this machine and this build have.
func versionDetails() -> String {
  let libraries = ImageLibrary.all
  let here = libraries.compactMap { library in library.version.map { "\(library.name) \($0)" } }
  let missing = libraries.filter { $0.version == nil }.map(\.name)
  let parts = [("with", here), ("without", missing)]
    .filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1.conjunction)" }
  let commit = builtCommit.map { "commit \($0)\n" } ?? ""
  return commit + """
    instruction sets here: \(SIMDLevel.available.map(\.rawValue).joined(separator: ", "))
    built \(parts.joined(separator: ", "))
    ffmpeg: \(ffmpegVersion() ?? "not found")

    """
}
