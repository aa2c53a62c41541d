/// One reading of a finger that moves, in points of the screen.
public struct PanSample: Hashable, Codable, Sendable {
  /// Seconds since the gesture began.
  public var time: Double
  /// How far the finger is from where it began, to the right.
  public var translation: Double
  /// How fast it moves to the right, a second.
  public var velocity: Double

  /// Makes a reading.
  public init(time: Double, translation: Double, velocity: Double) {
    self.time = time
    self.translation = translation
    self.velocity = velocity
  }
}

/// What a pan means: to the left it pushes a screen, to the right it pops one.
///
/// - Source: objc.io, issue 12, "Custom View Controller Transitions": the interactive part.
public enum PanRule: String, CaseIterable, Codable, Sendable {
  /// Begins right of the middle; moving left pushes.
  case push
  /// Begins left of the middle with more than one screen on the stack; moving either way counts, right finishes.
  case pop

  /// Whether a pan that begins at `x` of a screen `width` wide is this gesture.
  public func begins(atX x: Double, width: Double, screens: Int) -> Bool {
    switch self {
    case .push: x > width / 2
    case .pop: x < width / 2 && screens > 1
    }
  }

  /// The progress a pan has reached, 0…1.
  public func progress(translation: Double, width: Double) -> Double {
    guard width > 0 else { return 0 }
    let way = self == .push ? -translation : abs(translation)
    return max(0, min(1, way / width))
  }

  /// Whether letting go at a velocity finishes, or else cancels.
  public func finishes(velocity: Double) -> Bool { self == .push ? velocity < 0 : velocity > 0 }
}

/// A pan as it was made, to be made again.
public struct PanRecording: Hashable, Codable, Sendable {
  /// What the pan means.
  public var rule: PanRule
  /// The width of the screen it was made on.
  public var width: Double
  /// The readings, times rising; the last is where the finger was lifted.
  public var samples: [PanSample]

  /// The most frames of a replay.
  public static let maxFrames = 1_000_000

  /// Makes a recording.
  public init(rule: PanRule, width: Double, samples: [PanSample] = []) {
    self.rule = rule
    self.width = width
    self.samples = samples
  }

  /// Makes a recording of the places a finger was at, times rising; the first is where the pan began.
  ///
  /// A reading's velocity is that of the way from the one before.
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

  /// The progress of every frame until the interaction is over, and whether it completed.
  ///
  ///     let pan = PanRecording(rule: .push, width: 1, places: [(time: 0, x: 0.9), (time: 0.2, x: 0.4)])
  ///     let progress = pan.replay(InteractiveTransition(duration: 0.5)).frames
  ///
  /// Between readings the finger is where the last one put it. A replay ends after `maxFrames` at the latest.
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
