import SeguePixels
import SegueRendering
import Testing

/// Rows that cannot be rendered: every reader gets an error.
package struct FailingRows: RowSource, CustomTestStringConvertible {
  /// Operation that throws.
  package enum Moment: String, CaseIterable, Sendable {
    /// Making a reader.
    case making
    /// Reading the first requested row, whichever it is.
    case reading
    /// Reading a row in the lower half; rows above are white.
    case halfway
  }

  /// The thrown error.
  package static let error = RenderError.unrenderable("failing on purpose")
  /// One source for each moment.
  package static let all = Moment.allCases.map { FailingRows($0) }

  package let moment: Moment
  package let size: PixelSize

  package init(_ moment: Moment, _ size: PixelSize = PixelSize(width: 24, height: 16)) {
    self.moment = moment
    self.size = size
  }

  package var testDescription: String { moment.rawValue }
  package var inputs: [any RowSource] { [] }

  package func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    if moment == .making { throw Self.error }
    return Reader(firstFailingRow: moment == .reading ? 0 : size.height / 2)
  }

  private final class Reader: RowReader {
    private let firstFailingRow: Int

    init(firstFailingRow: Int) { self.firstFailingRow = firstFailingRow }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      if y >= firstFailingRow { throw FailingRows.error }
      for x in row.indices { row[x] = .white }
    }
  }
}

/// Whether an error comes from `FailingRows`, or from a shader whose loops never end.
package func isOnPurpose(_ error: any Error) -> Bool {
  guard let error = error as? RenderError else { return false }
  return error == FailingRows.error || "\(error)".hasPrefix(EndlessShaders.error)
}

/// Renders a chain with a failing source in every public way, and expects its error each time.
///
/// With `briefly`, which is for sources that fail slowly, only some of these ways are tried.
package func expectFailure(
  _ chain: Chain, at progress: Double = 0.5, briefly: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let size = PixelSize(width: 24, height: 16)
  let (from, to) = (try Bitmap(size, filledWith: .white), try Bitmap(size, filledWith: .black))
  let rows = try chain.rows(from: from, to: to, at: progress)
  var frame = try Bitmap(size)
  func expect(_ way: Comment, _ body: () throws -> Void) {
    #expect(way, sourceLocation: sourceLocation) { try body() } throws: { isOnPurpose($0) }
  }
  for threads in briefly ? [1, 3] : [1, 2, 5] {
    let execution = Execution(threads: threads)
    expect("frame, \(threads) threads") { _ = try chain.frame(from: from, to: to, at: progress, execution) }
    if briefly { continue }
    expect("rendered, \(threads) threads") { _ = try rows.rendered(execution) }
    expect("render, \(threads) threads") { try rows.render(into: &frame, RenderContext(execution)) }
  }
  expect("strips") { try FrameCanvas().withStrips(of: rows) { _, _ in } }
  if briefly { return }
  expect("canvas") { _ = try FrameCanvas().bitmap(of: rows) }
  // A canvas that failed once fails again.
  let canvas = FrameCanvas()
  for _ in 0..<2 { expect("canvas again") { _ = try canvas.bitmap(of: rows) } }
}
