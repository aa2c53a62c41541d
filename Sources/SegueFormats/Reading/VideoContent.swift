import SegueRendering

/// Makes the error for a file whose first 16 bytes do not identify an image; for a video, the error names the
/// container.
func notAnImage(_ start: [UInt8], named file: String) -> ImageError {
  videoContainer(start.span).map { .video(file: file, container: $0) } ?? .notAnImage(file: file)
}

/// Returns whether a file is a video: by its first 16 bytes or, for containers without a signature there, by
/// its extension.
package func isVideo(_ start: [UInt8], named file: String) -> Bool {
  if Catalog.formats.forContent(start) != nil { return false }
  if videoContainer(start.span) != nil { return true }
  // Packets of a transport stream begin with a synchronization byte; in .m2ts, a time stamp precedes this
  // byte.
  if hasExtension(file, of: ["ts", "mts", "m2ts"]) {
    return start.count > 4 && (start[0] == 0x47 || start[4] == 0x47)
  }
  return hasExtension(file, of: unmarkedExtensions)
}

/// Returns whether a file name has the extension of a video.
package func isVideoName(_ file: String) -> Bool {
  hasExtension(file, of: markedExtensions) || hasExtension(file, of: unmarkedExtensions)
}

/// The extensions of containers that begin with a signature.
private let markedExtensions = ["mp4", "m4v", "mov", "3gp", "mkv", "webm", "avi", "flv", "wmv", "asf"]
/// The extensions of containers and raw streams without a signature.
private let unmarkedExtensions = [
  "ts", "mts", "m2ts", "mpg", "mpeg", "vob", "m2v", "mxf", "ogv", "h264", "264", "hevc", "265", "ivf", "nut",
  "y4m",
]

private func hasExtension(_ file: String, of extensions: [String]) -> Bool {
  let name = file.lowercased()
  return extensions.contains { name.hasSuffix(".\($0)") }
}

/// Returns the container of a video, identified by the first 16 bytes of its file; nil for other files.
///
/// - Source: ISO/IEC 14496-12 (boxes), QuickTime File Format; RFC 8794 (EBML); Multimedia Programming
///   Interface, RIFF; Adobe Flash Video; ISO/IEC 13818-1 (pack header); Advanced Systems Format.
private func videoContainer(_ start: Span<UInt8>) -> String? {
  guard start.count >= 12 else { return nil }
  let boxes = ["ftyp", "moov", "mdat", "free", "skip", "wide", "pnot"]
  if boxes.contains(where: { start.extracting(droppingFirst: 4).begins($0) }) {
    // Excludes audio-only files, which have brands of their own, such as M4A.
    if start.extracting(droppingFirst: 8).begins("M4") && !start.extracting(droppingFirst: 10).begins("V") {
      return nil
    }
    return start.extracting(droppingFirst: 8).begins("qt  ") ? "QuickTime" : "MP4 or QuickTime"
  }
  if start.begins([0x1A, 0x45, 0xDF, 0xA3]) { return "Matroska or WebM" }
  if start.begins("RIFF") && start.extracting(droppingFirst: 8).begins("AVI ") { return "AVI" }
  if start.begins("FLV") { return "Flash Video" }
  if start.begins([0, 0, 1, 0xBA]) { return "MPEG" }
  if start.begins([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]) { return "WMV" }
  return nil
}
