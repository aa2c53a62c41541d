public import SeguePixels
import Synchronization

extension Bitmap {
  /// Decodes image files in parallel.
  ///
  /// - Parameters:
  ///   - files: The paths of the files.
  ///   - framing: The frame to which images are fitted; if it has no size, each image keeps its own size.
  ///   - execution: The maximum number of files decoded at the same time, and the decoding options. If there
  ///     are at least twice as many threads as files, several threads fit each image.
  /// - Returns: The bitmaps, in the order of the files.
  /// - Throws: The `FileError`, `ImageError` or `RenderError` of the first failed file in the order of
  ///   `files`.
  public static func decoding(
    _ files: [String], fittedTo framing: Framing = Framing(), _ execution: Execution = .standard
  ) throws -> [Bitmap] {
    try decoding(files, fittedTo: framing, execution, metadataOfFirst: nil)
  }

  /// Decodes image files in parallel, and passes the metadata of the first file to `take`, on any thread.
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
