import CSegueCodecs
import SegueFiles

/// A format of image files.
public enum ImageFormat: String, CaseIterable, Sendable {
  /// Lossless, with transparency.
  case png
  /// Lossy, opaque.
  case jpeg
  /// Lossy or lossless, with transparency; written, not read.
  case webp

  /// The extensions of file names, the usual one first.
  public var extensions: [String] {
    switch self {
    case .png: ["png"]
    case .jpeg: ["jpg", "jpeg"]
    case .webp: ["webp"]
    }
  }

  /// Whether files of this format are read.
  public var isRead: Bool { self != .webp }
  /// Whether files of this format are written: WebP where libwebp was there when the package was built.
  public var isWritten: Bool { self != .webp || segue_has_webp() }

  /// The format that a file name's extension means; nil where it means none of these.
  public init?(fileName: String) {
    let name = fileName.lowercased()
    guard let format = Self.allCases.first(where: { $0.extensions.contains { name.hasSuffix("." + $0) } })
    else { return nil }
    self = format
  }

  /// The format that a file's first bytes show; nil where they show none that is read.
  public init?(content: [UInt8]) {
    if segue_is_png(content, content.count) {
      self = .png
    } else if segue_is_jpeg(content, content.count) {
      self = .jpeg
    } else {
      return nil
    }
  }
}

extension ImageFormat {
  /// Tells the format of a file from its first bytes, as far as that can be known without decoding it.
  ///
  /// - Returns: nil where the file is no regular one, such as a pipe: what is read from it is gone.
  /// - Throws: `FileError` where the file is missing or cannot be opened; `ImageError` where it is no image.
  public init?(contentsOf file: String) throws {
    guard let start = try readStart(of: file, count: 16) else { return nil }
    guard let format = ImageFormat(content: start) else { throw ImageError.notAnImage(file: file) }
    self = format
  }
}
