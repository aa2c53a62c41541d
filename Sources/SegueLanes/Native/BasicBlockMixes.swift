/// Mixes of two opaque pictures as bytes: the last step of most transitions.
extension BasicBlock {
  /// The pixels of four channels that are mixed of two rows of opaque pixels; nil where they are something
  /// else.
  ///
  /// Channels are mixed as bytes rather than as numbers up to 1, with the half that rounding takes added:
  ///
  ///     u = a·(1 − w) + (b·w + 256.5 + 4 units)
  ///
  /// which is at least 256 and less than 512, where numbers are units of 2⁻¹⁵ apart: the byte stands in the
  /// bits above these. By rounding, u is off by a unit at most, and 255 times what the channels' kernels give
  /// by 2.5. So both give the same byte unless u is less than 8 units above a whole number. Those, and
  /// weights that are not 0…1, take the kernels' way: one vector of 85, if bytes are as likely as one
  /// another. Weights that many pixels have in common could be a half, and every other sum be such a number.
  mutating func mixedPixels(of channels: [Int]) -> Int? {
    guard let mix = mixes[channels[0]], let a = colors[mix.a]?.pixels, let b = colors[mix.b]?.pixels,
      channels[..<3].enumerated().allSatisfy({ channel, value in
        guard let own = mixes[value], let from = colors[own.a], let to = colors[own.b] else { return false }
        return own.weight == mix.weight && from == (a, channel) && to == (b, channel)
      }), number(channels[3]) == 1, !isShared[mix.weight]
    else { return nil }
    let rest = emit(.subtract, constant(1 as Float), mix.weight)
    let sums = (0..<3).map { channel in
      let to = update(
        byte(channel, of: b), .multiplyAdd, mix.weight, constant(256.5 + 4 * 0x1p-15 as Float))
      return update(to, .addProduct, byte(channel, of: a), rest)
    }
    let isNear = sums.map { emit(.haveNoBits, $0, constant(0x7ff8 as UInt32)) }
    var isRare = isNear.dropFirst().reduce(isNear[0]) { emitMask(0x45, $0, $1) }
    if !shares.contains(mix.weight) {
      // Of what is no weight the bits are more than those of 1, as an integer without a sign.
      let isNone = emit(.compareUnsigned, mix.weight, constant((1 as Float).bitPattern), control: 6)
      isRare = emitMask(0x45, isRare, isNone)
    }
    let bytes = sums.enumerated().map { channel, sum in
      channel < 2
        ? emit(.shiftRightUnsigned, sum, constant(UInt32(15 - 8 * channel)))
        : emit(.shiftLeft, sum, constant(1 as UInt32))
    }
    // Bitwise select: first where the mask is 1, second where it is 0.
    let low = update(bytes[1], .combine, bytes[0], constant(0xff as UInt32), control: 0xd8)
    let all = update(bytes[2], .combine, low, constant(0xffff as UInt32), control: 0xd8)
    let mixed = emit(.or, all, constant(0xff00_0000 as UInt32))
    return callIfAny(.mixPixels, isRare, of: [a, b, mix.weight], otherwise: mixed)
  }
}
