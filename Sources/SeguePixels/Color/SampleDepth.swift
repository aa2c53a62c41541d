/// The type of a picture's samples.
///
///     let renderer = try TransitionRenderer(from: from, to: to, "cube")
///     let deep = try renderer.rows(at: 0.5).rendered(as: .sixteen)
///
/// Effects compute with 8-bit samples for the depth `eight`, and with floats for all others. `half` and
/// `float` can store values outside 0…1.
public enum SampleDepth: String, CaseIterable, Sendable {
  /// 8 bits, premultiplied.
  case eight = "8"
  /// 16 bits, with straight alpha.
  case sixteen = "16"
  /// Floats of 16 bits, premultiplied: 11 bits of precision, values up to 65,504.
  case half
  /// Floats of 32 bits, premultiplied.
  case float

  /// The number of bytes of a pixel's four samples.
  public var pixelBytes: Int {
    switch self {
    case .eight: 4
    case .sixteen, .half: 8
    case .float: 16
    }
  }
}
