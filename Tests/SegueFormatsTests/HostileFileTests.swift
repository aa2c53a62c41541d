import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

@Suite("Truncated files")
struct CutFileTests {
  @Test("A PNG cut at any byte is an error", arguments: SmallFile.png)
  func png(file: SmallFile) throws {
    _ = try Bitmap(decoding: file.bytes)
    for count in cuts(file.bytes.count) {
      let error = decodingError(Array(file.bytes.prefix(count)))
      #expect(isWanted(error, count), "\(count) bytes: \(String(describing: error))")
    }
  }

  @Test(
    "A JPEG cut before its end marker is an error, unless only the marker is missing",
    arguments: SmallFile.jpeg)
  func jpeg(file: SmallFile) throws {
    let plain = try Bitmap(decoding: file.bytes)
    for count in cuts(file.bytes.count) {
      if count >= file.bytes.count - 2 {
        #expect(try Bitmap(decoding: Array(file.bytes.prefix(count))) == plain)
        continue
      }
      let error = decodingError(Array(file.bytes.prefix(count)))
      #expect(isWanted(error, count), "\(count) bytes: \(String(describing: error))")
    }
  }

  @Test("A large progressive JPEG cut anywhere is an error", .needsCorpora)
  func progressive() throws {
    let file = try contents(of: corpusFile("jpeg/flower.png.im_q85_420_progr.jpg"))
    #expect(try Bitmap(decoding: Array(file.dropLast(2))) == Bitmap(decoding: file))
    for count in [1000, 20_000, file.count / 3, file.count - 1000, file.count - 4, file.count - 3] {
      let error = decodingError(Array(file.prefix(count)))
      guard error?.code == .imageTruncated else {
        Issue.record("\(count) bytes: \(String(describing: error))")
        continue
      }
    }
  }

  @Test("Bytes after the end are ignored")
  func trailing() throws {
    for file in [SmallFile.png[0], SmallFile.jpeg[0]] {
      let plain = try Bitmap(decoding: file.bytes)
      #expect(try Bitmap(decoding: file.bytes + [1, 2, 3]) == plain)
      #expect(try Bitmap(decoding: file.bytes + file.bytes) == plain)
    }
  }

  /// Lists the lengths to which a file is cut: all lengths of files below 1500 bytes; of longer files, the
  /// lengths near both ends and every 64th length.
  private func cuts(_ count: Int) -> [Int] {
    Array(0..<count).filter { count < 1500 || $0 < 80 || $0 % 64 == 0 || $0 > count - 80 }
  }

  /// Accepts `truncated`, or `notAnImage` below four bytes.
  private func isWanted(_ error: ImageError?, _ count: Int) -> Bool {
    switch error?.code {
    case .imageNotAnImage?: count < 4
    case .imageTruncated?: true
    default: false
    }
  }
}

@Suite("Damaged files")
struct DamagedFileTests {
  @Test("A PNG with bytes flipped is an image or an error", arguments: SmallFile.png)
  func png(file: SmallFile) {
    let outcome = Fuzz.run(rounds: Fuzz.rounds / 4, seed: 21) { generator in
      var bytes = file.bytes
      Fuzz.flip(&bytes, using: &generator)
      return bytes
    }
    expectSound(outcome)
    #expect(outcome.errors > outcome.images)
  }

  @Test("A header of OpenEXR with bytes flipped is read or an error", arguments: [EncodedDepth.half, .float])
  func openEXR(depth: EncodedDepth) throws {
    let file = try Bitmap.noise(5, 3, seed: 1).encoded(as: Formats.EXR(depth: depth))
    var generator = SeededGenerator(20)
    var errors = 0
    for _ in 0..<Fuzz.rounds {
      var bytes = file
      Fuzz.flip(&bytes, using: &generator)
      do {
        _ = try Formats.EXR.info(of: bytes, named: "a.exr", options: DecodeOptions())
      } catch {
        errors += 1
      }
    }
    #expect((1..<Fuzz.rounds).contains(errors))
  }

  @Test("A PNG with flips and valid CRCs is an image or an error", arguments: SmallFile.png)
  func chunks(file: SmallFile) throws {
    let chunks = try PNGChunk.list(file.bytes)
    let outcome = Fuzz.run(rounds: Fuzz.rounds / 4, seed: 22) { generator in
      var chunks = chunks
      let index = Int.random(in: chunks.indices, using: &generator)
      Fuzz.flip(&chunks[index].data, using: &generator)
      // Missing, duplicate or misplaced chunks are damage as well.
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: chunks.remove(at: index)
      case 1: chunks.insert(chunks[index], at: .random(in: chunks.indices, using: &generator))
      case 2: chunks.swapAt(index, .random(in: chunks.indices, using: &generator))
      default: break
      }
      return PNGChunk.file(chunks)
    }
    expectSound(outcome)
    #expect(outcome.images > 0)
  }

  @Test(
    "A PNG with flips in its inflated rows is an image or an error",
    arguments: MadePNG.all(19, 14, seed: 1))
  func rows(made: MadePNG) throws {
    let chunks = made.chunks
    let stream = chunks.filter { $0.name == "IDAT" }.flatMap(\.data)
    let rows = try #require(inflated(stream, count: made.layout.rawCount))
    let others = chunks.filter { $0.name != "IDAT" }
    let outcome = Fuzz.run(rounds: Fuzz.rounds / 4, seed: 23) { generator in
      var rows = rows
      Fuzz.flip(&rows, using: &generator)
      // Half of the files also end early.
      if Bool.random(using: &generator) { rows.removeLast(.random(in: 1...3, using: &generator)) }
      return PNGChunk.file(
        others.dropLast() + [PNGChunk(name: "IDAT", data: deflated(rows, level: 1))] + others.suffix(1))
    }
    expectSound(outcome)
    #expect(outcome.images > 0)
  }

  @Test("A JPEG with bytes flipped is an image or an error", arguments: SmallFile.jpeg)
  func jpeg(file: SmallFile) {
    let outcome = Fuzz.run(seed: 24) { generator in
      var bytes = file.bytes
      Fuzz.flip(&bytes, using: &generator)
      return bytes
    }
    expectSound(outcome)
    #expect(outcome.images > 0)
  }

  @Test(
    "A large JPEG with bytes flipped is an image or an error", .needsCorpora,
    arguments: [("flower_small.cmyk", 40), ("flower.png.im_q85_420_progr", 200)])
  func largeJPEG(name: String, share: Int) throws {
    let file = try contents(of: corpusFile("jpeg/\(name).jpg"))
    let options = DecodeOptions(maxPixels: 1 << 22)
    let outcome = Fuzz.run(rounds: Fuzz.rounds / share, seed: 26, options: options) { generator in
      var bytes = file
      Fuzz.flip(&bytes, using: &generator)
      return bytes
    }
    expectSound(outcome)
  }

  @Test("Noise after a signature is an error")
  func noise() {
    for start in [PNGChunk.signature, [0xff, 0xd8, 0xff]] {
      let outcome = Fuzz.run(seed: 25) { generator in
        start + .random(.random(in: 0...300, using: &generator), using: &generator)
      }
      expectSound(outcome)
      #expect(outcome.images == 0)
    }
  }

  @Test(
    "A flip in a critical chunk or tRNS of a PNG is an error, found by its CRC",
    arguments: SmallFile.png)
  func everyByte(file: SmallFile) throws {
    // Damage in the color chunks of our own files leaves the picture unchanged.
    let colors = file.bytes.firstRange(of: Array("sRGB".utf8)).map { $0.upperBound..<$0.upperBound + 5 }
    let picture = try Bitmap(decoding: file.bytes)
    for index in file.bytes.indices where file.bytes.count < 1000 || index < 100 || index % 16 == 0 {
      var bytes = file.bytes
      bytes[index] ^= 0x10
      if colors?.contains(index) ?? false {
        #expect(try Bitmap(decoding: bytes) == picture)
      } else {
        #expect(decodingError(bytes) != nil, "byte \(index)")
      }
    }
  }

  /// Ancillary chunks of PNG, which do not affect samples.
  static let ancillaryNames = [
    "acTL", "bKGD", "cHRM", "cICP", "cLLI", "dSIG", "eXIf", "fcTL", "fdAT", "gAMA", "hIST", "iCCP", "iTXt",
    "mDCV", "oFFs", "pCAL", "pHYs", "sBIT", "sCAL", "sPLT", "sRGB", "sTER", "tEXt", "tIME", "zTXt",
  ]

  @Test("An ancillary chunk of a PNG may have a wrong CRC", arguments: ancillaryNames)
  func ancillaryChunk(name: String) throws {
    for made in [
      MadePNG(9, 7, 3, 2, interlaced: false, seed: 4), MadePNG(9, 7, 6, 8, interlaced: true, seed: 5),
    ] {
      let plain = try Bitmap(decoding: made.bytes)
      for place in [1, made.chunks.count - 1] {
        let before = PNGChunk.file(Array(made.chunks[..<place]))
        var chunk = PNGChunk(name: name, data: Array("Comment\0text".utf8)).bytes
        chunk[chunk.count - 1] ^= 1
        let file = before + chunk + made.chunks[place...].flatMap(\.bytes)
        #expect(try Bitmap(decoding: file) == plain)
        #expect(differenceOfInflaters(file, isSound: true) == nil)
      }
    }
  }

  @Test("A wrong CRC in an unknown chunk is an error: its name may be damaged")
  func unknownChunk() throws {
    let made = MadePNG(9, 7, 6, 8, interlaced: false, seed: 5)
    var chunk = PNGChunk(name: "tSNS", data: [1, 2, 3]).bytes
    let rest = made.chunks.dropFirst().flatMap(\.bytes)
    #expect(decodingError(PNGChunk.file([made.chunks[0]]) + chunk + rest) == nil)
    chunk[chunk.count - 1] ^= 1
    // An earlier ancillary chunk with a wrong CRC does not hide the error.
    var text = PNGChunk(name: "tEXt", data: [1, 2, 3]).bytes
    text[9] ^= 1
    for before in [[], text] {
      #expect(
        decodingError(PNGChunk.file([made.chunks[0]]) + before + chunk + rest)
          == .damaged(file: "image", detail: "tSNS: CRC error"))
    }
  }

  @Test("A flip of any bit of a PNG is an error, or leaves the picture unchanged")
  func everyBit() throws {
    // A tRNS chunk with 4 bytes of data has 16. One flipped bit in the previous chunk's length can make it
    // swallow tRNS exactly.
    var chunks = MadePNG(5, 3, 3, 2, interlaced: false, seed: 2).chunks.filter { $0.name != "tRNS" }
    let text = PNGChunk(name: "tEXt", data: Array("a\0b".utf8))
    let first = try #require(chunks.firstIndex { $0.name == "IDAT" })
    chunks.insert(contentsOf: [text, PNGChunk(name: "tRNS", data: [0, 80, 160, 255]), text], at: first)
    chunks.insert(text, at: chunks.count - 1)
    let file = PNGChunk.file(chunks)
    let plain = try Bitmap(decoding: file)
    try #require(plain.straight != nil)
    var start = 8
    for chunk in chunks {
      let isAncillary = chunk.name == "tEXt"
      for index in start..<start + chunk.bytes.count {
        for bit in 0..<8 {
          var bytes = file
          bytes[index] ^= 1 << bit
          let decoded = try? Bitmap(decoding: bytes)
          #expect(
            decoded == nil || decoded?.straightBytes == plain.straightBytes, "byte \(index), bit \(bit)")
          // Flips after the length and the name are harmless.
          #expect((decoded != nil) == (isAncillary && index >= start + 8), "byte \(index), bit \(bit)")
          #expect(differenceOfInflaters(bytes) == nil, "byte \(index), bit \(bit)")
        }
      }
      start += chunk.bytes.count
    }
  }

  private func expectSound(_ outcome: Fuzz.Outcome) {
    #expect(outcome.wrong.isEmpty)
    #expect(outcome.errors > 0)
    // Decoding takes milliseconds, or a tenth of a second for large files; more than 5 s would be a hang.
    #expect(outcome.slowest < 5)
  }
}
