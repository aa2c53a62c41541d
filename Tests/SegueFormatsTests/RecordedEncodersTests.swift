import Foundation
import SegueFiles
import SegueFormats
import SeguePixels
import SegueRendering
import SegueTestSupport
import Synchronization
import Testing

/// Records encoded streams and animations, descriptions of formats, and metadata as read.
@Suite("Recorded: written files") struct RecordedEncodersTests {
  @Test func streams() throws {
    var recorded = Recorded("streams")
    let rate = FrameRate(29.97)
    let formats: [(String, any StreamFormat)] = [
      ("y4m", Formats.Y4M()), ("y4m of all", Formats.Y4M(chroma: .full)), ("rgba", Formats.RGBA()),
      ("rgb24", Formats.RGB24()),
    ]
    for (name, format) in formats {
      let encoder = format.makeEncoder(level: .preferred)
      for (width, height) in [(1, 1), (2, 3), (5, 17), (33, 32), (130, 35), (64, 2)] {
        let size = PixelSize(width: width, height: height)
        recorded.add(
          "\(name) \(size) header",
          String(decoding: format.header(size: size, rate: rate), as: UTF8.self).replacing("\n", with: "/")
            + " " + format.ffmpegInput(size: size, rate: rate).joined(separator: " "))
        for opaque in [false, true] {
          let scene = try Bitmap.scene(width, height, seed: 5, opaque: opaque)
          let straight = try Bitmap(width: width, height: height, rgba: scene.rgba())
          let rows: [any RowSource] = [scene, straight, Unchanged().apply(to: scene, at: 0)]
          for (index, rows) in rows.enumerated() {
            try encoder.encode(rows)
            let bytes = try encoder.withBytes { span in span.withUnsafeBufferPointer { Array($0) } }
            recorded.add(
              "\(name) \(size) \(opaque) \(index)",
              bytes.hexadecimal.count < 100 ? bytes.hexadecimal : Recorded.brief(bytes.hexadecimal))
          }
        }
      }
    }
    try recorded.check()
  }

  @Test func animations() throws {
    var recorded = Recorded("animations")
    for opaque in [true, false] {
      for (width, height) in [(1, 1), (41, 30), (70, 50)] {
        var frames = [try Bitmap.scene(width, height, seed: 1, opaque: opaque)]
        frames.append(frames[0])
        var next = frames[0]
        for y in height / 3..<height {
          for x in width / 2..<max(width / 2 + 1, width - 3) {
            next[x, y] = Pixel(red: UInt8(x * 3), green: UInt8(y * 4), blue: 90)
          }
        }
        frames.append(next)
        next[width - 1, height - 1] = opaque ? .white : .clear
        frames.append(next)
        frames.append(try .scene(width, height, seed: 2, opaque: opaque))
        frames.append(
          try Bitmap(PixelSize(width: width, height: height), filledWith: opaque ? .black : .clear))
        for (index, frame) in frames.enumerated() {
          let part = FrameDifference(frame, after: index > 0 ? frames[index - 1] : nil).part
          recorded.add("part \(opaque) \(width) \(index)", "\(part.x) \(part.y) \(part.width) \(part.height)")
        }
        for rate in [10, 24, 50, 29.97] {
          for loops in [0, 1, 7, 70_000] {
            let format = Formats.GIF(loops: loops)
            let animation = AnimationDescription(
              size: frames[0].size, frameCount: frames.count, rate: FrameRate(rate), hasAlpha: !opaque)
            recorded.add(
              "gif \(opaque) \(width) \(rate) \(loops) header",
              try format.header(of: animation, named: "a").hexadecimal)
            guard loops == 0, rate == 24 || width == 1 else { continue }
            let encoder = format.makeEncoder(of: animation, level: .preferred)
            for (index, frame) in frames.enumerated() {
              try encoder.encode(
                FrameDifference(frame, after: index > 0 ? frames[index - 1] : nil), number: index, named: "a")
              recorded.add(
                "gif \(opaque) \(width) \(rate) \(index)",
                try encoder.withBytes { span in span.withUnsafeBufferPointer { Array($0) } })
            }
          }
        }
      }
    }
    // Slow gradients have more colors than a palette, close to one another.
    for (name, steps) in [("very slowly", 7), ("slowly", 3), ("fast", 1)] {
      var slow = try Bitmap(width: 200, height: 60)
      for y in 0..<60 {
        for x in 0..<200 {
          slow[x, y] = Pixel(
            red: UInt8(x / steps), green: UInt8(y * 2 / steps), blue: UInt8((x + y) / steps % 256))
        }
      }
      let animation = AnimationDescription(
        size: slow.size, frameCount: 1, rate: FrameRate(10), hasAlpha: false)
      let encoder = Formats.GIF().makeEncoder(of: animation, level: .preferred)
      try encoder.encode(FrameDifference(slow, after: nil), number: 0, named: "a")
      recorded.add(
        "gif of colors that change \(name)",
        try encoder.withBytes { span in span.withUnsafeBufferPointer { Array($0) } })
    }
    for (name, format) in [("gif", Formats.GIF()), ("apng", Formats.APNG())]
      as [(String, any AnimationFormat)]
    {
      recorded.add(
        "\(name)",
        "\(format.layouts) \(format.headerIsWrittenLast) \(format.maxFramesPerSecond ?? -1) \(try format.trailer(named: "a").hexadecimal)"
      )
      for side in [1, 65535, 65536, 0x7fff_ffff, 0x8000_0000] {
        for turned in [false, true] {
          let size = PixelSize(width: turned ? 3 : side, height: turned ? side : 3)
          let text: String
          do {
            text = try format.header(
              of: AnimationDescription(size: size, frameCount: 3, rate: FrameRate(30), hasAlpha: turned),
              named: "a"
            ).hexadecimal
          } catch { text = "\(error)" }
          recorded.add("\(name) of \(size)", text)
        }
      }
      for (first, last) in [(0, 1), (0, 2), (0, 3), (5, 65), (0, 61), (2, 100)] {
        for rate in [1, 49.9, 50, 50.1, 60, 100, 1000] {
          let chosen = format.frames(of: first..<last, rate: FrameRate(rate))
          recorded.add(
            "\(name) frames \(first)..<\(last) at \(rate)",
            Recorded.brief("\(chosen.numbers)", most: 60) + " \(chosen.rate)")
        }
      }
    }
    recorded.add(
      "loops",
      "\([-1, 0, 3, 65535, 65536].map { Formats.GIF(loops: $0).loops }) \([-1, 0, 3, 65535, 65536].map { Formats.APNG(loops: $0).loops })"
    )
    for text in [
      "0", "1", "24", "25", "29.97", "23.976", "59.94", "119.88", "30000/1001", "24000/1001", "1/2", "0.5",
      "0.001", "0.0001", "1e3", "1e9", "1000000000", "1000000001", "1e10", "-1", "x", "", "/", "1/", "/1",
      "1/0", "0/1", "3/2/1", "3.5/2", "12.5", "12.50", "12.345", "12.3456", "1.23456789", "14.985", "14.98",
      "60/1", "120/2", "1000000000/1000000000", "1000000001/1", "1/1000000001", "nan", "inf", " 24", "+24",
      "25.", ".5", "47.952", "47.95", "47.9",
    ] {
      let rate = FrameRate(text)
      recorded.add(
        "rate '\(text)'",
        rate.map { rate in
          "\(rate) \(rate.delay.numerator)/\(rate.delay.denominator) \([0, 1, 2, 7, 100].map { rate.numerator < 1_000_000 ? rate.ticks(ofFrame: $0, perSecond: 100) : 0 }) \(rate.numerator < 1_000_000 ? rate.ticks(ofFrame: 3, perSecond: 1000) : 0)"
        } ?? "-")
    }
    for value in [0.0001, 0.0005, 1, 23.976, 23.98, 29.97, 29.9, 59.94, 1e9, 1e12] {
      recorded.add("rate of \(value)", "\(FrameRate(value)) \(Recorded.digits(FrameRate(value).perSecond))")
    }
    for (numerator, denominator) in [
      (0, 1), (1, 0), (6, 4), (1_000_000_000, 1), (1_000_000_001, 1), (1, 1_000_000_001), (65535, 1),
      (65536, 1), (131_071, 2), (1, 65535), (1, 65536), (1_000_003, 999_983),
    ] {
      let rate = FrameRate(numerator: numerator, denominator: denominator)
      recorded.add("rate \(numerator)/\(denominator)", rate.map { "\($0) \($0.delay)" } ?? "-")
    }
    try recorded.check()
  }

  @Test func descriptionsAndErrorsOfFormatsAreRecorded() throws {
    var recorded = Recorded("formats")
    for item in Catalog.formats.items {
      let format = try item.make()
      let kind = type(of: format)
      recorded.add(
        item.name,
        "\(kind.title) | \(kind.extensions.joined(separator: " ")) | \(item.summary) | "
          + item.parameters.map { "\($0.name) \($0.kind) \($0.defaultValue): \($0.summary)" }.joined(
            separator: " | "))
      if let video = format as? any VideoFormat {
        for (width, height) in [(2, 2), (3, 2), (2, 3), (16_386, 2), (70_000, 2), (1, 1)] {
          let text: String
          do { try video.check(PixelSize(width: width, height: height), named: "a"); text = "-" } catch {
            text = "\(error)"
          }
          recorded.add("\(item.name) \(width)x\(height)", text)
        }
        recorded.add(
          "\(item.name) keeps",
          "\(video.keepsAlpha) \(video.ffmpegAlphaOptions ?? []) \(video.ffmpegSoundOptions ?? []) \(video.ffmpegPipeOptions.map { "\($0)" } ?? "-")"
        )
      }
    }
    for name in [
      "a.png", "a.PNG", "png", ".png", "a.jpg", "a.jpeg", "a.JPE", "a.b.gif", "a.tif", "a.tiff", "a.y4m",
      "a.txt", "", "a.mkv.x", "apng", "a.apng", "a.dib", "a.phm", "a.webm", "a.heif", "a.avif", "a.qoi.png",
    ] {
      recorded.add("named '\(name)'", Catalog.formats.forFile(named: name)?.name ?? "-")
    }
    let starts: [[UInt8]] = [
      [], [0x89], PNGChunk.signature, PNGChunk.signature.dropLast() + [], [0xff, 0xd8, 0xff], [0xff, 0xd8],
      Array("GIF89a".utf8), Array("GIF87a".utf8), Array("GIF88a".utf8), Array("qoif".utf8), Array("qoi".utf8),
      Array("II*\0".utf8), Array("MM\0*".utf8), Array("II+\0".utf8), Array("P6 1".utf8), Array("P7 1".utf8),
      Array("P7\n1".utf8), Array("P9 1".utf8), Array("Pf\n".utf8), Array("Ph\n".utf8), Array("PX\n".utf8),
      Array("P5#".utf8), Array("Pf#".utf8), Array("P1".utf8),
      Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [40, 0],
      Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [41, 0],
      Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [40, 1],
      Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [40], Array("RIFF\0\0\0\0WEBP".utf8),
      Array("RIFF\0\0\0\0WAVE".utf8), [0, 0, 0, 24] + Array("ftypavif".utf8),
      [0, 0, 0, 24] + Array("ftypheic".utf8), [0, 0, 0, 24] + Array("ftypmp42".utf8),
      [0x76, 0x2f, 0x31, 0x01], Array("8BPS".utf8) + [0, 1], [0xff, 0x0a], Array("DDS ".utf8),
      Array("text".utf8),
    ]
    for start in starts {
      recorded.add(
        "begins \(start.hexadecimal)", Catalog.formats.forContent(start).map { "\($0.name)" } ?? "-")
    }
    for path in [
      "a", "a[", "a[]", "a[1]", "a[12]", "a[-1]", "a[x]", "[1]", "a[1][2]", "a[4294967295]", "a[4294967296]",
      "a[1] ", "a]",
    ] { recorded.add("path '\(path)'", "\(fileAndPage(path))") }
    for error in [
      ImageError.notAnImage(file: "a"), .truncated(file: "a", detail: "b"), .damaged(file: "a", detail: "b"),
      .unsupported(file: "a", detail: "b"),
      .tooLarge(file: "a", size: PixelSize(width: 3, height: 2), limit: 5),
      .fileTooLarge(file: "a", limit: 9), .outOfMemory(file: "a"),
    ] { recorded.add("error \(error)", "\(error.localizedDescription) \(error.file ?? "")") }
    recorded.add("profile", Formats.JPEG.name.isEmpty ? "" : "\(ColorProfile.allCases)")
    try recorded.check()
  }

  /// Records EXIF and XMP as read, with each byte changed.
  @Test func metadata() throws {
    var recorded = Recorded("metadata")
    func outcome(_ bytes: [UInt8]) -> String {
      let said = Mutex<[String]>([])
      let options = DecodeOptions { line in said.withLock { $0.append(line) } }
      let result: String
      do {
        let metadata = try Metadata(decoding: bytes, named: "A", options: options)
        result =
          "\(metadata.exif?.hexadecimal ?? "-") \(metadata.xmp ?? "-") \(metadata.resolution.map { "\(Recorded.digits($0.across)) \(Recorded.digits($0.down))" } ?? "-")"
      } catch { result = "\(error)" }
      return ([result] + said.withLock { $0 }).joined(separator: "; ")
    }
    func png(exif: [UInt8]? = nil, xmp: [UInt8]? = nil, density: [UInt8]? = nil) -> [UInt8] {
      let parts = [exif.map { ("eXIf", $0) }, xmp.map { ("iTXt", $0) }, density.map { ("pHYs", $0) }]
        .compactMap { $0 }
      let base = MadePNG(3, 2, 2, 8, interlaced: false, seed: 1).chunks
      return PNGChunk.file([base[0]] + parts.map { PNGChunk(name: $0.0, data: $0.1) } + base.dropFirst())
    }
    func jpeg(_ segments: [[UInt8]]) -> [UInt8] {
      var made = MadeJPEG.gray(8, 8)
      for segment in segments { made.segments += segment }
      return made.bytes
    }
    for (name, made) in [
      ("turned", MadeExif()),
      ("strips", MadeExif(isBigEndian: false, orientation: 3, small: (Array("SMALL ONE".utf8), false))),
      ("first", MadeExif(unit: 3, smallIsFirst: true)),
      ("none", MadeExif(orientation: 8, resolution: (72, 0), small: nil)),
    ] {
      let exif = made.bytes
      recorded.add(name, Recorded.brief(outcome(png(exif: exif)), most: 2000))
      recorded.add(
        "\(name), JPEG",
        Recorded.brief(outcome(jpeg([MadeJPEG.segment(0xe1, Array("Exif\0\0".utf8) + exif)])), most: 2000))
      for place in exif.indices {
        let all = [exif[place] &+ 1, exif[place] &- 1, exif[place] ^ 0x80, 255].map { value -> String in
          var changed = exif
          changed[place] = value
          // Only the orientation of a JPEG is read.
          return outcome(png(exif: changed)) + "\n"
            + outcome(jpeg([MadeJPEG.segment(0xe1, Array("Exif\0\0".utf8) + changed)]))
        }
        recorded.add("\(name) \(place)", Recorded.brief(all.joined(separator: "\n")))
      }
      recorded.add(
        "\(name) cut",
        Recorded.brief(
          exif.indices.map { outcome(png(exif: Array(exif.prefix($0)))) }.joined(separator: "\n")))
    }
    let keyword = Array("XML:com.adobe.xmp\0".utf8)
    for (name, text) in [
      ("plain", keyword + [0, 0, 0, 0] + Array("<x/>".utf8)),
      ("of a language", keyword + [0, 0] + Array("en\0key\0<x/>".utf8)),
      ("packed", keyword + [1, 0, 0, 0] + deflated(Array("<packed/>".utf8))),
      ("badly packed", keyword + [1, 0, 0, 0, 7]),
      ("of another kind", keyword + [2, 0, 0, 0]), ("of another packing", keyword + [1, 1, 0, 0]),
      ("short", keyword), ("of one zero", keyword + [0, 0, 0, 65]),
      ("of another name", Array("XML:com.adobe.xmq\0\0\0\0\0<x/>".utf8)), ("empty", keyword + [0, 0, 0, 0]),
    ] { recorded.add("XMP \(name)", outcome(png(xmp: text))) }
    let packets = ["<first/>", "<second/>"].map {
      PNGChunk(name: "iTXt", data: keyword + [0, 0, 0, 0] + Array($0.utf8))
    }
    let base = MadePNG(3, 2, 2, 8, interlaced: false, seed: 1).chunks
    recorded.add("XMP twice", outcome(PNGChunk.file([base[0]] + packets + base.dropFirst())))
    for text in [
      "tiff:Orientation=\"6\"", "tiff:Orientation='6'", "tiff:Orientation = \"6\"", "tiff:Orientation=6",
      "<tiff:Orientation>6</tiff:Orientation>", "<tiff:Orientation> 8 </tiff:Orientation>",
      "tiff:Orientation=\"9\"", "tiff:Orientation=\"0\"", "tiff:Orientation=\"16\"", "tiff:Orientation=\"1\"",
      "tiff:Orientation", "tiff:Orientation=",
      "tiff:Orientation=\"", "tiff:Orientation=\"6", "tiff:Orientation:\"6\"",
      "tiff:Orientation=\"6\" tiff:Orientation=\"3\"", "a<xmp:Thumbnails>b</xmp:Thumbnails>c",
      "a<xap:Thumbnails>b</xap:Thumbnails>c<xap:Thumbnails>d</xap:Thumbnails>e", "a<xmp:Thumbnails>b",
      "</xmp:Thumbnails>a<xmp:Thumbnails>", "x\0", "x\0y", "\0",
    ] {
      recorded.add(
        "XMP text \(text.replacing("\0", with: "~"))",
        outcome(png(xmp: keyword + [0, 0, 0, 0] + Array(text.utf8))).replacing("\0", with: "~"))
    }
    recorded.add("XMP of no text", outcome(png(xmp: keyword + [0, 0, 0, 0, 0xff, 0xfe])))
    for density in [
      [0, 0, 0x0b, 0x13, 0, 0, 0x16, 0x26, 1], [0, 0, 0x0b, 0x13, 0, 0, 0x16, 0x26, 0],
      [0, 0, 0x0b, 0x13, 0, 0, 0x16, 0x26], [0, 0, 0, 0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 0, 0, 0, 1, 1],
      [255, 255, 255, 255, 0, 0, 1, 1, 1],
    ] as [[UInt8]] {
      recorded.add("density \(density)", outcome(png(density: density)))
    }
    recorded.add(
      "all",
      Recorded.brief(
        outcome(
          png(
            exif: MadeExif().bytes, xmp: keyword + [0, 0, 0, 0] + Array("<x/>".utf8),
            density: [0, 0, 0x0b, 0x13, 0, 0, 0x16, 0x26, 1])), most: 2000))
    let picture = try Bitmap(PixelSize(width: 3, height: 2), filledWith: .white)
    for (name, metadata) in [
      ("nothing", Metadata()),
      (
        "all",
        Metadata(
          exif: MadeExif(orientation: 1, small: nil).bytes, xmp: "<x/>",
          resolution: .init(across: 300, down: 150))
      ), ("empty", Metadata(exif: [], xmp: "")),
      ("no resolution", Metadata(resolution: .init(across: 0.001, down: 300))),
      ("largest", Metadata(resolution: .init(across: 1e8, down: 1e8))),
      ("no EXIF", Metadata(exif: [1, 2, 3], xmp: "x")),
      ("too dense", Metadata(resolution: .init(across: 300, down: 1e9))),
    ] {
      let chunks = try PNGChunk.list(picture.encoded(as: .png, metadata: metadata)).filter {
        $0.name != "IDAT"
      }
      recorded.add(
        "written \(name)", chunks.map { "\($0.name) \($0.data.hexadecimal)" }.joined(separator: " | "))
    }
    for (name, parts) in [
      ("whole", [[1, 2], [2, 2]]), ("twice", [[1, 2], [1, 2]]), ("of other counts", [[1, 2], [2, 3]]),
      ("missing", [[1, 2]]), ("of zero", [[0, 0]]), ("beyond", [[1, 1], [2, 1]]), ("short", [[1]]),
      ("from zero", [[0, 2], [1, 2]]),
    ] as [(String, [[UInt8]])] {
      let bytes = jpeg(parts.map { MadeJPEG.segment(0xe2, Array("ICC_PROFILE\0".utf8) + $0 + [7, 7]) })
      let said = Mutex<[String]>([])
      _ = try? Bitmap(
        decoding: bytes, named: "A", options: DecodeOptions { line in said.withLock { $0.append(line) } })
      let isOurs = name != "whole"
      recorded.add(
        "profile \(name)",
        isOurs ? said.withLock { $0 }.joined(separator: "; ") : "\(said.withLock { $0.count })")
    }
    try recorded.check()
  }
}
