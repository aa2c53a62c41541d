import Segue
import SegueExport
import SegueFormats

/// What `--version` prints behind the version: what this machine and this build have.
func versionDetails() -> String {
  let libraries = OptionalLibrary.all
  let parts = [("with", libraries.filter(\.isHere)), ("without", libraries.filter { !$0.isHere })]
    .filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1.map(\.name).conjunction)" }
  return """
    instruction sets here: \(SIMDLevel.available.map(\.rawValue).joined(separator: ", "))
    built \(parts.joined(separator: ", "))
    ffmpeg: \(ffmpegVersion() ?? "not found")

    """
}
