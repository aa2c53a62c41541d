package import SegueFormats
package import SeguePixels

/// The division of joined clips into frames whose packets are copied, and frames that are encoded.
///
/// A cut is a position between two packets, in decoding order: every packet before the cut is shown before
/// every packet after the cut. Copied packets end at a cut, and begin at a cut followed by a keyframe that is
/// shown first. So a decoder needs no packet that is not copied, and copied frames are shown without gaps.
package struct CopyPlan: Sendable {
  /// Consecutive frames of the output that are all copied or all encoded.
  package enum Piece: Hashable, Sendable {
    /// A run of a clip's packets, as indices in decoding order, and the frames that they show.
    case copied(clip: Int, packets: Range<Int>, frames: Range<Int>)
    /// Frames that are rendered and encoded.
    case encoded(frames: Range<Int>)

    /// The numbers of the frames in the output.
    package var frames: Range<Int> {
      switch self {
      case .copied(_, _, let frames), .encoded(let frames): frames
      }
    }

    /// Whether the packets are copied.
    package var isCopied: Bool { if case .copied = self { true } else { false } }
  }

  /// The pieces in the order of the output.
  package let pieces: [Piece]
  /// The clips whose packets cannot be copied, with the reasons.
  package let obstacles: [(file: String, reason: String)]
  /// The bit rates of the pieces that are encoded, by their frames.
  private let rates: [Range<Int>: EncodedRate]
  /// The clip whose encoder settings the encoded pieces have; nil without clips.
  private let model: Clip?

  /// Returns the encoder options of a piece with the given frames.
  package func encoderOptions(of frames: Range<Int>) -> [(key: String, value: String)] {
    model?.encoderOptions(rates[frames] ?? EncodedRate()) ?? []
  }

  /// The number of frames whose packets are copied.
  package var copiedCount: Int { pieces.reduce(0) { $0 + ($1.isCopied ? $1.frames.count : 0) } }

  /// Divides joined clips.
  ///
  /// - Parameters:
  ///   - timeline: The times of clips and joints.
  ///   - size: The size of the frames.
  ///   - chroma: The resolution of chroma in the output.
  ///   - isChanged: Whether a cover changes the frame with a given number.
  package init(
    _ timeline: JoinTimeline, size: PixelSize, chroma: ChromaSubsampling,
    isChanged: (Int) -> Bool = { _ in false }
  ) {
    var obstacles: [(file: String, reason: String)] = []
    let model = timeline.items.lazy.compactMap(\.clip).first
    let clips = timeline.items.map { item -> Clip? in
      guard let clip = item.clip, let model else { return nil }
      guard let reason = clip.copyObstacle(size: size, rate: timeline.rate, chroma: chroma, like: model)
      else {
        return clip
      }
      obstacles.append((ClipName(clip.file).file, reason))
      return nil
    }
    var copied: [Piece] = []
    for run in Self.runs(of: timeline, isChanged) {
      guard let clip = clips[run.clip],
        let piece = PacketCuts(clip).copied(clip.firstFrame + run.first, run)
      else { continue }
      copied.append(piece)
    }
    var pieces: [Piece] = []
    var position = 0
    for piece in copied {
      if position < piece.frames.lowerBound {
        pieces.append(.encoded(frames: position..<piece.frames.lowerBound))
      }
      pieces.append(piece)
      position = piece.frames.upperBound
    }
    if position < timeline.frameCount { pieces.append(.encoded(frames: position..<timeline.frameCount)) }
    self.obstacles = obstacles
    let encoded = pieces.filter { !$0.isCopied }.map(\.frames)
    rates = Dictionary(uniqueKeysWithValues: encoded.map { ($0, EncodedRate(of: $0, timeline)) })
    (self.model, self.pieces) = (model, pieces)
  }

  /// Consecutive frames of the output that show consecutive frames of one clip.
  struct Run {
    let clip: Int
    /// The index, in the clip, of the run's first frame.
    let first: Int
    /// The numbers of the frames in the output.
    var frames: Range<Int>
  }

  private static func runs(of timeline: JoinTimeline, _ isChanged: (Int) -> Bool) -> [Run] {
    var runs: [Run] = []
    for number in 0..<timeline.frameCount where !isChanged(number) {
      guard case .clip(let clip, let frame) = timeline.content(of: number) else { continue }
      if let last = runs.last, last.clip == clip, last.frames.upperBound == number,
        last.first + last.frames.count == frame
      {
        runs[runs.count - 1].frames = last.frames.lowerBound..<number + 1
      } else {
        runs.append(Run(clip: clip, first: frame, frames: number..<number + 1))
      }
    }
    return runs
  }
}

/// The bit rate of a piece that is encoded.
struct EncodedRate {
  /// The bit rate in bits a second.
  var bitRate = 4_000_000
  /// The number of bits of the largest keyframe.
  var keyBits = 0
  /// The length of the piece in seconds.
  var seconds = 1.0
  /// Whether keyframes have more than half of the bits, as in a clip of a still picture.
  var isStill = false

  init() {}

  /// Makes a rate of 1.2 times the bit rate that frames have in their clips, but at least 50,000 bits a second;
  /// the default if the sizes of the frames are unknown.
  ///
  /// The first frame of each clip counts with its keyframe, since a piece begins with a keyframe. Each frame of
  /// a joint has the mean size of the two frames that it shows.
  init(of frames: Range<Int>, _ timeline: JoinTimeline) {
    var (bytes, keyBytes) = (0.0, 0)
    var items: Set<Int> = []
    for number in frames {
      let shown: [(Int, Int)] =
        switch timeline.content(of: number) {
        case .clip(let clip, let frame): [(clip, frame)]
        case .joint(let joint, let from, let to, _): [(joint, from), (joint + 1, to)]
        }
      for (item, frame) in shown {
        guard let clip = timeline.items[item].clip, clip.probe.packets.count == clip.probe.frames.count else {
          continue
        }
        let index = min(clip.firstFrame + frame, clip.probe.frames.count - 1)
        bytes += Double(clip.probe.frames[index].byteCount) / Double(shown.count)
        guard items.insert(item).inserted else { continue }
        let count = clip.probe.frames[ClipDecoder.keyframe(before: index, of: clip)].byteCount
        keyBytes += count
        keyBits = max(keyBits, 8 * count)
      }
    }
    guard !items.isEmpty else { return }
    isStill = Double(keyBytes) > bytes
    bytes += Double(keyBytes)
    seconds = Double(frames.count) / timeline.rate.perSecond
    bitRate = Int(min(1e9, max(50_000, 1.2 * 8 * bytes / seconds)))
  }
}

/// The cuts of a clip, in decoding order.
private struct PacketCuts {
  private let packets: [ClipProbe.Packet]
  /// For each packet, the largest time stamp of the packets before the packet; the last entry is the largest
  /// time stamp of all packets.
  private let latest: [Int]
  /// For each packet, the smallest time stamp of this packet and the packets after it; the last entry is
  /// `Int.max`.
  private let earliest: [Int]
  private let clip: Clip

  init(_ clip: Clip) {
    self.clip = clip
    packets = clip.probe.packets
    var latest = [Int.min]
    for packet in packets { latest.append(max(latest[latest.count - 1], packet.stamp)) }
    var earliest = [Int.max]
    for packet in packets.reversed() { earliest.append(min(earliest[earliest.count - 1], packet.stamp)) }
    self.latest = latest
    self.earliest = earliest.reversed()
  }

  private func isCut(_ place: Int) -> Bool { latest[place] < earliest[place] }

  /// Returns the longest part of a run that can be copied; nil if no part can be copied.
  ///
  /// `start` is the index of the run's first frame in the clip's table of frames.
  ///
  /// The packets before a cut are also the first frames in display order, so a cut has the same index in both
  /// orders.
  func copied(_ start: Int, _ run: CopyPlan.Run) -> CopyPlan.Piece? {
    let end = start + run.frames.count
    guard end <= packets.count,
      let first = (start..<end).first(where: {
        isCut($0) && packets[$0].stamp == earliest[$0] && clip.canCopy(from: packets[$0])
      }), let last = (first...end).last(where: isCut), last > first
    else { return nil }
    let shift = run.frames.lowerBound - start
    return .copied(clip: run.clip, packets: first..<last, frames: first + shift..<last + shift)
  }
}

extension JoinTimeline.Item {
  var clip: Clip? { if case .clip(let clip) = self { clip } else { nil } }
}
