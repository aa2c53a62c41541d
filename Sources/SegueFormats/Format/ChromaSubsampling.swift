/// How much of the color is kept beside the brightness.
public enum ChromaSubsampling: String, CaseIterable, Sendable {
  /// 4:2:0: a color for every two by two pixels, as nearly all video and photographs have it.
  case half = "420"
  /// 4:4:4: a color for every pixel.
  case full = "444"
}
