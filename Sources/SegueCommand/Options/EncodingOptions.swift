import ArgumentParser
import Segue

/// How frames are encoded.
struct EncodingOptions: ParsableArguments {
  @Option(help: ArgumentHelp("How hard PNG is compressed. (default: fast)", valueName: "how"))
  var pngCompression: ImageEncoding.PNGCompression?

  @Option(help: ArgumentHelp("Quality of JPEG and lossy WebP, 1…100. (default: 90)", valueName: "q"))
  var quality: Int?

  @Flag(help: "Keep every pixel of WebP.")
  var lossless = false

  @Option(help: ArgumentHelp("Color of JPEG, y4m and video: 420 or 444. (default: 420)", valueName: "how"))
  var chroma: ChromaSubsampling?

  func validate() throws {
    if let quality, !(1...100).contains(quality) { throw ValidationError("--quality is within 1…100") }
    if quality != nil && lossless { throw ValidationError("give --quality or --lossless, not both") }
  }

  /// Refuses options that the format would leave aside, and WebP where it was left out.
  func check(for format: OutputFormat) throws {
    let name = format.rawValue
    if pngCompression != nil && format != .png {
      throw Failure(.usage, "--png-compression is for png, not \(name)")
    }
    if quality != nil && format != .jpeg && format != .webp {
      throw Failure(.usage, "--quality is for jpeg and webp, not \(name)")
    }
    if lossless && format != .webp { throw Failure(.usage, "--lossless is for webp, not \(name)") }
    if chroma != nil && format != .jpeg && format != .y4m && format.video == nil {
      throw Failure(.usage, "--chroma is for jpeg, y4m and video, not \(name)")
    }
    if format == .webp && !ImageFormat.webp.isWritten {
      throw Failure(
        .usage, "WebP was left out of this build: apt-get install libwebp-dev, and build segue again")
    }
  }

  private var usedQuality: Int { quality ?? 90 }

  func imageEncoding(_ format: ImageFormat) -> ImageEncoding {
    ImageEncoding(
      format, pngCompression: pngCompression ?? .fast, quality: usedQuality, chroma: chroma ?? .half,
      isLossless: lossless)
  }

  func animationEncoding(_ format: AnimationEncoding.Format, rate: FrameRate, loops: Int) -> AnimationEncoding
  {
    AnimationEncoding(format, rate: rate, loops: loops, quality: usedQuality, isLossless: lossless)
  }
}
