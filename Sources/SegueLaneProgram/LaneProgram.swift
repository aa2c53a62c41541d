/// A compiled shader: operations on vectors of 32-bit lanes, one lane a pixel.
///
/// A program has five lists of steps, which run once a frame, a column, a row, a band or a pixel. A band is a
/// run of rows with equal values in the row slots that the steps of the band read. `LaneRunner` runs a
/// program over pixels; `BlockRunner` runs a program over blocks, one lane a block.
package struct LaneProgram: Equatable, Sendable {
  /// The storage of a value, by how often it changes.
  package enum Slot: Hashable, Sendable {
    /// One value for the whole frame: a constant, an input, or a result of `frame`.
    case frame(Int)
    /// A uniform value of a row, or of one iteration of a loop.
    case row(Int)
    /// A value for every column of the picture.
    case column(Int)
    /// A value for every lane of the tile being computed.
    case register(Int)
    /// No storage: an unused channel of a picture.
    case nowhere

    /// Whether every lane has the same value.
    package var isSplat: Bool {
      switch self {
      case .frame, .row: true
      case .column, .register, .nowhere: false
      }
    }
  }

  /// The picture that a step reads, and the offset of `fetchRow`.
  package struct Texels: Hashable, Sendable {
    /// The index of the picture.
    package var texture: Int
    /// For `fetchRow`: the offset from the computed pixel, in pixels, to the right and in the direction of v.
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
    /// Runs a kernel; `texels` names the picture that it reads.
    case call(LaneOperation, out: [Slot], in: [Slot], texels: Texels? = nil)
    /// Continues at a step of the list.
    case jump(Int)
    /// Continues at a step if no lane of a mask is set.
    case jumpIfNone(Slot, Int)
    /// Continues at a step if every lane of a mask is set.
    case jumpIfAll(Slot, Int)
    /// Counts an iteration of a loop. If the count exceeds the limit, continues at a step, and the frame is
    /// invalid.
    case count(Int)
    /// Runs machine code that replaces some steps, given by the index of the code; inserted by SegueNative.
    case native(Int)
  }

  /// A special form of a program that depends only on one opaque pixel.
  package enum Shape: Equatable, Sendable {
    /// A program without a special form.
    case program
    /// Each output channel depends only on its own input channel.
    case tables
    /// Red, green and blue are weighted sums of red, green, blue and 1.
    case matrix([[Double]])
  }

  /// The special form of the program that a row kernel can compute; `program` if there is none.
  package var shape = Shape.program
  /// Constants as bits, by frame slot.
  package var constants: [Int: UInt32] = [:]
  /// The frame slot of each input, by the input's number; set for each frame.
  package var inputs: [Int: Int] = [:]
  package var frame: [Step] = []
  package var column: [Step] = []
  package var row: [Step] = []
  package var band: [Step] = []
  package var pixel: [Step] = []
  /// The number of slots of each kind.
  package var frameSlots = 0
  package var rowSlots = 0
  package var columnSlots = 0
  package var registers = 0
  /// The number of pictures.
  package var textures = 0
  /// The number of lookup tables, which are the last pictures.
  package var tables = 0
  /// The column slot of the horizontal position and the row slot of the vertical position; nil if unused.
  package var x: Int?
  package var y: Int?
  /// Whether lanes are pixel quads: a vector is 8 columns of two rows, four quads of 2 × 2 pixels.
  ///
  /// Quads are for derivatives, and for loops whose number of iterations differs between pixels. `quadY` is
  /// then the column slot of the vertical position.
  package var hasQuads = false
  package var quadY: Int?
  /// For block programs: the slots for a block's last column and row; `x` and `y` are for the block's first
  /// column and row.
  package var xEnd: Int?
  package var yEnd: Int?
  /// The results: red, green, blue and alpha, 0…1, premultiplied; for a block program, the words of its
  /// results.
  package var result: [Slot] = []
  package init() {}

  /// The part of the program that computes row slots.
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

  /// The number of sampled reads of pictures a pixel, tables excluded; nil in programs with loops.
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

  /// The distinct operands of `fetchRow`, in the order of their first use.
  package var runs: [Texels] {
    var runs: [Texels] = []
    for case .call(let operation, _, _, let texels?) in pixel
    where operation.readsRun && !runs.contains(texels) { runs.append(texels) }
    return runs
  }
}
