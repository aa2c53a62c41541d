// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SeguePixels
public import SegueRendering

/// A cover: a change of some frames of a film, such as subtitles over the frames, or a fade at the film's
/// ends.
public protocol FrameCover: Sendable {
  /// Whether the cover changes the frame with the given number, counted from 0.
  func covers(_ frame: Int) -> Bool
  /// Makes the changed rows of a frame.
  ///
  /// - Throws: `RenderError` if memory is exhausted, or an error of drawing, such as `TitleError`.
  func over(_ rows: any RowSource, frame: Int) throws -> any RowSource
}

/// The frames of another source with covers; each cover is drawn over the previous covers.
///
///     let frames = TransitionFrames(renderer, times: times)
///     let film = CoveredFrames(frames, [FadeCover(of: frames.count, rate: 60, in: 0.2, out: 0.2)])
public struct CoveredFrames: FrameSource {
  /// The source of the frames.
  public let source: any FrameSource
  /// The covers, in the order in which they are drawn.
  public let covers: [any FrameCover]

  /// Makes the frames of a source with covers; over HDR frames, the white of texts and fades has 203 nits.
  public init(_ source: some FrameSource, _ covers: [any FrameCover]) {
    self.source = source
    let transfer = (source as? any HDRFrames)?.hdrTransfer
    let colors = HDRColors(transfer)
    self.covers = covers.map { cover in
      guard let colors, let colored = cover as? any ColoredCover else { return cover }
      return colored.with(colors: colors.coded, colored.light.decoded(by: transfer))
    }
  }

  public var count: Int { source.count }
  public var size: PixelSize { source.size }
  public var level: SIMDLevel { source.level }

  public func rows(of index: Int) throws -> any RowSource {
    var rows = try source.rows(of: index)
    for cover in covers where cover.covers(index) { rows = try cover.over(rows, frame: index) }
    return rows
  }
}

extension CoveredFrames: WrappedFrames {}
