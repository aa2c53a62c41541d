/// How much of the colour is kept beside the brightness.
public enum ChromaSubsampling: String, CaseIterable, Sendable {
  /// 4:2:0: a colour for every two by two pixels, as nearly all video and photographs have it.
  case half = "420"
  /// 4:4:4: a colour for every pixel.
  case full = "444"
}
