import CSegueCodecs

/// The chunks of a PNG file, except image data: name, payload, and whether the checksum is correct.
///
/// The sequence ends at the image data, unless `pastPixels` is set.
struct PNGChunks: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var at = 8

  private let pastPixels: Bool

  init(_ bytes: [UInt8], pastPixels: Bool = false) { (self.bytes, self.pastPixels) = (bytes, pastPixels) }

  mutating func next() -> (name: String, payload: ArraySlice<UInt8>, isSound: Bool)? {
    var named = 0
    var length = 0
    var name = ""
    repeat {
      guard at + 12 <= bytes.count else { return nil }
      length = bytes.bigEndian(at: at)
      named = at + 4
      name = String(decoding: bytes[named..<named + 4], as: UTF8.self)
      guard name != "IDAT" || pastPixels, length <= bytes.count - at - 12 else { return nil }
      at += 12 + length
    } while name == "IDAT" || name == "fdAT"
    let payload = bytes[named + 4..<named + 4 + length]
    let sum = bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { segue_crc32($0 + named, 4 + length) } ?? 0
    }
    return (name, payload, Int(sum) == bytes.bigEndian(at: named + 4 + length))
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// Returns the 32-bit big-endian integer at an index.
  func bigEndian(at index: Int) -> Int { self[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
}

extension FileColors {
  /// Reads the color space of a PNG file from its chunks, by precedence: cICP, iCCP, sRGB, then gAMA with
  /// cHRM.
  ///
  /// If the color space of a cICP chunk cannot be converted, the other chunks are used instead.
  ///
  /// - Source: PNG, third edition, 4.3 and 11.3.2.
  init(png bytes: [UInt8]) {
    var found: [String: (payload: ArraySlice<UInt8>, isSound: Bool)] = [:]
    for chunk in PNGChunks(bytes) where found[chunk.name] == nil {
      found[chunk.name] = (chunk.payload, chunk.isSound)
    }
    /// Returns the payload of a chunk, and whether its checksum or its length is wrong.
    func chunk(_ name: String, _ isLong: (Int) -> Bool) -> (payload: ArraySlice<UInt8>, isBroken: Bool)? {
      found[name].map { ($0.payload, !$0.isSound || !isLong($0.payload.count)) }
    }
    let codes = chunk("cICP", { $0 == 4 }).map {
      $0.isBroken ? .broken("its chunk cICP") : FileColors(cICP: $0.payload)
    }
    var isLeft = codes == nil
    if case .unknown = codes { isLeft = ["iCCP", "sRGB", "gAMA", "cHRM"].contains { found[$0] != nil } }
    if let codes, !isLeft {
      self = codes
    } else if let (payload, isBroken) = chunk("iCCP", { $0 > 2 }) {
      self = isBroken ? .broken("its color profile") : FileColors(iCCP: payload)
    } else if let (_, isBroken) = chunk("sRGB", { $0 == 1 }) {
      self = isBroken ? .broken("its chunk sRGB") : .srgb
    } else {
      let gamma = chunk("gAMA", { $0 == 4 })
      let lights = chunk("cHRM", { $0 == 32 })
      if gamma?.isBroken == true {
        self = .broken("its chunk gAMA")
      } else if lights?.isBroken == true {
        self = .broken("its chunk cHRM")
      } else {
        self = FileColors(gamma: gamma?.payload, chromaticities: lights?.payload)
      }
    }
  }

  /// Reads a cICP chunk: primaries, transfer function, matrix (0 for RGB) and full-range flag, by the codes
  /// of H.273.
  private init(cICP payload: ArraySlice<UInt8>) {
    let codes = Array(payload)
    self =
      codes[2] != 0
      ? .unknown("matrix number \(codes[2])")
      : codes[3] == 0 ? .unknown("a narrow range") : FileColors(primaries: codes[0], transfer: codes[1])
  }

  /// Reads an iCCP chunk: a name, a zero byte, the compression method, and the compressed profile.
  private init(iCCP payload: ArraySlice<UInt8>) {
    guard let end = payload.prefix(80).firstIndex(of: 0), payload.endIndex - end > 2, payload[end + 1] == 0
    else {
      self = .broken("its color profile")
      return
    }
    var output = segue_buffer()
    defer { segue_buffer_free(&output) }
    let packed = Array(payload[(end + 2)...])
    // The limit is 8 MiB: profiles for CMYK, the largest, have about 4 MB, and without a limit, a small file
    // could fill the memory.
    let result = segue_inflate(&output, packed, packed.count, 1 << 23)
    self = result.status == SEGUE_OK ? .profile(output.bytes) : .broken("its color profile")
  }

  /// Reads gAMA and cHRM chunks, in units of 1/100,000: the encoding exponent, and the chromaticities of
  /// white, red, green and blue.
  private init(gamma: ArraySlice<UInt8>?, chromaticities: ArraySlice<UInt8>?) {
    let exponent = gamma.map { Double($0.bigEndian(at: $0.startIndex)) / 100_000 }
    // An exponent near 1/2.2 is taken as sRGB's transfer function, as in libpng; 0 is ignored.
    let isSRGB = exponent.map { $0 == 0 || abs($0 * 2.2 - 1) < 0.05 } ?? true
    var lights = segue_chromaticities.bt709
    if let bytes = chromaticities {
      let numbers = (0..<8).map { Double(bytes.bigEndian(at: bytes.startIndex + 4 * $0)) / 100_000 }
      lights = segue_chromaticities(
        white: (numbers[0], numbers[1]), red: (numbers[2], numbers[3]), green: (numbers[4], numbers[5]),
        blue: (numbers[6], numbers[7]))
    } else if isSRGB {
      self = (exponent ?? 0) == 0 ? .unsaid : .srgb
      return
    }
    self = .lights(lights, isSRGB ? .srgb : segue_transfer(gamma: 1 / (exponent ?? 1)))
  }
}
