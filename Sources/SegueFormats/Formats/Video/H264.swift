// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SeguePixels

/// Shared checks and options of the containers of H.264.
public protocol H264Format: VideoFormat {
  /// Chroma subsampling.
  var chroma: ChromaSubsampling { get }
}

extension H264Format {
  public var input: any StreamFormat { Formats.Y4M(opaque: chroma) }

  public var ffmpegSoundOptions: [String]? { ["-c:a", "aac", "-b:a", "192k"] }

  /// Refuses odd sides with 4:2:0 chroma, unless another codec is chosen.
  public func check(_ size: PixelSize, named file: String) throws(ExportError) {
    guard !(input is Formats.RGBA) else { return }
    guard chroma == .half, size.width % 2 + size.height % 2 > 0 else { return }
    throw .oddSides(file: file, size: size)
  }

  /// ffmpeg's options for a fragmented file, which can be written to a pipe.
  ///
  /// Only a delayed header has edit lists: without them sound was 45 ms early (H.264's delay of two frames
  /// less AAC's priming samples).
  var fragmented: [String] { ["-movflags", "frag_keyframe+empty_moov+default_base_moof+delay_moov"] }

  var h264: [String] { ["-c:v", "libx264", "-crf", "18"] + chroma.ffmpegOptions }
}

extension ChromaSubsampling {
  /// ffmpeg's options for pixels from Y4M, whose header does not name its matrix.
  var ffmpegOptions: [String] { ["-pix_fmt", "yuv\(rawValue)p"] + bt709 }
}

/// ffmpeg's options that declare BT.709 in limited range.
let bt709 = [
  "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "tv",
]

/// ffmpeg's filter from RGBA to BT.709 in limited range, with accurate rounding.
let bt709Filter =
  "scale=out_color_matrix=bt709:out_range=tv:flags=area+accurate_rnd+full_chroma_inp+full_chroma_int"
  // ProRes copies its color tags from the frames.
  + ",setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709"
