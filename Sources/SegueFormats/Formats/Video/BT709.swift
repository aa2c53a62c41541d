extension ChromaSubsampling {
  /// The options of ffmpeg for pixels from Y4M, whose header does not declare the matrix.
  var ffmpegOptions: [String] { ["-pix_fmt", "yuv\(rawValue)p"] + bt709 }
}

/// The options of ffmpeg that declare BT.709 in limited range.
let bt709 = [
  "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "tv",
]

/// The ffmpeg filter that converts RGBA to BT.709 in limited range, with accurate rounding.
let bt709Filter =
  "scale=out_color_matrix=bt709:out_range=tv:flags=area+accurate_rnd+full_chroma_inp+full_chroma_int"
  // Tags the frames as well, since the ProRes encoder takes its color tags from the frames.
  + ",setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709"
