package import SeguePixels
package import SegueRendering

/// The type of the samples that a format stores.
public enum EncodedDepth: String, CaseIterable, Sendable {
  /// The depth of the pictures, or the nearest depth that the format stores.
  case auto
  /// 8 bits.
  case eight = "8"
  /// 10 bits, for video.
  case ten = "10"
  /// 16 bits.
  case sixteen = "16"
  /// Floats of 16 bits.
  case half
  /// Floats of 32 bits.
  case float
}

/// A format that stores samples of more than 8 bits.
public protocol DeepFormat: FileFormat {
  /// The possible values of `depth`.
  static var depths: [EncodedDepth] { get }
  /// The depth of the samples to write, one of `depths`.
  var depth: EncodedDepth { get set }
}

extension FileFormat {
  /// The depth to which pictures are decoded for the format; nil for the depth of each picture.
  package var decodingDepth: SampleDepth? {
    guard let deep else { return .eight }
    switch deep.depth {
    // With `auto`, a video made of pictures has 8 bits.
    case .auto: return video == nil ? nil : .eight
    case .eight: return .eight
    case .ten, .sixteen: return .sixteen
    case .half, .float: return .float
    }
  }
}

extension DeepFormat {
  /// Returns the depth in which a frame is rendered for the encoder: the chosen depth, or 16 bits if 10 bits
  /// are chosen; for `auto`, the depth of the frame's deepest picture, or the nearest depth that the format
  /// stores.
  package func depth(of frame: any RowSource) -> SampleDepth {
    switch depth {
    case .eight: return .eight
    case .ten, .sixteen: return .sixteen
    case .half: return .half
    case .float: return .float
    case .auto: break
    }
    let stored = Self.depths.compactMap { SampleDepth(rawValue: $0.rawValue) }
    let wanted = frame.deepestPicture
    return stored.contains(wanted)
      ? wanted : wanted == .eight ? stored[0] : stored.contains(.sixteen) ? .sixteen : stored.last ?? .eight
  }
}

extension RowSource {
  /// The depth with the most bits among the pictures from which rows are computed.
  package var deepestPicture: SampleDepth {
    if let bitmap { return bitmap.depth }
    if let planar = self as? PlanarRows, planar.frame.layout.bits > 8 { return .sixteen }
    let order = SampleDepth.allCases
    return inputs.map(\.deepestPicture).max {
      (order.firstIndex(of: $0) ?? 0) < (order.firstIndex(of: $1) ?? 0)
    }
      ?? .eight
  }
}

extension NamedParameter where Owner: DeepFormat {
  /// Declares the parameter `depth` of a format.
  static func depth(_ path: WritableKeyPath<Owner, EncodedDepth> & Sendable) -> NamedParameter {
    .word(
      "depth", path, of: Owner.depths,
      "Bits a sample; auto is the depth of the pictures, as far as the format has it.")
  }
}
