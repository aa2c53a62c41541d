public import SeguePixels
import Synchronization

extension Bitmap {
  /// Decodes image files side by side.
  ///
  /// - Parameters:
  ///   - files: Their paths.
  ///   - framing: The frame that they are fitted to; each keeps its own size where that has none.
  ///   - execution: How many are decoded at a time, and how; where there are more threads than files, they fit together.
  /// - Returns: The bitmaps in the order of the files.
  /// - Throws: `FileError` or `ImageError` for the first file, in that order, that could not be decoded.
  public static func decoding(
    _ files: [String], fittedTo framing: Framing = Framing(), _ execution: Execution = .standard
  ) throws -> [Bitmap] {
    try decoding(files, fittedTo: framing, execution, metadataOfFirst: nil)
  }

  /// The same, which hands over the metadata of the first file where somebody takes it, on any thread.
  package static func decoding(
    _ files: [String], fittedTo framing: Framing, _ execution: Execution,
    metadataOfFirst take: (@Sendable (Metadata) -> Void)?
  ) throws -> [Bitmap] {
    var share = execution
    share.threads = max(1, execution.threads / max(1, files.count))
    let each = share
    let results = Mutex([Result<Bitmap, any Error>?](repeating: nil, count: files.count))
    inBands(of: files.count, threads: execution.threads) { band in
      for index in band {
        let result: Result<Bitmap, any Error>
        do {
          let first = index == 0 ? take : nil
          result = .success(
            try Bitmap(contentsOf: files[index], fittedTo: framing, each, metadata: first))
        } catch {
          result = .failure(error)
        }
        results.withLock { $0[index] = result }
      }
    }
    var bitmaps: [Bitmap] = []
    for result in results.withLock({ $0 }) {
      if let result { bitmaps.append(try result.get()) }
    }
    return bitmaps
  }
}
