/// The resolution of chroma relative to luma.
public enum ChromaSubsampling: String, CaseIterable, Sendable {
  /// 4:2:0: one chroma sample for 2 × 2 pixels, as in nearly all videos and photographs.
  case half = "420"
  /// 4:4:4: a chroma sample for every pixel.
  case full = "444"
}
