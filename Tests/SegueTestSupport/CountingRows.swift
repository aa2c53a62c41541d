import SeguePixels
import SegueRendering
import Synchronization

/// Serves the rows of a bitmap through readers, as a filter does, and records the requests.
package final class CountingRows: RowSource {
  private let picture: Bitmap
  private let state: Mutex<(reads: [Int], contexts: [RenderContext])>

  package init(_ picture: Bitmap) {
    self.picture = picture
    state = Mutex((Array(repeating: 0, count: picture.height), []))
  }

  /// Number of reads of each row.
  package var reads: [Int] { state.withLock { $0.reads } }
  /// Executions (threads and SIMD level) for which readers were made.
  package var executions: Set<Execution> {
    Set(state.withLock { $0.contexts }.map { Execution(threads: $0.threads, level: $0.level) })
  }

  /// Whether any reader was made for streaming stores, which bypass the caches.
  package var streams: Bool { state.withLock { $0.contexts.contains(where: \.streams) } }

  package var inputs: [any RowSource] { [] }
  package var size: PixelSize { picture.size }

  package func makeReader(_ context: RenderContext) -> any RowReader {
    state.withLock { $0.contexts.append(context) }
    return Reader(self)
  }

  private final class Reader: RowReader {
    private let rows: CountingRows

    init(_ rows: CountingRows) { self.rows = rows }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) {
      rows.state.withLock { $0.reads[y] += 1 }
      rows.picture.withRow(y) { pixels in for x in row.indices { row[x] = pixels[x] } }
    }
  }
}
