/// A compiled shader: operations on vectors of 32-bit lanes, one lane a pixel.
///
/// A program has five lists of steps, which run once a frame, a column, a row, a band or a pixel. A band is a
/// run of rows with equal values in the row slots that the steps of the band read. `LaneRunner` runs a
/// program over pixels; `BlockRunner` runs a program over blocks, one lane a block.
package struct LaneProgram: Equatable, Sendable {
  /// The storage of a value; the case depends on how often the value changes.
  package enum Slot: Hashable, Sendable {
    /// One value for the whole frame: a constant, an input, or a result of the steps in `frame`.
    case frame(Int)
    /// One value for all lanes, which changes from row to row or with each iteration of a loop.
    case row(Int)
    /// A value for every column of the frame.
    case column(Int)
    /// A value for every lane of the tile being computed.
    case register(Int)
    /// No storage: for a channel of a texel that no step reads.
    case nowhere

    /// Whether all lanes of the slot have the same value.
    package var isSplat: Bool {
      switch self {
      case .frame, .row: true
      case .column, .register, .nowhere: false
      }
    }
  }

  /// The picture that a step reads, and for `fetchRow` the offset of the texels.
  package struct Texels: Hashable, Sendable {
    /// The index of the picture among the program's pictures.
    package var texture: Int
    /// For `fetchRow`: the offset of a texel from the computed pixel, in pixels: `x` to the right, `y` in the
    /// direction of the texture coordinate v.
    package var x: Int32
    package var y: Int32

    package init(texture: Int, x: Int32 = 0, y: Int32 = 0) {
      self.texture = texture
      self.x = x
      self.y = y
    }
  }

  /// One step of a list.
  package enum Step: Equatable, Sendable {
    /// Runs the kernel of an operation; `texels` gives the picture that the kernel reads, if any.
    case call(LaneOperation, out: [Slot], in: [Slot], texels: Texels? = nil)
    /// Jumps to the step at an index of the list.
    case jump(Int)
    /// Jumps to the step at an index if no lane of the mask in the slot is set.
    case jumpIfNone(Slot, Int)
    /// Jumps to the step at an index if every lane of the mask in the slot is set.
    case jumpIfAll(Slot, Int)
    /// Counts an iteration of a loop. If the count exceeds the limit, the frame is invalid, and execution
    /// jumps to the step at an index.
    case count(Int)
    /// Runs the machine code at an index among the program's pieces of machine code; SegueNative replaces
    /// some steps by this step.
    case native(Int)
  }

  /// A special form of a program whose result depends only on one opaque pixel.
  package enum Shape: Equatable, Sendable {
    /// A program without a special form.
    case program
    /// Red, green and blue of the result each depend only on the same channel of the pixel.
    case tables
    /// Red, green and blue of the result are weighted sums of the pixel's red, green, blue and 1, with a row
    /// of weights each.
    case matrix([[Double]])
  }

  /// The special form of the program that a row kernel can compute; `program` if there is none.
  package var shape = Shape.program
  /// The bits of each constant, by the index of the constant's frame slot.
  package var constants: [Int: UInt32] = [:]
  /// The frame slot of each input, by the input's number; set for each frame.
  package var inputs: [Int: Int] = [:]
  package var frame: [Step] = []
  package var column: [Step] = []
  package var row: [Step] = []
  package var band: [Step] = []
  package var pixel: [Step] = []
  /// The numbers of slots: frame slots, row slots, column slots and registers.
  package var frameSlots = 0
  package var rowSlots = 0
  package var columnSlots = 0
  package var registers = 0
  /// The number of pictures that the program reads, lookup tables included.
  package var textures = 0
  /// The number of lookup tables; their indices follow the indices of all other pictures.
  package var tables = 0
  /// The column slot of the horizontal position and the row slot of the vertical position; nil if unused.
  package var x: Int?
  package var y: Int?
  /// Whether the lanes of a vector form pixel quads: 8 columns of two rows, which are four quads of 2 × 2
  /// pixels.
  ///
  /// Quads are for derivatives, and for loops whose number of iterations differs between pixels. `quadY` is
  /// then the column slot of the vertical position.
  package var hasQuads = false
  package var quadY: Int?
  /// For block programs: the column slot of the position of a block's last column, and the row slot of the
  /// position of the block's last row.
  ///
  /// `x` and `y` are then for the block's first column and row.
  package var xEnd: Int?
  package var yEnd: Int?
  /// The slots of the results: red, green, blue and alpha, 0…1, premultiplied; for a block program, the
  /// 32-bit words that encode the decisions of a block.
  package var result: [Slot] = []
  package init() {}

  /// A program with only the steps that compute frame slots and row slots.
  package var rows: LaneProgram {
    var rows = LaneProgram()
    (rows.constants, rows.inputs, rows.frame, rows.row) = (constants, inputs, frame, row)
    (rows.frameSlots, rows.rowSlots, rows.y, rows.textures) = (frameSlots, rowSlots, y, textures)
    return rows
  }

  /// The row slots that band steps read; while these slots are unchanged, the band's results are valid.
  package var bandInputs: [Int] {
    var (read, written): (Set<Slot>, Set<Slot>) = ([], [])
    for step in band {
      switch step {
      case .call(_, let out, let inputs, _):
        read.formUnion(inputs)
        written.formUnion(out)
      case .jumpIfNone(let mask, _), .jumpIfAll(let mask, _): read.insert(mask)
      case .jump, .count, .native: break
      }
    }
    return read.subtracting(written).compactMap { if case .row(let index) = $0 { index } else { nil } }
      .sorted()
  }

  /// The number of texture samples for each pixel, without reads of lookup tables; nil for programs with
  /// loops.
  package var fetchCount: Int? {
    var count = 0
    for step in pixel {
      switch step {
      case .count: return nil
      case .call(.fetch, _, _, let texels?), .call(.fetchFloats, _, _, let texels?):
        if texels.texture < textures - tables { count += 1 }
      default: break
      }
    }
    return count
  }

  /// The distinct pictures and offsets that `fetchRow` and `fetchRowFloats` read, in the order of first use.
  package var runs: [Texels] {
    var runs: [Texels] = []
    for case .call(let operation, _, _, let texels?) in pixel
    where operation.readsRun && !runs.contains(texels) { runs.append(texels) }
    return runs
  }
}
