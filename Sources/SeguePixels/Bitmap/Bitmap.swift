/// An image in memory: premultiplied RGBA8, rows from the top.
///
/// Rows of 128 pixels and more are aligned to 64 bytes.
///
///     var bitmap = try Bitmap(width: 320, height: 200)
///     bitmap[10, 20] = .white
///     let white = bitmap.withRow(20) { row in row.indices.count { row[$0] == .white } }
///
/// A bitmap is a value: copies share memory until one of them is written to. It is `Sendable`; any number of
/// threads may read it.
///
/// Premultiplication loses the color of transparent pixels. Therefore a bitmap decoded from a file with
/// transparency also keeps the straight pixels until it is written to. An unchanged image is saved with its
/// original pixels.
///
/// A bitmap may also keep the samples of more than 8 bits from which its pixels were rounded: see `depth`.
public struct Bitmap: Sendable {
  /// Width and height in pixels.
  public let size: PixelSize
  package private(set) var storage: PixelStorage
  package private(set) var straight: PixelStorage?
  /// The samples of more than 8 bits; nil for a bitmap of 8 bits.
  package private(set) var deep: DeepStorage?

  /// Makes a bitmap of transparent pixels.
  ///
  /// - Throws: `RenderError` if a side is below 1, the number of bytes overflows an `Int`, or memory is
  ///   exhausted.
  public init(width: Int, height: Int) throws(RenderError) {
    try self.init(PixelSize(width: width, height: height))
  }

  /// Makes a bitmap of one color, by default transparent.
  ///
  /// - Throws: `RenderError` if a side is below 1, the number of bytes overflows an `Int`, or memory is
  ///   exhausted.
  public init(_ size: PixelSize, filledWith pixel: Pixel = .clear) throws(RenderError) {
    try self.init(uninitialized: size)
    storage.fill(pixel)
  }

  /// Makes a bitmap with undefined pixels; the caller must write every row.
  package init(uninitialized size: PixelSize) throws(RenderError) {
    self.size = size
    storage = try PixelStorage(size)
  }

  /// Makes a bitmap of premultiplied pixels, without copying.
  init(_ storage: PixelStorage) {
    size = storage.size
    self.storage = storage
  }

  /// Makes a bitmap from straight pixels, which it also keeps unless all pixels are opaque.
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

  /// Makes a bitmap from samples of more than 8 bits; its 8-bit pixels, for effects that read 8 bits, are the
  /// rounded samples.
  package init(_ deep: DeepStorage, kernels: FloatKernels = .preferred) throws(RenderError) {
    size = deep.size
    storage = try deep.rounded(kernels)
    self.deep = deep
  }

  /// Returns the bitmap with samples of more than 8 bits added or replaced.
  package func with(_ deep: DeepStorage) -> Bitmap {
    var bitmap = self
    bitmap.deep = deep
    return bitmap
  }

  /// Drops the samples of more than 8 bits; the 8-bit pixels remain.
  mutating func dropDepth() { deep = nil }

  /// The number of columns.
  public var width: Int { size.width }
  /// The number of rows.
  public var height: Int { size.height }

  /// Accesses the pixel at column `x` from the left and row `y` from the top.
  ///
  /// Traps outside the bitmap. For whole rows, `withRow` is faster.
  public subscript(x: Int, y: Int) -> Pixel {
    get { withRow(y) { $0[x] } }
    set { withMutableRow(y) { $0[x] = newValue } }
  }

  /// Whether every pixel is opaque; cached for all copies that share memory.
  package var isOpaque: Bool { straight == nil && (deep?.isOpaque ?? storage.isOpaque) }

  /// Calls `body` with the pixels of row `y`, from the left.
  public func withRow<Result: ~Copyable, Failure>(
    _ y: Int, _ body: (Span<Pixel>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(storage.row(y).span)
  }

  /// Calls `body` with the pixels of row `y`, from the left, which `body` may change.
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
  /// `body` receives a writer for a band and must write every row of the band; previous pixels may be lost.
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

  /// Overwrites the bitmap in parts of successive rows; a thread that is idle takes the next part, which
  /// balances the load.
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

  /// Returns the bitmap's memory for overwriting: no other bitmap shares it, and its pixels may be undefined.
  private mutating func emptied() throws(RenderError) -> PixelStorage {
    (straight, deep) = (nil, nil)
    if !isKnownUniquelyReferenced(&storage) { storage = try PixelStorage(size) }
    storage.willChange()
    return storage
  }

  private mutating func makeUnique() {
    (straight, deep) = (nil, nil)
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
    storage.willChange()
  }
}

extension Bitmap: Equatable {
  /// Whether two bitmaps have equal sizes and equal premultiplied pixels; if both have samples of more than 8
  /// bits, whether these are also equal.
  public static func == (a: Bitmap, b: Bitmap) -> Bool {
    guard a.size == b.size, a.storage === b.storage || a.storage.hasSamePixels(as: b.storage) else {
      return false
    }
    guard let deep = a.deep, let other = b.deep else { return true }
    return deep.hasSameSamples(as: other)
  }
}
