import Foundation
import SeguePixels
import SegueTestSupport
import Testing

/// Records pictures fitted to frames, and the texts of this module.
@Suite("Recorded: pixels") struct RecordedTests {
  /// Streams the rows of a picture like a decoder, either unchanged or with another first byte each.
  private func streamed(_ source: Bitmap, isChanged: Bool) -> StreamedRows {
    let convert: RowConversion = { row in row.storeBytes(of: 9, as: UInt8.self) }
    return StreamedRows(source.size, convert: isChanged ? convert : nil) { take in
      let bytes = source.rgba(.premultiplied)
      bytes.withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress else { return }
        for y in stride(from: 0, to: source.height, by: StreamedRows.batch) {
          take(start + 4 * y * source.width, min(StreamedRows.batch, source.height - y))
        }
      }
    }
  }

  @Test func fittings() throws {
    var recorded = Recorded("fittings")
    let sizes = [(1, 1), (2, 1), (1, 7), (3, 50), (40, 23), (41, 30), (64, 48), (130, 9), (200, 150)]
    let sources: [(String, Bitmap)] = [
      ("opaque", try .scene(41, 30, seed: 1, opaque: true)),
      ("seen through", try .scene(37, 50, seed: 2, opaque: false)),
      ("a column", try .noise(1, 9, seed: 3)), ("large", try .scene(300, 170, seed: 4, opaque: true)),
      ("straight", try Bitmap(width: 5, height: 4, rgba: (0..<80).map { UInt8($0 * 53 % 256) })),
    ]
    for (name, source) in sources {
      for (width, height) in sizes {
        let size = PixelSize(width: width, height: height)
        for fit in Framing.Fit.allCases {
          for (kind, framing) in [
            ("", Framing(size: size, fit: fit)),
            (" over blue", Framing(size: size, fit: fit, background: Pixel("#2040c0"))),
            (" over half", Framing(size: size, fit: fit, background: Pixel("#80402080"))),
            (" dithered", Framing(size: size, fit: fit, dither: true)),
            (
              " in light",
              Framing(size: size, fit: fit, background: Pixel("#604020"), light: .linear, dither: true)
            ),
          ] {
            let fitted = try source.fitted(to: framing)
            recorded.add("\(name) \(size) \(fit)\(kind)", fitted.outcome)
            #expect(try source.fitted(to: framing, Execution(threads: 3)) == fitted)
          }
        }
        for (part, extent) in [("a little less", -0.6), ("the most of it", -0.25)] {
          let of = Extent(
            width: max(0.5, Double(source.width) + extent),
            height: max(0.4, Double(source.height) + 2 * extent))
          let fits = try Framing.Fit.allCases.map {
            try source.fitted(to: Framing(size: size, fit: $0), of: of, .standard).outcome
          }
          recorded.add("\(name) \(part) \(size)", Recorded.brief(fits.joined(separator: " | "), most: 80))
        }
        let wide = try WideStorage(source.size)
        for index in wide.samples.indices {
          wide.samples[index] = UInt16(truncatingIfNeeded: index * 7919 + index / 3 * 77)
        }
        if name == "seen through" {
          for index in stride(from: 3, to: wide.samples.count, by: 4) { wide.samples[index] |= 0xff00 }
        }
        let fit = Framing.Fit.allCases[width % 3]
        for dither in [false, true] {
          // Fitting modifies the 16-bit samples, so each call gets a copy.
          let copy = try WideStorage(source.size)
          for index in wide.samples.indices { copy.samples[index] = wide.samples[index] }
          recorded.add(
            "\(name) of 16 bits \(size) \(dither)",
            try copy.fitted(to: Framing(size: size, fit: fit, dither: dither), .standard).outcome)
        }
        for batch in [1, 16] {
          let rows = streamed(source, isChanged: batch > 1)
          recorded.add(
            "\(name) streamed \(size) \(batch)",
            try rows.fitted(to: Framing(size: size, fit: fit), of: source.size.extent, .preferred).outcome)
        }
      }
      recorded.add(
        "\(name) rounded",
        try [false, true].map { dither in
          let wide = try WideStorage(source.size)
          for index in wide.samples.indices { wide.samples[index] = UInt16(truncatingIfNeeded: index * 7919) }
          return try wide.rounded(dither: dither)
        })
      recorded.add(
        "\(name) resized",
        try [
          source.resized(width: 11), source.resized(height: 11),
          source.resized(to: PixelSize(width: 9, height: 5)),
        ].map(\.outcome).map { Recorded.brief($0) }.joined(separator: " "))
      let kept = [
        Framing(), Framing(size: source.size), Framing(fit: .contain, background: Pixel("#123456")),
        Framing(size: source.size, background: Pixel("#12345678"), light: .linear),
      ]
      recorded.add("\(name) kept", try kept.map { try source.fitted(to: $0) })
      for size in [
        PixelSize(width: 0, height: 5), PixelSize(width: 5, height: -1),
        PixelSize(width: 1 << 40, height: 1 << 30),
      ] {
        for fit in Framing.Fit.allCases {
          do {
            _ = try source.fitted(to: size, fit)
          } catch { recorded.add("\(name) \(size) \(fit)", "\(error)") }
        }
      }
    }
    // Fitting these sizes needs more weights than a table holds.
    let long = try Bitmap.noise(3000, 2, seed: 9, opaque: true)
    recorded.add("long", try long.fitted(to: PixelSize(width: 90_000, height: 1), .stretch).outcome)
    recorded.add(
      "long to few",
      try long.fitted(to: PixelSize(width: 700, height: 1), .cover, Execution(threads: 2)).outcome)
    try recorded.check()
  }

  @Test func texts() throws {
    var recorded = Recorded("pixel-texts")
    let colors =
      Pixel.names + [
        "", "#", "#1", "#12", "#123", "#1234", "#12345", "#123456", "#1234567", "#12345678", "#123456789",
        "123456", "#FfF", "#-12", "#+12", "#1g3", " red", "RED", "Transparent",
        "TRANSPARENT", "rebeccaPurple", "#00000000", "#ffffff00", "#ff800080", "#01020304", "#fffefd01",
        "#80808080", "# 12", "#12 ", "##123", "red;", "none",
      ]
    for text in colors {
      recorded.add(
        "color '\(text)'", Pixel(text).map { "\($0.red) \($0.green) \($0.blue) \($0.alpha) \($0)" } ?? "-")
    }
    for pixel in [
      Pixel(red: 9, green: 8, blue: 7, alpha: 5), Pixel(red: 0, green: 1, blue: 2, alpha: 0),
      Pixel(red: 1, green: 2, blue: 3, alpha: 254), Pixel(red: 15, green: 16, blue: 17),
    ] {
      recorded.add("pixel \(pixel.red) \(pixel.alpha)", pixel.description)
    }
    for text in [
      "720p", "1080P", "4k", "4K", "UHD", "uhd", "1080", "1x1", "0x1", "1x0", "-1x1", "1x-1", "1x", "x1", "x",
      "", "1x1x1", "1X1", " 1x1", "1 x1", "1920x1080", "+3x4", "9223372036854775808x1",
      "9223372036854775807x2", "1.5x2", "８x8",
    ] {
      recorded.add(
        "size '\(text)'",
        PixelSize(text).map { "\($0) \($0.pixelCount.map(String.init) ?? "-") \($0.turned)" } ?? "-")
    }
    for (width, height, to) in [
      (100, 31, 10), (100, 31, 7), (3, 1000, 1), (1000, 3, 1), (1, 1, 1 << 40), (7, 5, 15), (2, 3, 5),
    ] {
      let size = PixelSize(width: width, height: height)
      recorded.add("scaled \(size) \(to)", "\(size.scaled(toWidth: to)) \(size.scaled(toHeight: to))")
    }
    for bytes in [0, 3, 4, 15, 16, 17, 24] {
      for size in [
        PixelSize(width: 2, height: 2), PixelSize(width: 0, height: 1), PixelSize(width: 1, height: 0),
        PixelSize(width: 1 << 40, height: 1 << 40), PixelSize(width: 3, height: 2),
      ] {
        for form in Bitmap.AlphaForm.allCases {
          let text: String
          do {
            let bitmap = try Bitmap(
              width: size.width, height: size.height, rgba: (0..<bytes).map { UInt8($0 * 11 % 256) },
              alpha: form)
            text = "\(bitmap.rgba(.premultiplied).hexadecimal) \(bitmap.rgba().hexadecimal)"
          } catch { text = "\(error)" }
          recorded.add("\(bytes) bytes of \(size) \(form)", text)
        }
      }
    }
    var straight = try Bitmap(width: 2, height: 1, rgba: [10, 20, 30, 128, 5, 6, 7, 0])
    let copy = straight
    straight[1, 0] = Pixel(red: 1, green: 2, blue: 3, alpha: 4)
    recorded.add(
      "written",
      "\(straight.rgba().hexadecimal) \(copy.rgba().hexadecimal) \(straight == copy) \(straight.isOpaque) \(copy.isOpaque)"
    )
    for error in [
      RenderError.invalidSize(PixelSize(width: 1, height: 2)), .outOfMemory(PixelSize(width: 1, height: 2)),
      .sizesDiffer(PixelSize(width: 1, height: 2), PixelSize(width: 3, height: 4)),
      .unrenderable("why"), .wrongByteCount(7, PixelSize(width: 1, height: 2)), .notPremultiplied(x: 5, y: 6),
    ] { recorded.add("error \(error)", error.localizedDescription) }
    var options = DecodeOptions()
    for most in [0, 1, 100, 100_000_000, Int.max / 16, Int.max / 16 - (1 << 20), Int.max / 16 + 1, .max] {
      options.maxPixels = most
      recorded.add("bytes of \(most)", "\(options.maxFileBytes)")
    }
    let size = PixelSize(width: 4, height: 3)
    for (name, framing) in [
      ("none", nil), ("its own", Framing(size: size)), ("dithered", Framing(size: size, dither: true)),
      ("unsized", Framing()), ("unsized, dithered", Framing(dither: true)),
      ("another", Framing(size: size.turned)),
    ] as [(String, Framing?)] {
      options.framing = framing
      recorded.add(
        "keeps words \(name)", "\(options.keepsWords(of: size)) \(options.ofNumbers.color) \(options.color)")
    }
    recorded.add(
      "standard",
      "\(Execution().threads) \(Execution(threads: 0).threads) \(Execution(threads: -3).threads) \(Execution(threads: 5).threads) \(DecodeOptions().maxPixels) \(DecodeOptions().color)"
    )
    recorded.add("framing", "\(Framing().fit) \(Framing().light) \(Framing().dither)")
    try recorded.check()
  }

  @Test func transformsAndPlanes() throws {
    var recorded = Recorded("transforms")
    let point = PixelPoint(x: 3, y: -2)
    let all: [(String, PixelTransform)] = [
      ("identity", .identity), ("translation", .translation(x: 2, y: 5)), ("across", .translation(x: 2)),
      ("down", .translation(y: 5)), ("scale", .scale(1.5, about: point)),
      ("scale of each", .scale(x: 2, y: 0.25, about: point)),
      ("rotation", .rotation(.degrees(33), about: point)), ("flat", .scale(x: 1, y: 0, about: point)),
      ("tiny", .scale(1e-7, about: point)),
      ("endless", .scale(.infinity, about: PixelPoint(x: 0, y: 0))),
    ]
    func numbers(_ t: PixelTransform) -> [Double] { [t.a, t.b, t.c, t.d, t.tx, t.ty] }
    for (name, transform) in all {
      recorded.add(name, numbers: numbers(transform))
      recorded.add(
        "\(name) inverse",
        transform.inverse.map { numbers($0).map(Recorded.digits).joined(separator: " ") } ?? "-")
      recorded.add(
        "\(name) moved", numbers: numbers(transform.translated(x: 1.5)) + numbers(transform.translated(y: -2))
      )
      for (other, next) in all.prefix(7) {
        recorded.add("\(name) then \(other)", numbers: numbers(transform.followed(by: next)))
      }
    }
    let center = PixelRectangle(x: 2, y: 5, width: 7, height: 3).center
    recorded.add("center", numbers: [center.x, center.y])
    for (width, height) in [(1, 1), (2, 3), (5, 4)] {
      let size = PixelSize(width: width, height: height)
      let plane = try #require(LumaPlane(size, values: (0..<width * height).map { Float($0 * $0 % 7) / 8 }))
      for frame in [(1, 1), (3, 2), (7, 9)].map({ PixelSize(width: $0.0, height: $0.1) }) {
        for y in 0..<frame.height {
          var row = [Float](repeating: 0, count: frame.width)
          var span = row.mutableSpan
          plane.stretch(row: y, of: frame, into: &span)
          recorded.add("plane \(size) in \(frame) \(y)", numbers: row.map(Double.init))
        }
      }
    }
    for (width, height, count) in [(0, 1, 0), (1, 0, 0), (2, 2, 3), (2, 2, 5), (-1, -1, 1), (2, 2, 4)] {
      recorded.add(
        "plane \(width)x\(height) of \(count)",
        "\(LumaPlane(PixelSize(width: width, height: height), values: Array(repeating: 0, count: count)) == nil)"
      )
    }
    for (name, bitmap) in [
      ("straight", try Bitmap(width: 3, height: 1, rgba: [10, 200, 30, 128, 50, 60, 70, 0, 9, 8, 7, 255])),
      (
        "premultiplied",
        try Bitmap(
          width: 3, height: 1, rgba: [10, 100, 30, 128, 0, 0, 0, 0, 9, 8, 7, 255], alpha: .premultiplied)
      ),
    ] {
      recorded.add("plane of \(name)", numbers: LumaPlane(of: bitmap).values.map(Double.init))
    }
    for y in [0, 1, 5, 7, 8, 13] {
      for x in [0, 3, 8] {
        let parts = Rounding.pattern(x: x, y: y).parts
        recorded.add("pattern \(x) \(y)", numbers: (0..<8).map { Double(parts[$0]) })
      }
    }
    for weights in [
      [0, 0, 0, 0, 1, 0, 0, 0, 0], [1, 2, 1, 2, 4, 2, 1, 2, 1].map { $0 / 16 },
      [0, -1, 0, -1, 5, -1, 0, -1, 0], Array(repeating: 1.0 / 9, count: 9), [-4, 0, 4, 0, 1, 0, 60, 0, -60],
      [0.001, 0, 0, 0, 128, 0, 0, 0, 0], [-2, -1, 0, -1, 1, 1, 0, 1, 2],
      Array(repeating: 0.1111, count: 9), [0.0301, 0.11, 0.0301, 0.11, 0.4402, 0.11, 0.0301, 0.11, 0.0301],
      [1.3, 0.7, 1.3, 0.7, 3.1, 0.7, 1.3, 0.7, 1.3], [0, 0.3, 0, 0, 0.4, 0, 0, 0.3, 0],
      [0, 0, 0, 0.3, 30.3, 0, 0, 0, 0],
    ] as [[Double]] {
      for offset in [0, 0.5, 127.5, -3.25, 200] as [Float] {
        let picture = try Bitmap.noise(21, 3, seed: 8, opaque: true)
        let lent = LentRows(count: 3)
        var result = "-"
        if let short = ShortConvolution(weights.map { Float($0) }, offset: offset) {
          var out = try Bitmap(width: 21, height: 1)
          for y in 0..<3 { picture.withRow(y) { lent.lend($0, as: y) } }
          out.withMutableRow(0) { Kernels.preferred.convolve(lent, short, into: &$0) }
          withExtendedLifetime(picture) {}
          result = out.outcome
        }
        recorded.add(
          "convolution \(weights.map { Recorded.digits($0) }.joined(separator: ",")) \(offset)", result)
      }
    }
    for largest in [0.1, 1, 1.99, 2, 2.99, 3.01, 6.9, 7.1, 14.9, 15, 15.1] {
      let rows = [[largest, 0, 0.1, 0.2], [0.3, -largest, 0, -0.1], [0, 0.5, 0.5, 0]]
      let picture = try Bitmap.noise(37, 1, seed: 8, opaque: true)
      var out = try Bitmap(width: 37, height: 1)
      let matrix = ColorMatrix(rows)
      if let matrix {
        picture.withRow(0) { row in
          out.withMutableRow(0) { Kernels.preferred.transformColors(row, matrix, into: &$0) }
        }
      }
      recorded.add("matrix \(largest)", matrix == nil ? "-" : out.outcome)
    }
    try recorded.check()
  }
}
