import ArgumentParser
import Segue

/// What frames become.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
  case png
  case jpeg
  case webp
  case apng
  case mp4
  case mov
  case mkv
  case webm
  case gif
  case avif
  case y4m
  case rgba
  case rgb24
  case null

  init(_ image: ImageFormat) {
    switch image {
    case .png: self = .png
    case .jpeg: self = .jpeg
    case .webp: self = .webp
    }
  }

  /// The format that a file name's extension means; nil where it means none.
  init?(fileName: String) {
    if let image = ImageFormat(fileName: fileName) {
      self.init(image)
    } else if let video = VideoFormat(fileName: fileName) {
      self.init(rawValue: video.rawValue)
    } else if let format = [Self.apng, .y4m].first(where: {
      fileName.lowercased().hasSuffix(".\($0.rawValue)")
    }) {
      self = format
    } else {
      return nil
    }
  }

  init?(argument: String) {
    if let format = OutputFormat(rawValue: argument) {
      self = format
    } else if let image = ImageFormat(fileName: ".\(argument)") {
      self.init(image)
    } else {
      return nil
    }
  }

  /// What each frame becomes in a file of its own.
  var image: ImageFormat? { ImageFormat(rawValue: rawValue) }

  /// What all frames together become in one file, without ffmpeg.
  var animation: AnimationEncoding.Format? { AnimationEncoding.Format(rawValue: rawValue) }

  /// What ffmpeg makes of them.
  var video: VideoFormat? { VideoFormat(rawValue: rawValue) }

  /// The format of a stream; `chroma` is for those that know it.
  func stream(_ chroma: ChromaSubsampling) -> StreamFormat? {
    switch self {
    case .y4m: .y4m(chroma)
    case .rgba: .rgba
    case .rgb24: .rgb24
    default: nil
    }
  }

  var summary: String {
    switch self {
    case .png: "PNG files: RGB where a frame is opaque, else RGBA with straight alpha."
    case .jpeg: "JPEG files; transparency over black."
    case .webp: "WebP, lossy or lossless, straight alpha: one animation, or files where the name has %04d."
    case .apng: "Animated PNG: one file of all frames, lossless, straight alpha."
    case .mp4, .mov, .mkv, .webm, .gif, .avif: video?.summary ?? ""
    case .y4m: "YUV4MPEG2, what video encoders read: BT.709, limited range; transparency over black."
    case .rgba: "Raw pixels: 4 bytes each, straight alpha, no header."
    case .rgb24: "Raw pixels: 3 bytes each, no header; transparency over black."
    case .null: "Rendered and discarded, for timing."
    }
  }
}
