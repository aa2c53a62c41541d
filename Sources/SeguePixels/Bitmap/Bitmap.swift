/// An image in memory: premultiplied RGBA8, rows from the top, aligned to 64 bytes from a width of 128 pixels
/// on.
///
///     var bitmap = try Bitmap(width: 320, height: 200)
///     bitmap[10, 20] = .white
///     let white = bitmap.withRow(20) { row in row.indices.count { row[$0] == .white } }
///
/// A bitmap is a value: copies share their memory until one is written to. It is `Sendable`, and reading from
/// any number of threads is safe.
///
/// Premultiplication loses the color of transparent pixels. A bitmap decoded from a file with transparency
/// therefore keeps the straight pixels, too, until it is written to: an unchanged image is saved with the
/// same pixels.
public struct Bitmap: Sendable {
  /// Width and height in pixels.
  public let size: PixelSize
  package private(set) var storage: PixelStorage
  package private(set) var straight: PixelStorage?

  /// Makes a transparent bitmap.
  ///
  /// - Throws: `RenderError` if a side is below 1, the bytes overflow an `Int`, or memory is exhausted.
  public init(width: Int, height: Int) throws(RenderError) {
    try self.init(PixelSize(width: width, height: height))
  }

  /// Makes a bitmap of one color; the default is transparent.
  ///
  /// - Throws: `RenderError` if a side is below 1, the bytes overflow an `Int`, or memory is exhausted.
  public init(_ size: PixelSize, filledWith pixel: Pixel = .clear) throws(RenderError) {
    try self.init(uninitialized: size)
    storage.fill(pixel)
  }

  /// Makes a bitmap with undefined pixels; the caller writes every row.
  package init(uninitialized size: PixelSize) throws(RenderError) {
    self.size = size
    storage = try PixelStorage(size)
  }

  /// Makes a bitmap of premultiplied pixels.
  init(_ storage: PixelStorage) {
    size = storage.size
    self.storage = storage
  }

  /// Makes a bitmap of decoded straight pixels, and keeps them if any is transparent.
  package init(straight: PixelStorage, kernels: Kernels = .preferred) throws(RenderError) {
    size = straight.size
    storage = straight
    guard !kernels.isOpaque(straight) else { return }
    guard !straight.isAlsoPremultiplied else {
      self.straight = straight
      return
    }
    let premultiplied = try PixelStorage(straight.size)
    kernels.premultiply(straight, into: premultiplied)
    storage = premultiplied
    self.straight = straight
  }

  /// The number of columns.
  public var width: Int { size.width }
  /// The number of rows.
  public var height: Int { size.height }

  /// The pixel at column `x` from the left and row `y` from the top.
  ///
  /// Traps outside the bitmap. `withRow` is faster for whole rows.
  public subscript(x: Int, y: Int) -> Pixel {
    get { withRow(y) { $0[x] } }
    set { withMutableRow(y) { $0[x] = newValue } }
  }

  /// Whether every pixel is opaque; computed once for all copies that share memory.
  package var isOpaque: Bool { straight == nil && storage.isOpaque }

  /// Calls `body` with the pixels of row `y`, from the left.
  public func withRow<Result: ~Copyable, Failure>(
    _ y: Int, _ body: (Span<Pixel>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(storage.row(y).span)
  }

  /// Calls `body` with the pixels of row `y`, from the left, for writing.
  public mutating func withMutableRow<Result: ~Copyable, Failure>(
    _ y: Int, _ body: (inout MutableSpan<Pixel>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    makeUnique()
    let row = storage.row(y)
    var span = row.mutableSpan
    return try body(&span)
  }

  /// Overwrites the bitmap in bands of rows, on up to `threads` threads.
  ///
  /// `body` gets a writer for its rows and writes each of them; previous pixels may be lost.
  ///
  /// - Throws: The first error of a band.
  package mutating func overwrite(
    threads: Int, _ body: @Sendable (RowWriter) throws(RenderError) -> Void
  ) throws(RenderError) {
    let storage = try emptied()
    try inBands(of: size.height, threads: threads) { (rows) throws(RenderError) in
      defer { Kernels.fence() }
      try body(RowWriter(storage, rows: rows))
    }
  }

  /// Overwrites the bitmap in small parts, which threads take in turn to balance their load.
  ///
  /// - Throws: The first error of a thread.
  package mutating func overwriteInParts(
    threads: Int, _ body: @Sendable (RowWriters) throws(RenderError) -> Void
  ) throws(RenderError) {
    let storage = try emptied()
    try inParts(of: size.height, threads: threads) { (parts) throws(RenderError) in
      defer { Kernels.fence() }
      try body(RowWriters(storage: storage, parts: parts))
    }
  }

  /// Returns memory that this bitmap alone holds, with undefined pixels.
  private mutating func emptied() throws(RenderError) -> PixelStorage {
    straight = nil
    if !isKnownUniquelyReferenced(&storage) { storage = try PixelStorage(size) }
    storage.willChange()
    return storage
  }

  private mutating func makeUnique() {
    straight = nil
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
    storage.willChange()
  }
}

extension Bitmap: Equatable {
  /// Whether two bitmaps have the same size and the same premultiplied pixels.
  public static func == (a: Bitmap, b: Bitmap) -> Bool {
    a.size == b.size && (a.storage === b.storage || a.storage.hasSamePixels(as: b.storage))
  }
}
