// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SeguePixels

/// What the containers of H.264 share.
public protocol H264Format: VideoFormat {
  /// How much of its color it keeps.
  var chroma: ChromaSubsampling { get }
}

extension H264Format {
  public var input: any StreamFormat { Formats.Y4M(opaque: chroma) }

  public var ffmpegSoundOptions: [String]? { ["-c:a", "aac", "-b:a", "192k"] }

  /// Halved chroma asks for even sides, unless another codec is chosen.
  public func check(_ size: PixelSize, named file: String) throws(ExportError) {
    guard !(input is Formats.RGBA) else { return }
    guard chroma == .half, size.width % 2 + size.height % 2 > 0 else { return }
    throw .oddSides(file: file, size: size)
  }

  /// ffmpeg's options for a file whose index is spread over it, as a pipe needs it.
  ///
  /// Only a delayed header has edit lists: without them sound was 45 ms early, two frames that H.264 is behind less what
  /// AAC begins with.
  var fragmented: [String] { ["-movflags", "frag_keyframe+empty_moov+default_base_moof+delay_moov"] }

  var h264: [String] { ["-c:v", "libx264", "-crf", "18"] + chroma.ffmpegOptions }
}

extension ChromaSubsampling {
  /// ffmpeg's options for pixels that came as Y4M, which does not say which matrix they were made with.
  var ffmpegOptions: [String] { ["-pix_fmt", "yuv\(rawValue)p"] + bt709 }
}

/// What says that pixels are in BT.709 of limited range.
let bt709 = [
  "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "tv",
]

/// ffmpeg's filter from RGBA to BT.709 of limited range, rounded as exactly as it can.
let bt709Filter =
  "scale=out_color_matrix=bt709:out_range=tv:flags=area+accurate_rnd+full_chroma_inp+full_chroma_int"
  // ProRes takes what it says of itself from the frames.
  + ",setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709"
