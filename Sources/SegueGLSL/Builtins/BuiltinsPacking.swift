import SegueGraph
import SegueLaneProgram

extension Builtin {
  /// Packing of numbers into a word of 32 bits, the first number in the lowest bits; and unpacking.
  ///
  /// - Source: The OpenGL ES Shading Language 3.00, section 8.4, and 3.10 for four fields of 8 bits. Half
  ///   floats round to even, as in Mesa.
  static let packing =
    [2, 4].flatMap { count in [true, false].flatMap { fixedPoint(count, isSigned: $0) } } + [
      Builtin("packHalf2x16", .exactly(.uint, .vec2)) { lowering, arguments in
        let halves = arguments[0].map { lowering.half(of: $0) }
        return [lowering.packed(halves)]
      },
      Builtin("unpackHalf2x16", .exactly(.vec2, .uint)) { lowering, arguments in
        (0..<2).map { index in
          let bits = lowering.field(index, of: arguments[0][0], 16, isSigned: false)
          return lowering.number(ofHalf: bits)
        }
      },
    ]

  /// Packing of `count` numbers in 0…1, or −1…1 if signed, into fields of equal width; and unpacking.
  private static func fixedPoint(_ count: Int, isSigned: Bool) -> [Builtin] {
    let width = 32 / count
    let name = "\(isSigned ? "Snorm" : "Unorm")\(count)x\(width)"
    let scale = Float(1 << (isSigned ? width - 1 : width) - 1)
    let vector = ShaderType.vector(.float, count)
    return [
      Builtin("pack\(name)", .exactly(.uint, vector)) { lowering, arguments in
        let (least, most) = (lowering.graph.float(isSigned ? -1 : 0), lowering.graph.float(1))
        let parts = arguments[0].map { number in
          let bounded = lowering.graph.emit(.clamp, number, least, most)
          let scaled = lowering.graph.emit(.mul, bounded, lowering.graph.float(scale))
          return lowering.graph.emit(.f2i, lowering.graph.emit(.roundEven, scaled))
        }
        return [lowering.packed(parts)]
      },
      Builtin("unpack\(name)", .exactly(vector, .uint)) { lowering, arguments in
        (0..<count).map { index in
          let part = lowering.field(index, of: arguments[0][0], width, isSigned: isSigned)
          let number = lowering.graph.emit(.div, lowering.graph.emit(.i2f, part), lowering.graph.float(scale))
          // Clamps signed values, since the smallest integer maps to a value below −1.
          return isSigned ? lowering.graph.emit(.max, number, lowering.graph.float(-1)) : number
        }
      },
    ]
  }
}

extension Lowering {
  /// Packs the lowest bits of several integers into a word, in fields of equal width.
  fileprivate mutating func packed(_ parts: [SSAValue]) -> SSAValue {
    let width = 32 / parts.count
    let mask = graph.constant(bits: 1 << UInt32(width) - 1)
    return parts.enumerated().reduce(graph.int(0)) { word, part in
      let bits = graph.emit(.and, part.element, mask)
      return graph.emit(.or, word, graph.emit(.shl, bits, graph.int(Int32(part.offset * width))))
    }
  }

  /// Extracts the field at an index from a word; `width` is in bits.
  fileprivate mutating func field(_ index: Int, of word: SSAValue, _ width: Int, isSigned: Bool) -> SSAValue {
    let top = graph.emit(.shl, word, graph.int(Int32(32 - width * (index + 1))))
    return graph.emit(isSigned ? .shr : .ushr, top, graph.int(Int32(32 - width)))
  }

  /// Returns the half float nearest to a float, as 16 bits.
  fileprivate mutating func half(of number: SSAValue) -> SSAValue {
    func bits(_ value: UInt32) -> SSAValue { graph.constant(bits: value) }
    let size = graph.emit(.and, number, bits(0x7fff_ffff))
    let sign = graph.emit(.ushr, graph.emit(.and, number, bits(0x8000_0000)), bits(16))
    // Rounds ties to even: adds half the value of the last kept bit, less 1 if the last kept bit is 0. The
    // same constant changes the bias of the exponent by −112.
    let isOdd = graph.emit(.and, graph.emit(.ushr, size, bits(13)), bits(1))
    let rounded = graph.emit(.iadd, graph.emit(.iadd, size, isOdd), bits(0xc800_0fff))
    let normal = graph.emit(.ushr, rounded, bits(13))
    // Subnormal halves, below 2⁻¹⁴, are multiples of 2⁻²⁴.
    let steps = graph.emit(.roundEven, graph.emit(.mul, size, graph.float(0x1p24)))
    let isSmall = graph.emit(.ult, size, bits(0x3880_0000))
    let finite = graph.emit(.select, isSmall, graph.emit(.f2i, steps), normal)
    let isNaN = graph.emit(.ult, bits(0x7f80_0000), size)
    let endless = graph.emit(.select, isNaN, bits(0x7e00), bits(0x7c00))
    let isFinite = graph.emit(.ult, size, bits(0x4780_0000))
    return graph.emit(.or, graph.emit(.select, isFinite, finite, endless), sign)
  }

  /// Returns the float equal to a half's 16 bits.
  fileprivate mutating func number(ofHalf half: SSAValue) -> SSAValue {
    func bits(_ value: UInt32) -> SSAValue { graph.constant(bits: value) }
    let size = graph.emit(.and, half, bits(0x7fff))
    let sign = graph.emit(.shl, graph.emit(.and, half, bits(0x8000)), bits(16))
    let shifted = graph.emit(.shl, size, bits(13))
    let normal = graph.emit(.iadd, shifted, bits(0x3800_0000))
    let small = graph.emit(.mul, graph.emit(.i2f, size), graph.float(0x1p-24))
    let isSmall = graph.emit(.ult, size, bits(0x400))
    let finite = graph.emit(.select, isSmall, small, normal)
    let endless = graph.emit(.or, shifted, bits(0x7f80_0000))
    let isFinite = graph.emit(.ult, size, bits(0x7c00))
    return graph.emit(.or, graph.emit(.select, isFinite, finite, endless), sign)
  }
}
