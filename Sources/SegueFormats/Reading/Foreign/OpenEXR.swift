import SeguePlatform
import SeguePixels

/// An OpenEXR file, prepared for ffmpeg, which decompresses it to linear light.
///
/// - Source: openexr.com, "OpenEXR File Layout".
struct OpenEXR {
  /// The size of the display window.
  let size: PixelSize
  /// The file with its windows moved, so that the display window begins at (0, 0), as ffmpeg assumes.
  private(set) var bytes: [UInt8]
  /// Whether there is a channel A, and the number of bits of the widest channel; nil if the list of channels
  /// is damaged.
  private(set) var (hasAlpha, depth): (Bool?, Int?) = (nil, nil)
  /// Whether the declared primaries and white are those of sRGB; true if none are declared.
  private(set) var hasPrimariesOfSRGB = true

  /// Reads the header, and moves the data window and the display window so that the display window begins at
  /// (0, 0).
  ///
  /// Throws for missing blocks of rows, which ffmpeg would silently fill with black.
  init(_ bytes: [UInt8], named name: String) throws(ImageError) {
    var file = FileReader(bytes, named: name, from: 5)
    let flags = try file.byte()
    guard flags & 0b1_1010 == 0 else {
      throw .unsupported(file: name, detail: "an OpenEXR image of tiles, of several parts or of depths")
    }
    _ = try file.take(2)
    var (lines, rows, isLossy) = (1, 0, false)
    var size = PixelSize(width: 0, height: 0)
    var (origin, windows) = ((x: 0, y: 0), [Int]())
    while case let key = try file.word(), !key.isEmpty {
      _ = try file.word()
      let count = try file.little32()
      var value = FileReader(Array(try file.take(count)), named: name)
      switch key {
      case "compression":
        // The number of rows in a block, for each compression method.
        let kind = Int(try value.byte())
        let known = [1, 1, 1, 16, 32, 16, 32, 32, 32, 256]
        guard kind < known.count else {
          throw .damaged(file: name, detail: "its compression is number \(kind)")
        }
        (lines, isLossy) = (known[kind], kind > 7)
      case "chromaticities":
        // x and y of red, green, blue and white.
        for known: Float in [0.64, 0.33, 0.3, 0.6, 0.15, 0.06, 0.3127, 0.329] {
          let found = Float(bitPattern: UInt32(try value.little32()))
          hasPrimariesOfSRGB = hasPrimariesOfSRGB && abs(found - known) < 0.002
        }
      case "channels": (hasAlpha, depth) = (try? Self.channels(&value)) ?? (nil, nil)
      case "dataWindow":
        rows = try Self.window(&value).size.height
        windows.append(file.next - count)
      case "displayWindow":
        (origin, size) = try Self.window(&value)
        windows.append(file.next - count)
      default: break
      }
    }
    guard rows > 0 else { throw .damaged(file: name, detail: "its data window has no rows") }
    self.size = size
    self.bytes = bytes
    for window in windows {
      for side in 0..<4 {
        try move(window + 4 * side, by: side % 2 == 0 ? origin.x : origin.y, in: bytes, named: name)
      }
    }
    for _ in 0..<(rows + lines - 1) / lines {
      let (low, high) = (try file.little32(), try file.little32())
      guard high == 0, low < bytes.count else {
        throw .truncated(file: name, detail: "a piece of the picture begins behind the end of the file")
      }
      var piece = FileReader(bytes, named: name, from: low)
      _ = try piece.little32()
      _ = try piece.take(piece.little32())
      try move(low, by: origin.y, in: bytes, named: name)
    }
    // ffmpeg 5.1 decodes these files without a message to samples that are wrong by a factor of 10.
    guard !isLossy || depth != 32 else {
      throw .unsupported(file: name, detail: "an OpenEXR image of 32 bits with compression DWAA or DWAB")
    }
  }

  /// Rewrites a column or row number in the file, relative to the display window.
  private mutating func move(
    _ place: Int, by origin: Int, in file: [UInt8], named name: String
  ) throws(ImageError) {
    if origin == 0 { return }
    var reader = FileReader(file, named: name, from: place)
    let moved = Int(Int32(truncatingIfNeeded: try reader.little32())) - origin
    for byte in 0..<4 { bytes[place + byte] = UInt8(truncatingIfNeeded: moved >> (8 * byte)) }
  }

  /// Reads the list of channels: names, kinds (1 for floats of 16 bits), and 12 bytes of other properties.
  private static func channels(_ value: inout FileReader) throws(ImageError) -> (hasAlpha: Bool, depth: Int) {
    var (hasAlpha, depth) = (false, 0)
    while case let name = try value.word(), !name.isEmpty {
      depth = max(depth, try value.little32() == 1 ? 16 : 32)
      _ = try value.take(12)
      hasAlpha = hasAlpha || name == "A"
    }
    return (hasAlpha, depth)
  }

  /// Reads the origin and the size of a window, which is stored as its first and last column and row.
  private static func window(
    _ value: inout FileReader
  ) throws(ImageError) -> (origin: (x: Int, y: Int), size: PixelSize) {
    var sides: [Int] = []
    for _ in 0..<4 { sides.append(Int(Int32(truncatingIfNeeded: try value.little32()))) }
    let size = PixelSize(width: sides[2] - sides[0] + 1, height: sides[3] - sides[1] + 1)
    return ((sides[0], sides[1]), size)
  }

  /// Converts planes of premultiplied linear light, in little-endian floats, to straight samples of sRGB.
  ///
  /// ffmpeg's own conversion of floats is not used: it is off by up to 32/65535, and differs between
  /// machines.
  func encode(_ light: [UInt8], named name: String) throws(ImageError) -> StoredPicture {
    let count = size.width * size.height
    // The planes are green, blue, red and alpha, or a single plane of gray.
    let (bytes, rest) = light.count.quotientAndRemainder(dividingBy: count)
    guard rest == 0, let places = [4: [0, 0, 0], 12: [2, 0, 1], 16: [2, 0, 1, 3]][bytes] else {
      throw .unsupported(file: name, detail: "an OpenEXR image of whole numbers")
    }
    let words = try WideStorage(size, named: name)
    func sample(_ plane: Int, _ pixel: Int) -> Float {
      let first = 4 * (plane * count + pixel)
      let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(light[first + $1]) << (8 * UInt32($1)) }
      return Float(bitPattern: bits)
    }
    for pixel in 0..<count {
      let alpha = places.count > 3 ? sample(3, pixel) : 1
      for channel in 0..<3 {
        let light = sample(places[channel], pixel)
        // Negative values and NaN become black.
        words.samples[4 * pixel + channel] = Self.encoded(alpha > 0 ? light / alpha : light)
      }
      words.samples[4 * pixel + 3] = alpha > 0 ? UInt16((min(alpha, 1) * 65535).rounded()) : 0
    }
    return .words(words)
  }

  /// Converts planes of premultiplied linear light, in little-endian floats, to premultiplied floats encoded
  /// by sRGB's curve, which is continued above 1.
  func encodeFloats(_ light: [UInt8], named name: String) throws(ImageError) -> StoredPicture {
    let count = size.width * size.height
    let (bytes, rest) = light.count.quotientAndRemainder(dividingBy: count)
    guard rest == 0, let places = [4: [0, 0, 0], 12: [2, 0, 1], 16: [2, 0, 1, 3]][bytes] else {
      throw .unsupported(file: name, detail: "an OpenEXR image of whole numbers")
    }
    let storage = try DeepStorage(size, .float, named: name)
    let curve = LightCurve()
    light.withUnsafeBytes { light in
      func sample(_ plane: Int, _ pixel: Int) -> Float {
        let bits = light.loadUnaligned(fromByteOffset: 4 * (plane * count + pixel), as: UInt32.self)
        let value = Float(bitPattern: UInt32(littleEndian: bits))
        // Limits infinities, which mixing would turn into NaN.
        return value.isNaN ? 0 : min(max(value, -Self.limit), Self.limit)
      }
      for y in 0..<size.height {
        let row = storage.row(y).bindMemory(to: Float.self)
        for x in 0..<size.width {
          let pixel = y * size.width + x
          let alpha = places.count > 3 ? sample(3, pixel) : 1
          for channel in 0..<3 {
            let light = sample(places[channel], pixel)
            row[4 * x + channel] = alpha > 0 ? curve.sample(of: light / alpha) * alpha : light
          }
          row[4 * x + 3] = alpha
        }
      }
    }
    return .floats(storage)
  }

  /// The largest absolute value of a sample that is read.
  private static let limit: Float = 1e9

  /// Encodes linear light as a 16-bit sample of sRGB.
  private static func encoded(_ light: Float) -> UInt16 {
    guard light > 0 else { return 0 }
    let sample = light <= 0.0031308 ? light * 12.92 : 1.055 * powf(min(light, 1), 1 / 2.4) - 0.055
    return UInt16((sample * 65535).rounded())
  }
}
