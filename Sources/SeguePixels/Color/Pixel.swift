/// A premultiplied RGBA pixel with 8 bits a channel; each color is at most alpha.
///
///     let halfRed = Pixel(red: 128, green: 0, blue: 0, alpha: 128)
///     let orange = Pixel(rgb: 0xff8000)
@frozen
public struct Pixel: Hashable, Sendable {
  /// Red multiplied by alpha, 0…255.
  public var red: UInt8
  /// Green multiplied by alpha, 0…255.
  public var green: UInt8
  /// Blue multiplied by alpha, 0…255.
  public var blue: UInt8
  /// The opacity: 0 transparent, 255 opaque.
  public var alpha: UInt8

  /// Makes a pixel from premultiplied channels.
  @inlinable
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Makes an opaque pixel from a number of the form `0xrrggbb`; bits above these 24 are ignored.
  @inlinable
  public init(rgb: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb))
  }

  /// Transparent black.
  public static let clear = Pixel(red: 0, green: 0, blue: 0, alpha: 0)
  /// Opaque black.
  public static let black = Pixel(red: 0, green: 0, blue: 0)
  /// Opaque white.
  public static let white = Pixel(red: 255, green: 255, blue: 255)
}

extension MutableSpan<Pixel> {
  /// Copies all pixels of `source` to the start of the span.
  package mutating func copy(from source: Span<Pixel>) {
    precondition(source.count <= count)
    withUnsafeMutableBytes { out in source.withUnsafeBytes { out.copyMemory(from: $0) } }
  }
}
