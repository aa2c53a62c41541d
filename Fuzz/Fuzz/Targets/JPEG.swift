import Segue

extension FuzzTarget {
  static let jpeg = FuzzTarget(
    name: "jpeg", summary: "A JPEG file: baseline and progressive, gray, color and CMYK.",
    seeds: {
      let colors = try [ChromaSubsampling.half, .full].map {
        try picture(opaque: true).encoded(as: Formats.JPEG(quality: 80, chroma: $0))
      }
      let plane = MadeJPEG.gray(16, 16).components[0]
      return colors
        + MadeJPEG.Kind.allCases.flatMap { kind in
          [
            MadeJPEG.gray(16, 16, kind).bytes,
            MadeJPEG(
              width: 16, height: 16, components: Array(repeating: plane, count: 4), kind: kind,
              adobeTransform: 2
            ).bytes,
          ]
        }
    },
    run: { _ = try Bitmap(decoding: $0, options: options) })
}
