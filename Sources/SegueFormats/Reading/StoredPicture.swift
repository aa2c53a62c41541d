import CSegueCodecs
import Glibc
import SeguePixels

/// The upright picture of a file: straight samples of sRGB, of as many bits as the file has.
enum StoredPicture {
  case bytes(PixelStorage)
  case words(WideStorage)

  /// Makes a bitmap of it, which takes over its memory where that has 8 bits a sample.
  func bitmap(named name: String) throws(ImageError) -> Bitmap {
    let storage: PixelStorage
    switch self {
    case .bytes(let bytes): storage = bytes
    case .words(let words):
      storage = try PixelStorage(words.size, named: name)
      for y in 0..<words.size.height {
        let row = words.row(y)
        let out = storage.bytes + y * storage.stride
        for index in row.indices {
          out.storeBytes(
            of: UInt8((UInt32(row[index]) * 255 + 32895) >> 16), toByteOffset: index, as: UInt8.self)
        }
      }
    }
    guard let bitmap = try? Bitmap(straight: storage) else { throw .outOfMemory(file: name) }
    return bitmap
  }
}

/// A format whose files are read as they stand, from which the bitmap and how light it is follow.
protocol StoredFormat: ReadableFormat {
  /// Reads the picture of a file in memory.
  static func read(
    _ bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> StoredPicture
}

extension StoredFormat {
  public static func decode(
    _ bytes: [UInt8], named name: String, options: DecodeOptions
  ) throws(ImageError) -> Bitmap {
    try read(bytes, named: name, options: options).bitmap(named: name)
  }
}

extension PixelStorage {
  /// Takes the memory of a picture.
  convenience init(_ size: PixelSize, named name: String) throws(ImageError) {
    do throws(RenderError) {
      try self.init(size)
    } catch {
      throw .outOfMemory(file: name)
    }
  }
}

/// The memory of straight samples of 16 bits, four a pixel, rows without gaps.
final class WideStorage {
  let size: PixelSize
  let samples: UnsafeMutableBufferPointer<UInt16>

  /// Takes memory for a size that was checked.
  init(_ size: PixelSize, named name: String) throws(ImageError) {
    guard let memory = malloc(size.width * size.height * 8) else { throw .outOfMemory(file: name) }
    self.size = size
    let count = size.width * size.height * 4
    samples = UnsafeMutableBufferPointer(
      start: memory.bindMemory(to: UInt16.self, capacity: count), count: count)
  }

  deinit { free(samples.baseAddress) }

  /// The samples of row `y`.
  func row(_ y: Int) -> UnsafeMutableBufferPointer<UInt16> {
    UnsafeMutableBufferPointer(rebasing: samples[y * size.width * 4..<(y + 1) * size.width * 4])
  }

  /// Bytes from one row to the next.
  var stride: Int { size.width * 8 }
}
