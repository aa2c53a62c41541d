import Synchronization

/// A sequence of frames that are rendered from the same pictures.
///
/// The sequence owns the state that effects keep from frame to frame.
package final class FrameSequence: Sendable {
  /// The default frame rate, in frames per second.
  package static let usualRate = 60.0

  /// The time between two frames, in seconds.
  package let interval: Double
  private let moments: @Sendable (Int) -> FrameMoment
  private let memories = Mutex<[Key: any Sendable]>([:])

  private struct Key: Hashable {
    let place: Int
    let effect: Int
  }

  /// Makes a sequence; `moment` returns the moment of a frame number, counted from 0.
  package init(interval: Double, moment: @escaping @Sendable (Int) -> FrameMoment) {
    self.interval = interval
    moments = moment
  }

  /// Returns the moment of the frame with an index.
  package func moment(of index: Int) -> FrameMoment {
    var moment = moments(index)
    moment.frame = .init(sequence: self, index: index)
    return moment
  }

  /// Returns the state of an effect at a position in a chain; `make` creates the state on first use.
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

/// A frame, identified by its number in a sequence.
package struct NumberedFrame: Sendable, Equatable {
  /// The sequence that contains the frame.
  package let sequence: FrameSequence
  /// The frame's number in the sequence, from 0.
  package let index: Int

  package init(sequence: FrameSequence, index: Int) {
    (self.sequence, self.index) = (sequence, index)
  }

  package static func == (a: NumberedFrame, b: NumberedFrame) -> Bool {
    a.sequence === b.sequence && a.index == b.index
  }
}

extension FrameMoment {
  /// The frame's number and sequence; outside a sequence, the nearest frame of a new sequence at 60 frames
  /// per second.
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

  /// The frame's number; outside a sequence, the number of the frame nearest in time at 60 frames per second.
  package var number: Int {
    frame?.index ?? Int(max(0, min(seconds * FrameSequence.usualRate, 1e6)).rounded())
  }
  /// The time between two frames, in seconds.
  package var interval: Double { frame?.sequence.interval ?? 1 / FrameSequence.usualRate }
}
