import SegueLaneProgram
import SegueTestSupport
import Testing

/// Encodings of the instructions for 64-bit ARM.
@Suite struct NEONEncodingTests {
  /// The instructions of each operation for the first of the parallel registers, as
  /// `aarch64-linux-gnu-objdump` disassembles them.
  ///
  /// In operations whose names end in 31, the last input is 31.
  static let recorded = """
    ADD 4e21d400 fadd v0.4s, v0.4s, v1.4s
    SUB 4ea1d400 fsub v0.4s, v0.4s, v1.4s
    MUL 6e21dc00 fmul v0.4s, v0.4s, v1.4s
    DIV 6e21fc00 fdiv v0.4s, v0.4s, v1.4s
    SQRT 6ea1f800 fsqrt v0.4s, v0.4s
    MIN 6ea0e422 fcmgt v2.4s, v1.4s, v0.4s
    MIN 6e611c02 bsl v2.16b, v0.16b, v1.16b
    MIN 4e21e421 fcmeq v1.4s, v1.4s, v1.4s
    MIN 6ea11c40 bit v0.16b, v2.16b, v1.16b
    MAX 6ea1e402 fcmgt v2.4s, v0.4s, v1.4s
    MAX 6e611c02 bsl v2.16b, v0.16b, v1.16b
    MAX 4e21e421 fcmeq v1.4s, v1.4s, v1.4s
    MAX 6ea11c40 bit v0.16b, v2.16b, v1.16b
    SATURATE 6ea1e41f fcmgt v31.4s, v0.4s, v1.4s
    SATURATE 6eff1c20 bif v0.16b, v1.16b, v31.16b
    SATURATE 4ea4f400 fmin v0.4s, v0.4s, v4.4s
    FLOOR 4e219800 frintm v0.4s, v0.4s
    CEIL 4ea18800 frintp v0.4s, v0.4s
    TRUNC 4ea19800 frintz v0.4s, v0.4s
    ROUND_EVEN 4e218800 frintn v0.4s, v0.4s
    NEG 6ea0f800 fneg v0.4s, v0.4s
    ABS 4ea0f800 fabs v0.4s, v0.4s
    STEP 6e21e400 fcmge v0.4s, v0.4s, v1.4s
    STEP 4e241c00 and v0.16b, v0.16b, v4.16b
    LT 6ea0e420 fcmgt v0.4s, v1.4s, v0.4s
    LE 6e20e420 fcmge v0.4s, v1.4s, v0.4s
    EQ 4e21e400 fcmeq v0.4s, v0.4s, v1.4s
    NE 4e21e400 fcmeq v0.4s, v0.4s, v1.4s
    NE 6e205800 mvn v0.16b, v0.16b
    IS_NAN 4e20e400 fcmeq v0.4s, v0.4s, v0.4s
    IS_NAN 6e205800 mvn v0.16b, v0.16b
    ILT 4ea13400 cmgt v0.4s, v0.4s, v1.4s
    ILE 4ea13c00 cmge v0.4s, v0.4s, v1.4s
    IEQ 6ea18c00 cmeq v0.4s, v0.4s, v1.4s
    INE 6ea18c00 cmeq v0.4s, v0.4s, v1.4s
    INE 6e205800 mvn v0.16b, v0.16b
    ULT 6ea13400 cmhi v0.4s, v0.4s, v1.4s
    ULE 6ea13c00 cmhs v0.4s, v0.4s, v1.4s
    IADD 4ea18400 add v0.4s, v0.4s, v1.4s
    ISUB 6ea18400 sub v0.4s, v0.4s, v1.4s
    IMUL 4ea19c00 mul v0.4s, v0.4s, v1.4s
    IMIN 4ea16c00 smin v0.4s, v0.4s, v1.4s
    IMAX 4ea16400 smax v0.4s, v0.4s, v1.4s
    UMIN 6ea16c00 umin v0.4s, v0.4s, v1.4s
    UMAX 6ea16400 umax v0.4s, v0.4s, v1.4s
    IABS 4ea0b800 abs v0.4s, v0.4s
    AND 4e211c00 and v0.16b, v0.16b, v1.16b
    OR 4ea11c00 orr v0.16b, v0.16b, v1.16b
    XOR 6e211c00 eor v0.16b, v0.16b, v1.16b
    NOT 6e205800 mvn v0.16b, v0.16b
    SHL 4e211c00 and v0.16b, v0.16b, v1.16b
    SHL 6ea04480 ushl v0.4s, v4.4s, v0.4s
    SHR 4e211c00 and v0.16b, v0.16b, v1.16b
    SHR 6ea0b81f neg v31.4s, v0.4s
    SHR 4ebf4480 sshl v0.4s, v4.4s, v31.4s
    USHR 4e211c00 and v0.16b, v0.16b, v1.16b
    USHR 6ea0b81f neg v31.4s, v0.4s
    USHR 6ebf4480 ushl v0.4s, v4.4s, v31.4s
    F2I 4ea1b800 fcvtzs v0.4s, v0.4s
    F2U 6ea1b800 fcvtzu v0.4s, v0.4s
    I2F 4e21d800 scvtf v0.4s, v0.4s
    U2F 6e21d800 ucvtf v0.4s, v0.4s
    DDX 4e806801 trn2 v1.4s, v0.4s, v0.4s
    DDX 4e802800 trn1 v0.4s, v0.4s, v0.4s
    DDX 4ea0d420 fsub v0.4s, v1.4s, v0.4s
    DDY 4ea1d400 fsub v0.4s, v0.4s, v1.4s
    SELECT 6ea11c40 bit v0.16b, v2.16b, v1.16b
    EXP2 0e617801 fcvtl v1.2d, v0.2s
    EXP2 4e180400 dup v0.2d, v0.d[1]
    EXP2 4ee1f501 fmin v1.2d, v8.2d, v1.2d
    EXP2 4e61f521 fmax v1.2d, v9.2d, v1.2d
    EXP2 0e61696b fcvtn v11.2s, v11.2d
    EXP2 4e61a821 fcvtns v1.2d, v1.2d
    EXP2 0ea12821 xtn v1.2s, v1.2d
    EXP2 4ec83968 zip1 v8.2d, v11.2d, v8.2d
    EXP2 4f3f0408 sshr v8.4s, v0.4s, #1
    LOG2 6f4c052d ushr v13.2d, v9.2d, #52
    LOG2 4e7bcedc fmla v28.2d, v22.2d, v27.2d
    LOG2 4e6ee42f fcmeq v15.2d, v1.2d, v14.2d
    SIN 4ef6ce41 fmls v1.2d, v18.2d, v22.2d
    SIN 4f7f55ce shl v14.2d, v14.2d, #63
    SIN 6eb0a9bf umaxv s31, v13.4s
    ATAN2 4f210400 sshr v0.4s, v0.4s, #31
    SHL-31 4f3f5400 shl v0.4s, v0.4s, #31
    SHR-31 4f210400 sshr v0.4s, v0.4s, #31
    USHR-31 6f210400 ushr v0.4s, v0.4s, #31
    """

  @Test func `Instructions are encoded as recorded`() throws {
    let lines = Self.recorded.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 2) }
    for (name, lines) in Dictionary(grouping: lines, by: { $0[0] }) {
      let hasConstant = name.hasSuffix("-31")
      let operation = try #require(
        LaneOperation.all.first { $0.description == name.prefix { $0 != "-" } })
      let program = ArmProgram(
        "\(name)", of: operation, where: hasConstant ? operation.inputs - 1 : nil, is: 31, isConstant: true)
      var words = try #require(program.words)[...]
      for line in lines {
        let word = try #require(UInt32(line[1], radix: 16))
        let place = words.firstIndex(of: word)
        #expect(place != nil, "\(line.joined(separator: " "))")
        words = words[(place ?? words.startIndex)...].dropFirst()
      }
    }
  }
}
