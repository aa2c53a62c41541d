import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

@Suite("Cut files")
struct CutFileTests {
  @Test("A PNG cut at any byte is an error", arguments: SmallFile.png)
  func png(file: SmallFile) throws {
    _ = try Bitmap(decoding: file.bytes)
    for count in cuts(file.bytes.count) {
      let error = decodingError(Array(file.bytes.prefix(count)))
      #expect(isWanted(error, count), "\(count) bytes: \(String(describing: error))")
    }
  }

  // Even the last two bytes, EOI, must be there, though all pixels are known without: a progressive file that
  // was cut between two scans looks the same.
  @Test(
    "A JPEG cut at any byte is an error, be it only that the end marker is missing", arguments: SmallFile.jpeg
  )
  func jpeg(file: SmallFile) throws {
    _ = try Bitmap(decoding: file.bytes)
    for count in cuts(file.bytes.count) {
      let error = decodingError(Array(file.bytes.prefix(count)))
      #expect(isWanted(error, count), "\(count) bytes: \(String(describing: error))")
    }
  }

  @Test("A large progressive JPEG cut anywhere is an error", .needsCorpora)
  func progressive() throws {
    let file = try contents(of: corpusFile("jpeg/flower.png.im_q85_420_progr.jpg"))
    for count in [1000, 20_000, file.count / 3, file.count - 1000, file.count - 2, file.count - 1] {
      let error = decodingError(Array(file.prefix(count)))
      guard case .truncated = error else {
        Issue.record("\(count) bytes: \(String(describing: error))")
        continue
      }
    }
  }

  @Test("Bytes after the end are left aside")
  func trailing() throws {
    for file in [SmallFile.png[0], SmallFile.jpeg[0]] {
      let plain = try Bitmap(decoding: file.bytes)
      #expect(try Bitmap(decoding: file.bytes + [1, 2, 3]) == plain)
      #expect(try Bitmap(decoding: file.bytes + file.bytes) == plain)
    }
  }

  /// Every length of a very small file; else every 64th, and the last 80.
  private func cuts(_ count: Int) -> [Int] {
    Array(0..<count).filter { count < 1500 || $0 < 80 || $0 % 64 == 0 || $0 > count - 80 }
  }

  /// Too short to be known as an image, or truncated.
  private func isWanted(_ error: ImageError?, _ count: Int) -> Bool {
    switch error {
    case .notAnImage: count < 4
    case .truncated: true
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

  @Test("A PNG with flips behind right CRCs is an image or an error", arguments: SmallFile.png)
  func chunks(file: SmallFile) throws {
    let chunks = try PNGChunk.list(file.bytes)
    let outcome = Fuzz.run(rounds: Fuzz.rounds / 4, seed: 22) { generator in
      var chunks = chunks
      let index = Int.random(in: chunks.indices, using: &generator)
      Fuzz.flip(&chunks[index].data, using: &generator)
      // Chunks that are missing, doubled or out of place are damage as well.
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
    "A PNG with flips inside a sound zlib stream is an image or an error",
    arguments: MadePNG.all(19, 14, seed: 1))
  func rows(made: MadePNG) throws {
    let chunks = made.chunks
    let stream = chunks.filter { $0.name == "IDAT" }.flatMap(\.data)
    let rows = try #require(inflated(stream, count: made.layout.rawCount))
    let others = chunks.filter { $0.name != "IDAT" }
    let outcome = Fuzz.run(rounds: Fuzz.rounds / 4, seed: 23) { generator in
      var rows = rows
      Fuzz.flip(&rows, using: &generator)
      // Half of them end early as well.
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
    arguments: [("flower_small.cmyk", 100), ("flower.png.im_q85_420_progr", 500)])
  func largeJPEG(name: String, share: Int) throws {
    let file = try contents(of: corpusFile("jpeg/\(name).jpg"))
    let limits = DecodeLimits(maxPixels: 1 << 22)
    let outcome = Fuzz.run(rounds: Fuzz.rounds / share, seed: 26, limits: limits) { generator in
      var bytes = file
      Fuzz.flip(&bytes, using: &generator)
      return bytes
    }
    expectSound(outcome)
  }

  @Test("Noise behind a signature is an error")
  func noise() {
    for start in [PNGChunk.signature, [0xff, 0xd8, 0xff]] {
      let outcome = Fuzz.run(seed: 25) { generator in
        start + .random(.random(in: 0...300, using: &generator), using: &generator)
      }
      expectSound(outcome)
      #expect(outcome.images == 0)
    }
  }

  @Test("A flip in any byte of a PNG's chunks is an error: each is under a CRC", arguments: SmallFile.png)
  func everyByte(file: SmallFile) {
    for index in file.bytes.indices where file.bytes.count < 1000 || index < 100 || index % 16 == 0 {
      var bytes = file.bytes
      bytes[index] ^= 0x10
      #expect(decodingError(bytes) != nil, "byte \(index)")
    }
  }

  private func expectSound(_ outcome: Fuzz.Outcome) {
    #expect(outcome.wrong.isEmpty)
    #expect(outcome.errors > 0)
    // Milliseconds each, a tenth of a second the large ones: more would be a hang.
    #expect(outcome.slowest < .seconds(5))
  }
}
