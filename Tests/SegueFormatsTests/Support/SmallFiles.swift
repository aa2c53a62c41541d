import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

/// Small valid files of all kinds, to be cut and damaged.
struct SmallFile: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var bytes: [UInt8]

  static let png: [SmallFile] =
    MadePNG.all(19, 14, seed: 1).map { SmallFile(testDescription: $0.testDescription, bytes: $0.bytes) }
    + made("fast, RGB", Formats.PNG(), opaque: true) + made("fast, RGBA", Formats.PNG())
    + made("small, RGBA", Formats.PNG(compression: .small))

  static let jpeg: [SmallFile] =
    made("4:2:0", Formats.JPEG(), opaque: true) + made("best", Formats.JPEG(quality: 100))
    + MadeJPEG.Kind.allCases.flatMap { kind in
      [
        SmallFile(testDescription: "\(kind), gray", bytes: MadeJPEG.gray(64, 48, kind).bytes),
        SmallFile(testDescription: "\(kind), CMYK", bytes: cmyk(kind, 0)),
        SmallFile(testDescription: "\(kind), YCCK", bytes: cmyk(kind, 2)),
      ]
    }

  private static func made(_ name: String, _ format: some ImageFormat, opaque: Bool = false) -> [SmallFile] {
    let bitmap = try? Bitmap.noise(64, 48, seed: 1, opaque: opaque)
    let bytes = bitmap.flatMap { try? encoded($0, format) }
    return bytes.map { [SmallFile(testDescription: name, bytes: $0)] } ?? []
  }

  private static func cmyk(_ kind: MadeJPEG.Kind, _ transform: UInt8) -> [UInt8] {
    let plane = MadeJPEG.gray(64, 48).components[0]
    let components = (0..<4).map { shift in plane.map { $0 &+ UInt8(50 * shift) } }
    return MadeJPEG(width: 64, height: 48, components: components, kind: kind, adobeTransform: transform)
      .bytes
  }
}
