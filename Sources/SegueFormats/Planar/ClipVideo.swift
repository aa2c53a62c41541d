package import SeguePixels
package import SegueRendering

/// The color tags of a video, in ffmpeg's names.
package struct ColorTags: Hashable, Sendable {
  package var matrix: String
  package var primaries: String
  package var transfer: String
  /// The position of chroma samples in 4:2:0, such as `left`; nil for the encoder's default.
  package var chromaLocation: String?
  package var isFullRange: Bool
  /// Further options of ffmpeg, such as for the mastering display of HDR.
  package var further: [String] = []

  /// Makes tags.
  package init(
    matrix: String, primaries: String, transfer: String, chromaLocation: String? = nil, isFullRange: Bool
  ) {
    (self.matrix, self.primaries, self.transfer) = (matrix, primaries, transfer)
    (self.chromaLocation, self.isFullRange) = (chromaLocation, isFullRange)
  }

  /// The output options of ffmpeg.
  package var ffmpegOptions: [String] {
    [
      "-color_primaries", primaries, "-color_trc", transfer, "-colorspace", matrix,
      "-color_range", isFullRange ? "pc" : "tv",
    ] + (chromaLocation.map { ["-chroma_sample_location", $0] } ?? []) + further
  }
}

/// A video format with metadata and chapters, whose frames may keep the samples and the color space of a
/// clip.
package struct ClipVideo<Base: VideoFormat>: DetailedVideo {
  private let base: Base
  /// The sample layout of the frames and their color tags; nil for the format's own layout.
  private let samples: (layout: PlanarLayout, tags: ColorTags)?
  /// Whether frames in RGBA have 16 bits a sample.
  private let isDeep: Bool
  package var details = VideoDetails()

  package init() { self.init(Base(), nil) }

  /// Makes the format for frames with a sample layout and color tags; nil for `samples` keeps the layout of
  /// `base`.
  package init(_ base: Base, _ samples: (layout: PlanarLayout, tags: ColorTags)?, isDeep: Bool = false) {
    (self.base, self.samples, self.isDeep) = (base, samples, isDeep)
  }

  package static var name: String { Base.name }
  package static var title: String { Base.title }
  package static var extensions: [String] { Base.extensions }
  package static var mediaTypes: [String] { Base.mediaTypes }
  package static var summary: String { Base.summary }
  package static var parameters: [NamedParameter<ClipVideo<Base>>] { [] }

  package var input: any StreamFormat {
    samples.map { PlanarStream($0.layout) } ?? (isDeep ? Formats.RGBA64() : base.input)
  }
  package func check(_ size: PixelSize, named file: String) throws(ExportError) {
    try base.check(size, named: file)
  }
  package func ffmpegOptions(rate: FrameRate) -> [String] {
    base.ffmpegOptions(rate: rate)
      + (samples.map { ["-pix_fmt", $0.layout.pixelFormat] + $0.tags.ffmpegOptions } ?? [])
  }
  package var ffmpegAlphaOptions: [String]? { base.ffmpegAlphaOptions }
  package var ffmpegSoundOptions: [String]? { base.ffmpegSoundOptions }
  package var ffmpegPipeOptions: [String]? { base.ffmpegPipeOptions }
}

extension VideoFormat {
  /// Whether encoders of the format take samples of Y', Cb and Cr.
  package var takesPlanes: Bool { input is Formats.Y4M }

  /// Returns the number of bits a sample in which the format stores a clip of `clipBits` bits a sample.
  package func storedBits(of clipBits: Int) -> Int {
    guard let deep = self as? any YCbCrVideo else { return 8 }
    return deep.depth == .ten || clipBits > 8 && deep.keepsTenBits ? 10 : 8
  }

  /// The resolution of chroma that the format stores; nil if the format stores RGB.
  package var planarChroma: ChromaSubsampling? { (input as? Formats.Y4M)?.chroma }

  /// The format for RGBA frames with 16 bits a sample; nil if the format stores at most 8 bits of RGBA.
  package var ofDeepPixels: (any VideoFormat)? {
    guard let video = self as? any YCbCrVideo, video.codec == .prores, video.depth != .eight else {
      return nil
    }
    return ClipVideo(self, nil, isDeep: true)
  }

  /// Returns the format for frames that keep the sample layout and the color tags of a clip.
  package func ofClips(_ layout: PlanarLayout, _ tags: ColorTags) -> any VideoFormat {
    ClipVideo(self, (layout, tags))
  }
}
