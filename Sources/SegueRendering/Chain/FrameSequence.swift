import Synchronization

/// A sequence of frames, for effects that keep state from frame to frame.
///
/// It holds that state, once for each sequence rendered from the same pictures.
package final class FrameSequence: Sendable {
  /// The default frame rate.
  package static let usualRate = 60.0

  /// Seconds from frame to frame.
  package let interval: Double
  private let moments: @Sendable (Int) -> FrameMoment
  private let memories = Mutex<[Key: any Sendable]>([:])

  private struct Key: Hashable {
    let place: Int
    let effect: Int
  }

  /// Makes a sequence of frames, numbered from 0.
  package init(interval: Double, moment: @escaping @Sendable (Int) -> FrameMoment) {
    self.interval = interval
    moments = moment
  }

  /// The moment of a frame.
  package func moment(of index: Int) -> FrameMoment {
    var moment = moments(index)
    moment.frame = .init(sequence: self, index: index)
    return moment
  }

  /// The state of an effect at a place of a chain; made on first use.
  package func memory<Memory: Sendable>(
    of effect: Int, at place: Int, _ make: () -> Memory
  ) -> Memory {
    memories.withLock { memories in
      let key = Key(place: place, effect: effect)
      if let known = memories[key] as? Memory { return known }
      let memory = make()
      memories[key] = memory
      return memory
    }
  }
}

/// A frame's position in a sequence.
package struct NumberedFrame: Sendable, Equatable {
  /// The sequence.
  package let sequence: FrameSequence
  /// The number, from 0.
  package let index: Int

  package init(sequence: FrameSequence, index: Int) {
    (self.sequence, self.index) = (sequence, index)
  }

  package static func == (a: NumberedFrame, b: NumberedFrame) -> Bool {
    a.sequence === b.sequence && a.index == b.index
  }
}

extension FrameMoment {
  /// The numbered frame; without a number, the nearest of 60 a second.
  package var numbered: NumberedFrame {
    if let frame { return frame }
    let rate = FrameSequence.usualRate
    let last = number
    let sequence = FrameSequence(interval: 1 / rate) { [progress, time, duration] index in
      let distance = Double(last - index) / rate / duration
      return FrameMoment(
        progress: max(0, progress - distance), time: max(0, time - distance), duration: duration)
    }
    return NumberedFrame(sequence: sequence, index: last)
  }

  /// The number of the frame.
  package var number: Int {
    frame?.index ?? Int(max(0, min(seconds * FrameSequence.usualRate, 1e6)).rounded())
  }
  /// Seconds from frame to frame.
  package var interval: Double { frame?.sequence.interval ?? 1 / FrameSequence.usualRate }
}
