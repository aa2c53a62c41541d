/// Pixels in memory: premultiplied RGBA8, rows from the top, from 128 pixels on each on a 64-byte boundary.
///
///     var bitmap = try Bitmap(width: 320, height: 200)
///     bitmap[10, 20] = .white
///     let white = bitmap.withRow(20) { row in row.indices.count { row[$0] == .white } }
///
/// A bitmap is a value: copies share their memory until one is written to. It is `Sendable`, and reading from
/// any number of threads is safe.
///
/// Premultiplying loses what a transparent pixel's color was. A bitmap decoded from a file with transparency
/// keeps the file's straight pixels beside the premultiplied ones until it is written to, so that a snapshot
/// that passes through unchanged is saved byte for byte as it came.
public struct Bitmap: Sendable {
  /// Width and height in pixels.
  public let size: PixelSize
  package private(set) var storage: PixelStorage
  package private(set) var straight: PixelStorage?

  /// Makes a transparent bitmap.
  ///
  /// - Throws: `RenderError` where a side is below 1, the bytes overflow an `Int`, or memory is out.
  public init(width: Int, height: Int) throws(RenderError) {
    try self.init(PixelSize(width: width, height: height))
  }

  /// Makes a bitmap of one color, transparent unless said otherwise.
  ///
  /// - Throws: `RenderError` where a side is below 1, the bytes overflow an `Int`, or memory is out.
  public init(_ size: PixelSize, filledWith pixel: Pixel = .clear) throws(RenderError) {
    try self.init(uninitialized: size)
    storage.fill(pixel)
  }

  /// Makes a bitmap whose every row the caller writes.
  package init(uninitialized size: PixelSize) throws(RenderError) {
    self.size = size
    storage = try PixelStorage(size)
  }

  /// Makes a bitmap of premultiplied pixels.
  init(_ storage: PixelStorage) {
    size = storage.size
    self.storage = storage
  }

  /// Makes a bitmap of decoded straight pixels, keeping them where the picture has transparency.
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

  /// Pixels from left to right.
  public var width: Int { size.width }
  /// Pixels from top to bottom.
  public var height: Int { size.height }

  /// The pixel at column `x` from the left and row `y` from the top.
  ///
  /// Traps outside the bitmap, as an array does. For whole rows, `withRow` is faster.
  public subscript(x: Int, y: Int) -> Pixel {
    get { withRow(y) { $0[x] } }
    set { withMutableRow(y) { $0[x] = newValue } }
  }

  /// Whether every pixel is opaque; found once for all copies that share their memory.
  package var isOpaque: Bool { straight == nil && storage.isOpaque }

  /// Calls `body` with the pixels of row `y`, from the left.
  public func withRow<Result: ~Copyable, Failure>(
    _ y: Int, _ body: (Span<Pixel>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(storage.row(y).span)
  }

  /// Calls `body` with the pixels of row `y`, from the left, to be written.
  public mutating func withMutableRow<Result: ~Copyable, Failure>(
    _ y: Int, _ body: (inout MutableSpan<Pixel>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    makeUnique()
    let row = storage.row(y)
    var span = row.mutableSpan
    return try body(&span)
  }

  /// Lets bands of rows be written, on several threads where `threads` is above 1.
  ///
  /// `body` gets a writer for its own rows and writes every one of them; what they held before is lost where
  /// the memory was shared with another bitmap.
  ///
  /// - Throws: What a band throws first.
  package mutating func overwrite(
    threads: Int, _ body: @Sendable (RowWriter) throws(RenderError) -> Void
  ) throws(RenderError) {
    let storage = try emptied()
    try inBands(of: size.height, threads: threads) { (rows) throws(RenderError) in
      defer { Kernels.fence() }
      try body(RowWriter(storage, rows: rows))
    }
  }

  /// The same in parts, which threads take one after the other as long as there are some.
  ///
  /// - Throws: What a thread throws first.
  package mutating func overwriteInParts(
    threads: Int, _ body: @Sendable (RowWriters) throws(RenderError) -> Void
  ) throws(RenderError) {
    let storage = try emptied()
    try inParts(of: size.height, threads: threads) { (parts) throws(RenderError) in
      defer { Kernels.fence() }
      try body(RowWriters(storage: storage, parts: parts))
    }
  }

  /// Memory of its own, in which anything may be.
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
