package import SegueFormats
package import SeguePixels

/// A picture that is decoded when it is needed.
package enum PictureSource: Sendable {
  /// An image file.
  case file(String)
  /// The bytes of an image file, and its name for error messages.
  case bytes([UInt8], named: String)
  /// A decoded picture.
  case bitmap(Bitmap)
  /// A picture that a function decodes.
  case made(@Sendable (Execution) throws -> Bitmap)
}

/// Pictures that are fitted to one frame, each composited once over the background of the frame.
///
/// The background is added after fitting; a translucent background would otherwise be applied twice.
package struct FittedPictures: Sendable {
  /// The frame to which pictures are fitted.
  ///
  /// If the frame has no size, `all` uses the size of the first picture, and `picture` keeps the size of each
  /// picture.
  package var framing: Framing
  private let sources: [PictureSource]
  private let execution: Execution

  /// Makes the pictures; nothing is decoded yet.
  package init(_ sources: [PictureSource], _ framing: Framing, _ execution: Execution = .standard) {
    (self.sources, self.framing, self.execution) = (sources, framing, execution)
  }

  /// Decodes a picture and fits it to the frame.
  package func picture(_ index: Int) throws -> Bitmap {
    try decoded(index).fitted(to: framing, execution)
  }

  /// Decodes all pictures, image files in parallel, and fits them to the frame.
  ///
  /// - Parameters:
  ///   - metadataOfFirst: Receives the metadata of the first file, on any thread.
  ///   - decoded: Called with the decoded pictures before they are fitted.
  /// - Returns: The pictures, in the order of their sources.
  /// - Throws: The `FileError` or `ImageError` of the first picture that failed; `RenderError` if memory is
  ///   exhausted.
  package func all(
    metadataOfFirst: (@Sendable (Metadata) -> Void)? = nil, decoded: ([Bitmap]) -> Void = { _ in }
  ) throws -> [Bitmap] {
    let files = sources.compactMap { if case .file(let file) = $0 { file } else { nil } }
    var ofFiles = try Bitmap.decoding(
      files, fittedTo: withoutBackground, execution, metadataOfFirst: metadataOfFirst)[...]
    let images = try sources.indices.map { index in
      if case .file = sources[index], let image = ofFiles.popFirst() { return image }
      return try self.decoded(index)
    }
    decoded(images)
    var framing = framing
    framing.size = framing.size ?? images.first?.size
    return try images.map { try $0.fitted(to: framing, execution) }
  }

  /// Decodes a picture for its motions, or, without motions, fits it to the frame.
  package func shown(_ index: Int, _ motions: [ChosenMotion]) throws -> ShownPicture {
    motions.allSatisfy { $0.motion == .none }
      ? .still(try picture(index)) : .moving(try MovingPicture(self, index, motions))
  }

  /// Returns the size of a picture, from its header if possible, else by decoding.
  package func size(of index: Int) throws -> PixelSize {
    let options = execution.decoding
    switch sources[index] {
    case .file(let file):
      if let info = try? ImageInfo(contentsOf: file, options: options) { return info.size }
    case .bytes(let bytes, let name):
      if let info = try? ImageInfo(of: bytes, named: name, limits: options.limits) { return info.size }
    case .bitmap(let bitmap): return bitmap.size
    case .made: break
    }
    // Decoding gives the size, or throws the error of the file.
    var pictures = self
    pictures.framing = Framing()
    return try pictures.decoded(index).size
  }

  /// The maximum number of pixels of a frame or of a fitted picture.
  var maxFramePixels: Int { execution.limits.maxFramePixels }

  private func decoded(_ index: Int) throws -> Bitmap {
    switch sources[index] {
    case .file(let file): try Bitmap(contentsOf: file, fittedTo: withoutBackground, execution)
    case .bytes(let bytes, let name):
      try Bitmap(decoding: bytes, named: name, fittedTo: withoutBackground, execution)
    case .bitmap(let bitmap): bitmap
    case .made(let make): try make(execution)
    }
  }

  private var withoutBackground: Framing {
    var framing = framing
    framing.background = nil
    return framing
  }
}
