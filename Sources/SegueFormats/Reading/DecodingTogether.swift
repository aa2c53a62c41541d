public import SeguePixels
import Synchronization

extension Bitmap {
  /// Decodes image files side by side.
  ///
  /// - Parameters:
  ///   - files: Their paths.
  ///   - options: How it is decoded, and what is refused before memory is taken.
  ///   - threads: How many are decoded at a time.
  /// - Returns: The bitmaps in the order of the files.
  /// - Throws: `FileError` or `ImageError` for the first file, in that order, that could not be decoded.
  public static func decoding(
    _ files: [String], options: DecodeOptions = DecodeOptions(), threads: Int = 1
  ) throws -> [Bitmap] {
    let results = Mutex([Result<Bitmap, any Error>?](repeating: nil, count: files.count))
    inBands(of: files.count, threads: threads) { band in
      for index in band {
        let result: Result<Bitmap, any Error>
        do {
          result = .success(try Bitmap(contentsOf: files[index], options: options))
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
