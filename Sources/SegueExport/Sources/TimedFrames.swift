package import SegueFormats
package import SeguePixels
package import SegueRendering
package import SegueTransitions

/// A sequence whose frames can be rendered at any time, for sheets and previews.
package protocol TimedFrames {
  /// The size of the frames in pixels.
  var size: PixelSize { get }
  /// The SIMD level of the kernels.
  var level: SIMDLevel { get }
  /// The duration of the sequence in seconds.
  var duration: Double { get }
  /// Makes the row source of a frame, at a time 0…1 of the duration.
  func rows(atShare time: Double) throws -> any RowSource
  /// Returns the number that labels a frame: its progress, or its time in seconds.
  func number(atShare time: Double) -> Double
}

extension TransitionRenderer: TimedFrames {
  package var duration: Double { timing.duration }
  package func rows(atShare time: Double) throws -> any RowSource { try rows(atTime: time) }
  package func number(atShare time: Double) -> Double { progress(atTime: time) }
}

/// The frames of a source at a frame rate, such as the frames of joined clips.
package struct SourceFrames: TimedFrames {
  private let source: any FrameSource
  private let rate: FrameRate

  /// Makes the frames of a source that is not empty.
  package init(_ source: any FrameSource, rate: FrameRate) { (self.source, self.rate) = (source, rate) }

  package var size: PixelSize { source.size }
  package var level: SIMDLevel { source.level }
  package var duration: Double { Double(source.count) / rate.perSecond }

  package func rows(atShare time: Double) throws -> any RowSource { try source.rows(of: index(time)) }
  package func number(atShare time: Double) -> Double { Double(index(time)) / rate.perSecond }

  private func index(_ time: Double) -> Int {
    Int((max(0, min(1, time)) * Double(source.count - 1)).rounded())
  }
}
