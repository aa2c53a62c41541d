// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SeguePixels

/// The checks and options that all containers of H.264 share.
public protocol H264Format: VideoFormat {
  /// The chroma subsampling.
  var chroma: ChromaSubsampling { get }
}

extension H264Format {
  public var input: any StreamFormat { Formats.Y4M(opaque: chroma) }

  public var ffmpegSoundOptions: [String]? { ["-c:a", "aac", "-b:a", "192k"] }

  /// Throws for an odd side with 4:2:0 chroma, unless another codec is chosen.
  public func check(_ size: PixelSize, named file: String) throws(ExportError) {
    guard !(input is Formats.RGBA) else { return }
    guard chroma == .half, size.width % 2 + size.height % 2 > 0 else { return }
    throw .oddSides(file: file, size: size)
  }

  /// The options of ffmpeg for a fragmented file, which can be written to a pipe.
  ///
  /// `delay_moov` is needed for edit lists: without them the sound was 45 ms early (the delay of two frames
  /// in H.264, minus the priming samples of AAC).
  var fragmented: [String] { ["-movflags", "frag_keyframe+empty_moov+default_base_moof+delay_moov"] }

  var h264: [String] { ["-c:v", "libx264", "-crf", "18"] + chroma.ffmpegOptions }
}

extension ChromaSubsampling {
  /// The options of ffmpeg for pixels from Y4M, whose header does not declare the matrix.
  var ffmpegOptions: [String] { ["-pix_fmt", "yuv\(rawValue)p"] + bt709 }
}

/// The options of ffmpeg that declare BT.709 in limited range.
let bt709 = [
  "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "tv",
]

/// The filter of ffmpeg from RGBA to BT.709 in limited range, with accurate rounding.
let bt709Filter =
  "scale=out_color_matrix=bt709:out_range=tv:flags=area+accurate_rnd+full_chroma_inp+full_chroma_int"
  // Also tags the frames, from which ProRes takes its color tags.
  + ",setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709"
