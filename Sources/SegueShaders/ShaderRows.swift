import SegueFilters
import SeguePixels
import Synchronization

/// The rows of one frame of a shader.
struct ShaderRows: RowSource {
  let program: LaneProgram
  let size: PixelSize
  let textures: [LaneRunner.Texture]
  let values: [Int: UInt32]
  let isFlipped: Bool
  let name: String
  private let state = State()

  init(
    program: LaneProgram, size: PixelSize, textures: [LaneRunner.Texture], values: [Int: UInt32],
    isFlipped: Bool, name: String
  ) {
    self.program = program
    self.size = size
    self.textures = textures
    self.values = values
    self.isFlipped = isFlipped
    self.name = name
  }

  /// Whether some reader left a loop that would not end.
  private final class State: Sendable {
    let isInTime = Atomic(true)
  }

  var failure: PixelError? {
    if state.isInTime.load(ordering: .relaxed) { return nil }
    return .unrenderable("\(name): its loops take more than \(LaneRunner.loopLimit) turns")
  }

  func makeReader(_ context: RowContext) -> RowReader { Reader(self, context) }

  private final class Reader: RowReader {
    let runner: LaneRunner
    let state: State

    init(_ rows: ShaderRows, _ context: RowContext) {
      state = rows.state
      runner = LaneRunner(
        rows.program, size: rows.size, textures: rows.textures, values: rows.values,
        isFlipped: rows.isFlipped,
        kernels: context.kernels)
    }

    override func read(_ y: Int, into row: inout MutableSpan<Pixel>) {
      runner.read(y, into: &row)
      if !runner.isInTime { state.isInTime.store(false, ordering: .relaxed) }
    }
  }
}

/// Rows that cannot be rendered, and why.
struct FailedRows: RowSource {
  let size: PixelSize
  let error: PixelError

  var failure: PixelError? { error }

  func makeReader(_ context: RowContext) -> RowReader { RowReader() }
}
