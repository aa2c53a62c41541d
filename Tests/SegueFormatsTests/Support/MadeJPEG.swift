/// A JPEG of flat 8x8 blocks by ITU-T T.81, in forms that the library's encoder does not write.
///
/// Pixels are known exactly, because a block of one coefficient has no rounding.
struct MadeJPEG: Sendable {
  enum Kind: CaseIterable {
    case baseline
    case progressive
  }

  var width: Int
  var height: Int
  /// The samples of each component, one for each block, in row order.
  var components: [[UInt8]]
  var kind = Kind.baseline
  /// The transform in Adobe's marker; nil for no marker.
  var adobeTransform: UInt8?
  /// Whole marker segments after SOI.
  var segments: [UInt8] = []
  /// The restart interval of a baseline file in blocks, and its restart markers, repeated in turn.
  var restarts: (blocks: Int, markers: [UInt8])?
  /// The number of refined coefficients of a progressive file, at most 63; each bit has its own scan.
  var refinedCoefficients = 0
  /// The number of low bits of a refined coefficient with their own scans, at most 13.
  var refinedBits: UInt8 = 13

  /// Blocks per row.
  var columns: Int { (width + 7) / 8 }
  /// Blocks per component.
  var blockCount: Int { columns * ((height + 7) / 8) }

  /// Makes a gray picture whose blocks all differ, up to 255 of them.
  static func gray(_ width: Int, _ height: Int, _ kind: Kind = .baseline) -> MadeJPEG {
    var made = MadeJPEG(width: width, height: height, components: [], kind: kind)
    made.components = [(0..<made.blockCount).map { UInt8(truncatingIfNeeded: 5 + 37 * $0) }]
    return made
  }

  /// Returns the sample of a component at a pixel.
  func sample(_ component: Int, _ x: Int, _ y: Int) -> UInt8 {
    components[component][y / 8 * columns + x / 8]
  }

  var bytes: [UInt8] {
    let ids = components.indices.map { UInt8($0 + 1) }
    var out: [UInt8] = [0xff, 0xd8] + segments
    if let adobeTransform {
      out += Self.segment(0xee, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, adobeTransform])
    }
    // With all quantizers 8, a DC coefficient is the sample minus 128.
    out += Self.segment(0xdb, [0] + Array(repeating: 8, count: 64))
    let size = [height >> 8, height, width >> 8, width].map { UInt8(truncatingIfNeeded: $0) }
    out += Self.segment(
      kind == .baseline ? 0xc0 : 0xc2, [8] + size + [UInt8(ids.count)] + ids.flatMap { [$0, 0x11, 0] })
    // Huffman tables with codes of four bits: DC categories 0…11, and AC end-of-band runs of 2ⁿ.
    out += huffmanTable(0x00, Array(0...11))
    out += huffmanTable(0x10, (0...14).map { $0 << 4 })
    if let restarts {
      out += Self.segment(0xdd, [UInt8(restarts.blocks >> 8), UInt8(restarts.blocks & 255)])
    }
    switch kind {
    case .baseline:
      out += scan(ids, spectral: (0, 63), approximation: 0) + dcData(endOfBlocks: true)
    case .progressive:
      out += scan(ids, spectral: (0, 0), approximation: 0) + dcData(endOfBlocks: false)
      for id in ids { out += scan([id], spectral: (1, 63), approximation: refined) + acData() }
      out += refinements(ids)
    }
    return out + [0xff, 0xd9]
  }

  /// Makes a marker segment.
  static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [0xff, marker, UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 0xff)] + payload
  }

  /// Makes the segments of a color profile.
  static func segments(_ profile: [UInt8], parts: Int) -> [[UInt8]] {
    let count = (profile.count + parts - 1) / parts
    return (0..<parts).map { part in
      segment(
        0xe2,
        Array("ICC_PROFILE\0".utf8) + [UInt8(part + 1), UInt8(parts)]
          + profile.dropFirst(part * count).prefix(count))
    }
  }

  private var refined: UInt8 { refinedCoefficients > 0 ? refinedBits : 0 }

  private func huffmanTable(_ place: UInt8, _ symbols: [UInt8]) -> [UInt8] {
    let counts = [0, 0, 0, UInt8(symbols.count)] + [UInt8](repeating: 0, count: 12)
    return Self.segment(0xc4, [place] + counts + symbols)
  }

  private func scan(_ ids: [UInt8], spectral: (UInt8, UInt8), approximation: UInt8) -> [UInt8] {
    let last = [spectral.0, spectral.1, approximation]
    return Self.segment(0xda, [UInt8(ids.count)] + ids.flatMap { [$0, 0] } + last)
  }

  private func dcData(endOfBlocks: Bool) -> [UInt8] {
    var bits = EntropyBits()
    var previous = components.map { _ in 0 }
    for block in 0..<blockCount {
      if let restarts, block > 0, block % restarts.blocks == 0 {
        previous = components.map { _ in 0 }
        bits.restart(restarts.markers[(block / restarts.blocks - 1) % restarts.markers.count])
      }
      for component in components.indices {
        let value = Int(components[component][block]) - 128
        let difference = value - previous[component]
        previous[component] = value
        let category = Int.bitWidth - abs(difference).leadingZeroBitCount
        bits.append(category, count: 4)
        bits.append(difference < 0 ? difference + 1 << category - 1 : difference, count: category)
        if endOfBlocks { bits.append(0, count: 4) }
      }
    }
    return bits.bytes
  }

  /// Encodes end-of-band runs over the whole component.
  private func acData() -> [UInt8] {
    var bits = EntropyBits()
    var rest = blockCount
    while rest > 0 {
      let run = min(rest, 32767)
      let category = Int.bitWidth - 1 - run.leadingZeroBitCount
      bits.append(category, count: 4)
      bits.append(run - 1 << category, count: category)
      rest -= run
    }
    return bits.bytes
  }

  private func refinements(_ ids: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    for coefficient in 1..<UInt8(1 + refinedCoefficients) {
      for low in (0..<refined).reversed() {
        for id in ids {
          let approximation = (low + 1) << 4 | low
          out += scan([id], spectral: (coefficient, coefficient), approximation: approximation) + acData()
        }
      }
    }
    return out
  }
}

/// Entropy-coded data: a 0 is stuffed after 0xff, and the last byte is padded with ones.
private struct EntropyBits {
  private var complete: [UInt8] = []
  private var pending = 0
  private var pendingCount = 0

  mutating func append(_ value: Int, count: Int) {
    for bit in (0..<count).reversed() {
      pending = pending << 1 | value >> bit & 1
      pendingCount += 1
      if pendingCount == 8 {
        complete += pending == 0xff ? [0xff, 0] : [UInt8(pending)]
        (pending, pendingCount) = (0, 0)
      }
    }
  }

  /// Pads the last byte, and appends a marker.
  mutating func restart(_ marker: UInt8) {
    self = EntropyBits(complete: bytes + [0xff, marker])
  }

  var bytes: [UInt8] {
    var filled = self
    while filled.pendingCount > 0 { filled.append(1, count: 1) }
    return filled.complete
  }
}
