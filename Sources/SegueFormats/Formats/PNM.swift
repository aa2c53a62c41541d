// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SeguePixels
public import SegueRendering

extension Formats {
  /// PNM, which is read and not written: gray (PGM), colors (PPM) or bits (PBM), 1…16 bits a sample, as bytes or as text.
  ///
  ///     let map = try LumaPlane(contentsOf: "clouds.pgm")
  public struct PNM: ReadableFormat, Hashable {
    /// Makes the format.
    public init() {}

    public static let name = "pnm"
    public static let extensions = ["pgm", "ppm", "pbm", "pnm"]
    public static let summary =
      "PGM, PPM and PBM files, as bytes or as text, up to 16 bits: read, not written."
    public static let parameters: [NamedParameter<PNM>] = []
    public static let unavailable: String? = "PNM files are read, not written; png has the same pixels"

    public static func matches(_ start: Span<UInt8>) -> Bool { PNMReader.matches(start) }

    /// P1…P6 of any largest value, rounded to 8 bits; what stands behind the first picture is left aside.
    public static func decode(
      _ bytes: [UInt8], named name: String, options: DecodeOptions
    ) throws(ImageError) -> Bitmap {
      var reader = try PNMReader(bytes, named: name, options: options)
      let (size, channels, largest) = (reader.size, reader.channels, reader.largest)
      return try Bitmap(decoded: size, named: name, options: options) { (storage) throws(ImageError) in
        let levels = (0...largest).map { UInt8(($0 * 255 + largest / 2) / largest) }
        var samples = [UInt16](repeating: 0, count: size.width * channels)
        for y in 0..<size.height {
          try reader.readRow(into: &samples)
          let row = storage.row(y)
          for x in row.indices {
            let first = x * channels
            let red = levels[Int(samples[first])]
            row[x] =
              channels == 1
              ? Pixel(red: red, green: red, blue: red)
              : Pixel(
                red: red, green: levels[Int(samples[first + 1])], blue: levels[Int(samples[first + 2])])
          }
        }
      }
    }

    public static func decodeLuma(
      _ bytes: [UInt8], named name: String, options: DecodeOptions
    ) throws(ImageError) -> LumaPlane {
      var reader = try PNMReader(bytes, named: name, options: options)
      let (size, channels, white) = (reader.size, reader.channels, Float(reader.largest))
      var samples = [UInt16](repeating: 0, count: size.width * channels)
      var values: [Float] = []
      values.reserveCapacity(size.width * size.height)
      for _ in 0..<size.height {
        try reader.readRow(into: &samples)
        for first in stride(from: 0, to: samples.count, by: channels) {
          values.append(
            channels == 1
              ? Float(samples[first]) / white
              : LumaPlane.luma(
                Float(samples[first]) / white, Float(samples[first + 1]) / white,
                Float(samples[first + 2]) / white))
        }
      }
      guard let plane = LumaPlane(size, values: values) else {
        throw .damaged(file: name, detail: "a side is 0 pixels")
      }
      return plane
    }
  }
}
