/// What a shader does to a row of pixels, as operations over lanes: one 32-bit lane a pixel.
///
/// Five lists of steps, by how often they run: what depends on the frame only, on the column only (once a frame,
/// for all columns), on the row only (once a row), on the column and on what rows mostly have in common (once a band of rows), and
/// the rest for every pixel. `LaneRunner` runs it; `BlockRunner` one that is about blocks, whose lanes are these.
package struct LaneProgram: Equatable, Sendable {
  /// Where a value of the program is kept.
  package enum Slot: Hashable, Sendable {
    /// One value for the whole frame: a constant, an input, or what `frame` computes.
    case frame(Int)
    /// One value for a row, or for one turn of a loop.
    case row(Int)
    /// A value for every column of the picture.
    case column(Int)
    /// A value for every lane of the tile being computed.
    case register(Int)
    /// No place: for a channel of a picture that nobody reads.
    case nowhere

    /// Whether every lane has the same value.
    var isSplat: Bool {
      switch self {
      case .frame, .row: true
      case .column, .register, .nowhere: false
      }
    }
  }

  /// What a step reads of pictures.
  package struct Texels: Hashable, Sendable {
    /// Which picture.
    package var texture: Int
    /// For `fetchRow`: how far from the pixel that is computed, rightward, and downward where v is counted so.
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
    /// Runs a kernel. `texels` are for those that read a picture.
    case call(LaneOperation, out: [Slot], in: [Slot], texels: Texels? = nil)
    /// Goes on at another step of the list.
    case jump(Int)
    /// Goes on at another step where no lane of a mask is set.
    case jumpIfNone(Slot, Int)
    /// Goes on at another step where every lane of a mask is set.
    case jumpIfAll(Slot, Int)
    /// Counts a turn of any loop; past the limit goes on at another step, and the frame is not to be trusted.
    case count(Int)
    /// Runs machine code that stands for some steps, by its number; `NativeProgram` puts it there.
    case native(Int)
  }

  /// What a program comes to that knows one opaque pixel only.
  package enum Shape: Equatable, Sendable {
    /// Anything.
    case program
    /// Each color depends on itself alone.
    case tables
    /// Red, green and blue are weighted sums of red, green, blue and 1.
    case matrix([[Double]])
  }

  /// What kernels for whole rows can do in its place.
  package var shape = Shape.program
  /// Constants, by the frame slot that holds them, as bits.
  package var constants: [Int: UInt32] = [:]
  /// The frame slots of numbers that are set for each frame.
  package var inputs: [Int: Int] = [:]
  package var frame: [Step] = []
  package var column: [Step] = []
  package var row: [Step] = []
  package var band: [Step] = []
  package var pixel: [Step] = []
  /// How many slots of each kind there are.
  package var frameSlots = 0
  package var rowSlots = 0
  package var columnSlots = 0
  package var registers = 0
  /// How many pictures it reads.
  package var textures = 0
  /// The column slot that holds the horizontal position, and the row slot of the vertical one; nil where unused.
  package var x: Int?
  package var y: Int?
  /// Whether a vector of 16 lanes is 8 columns of one row and the same of the next: four quads of 2 × 2 pixels, for
  /// derivatives and for loops that pixels leave at different turns; and the column slot that then holds the vertical position.
  package var hasQuads = false
  package var quadY: Int?
  /// The same of a block's last column and row; `x` and `y` are then its first ones.
  package var xEnd: Int?
  package var yEnd: Int?
  /// Where red, green, blue and alpha of the pixel are at the end, 0…1, premultiplied; of a block, what is known of it.
  package var result: [Slot] = []
  /// What was made of it when it was first run.
  let cache = ProgramCache()

  package init() {}

  /// What it computes of rows alone.
  package var rows: LaneProgram {
    var rows = LaneProgram()
    (rows.constants, rows.inputs, rows.frame, rows.row) = (constants, inputs, frame, row)
    (rows.frameSlots, rows.rowSlots, rows.y, rows.textures) = (frameSlots, rowSlots, y, textures)
    return rows
  }

  /// The row slots that the steps of a band read: while these stay what they are, so does what the steps computed.
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

  /// How often a picture is read at positions that are computed; nil where loops do.
  package var fetchCount: Int? {
    var count = 0
    for step in pixel {
      switch step {
      case .count: return nil
      case .call(.fetch, _, _, _): count += 1
      default: break
      }
    }
    return count
  }

  /// What `fetchRow` reads, once each, in the order of steps.
  package var runs: [Texels] {
    var runs: [Texels] = []
    for case .call(.fetchRow, _, _, let texels?) in pixel where !runs.contains(texels) { runs.append(texels) }
    return runs
  }
}
