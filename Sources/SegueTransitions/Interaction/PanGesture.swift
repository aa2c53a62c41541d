/// A sample of a pan gesture; lengths are in points of the screen, or in any other unit.
public struct PanSample: Hashable, Codable, Sendable {
  /// Seconds since the gesture began.
  public var time: Double
  /// The horizontal translation since the gesture began, in the same unit as the screen's width; positive to
  /// the right.
  public var translation: Double
  /// The horizontal velocity, in the unit of `translation` per second; positive to the right.
  public var velocity: Double

  /// Makes a sample.
  public init(time: Double, translation: Double, velocity: Double) {
    self.time = time
    self.translation = translation
    self.velocity = velocity
  }
}

/// The navigation that a pan gesture performs: a pan to the left pushes a screen, a pan to the right pops a
/// screen.
///
/// - Source: objc.io, issue 12, "Custom View Controller Transitions": the interactive part.
public enum PanRule: String, CaseIterable, Codable, Sendable {
  /// A pan that begins in the right half of the screen and pushes a screen by moving left.
  case push
  /// A pan that begins in the left half of the screen and pops a screen, if the stack has more than one
  /// screen.
  ///
  /// Movement in either direction advances the progress; the pop finishes if the finger moves right at the
  /// end, and is canceled otherwise.
  case pop

  /// Returns whether a pan performs this navigation if it begins at `x` on a screen of the given width, with
  /// `screens` screens on the stack.
  public func begins(atX x: Double, width: Double, screens: Int) -> Bool {
    switch self {
    case .push: x > width / 2
    case .pop: x < width / 2 && screens > 1
    }
  }

  /// Returns the progress 0…1 of a pan after a translation.
  public func progress(translation: Double, width: Double) -> Double {
    guard width > 0 else { return 0 }
    let way = self == .push ? -translation : abs(translation)
    return max(0, min(1, way / width))
  }

  /// Returns whether a pan that ends at this velocity finishes the transition; otherwise the transition is
  /// canceled.
  public func finishes(velocity: Double) -> Bool { self == .push ? velocity < 0 : velocity > 0 }
}

/// A recorded pan gesture, for replay.
public struct PanRecording: Hashable, Codable, Sendable {
  /// The navigation that the pan performs.
  public var rule: PanRule
  /// The width of the screen, in the unit of the samples' translations.
  public var width: Double
  /// The samples in order of rising time; the gesture ends at the last sample.
  public var samples: [PanSample]

  /// The maximum number of frames of a replay.
  public static let maxFrames = 1_000_000

  /// Makes a recording.
  public init(rule: PanRule, width: Double, samples: [PanSample] = []) {
    self.rule = rule
    self.width = width
    self.samples = samples
  }

  /// Makes a recording from positions of a finger in order of rising time.
  ///
  /// The pan begins at the first position.
  ///
  /// The velocity of a sample is the mean velocity since the previous sample.
  public init(rule: PanRule, width: Double, places: [(time: Double, x: Double)]) {
    self.init(rule: rule, width: width)
    guard let first = places.first else { return }
    var last = first
    for place in places {
      let seconds = place.time - last.time
      samples.append(
        PanSample(
          time: place.time - first.time, translation: place.x - first.x,
          velocity: seconds > 0 ? (place.x - last.x) / seconds : 0))
      last = place
    }
  }

  /// Replays the pan; returns the progress of each frame, and whether the transition completed rather than
  /// was canceled.
  ///
  ///     let pan = PanRecording(rule: .push, width: 1, places: [(time: 0, x: 0.9), (time: 0.2, x: 0.4)])
  ///     let progress = pan.replay(InteractiveTransition(duration: 0.5)).frames
  ///
  /// A frame uses the latest sample at or before its time. A replay has at most `maxFrames` frames.
  public func replay(
    _ interaction: InteractiveTransition, framesPerSecond: Double = 60
  ) -> (frames: [Double], completed: Bool) {
    var interaction = interaction
    var frames: [Double] = []
    var next = 0
    guard framesPerSecond > 0, (try? interaction.begin()) != nil else { return ([], false) }
    for frame in 0..<Self.maxFrames {
      let now = Double(frame) / framesPerSecond
      while next < samples.count, samples[next].time <= now {
        try? interaction.update(rule.progress(translation: samples[next].translation, width: width))
        next += 1
      }
      if interaction.state == .tracking, next == samples.count {
        let isFinish = samples.last.map { rule.finishes(velocity: $0.velocity) } ?? false
        if isFinish { try? interaction.finish(at: now) } else { try? interaction.cancel(at: now) }
      }
      let outcome = interaction.tick(at: now)
      frames.append(interaction.progress)
      if let outcome { return (frames, outcome) }
    }
    return (frames, false)
  }
}
