package import SegueExport
package import SegueFormats

/// The times of joined clips and of the joints between them.
package struct JoinTimeline: Sendable {
  /// The content of a frame of the output.
  package enum Content: Hashable, Sendable {
    /// A frame of one clip: the index of the clip among the items, and the index of the frame in the clip.
    case clip(Int, frame: Int)
    /// A frame of the joint between the clip at an index and the next clip; `from` and `to` are frames of
    /// these two clips, and `time` is the elapsed share of the joint.
    case joint(Int, from: Int, to: Int, time: Double)
  }

  /// A clip, or a picture that is shown for a duration.
  package enum Item: Sendable {
    case clip(Clip)
    case still(length: ClipTime, named: String)

    package var length: ClipTime {
      switch self {
      case .clip(let clip): clip.length
      case .still(let length, _): length
      }
    }

    package var file: String {
      switch self {
      case .clip(let clip): clip.file
      case .still(_, let name): name
      }
    }
  }

  package let items: [Item]
  package let rate: FrameRate
  /// The durations of the joints; with n items there are n − 1 joints.
  package let joints: [ClipTime]
  /// Whether a joint shows the last frame of one clip and the first frame of the next.
  package let isFrozen: Bool
  /// The time at which each item starts.
  package let starts: [ClipTime]
  /// The time at which each joint starts.
  package let jointStarts: [ClipTime]
  /// The length of the output.
  package let length: ClipTime

  /// Places clips one after another.
  ///
  /// - Parameters:
  ///   - items: The clips, at least one.
  ///   - joint: The duration of each joint.
  ///   - rate: The rate of the output.
  ///   - isFrozen: Whether joints hold the last frame of one clip and the first frame of the next, while no
  ///     clip plays.
  ///   - shortens: Whether a joint too long for its clips is shortened.
  /// - Throws: `ClipError.tooShort` if a clip is shorter than its joints, unless `shortens` or `isFrozen` is
  ///   true.
  package init(
    _ items: [Item], joint: ClipTime, rate: FrameRate, isFrozen: Bool = false, shortens: Bool = false
  ) throws(ClipError) {
    let lengths = items.map(\.length)
    var joints = items.dropLast().map { _ in joint }
    if !isFrozen {
      for (index, length) in lengths.enumerated() {
        let count = Self.jointCount(at: index, of: items.count)
        guard count > 0, length < joint.times(count) else { continue }
        guard shortens else {
          throw .tooShort(
            file: items[index].file,
            reason:
              "it lasts \(secondsText(length.seconds)) s, and its \(count == 1 ? "joint needs" : "two joints need") "
              + "\(secondsText(joint.times(count).seconds)) s", longestJoint: Self.longest(lengths))
        }
        let most = length.divided(by: count)
        if index > 0 { joints[index - 1] = min(joints[index - 1], most) }
        if index < joints.count { joints[index] = min(joints[index], most) }
      }
    }
    self.init(items, joints: joints, rate: rate, isFrozen: isFrozen)
  }

  /// Places clips and held images one after another, with joints shortened as far as short clips require.
  ///
  /// - Parameters:
  ///   - clips: The clips, or the names of images.
  ///   - hold: The time for which an image is shown outside of joints.
  ///   - joint: The duration of each joint.
  ///   - rate: The rate of the output.
  /// - Throws: Nothing, since joints are shortened.
  package init(_ clips: [Held], hold: ClipTime, joint: ClipTime, rate: FrameRate) throws(ClipError) {
    // Makes images long enough for any joint at first, so that only clips shorten joints.
    let items = clips.enumerated().map { index, clip in
      let joints = joint.times(Self.jointCount(at: index, of: clips.count))
      return clip.item(length: hold + joints)
    }
    let joints = try JoinTimeline(items, joint: joint, rate: rate, shortens: true).joints
    self.init(
      clips.enumerated().map { index, clip in
        let before = index > 0 ? joints[index - 1] : .zero
        return clip.item(length: hold + before + (index < joints.count ? joints[index] : .zero))
      }, joints: joints, rate: rate, isFrozen: false)
  }

  /// A clip, or an image by its name.
  package enum Held: Sendable {
    case clip(Clip)
    case image(String)

    fileprivate func item(length: ClipTime) -> Item {
      switch self {
      case .clip(let clip): .clip(clip)
      case .image(let name): .still(length: length, named: name)
      }
    }
  }

  private static func jointCount(at index: Int, of count: Int) -> Int {
    (index > 0 ? 1 : 0) + (index < count - 1 ? 1 : 0)
  }

  private init(_ items: [Item], joints: [ClipTime], rate: FrameRate, isFrozen: Bool) {
    let lengths = items.map(\.length)
    var starts: [ClipTime] = []
    var jointStarts: [ClipTime] = []
    var time = ClipTime.zero
    for (index, length) in lengths.enumerated() {
      starts.append(time)
      time = time + length
      guard index < joints.count else { break }
      if isFrozen {
        jointStarts.append(time)
        time = time + joints[index]
      } else {
        time = time - joints[index]
        jointStarts.append(time)
      }
    }
    (self.items, self.rate, self.isFrozen, self.joints) = (items, rate, isFrozen, joints)
    (self.starts, self.jointStarts, self.length) = (starts, jointStarts, time)
  }

  /// Returns the duration in seconds of the longest joint that all clips allow, rounded down to milliseconds.
  private static func longest(_ lengths: [ClipTime]) -> Double {
    let most = lengths.enumerated().map { index, length in
      length.divided(by: index > 0 && index < lengths.count - 1 ? 2 : 1)
    }.min()
    return Double((most ?? .zero).floor(perSecond: 1000)) / 1000
  }

  /// The number of frames of the output.
  package var frameCount: Int { max(1, length.rounded(at: rate)) }

  /// Returns the content of a frame of the output.
  package func content(of number: Int) -> Content {
    let time = ClipTime(number, at: rate)
    let joint = jointStarts.partitioningIndex { $0 > time } - 1
    if joint >= 0 {
      let share = (time - jointStarts[joint]) / joints[joint]
      // At its start, a joint shows only the frame of its first clip, without the transition.
      if share == 0 && time == jointStarts[joint] { return .clip(joint, frame: frame(number, of: joint)) }
      if time < jointStarts[joint] + joints[joint] {
        return .joint(joint, from: frame(number, of: joint), to: frame(number, of: joint + 1), time: share)
      }
    }
    return .clip(joint + 1, frame: frame(number, of: joint + 1))
  }

  /// Returns the item whose text a frame shows, and the presence of the text, which is 1 outside of joints.
  package func title(at number: Int) -> TitleCover.Moment {
    switch content(of: number) {
    case .clip(let item, _): (item, 1)
    case .joint(let joint, _, _, let time): TitleCover.moment(from: joint, to: joint + 1, time: time)
    }
  }

  /// Returns the time of an output frame within an item, as a fraction of the item's length.
  func share(of number: Int, in index: Int) -> Double {
    (ClipTime(number, at: rate) - starts[index]) / items[index].length
  }

  private func frame(_ number: Int, of index: Int) -> Int {
    switch items[index] {
    case .clip(let clip): clip.frame(shownAt: number, start: starts[index], rate: rate)
    case .still: 0
    }
  }
}

extension ClipTime {
  /// Returns the time divided by 1 or 2.
  func divided(by count: Int) -> ClipTime {
    count == 2 ? half : self
  }

  private var half: ClipTime {
    numerator % 2 == 0 ? ClipTime(numerator / 2, denominator) : ClipTime(numerator, 2 * denominator)
  }
}
