public import SeguePixels
import Synchronization

extension Bitmap {
  /// Decodes image files in parallel.
  ///
  /// - Parameters:
  ///   - files: Their paths.
  ///   - framing: The frame that images are fitted to; without a size, each image keeps its own.
  ///   - execution: Number of files decoded at a time, and decoding options; threads beyond the number of
  ///     files share in the fitting.
  /// - Returns: The bitmaps in the order of the files.
  /// - Throws: `FileError` or `ImageError` of the first file, in order, that failed.
  public static func decoding(
    _ files: [String], fittedTo framing: Framing = Framing(), _ execution: Execution = .standard
  ) throws -> [Bitmap] {
    try decoding(files, fittedTo: framing, execution, metadataOfFirst: nil)
  }

  /// Decodes image files in parallel, and passes the first file's metadata to `take` on any thread.
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
