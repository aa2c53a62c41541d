public import SeguePixels
import Synchronization

extension Bitmap {
  /// Decodes image files side by side.
  ///
  /// - Parameters:
  ///   - files: Their paths.
  ///   - options: How it is decoded, and what is refused before memory is taken.
  ///   - threads: How many are decoded at a time.
  ///   - framing: The frame that they are fitted to; nil: none. Where it has no size, none either.
  /// - Returns: The bitmaps in the order of the files.
  /// - Throws: `FileError` or `ImageError` for the first file, in that order, that could not be decoded.
  public static func decoding(
    _ files: [String], options: DecodeOptions = DecodeOptions(), threads: Int = 1,
    fittedTo framing: Framing? = nil
  ) throws -> [Bitmap] {
    // Each on one thread, which decoding takes longer than fitting.
    let execution = Execution(decoding: options)
    let framing = framing?.size == nil ? nil : framing
    let results = Mutex([Result<Bitmap, any Error>?](repeating: nil, count: files.count))
    inBands(of: files.count, threads: threads) { band in
      for index in band {
        let result: Result<Bitmap, any Error>
        do {
          let bitmap =
            if let framing {
              try Bitmap(contentsOf: files[index], fittedTo: framing, execution)
            } else {
              try Bitmap(contentsOf: files[index], options: options)
            }
          result = .success(bitmap)
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
