import SegueFiles
import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

@Suite("Animated PNG and WebP")
struct AnimationFormatTests {
  /// Encodes frames to an animated file.
  private func file(
    _ frames: [Bitmap], _ format: some AnimationFormat, _ rate: FrameRate = FrameRate(60), alpha: Bool
  ) throws -> [UInt8] {
    var animation = AnimationDescription(
      size: frames[0].size, frameCount: frames.count, rate: rate, hasAlpha: alpha)
    let encoder = format.makeEncoder(of: animation, level: .preferred)
    var body: [UInt8] = []
    for (number, frame) in frames.enumerated() {
      let difference = FrameDifference(frame, after: number > 0 ? frames[number - 1] : nil)
      try encoder.encode(difference, number: number, named: "frame")
      body += try encoder.withBytes { bytes in bytes.withUnsafeBytes { [UInt8]($0) } }
    }
    body += try format.trailer(named: "file")
    animation.fileBytes = try format.header(of: animation, named: "file").count + body.count
    return try format.header(of: animation, named: "file") + body
  }

  /// Makes frames that differ in random rectangles, or not at all.
  private func frames(seed: UInt64, opaque: Bool) throws -> [Bitmap] {
    var random = SeededGenerator(seed)
    let (width, height) = (Int.random(in: 1...40, using: &random), Int.random(in: 1...40, using: &random))
    var frames = [try Bitmap.noise(width, height, seed: seed, opaque: opaque)]
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      var next = frames[frames.count - 1]
      if Int.random(in: 0..<4, using: &random) > 0 {
        let (left, top) = (
          Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random)
        )
        for y in top...Int.random(in: top..<height, using: &random) {
          for x in left...Int.random(in: left..<width, using: &random) {
            next[x, y] = .random(opaque: opaque, using: &random)
          }
        }
      }
      frames.append(next)
    }
    return frames
  }

  @Test("Straight and premultiplied frames always differ, even with equal bytes")
  func straightAndPremultiplied() throws {
    let bytes: [UInt8] = [100, 50, 25, 128, 1, 2, 3, 4, 0, 0, 0, 9, 90, 90, 90, 90]
    let straight = try Bitmap(width: 2, height: 2, rgba: bytes)
    let premultiplied = try Bitmap(width: 2, height: 2, rgba: bytes, alpha: .premultiplied)
    let whole = PixelRectangle(x: 0, y: 0, width: 2, height: 2)
    for (frame, previous) in [(straight, premultiplied), (premultiplied, straight)] {
      #expect(FrameDifference(frame, after: previous).part == whole)
    }
    let nothing = PixelRectangle(x: 0, y: 0, width: 1, height: 1)
    #expect(FrameDifference(straight, after: straight).part == nothing)
  }

  @Test("Lossless WebP keeps the colors of transparent pixels", .enabled(if: Formats.WebP.unavailable == nil))
  func transparentColors() throws {
    let files = try [[200, 0, 0, 0], [0, 0, 200, 0], [0, 0, 0, 0]].map { (pixel: [UInt8]) in
      let bytes = Array(repeating: pixel, count: 64).flatMap(\.self)
      return try Bitmap(width: 8, height: 8, rgba: bytes).encoded(as: .webp(isLossless: true))
    }
    #expect(Set(files).count == 3)
  }

  @Test(
    "A missing page of a WebP is an error that lists the pages",
    .enabled(if: Formats.WebP.unavailable == nil))
  func pagesOfWebP() throws {
    let frames = try (1...3).map { try Bitmap.noise(6, 5, seed: UInt64($0), opaque: true) }
    let moving = try file(frames, Formats.WebP(isLossless: true), alpha: false)
    let still = try frames[0].encoded(as: Formats.WebP(isLossless: true))
    var options = DecodeOptions()
    for (bytes, shown, detail) in [
      (still, [frames[0]], "it has one picture, [0]"), (moving, frames, "it has 3 pictures, [0] to [2]"),
    ] {
      for (page, frame) in shown.enumerated() {
        options.page = UInt32(page)
        #expect(try Bitmap(decoding: bytes, options: options) == frame)
      }
      for page in [shown.count, shown.count + 1, Int(UInt32.max)] {
        options.page = UInt32(page)
        #expect(decodingError(bytes, options: options) == .unsupported(file: "image", detail: detail))
      }
    }
  }

  @Test(
    "An animated WebP cut short is truncated, and a damaged frame leaves the earlier ones readable",
    .enabled(if: Formats.WebP.unavailable == nil))
  func damagedWebP() throws {
    let frames = try (1...3).map { try Bitmap.noise(20, 16, seed: UInt64($0), opaque: true) }
    let bytes = try file(frames, Formats.WebP(isLossless: true), alpha: false)
    for count in [12, 29, 30, 44, bytes.count / 2, bytes.count - 1] {
      let detail = "the file ends too early" + (count < 30 ? "" : ", or its frames are damaged")
      #expect(
        decodingError(Array(bytes.prefix(count))) == .truncated(file: "image", detail: detail), "\(count)")
    }
    // Skips the FourCC, the length and 5 bytes of header of each VP8L chunk. Set bits there claim a color
    // cache of 15 bits; the maximum is 11.
    let pixels = bytes.indices.filter { bytes[$0...].starts(with: "VP8L".utf8) }.map { $0 + 13 }
    try #require(pixels.count == 3)
    var options = DecodeOptions()
    for (damaged, start) in pixels.enumerated() {
      var file = bytes
      file.replaceSubrange(start..<start + 8, with: [UInt8](repeating: 0xff, count: 8))
      for page in 0..<3 {
        options.page = UInt32(page)
        #expect(
          decodingError(file, options: options)
            == (page < damaged ? nil : .damaged(file: "image", detail: "its frames cannot be decoded")))
      }
    }
    var still = try frames[0].encoded(as: Formats.WebP(isLossless: true))
    let start = try #require(still.indices.first { still[$0...].starts(with: "VP8L".utf8) }) + 13
    for count in [20, 24, 25, still.count - 1] {
      #expect(
        decodingError(Array(still.prefix(count)))
          == .truncated(file: "image", detail: "the file ends too early"))
    }
    still.replaceSubrange(start..<start + 8, with: [UInt8](repeating: 0xff, count: 8))
    #expect(decodingError(still) == .damaged(file: "image", detail: "its pixels cannot be decoded"))
  }

  /// Finds the rectangle in which two bitmaps differ, by comparing all pixels; one pixel if they are equal.
  private func difference(_ a: Bitmap, _ b: Bitmap) -> [Int] {
    var (xs, ys): ([Int], [Int]) = ([], [])
    for y in 0..<a.height {
      for x in 0..<a.width where a[x, y] != b[x, y] {
        xs.append(x)
        ys.append(y)
      }
    }
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else {
      return [0, 0, 1, 1]
    }
    return [left, top, right - left + 1, bottom - top + 1]
  }

  @Test("APNG frames decode exactly, and each stores the smallest rectangle of changes", arguments: 1...60)
  func apngIsExact(seed: UInt64) throws {
    let opaque = seed % 2 == 0
    let frames = try frames(seed: seed, opaque: opaque)
    let decoded = try ReferenceAPNG(
      file(frames, Formats.APNG(loops: Int(seed)), FrameRate(24), alpha: !opaque))
    #expect(decoded.width == frames[0].width && decoded.height == frames[0].height)
    #expect(decoded.loops == Int(seed) && decoded.colorType == (opaque ? 2 : 6))
    try #require(decoded.frames.count == frames.count)
    for (number, frame) in decoded.frames.enumerated() {
      #expect(frame.rgba == frames[number].unpremultipliedBytes)
      #expect(frame.numerator == 1 && frame.denominator == 24)
      let part =
        number > 0
        ? difference(frames[number - 1], frames[number]) : [0, 0, decoded.width, decoded.height]
      #expect([frame.x, frame.y, frame.width, frame.height] == part)
    }
  }

  @Test(
    "One changed pixel at an edge or a corner is stored as one pixel", arguments: [0, 6, 12],
    [0, 4, 9])
  func edges(x: Int, y: Int) throws {
    let first = try Bitmap.noise(13, 10, seed: 1, opaque: true)
    var second = first
    second[x, y].red ^= 1
    let decoded = try ReferenceAPNG(file([first, second], Formats.APNG(), alpha: false))
    let frame = decoded.frames[1]
    #expect([frame.x, frame.y, frame.width, frame.height] == [x, y, 1, 1])
    #expect(frame.rgba == second.unpremultipliedBytes)
  }

  @Test("Colors of transparent pixels are kept, and are told apart from premultiplied frames")
  func straightFrames() throws {
    let bytes = (0..<40).flatMap { (red: UInt8) -> [UInt8] in [red, 9, 7, red % 2 == 0 ? 0 : 200] }
    let straight = try Bitmap(straightBytes: bytes, 8, 5)
    let plain = try straight.withoutStraightPixels()
    let frames = [straight, straight, plain, straight]
    let decoded = try ReferenceAPNG(file(frames, Formats.APNG(), alpha: true))
    #expect(decoded.frames.map(\.width) == [8, 1, 8, 8])
    #expect(decoded.frames[0].rgba == bytes && decoded.frames[3].rgba == bytes)
    #expect(decoded.frames[2].rgba == plain.unpremultipliedBytes)
  }

  static let rates: [(Double, Int, Int)] = [
    (60, 1, 60), (24, 1, 24), (1, 1, 1), (0.5, 2, 1), (12.5, 2, 25), (29.97, 1001, 30000),
    (29.9, 10, 299), (1e9, 1, 65535), (70_000, 1, 65535), (65_535, 1, 65535), (1e-9, 1000, 1), (0.3, 10, 3),
  ]

  @Test("The delay of an APNG frame is at most 65535 seconds", arguments: [65_535, 65_536, 1_000_000_000])
  func longestDelay(seconds: Int) throws {
    let delay = try #require(FrameRate(numerator: 1, denominator: seconds)).delay
    #expect(delay == (65_535, 1))
  }

  @Test("Frame rates become the nearest fraction of 16-bit integers", arguments: rates)
  func delays(rate: Double, numerator: Int, denominator: Int) {
    let delay = FrameRate(rate).delay
    #expect(Int(delay.numerator) == numerator && Int(delay.denominator) == denominator)
  }

  @Test("The delay of an APNG frame is the frame rate's, in 16-bit numbers", arguments: rates)
  func delaysInFiles(rate: Double, numerator: Int, denominator: Int) throws {
    let frame = try Bitmap(PixelSize(width: 2, height: 1), filledWith: .white)
    let decoded = try ReferenceAPNG(file([frame], Formats.APNG(), FrameRate(rate), alpha: false))
    #expect(decoded.frames[0].numerator == numerator && decoded.frames[0].denominator == denominator)
  }

  @Test("A change far from the first corner is found")
  func farCorners() throws {
    let first = try Bitmap(PixelSize(width: 700, height: 521), filledWith: .white)
    var second = first
    second[699, 520] = .black
    let png = try ReferenceAPNG(file([first, second], Formats.APNG(), alpha: false)).frames[1]
    #expect([png.x, png.y, png.width, png.height] == [699, 520, 1, 1])
    guard Formats.WebP.unavailable == nil else { return }
    let bytes = try file([first, second], Formats.WebP(isLossless: true), alpha: false)
    var options = DecodeOptions()
    for (page, frame) in [first, second].enumerated() {
      options.page = UInt32(page)
      #expect(try Bitmap(decoding: bytes, options: options) == frame)
    }
  }

  /// Layout by the WebP Container Specification, "Animation" and "Extended File Format"; little-endian.
  @Test("Sizes and durations of an animated WebP use all bytes of their fields", .needsWebP)
  func largeNumbersOfWebP() throws {
    let animation = AnimationDescription(
      size: PixelSize(width: 16_383, height: 300), frameCount: 2, rate: FrameRate(0.01), hasAlpha: true,
      fileBytes: 0x0102_0304)
    let sides = little32(16_382).prefix(3) + little32(299).prefix(3)
    var expected = Array("RIFF".utf8) + little32(0x0102_0304 - 8) + Array("WEBPVP8X".utf8) + little32(10)
    expected += [0x12, 0, 0, 0] + sides + Array("ANIM".utf8) + little32(6) + little32(0) + little16(1000)
    #expect(try Formats.WebP(loops: 1000).header(of: animation, named: "a.webp") == expected)
    // A frame of noise, which takes more than 65535 bytes.
    let noise = try Bitmap.noise(160, 160, seed: 2, opaque: true)
    let bytes = try file([noise], Formats.WebP(isLossless: true), FrameRate(0.01), alpha: false)
    #expect(bytes.count > 66_000 && Array(bytes[64..<67]) == Array(little32(100_000).prefix(3)))
    #expect(Array(bytes[48..<52]) == little32(bytes.count - 52))
    #expect(try Bitmap(decoding: bytes) == noise)
  }

  @Test(
    "The duration of an animated WebP frame is at most 24 bits of milliseconds", .needsWebP,
    arguments: [(16_777, 16_777_000), (16_778, 0xff_ffff), (1_000_000_000, 0xff_ffff)])
  func longestTimeOfWebP(seconds: Int, milliseconds: Int) throws {
    let rate = try #require(FrameRate(numerator: 1, denominator: seconds))
    let frame = try Bitmap(PixelSize(width: 2, height: 2), filledWith: .white)
    let bytes = try file([frame], Formats.WebP(isLossless: true), rate, alpha: false)
    #expect(Array(bytes[64..<67]) == Array(little32(milliseconds).prefix(3)))
  }

  @Test("The delay of any rate is a convergent: a best approximation of its period", arguments: 1...200)
  func delaysOfAnyRate(seed: UInt64) {
    var random = SeededGenerator(seed)
    let rate = FrameRate(1 / Double.random(in: 0.004...20, using: &random))
    let delay = rate.delay
    let seconds = 1 / rate.perSecond
    let error = abs(Double(delay.numerator) / Double(delay.denominator) - seconds)
    let bound = 1.001 * max(1, seconds) / (Double(delay.denominator) * 65535)
    #expect(error <= bound)
  }

  @Test("Rounded milliseconds of WebP frames do not drift", arguments: [60, 59.94, 24, 7, 1000, 0.7])
  func milliseconds(rate: Double) {
    let rate = FrameRate(rate)
    var end = 0.0
    for number in 0..<500 {
      end += Double(rate.ticks(ofFrame: number, perSecond: 1000))
      #expect(abs(end - 1000 * Double(number + 1) / rate.perSecond) <= 0.5)
    }
  }

  @Test(
    "Animated WebP has the chunks of its specification", .needsWebP, arguments: 1...20, [true, false])
  func webpContainer(seed: UInt64, isLossless: Bool) throws {
    let opaque = seed % 2 == 0
    let frames = try frames(seed: seed, opaque: opaque)
    let format = Formats.WebP(isLossless: isLossless, loops: 3)
    let bytes = try file(frames, format, FrameRate(30), alpha: !opaque)
    func integer(_ at: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
    }
    func name(_ at: Int) -> String { String(decoding: bytes[at..<at + 4], as: UTF8.self) }
    #expect(name(0) == "RIFF" && name(8) == "WEBP" && integer(4, 4) + 8 == bytes.count)
    #expect(name(12) == "VP8X")
    let flags = opaque ? 0x02 : 0x12
    #expect(integer(20, 1) == flags)
    let canvas = PixelSize(width: integer(24, 3) + 1, height: integer(27, 3) + 1)
    #expect(canvas == frames[0].size)
    #expect(name(30) == "ANIM" && integer(34, 4) == 6 && integer(42, 2) == 3)
    var at = 44
    for number in frames.indices {
      try #require(name(at) == "ANMF")
      let (x, y) = (2 * integer(at + 8, 3), 2 * integer(at + 11, 3))
      let (width, height) = (integer(at + 14, 3) + 1, integer(at + 17, 3) + 1)
      let part =
        number > 0
        ? difference(frames[number - 1], frames[number]) : [0, 0, frames[0].width, frames[0].height]
      let (left, top) = (part[0] & ~1, part[1] & ~1)
      let (right, bottom) = (part[0] + part[2], part[1] + part[3])
      #expect(x == left && y == top)
      #expect(x + width == right && y + height == bottom)
      let milliseconds = [33, 34, 33][number % 3]
      #expect(integer(at + 20, 3) == milliseconds)
      #expect(integer(at + 23, 1) == 2, "neither blending nor disposal")
      #expect(["VP8 ", "VP8L", "ALPH"].contains(name(at + 24)))
      at += 8 + integer(at + 4, 4)
    }
    #expect(at == bytes.count)
  }

  @Test(
    "Frames of lossless animated WebP decode exactly, straight or premultiplied", .needsWebP,
    arguments: 1...24)
  func webpIsExact(seed: UInt64) throws {
    let opaque = seed % 3 == 0
    var frames = try self.frames(seed: seed, opaque: opaque)
    if seed % 3 == 1 {
      frames = try frames.map { try Bitmap(straightBytes: $0.unpremultipliedBytes, $0.width, $0.height) }
    }
    guard frames.count > 1 else { return }
    let bytes = try file(frames, Formats.WebP(isLossless: true), alpha: !opaque)
    var options = DecodeOptions()
    for (page, frame) in frames.enumerated() {
      options.page = UInt32(page)
      #expect(try Bitmap(decoding: bytes, options: options) == frame, "frame \(page)")
    }
  }

  @Test(
    "Higher quality of WebP gives a smaller error and a larger file, still or animated",
    .needsWebP)
  func qualitiesOfWebP() throws {
    let picture = try Bitmap(64, 48) { x, y in [4 * x, 5 * y, x * y % 256] }
    for isMoving in [false, true] {
      var last = (difference: 255.0, count: 0)
      for quality in [3, 50, 97] {
        let format = Formats.WebP(quality: quality)
        let bytes = try isMoving ? file([picture, picture], format, alpha: false) : encoded(picture, format)
        let difference = try Bitmap(decoding: bytes).meanDifference(from: picture)
        #expect(difference < last.difference && bytes.count > last.count, "\(quality)")
        last = (difference, bytes.count)
      }
    }
    for (given, taken) in [(-5, 1), (0, 1), (1, 1), (42, 42), (100, 100), (101, 100)] {
      #expect(Formats.WebP(quality: given).quality == taken)
    }
    for (given, taken) in [(-1, 0), (0, 0), (7, 7), (65535, 65535), (65536, 65535)] {
      #expect(Formats.WebP(loops: given).loops == taken)
    }
  }

  @Test("Sizes beyond the format's limits are refused", .needsWebP)
  func sizes() throws {
    func header(_ width: Int, fileBytes: Int) throws -> [UInt8] {
      let animation = AnimationDescription(
        size: PixelSize(width: width, height: 1), frameCount: 1, rate: FrameRate(60), hasAlpha: false,
        fileBytes: fileBytes)
      return try Formats.WebP().header(of: animation, named: "a.webp")
    }
    let name = "a.webp"
    #expect(throws: ExportError.unsupported(file: name, reason: "WEBP ends at 16383 pixels a side")) {
      try header(16384, fileBytes: 0)
    }
    let wide = try Bitmap(width: 16384, height: 1)
    #expect(throws: ExportError.unsupported(file: "frame", reason: "WEBP ends at 16383 pixels a side")) {
      try encoded(wide, Formats.WebP())
    }
    #expect(throws: ExportError.encoderFailed(file: name, reason: "a WebP file ends at 4 GiB")) {
      try header(1, fileBytes: 1 << 32)
    }
  }

  /// The 32-bit size field of a RIFF header excludes its first eight bytes.
  @Test("The size field of a WebP holds up to 4 GiB", .needsWebP)
  func largestWebP() throws {
    func header(_ bytes: Int) throws -> [UInt8] {
      try Formats.WebP().header(
        of: AnimationDescription(
          size: PixelSize(width: 1, height: 1), frameCount: 1, rate: FrameRate(60), hasAlpha: false,
          fileBytes: bytes),
        named: "a.webp")
    }
    for bytes in [1000, 0x8000_0008, 0xffff_fffe] {
      #expect(try Array(header(bytes)[4..<8]) == bigEndian(bytes - 8).reversed(), "\(bytes)")
    }
    for bytes in [0xffff_ffff, 1 << 32, 1 << 32 + 1000] {
      #expect(throws: ExportError.encoderFailed(file: "a.webp", reason: "a WebP file ends at 4 GiB")) {
        try header(bytes)
      }
    }
  }

  @Test("A build without libwebp names the missing package", .disabled(if: Formats.WebP.unavailable == nil))
  func withoutWebP() throws {
    let picture = try Bitmap(width: 2, height: 2)
    let error = #expect(throws: ExportError.self) { try encoded(picture, Formats.WebP()) }
    #expect("\(String(describing: error))".contains("libwebp-dev"))
  }
}

extension Bitmap {
  /// Copies the premultiplied pixels only, like a bitmap that was not decoded from a file.
  fileprivate func withoutStraightPixels() throws -> Bitmap {
    var copy = try Bitmap(size)
    for y in 0..<height { for x in 0..<width { copy[x, y] = self[x, y] } }
    return copy
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test in builds without libwebp.
  static var needsWebP: Self { .enabled(if: Formats.WebP.unavailable == nil, "built without libwebp") }
}
