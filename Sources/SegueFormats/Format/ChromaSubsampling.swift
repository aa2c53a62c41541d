/// The resolution of color relative to brightness.
public enum ChromaSubsampling: String, CaseIterable, Sendable {
  /// 4:2:0: one color for 2 × 2 pixels, as in nearly all videos and photographs.
  case half = "420"
  /// 4:4:4: one color for every pixel.
  case full = "444"
}
