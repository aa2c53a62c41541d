import SegueClips
import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

/// Tests which frames have packets that are copied.
@Suite(.enabled(if: hasFFmpeg, ffmpegMissing)) struct CopyPlanTests {
  private let clips: ClipFixtures

  init() throws { clips = try ClipFixtures() }

  private static let size = PixelSize(width: 64, height: 48)

  private func x264(_ options: String...) -> [String] {
    ["-c:v", "libx264", "-pix_fmt", "yuv420p"] + options
  }

  private func plan(_ files: [String], joint: ClipTime = ClipTime(2, 5)) throws -> (JoinTimeline, CopyPlan) {
    let items = try files.map { JoinTimeline.Item.clip(try Clip(contentsOf: $0)) }
    let timeline = try JoinTimeline(items, joint: joint, rate: 25)
    return (timeline, CopyPlan(timeline, size: Self.size, chroma: .half))
  }

  @Test("Pieces follow one another, and copied ones show the frames of the timeline")
  func pieces() throws {
    for (index, options) in [
      x264("-bf", "0", "-g", "10"), x264("-g", "10"), x264("-profile:v", "baseline", "-g", "7"),
      x264("-x264-params", "open-gop=1:keyint=10"), x264("-bf", "2", "-b-pyramid", "none", "-g", "12"),
    ].enumerated() {
      let file = try clips.make("\(index).mp4", seconds: 2, options)
      let (timeline, plan) = try plan([file, file, file])
      #expect(plan.obstacles.isEmpty && plan.pieces.first?.frames.lowerBound == 0)
      #expect(
        zip(plan.pieces, plan.pieces.dropFirst()).allSatisfy { $0.frames.upperBound == $1.frames.lowerBound })
      #expect(plan.pieces.last?.frames.upperBound == timeline.frameCount)
      // The joints begin at 1.6 and 3.2 s.
      #expect(plan.copiedCount > 30, "\(options): \(plan.pieces)")
      for case .copied(let clip, let packets, let frames) in plan.pieces {
        #expect(packets.count == frames.count)
        for (place, frame) in zip(packets, frames) {
          #expect(timeline.content(of: frame) == .clip(clip, frame: place), "\(options)")
        }
      }
    }
  }

  @Test("Copies begin at a keyframe that is shown first, and end where no later packet is shown earlier")
  func cuts() throws {
    let file = try clips.make(
      "open.mp4", seconds: 3, x264("-x264-params", "open-gop=1:keyint=10:bframes=3:b-adapt=0"))
    let probe = try Clip(contentsOf: file).probe
    let (_, plan) = try plan([file, file])
    #expect(probe.packets.count == 75 && plan.copiedCount > 0)
    for case .copied(_, let packets, _) in plan.pieces {
      let copied = probe.packets[packets]
      #expect(copied.first?.isKey == true && copied.allSatisfy { $0.stamp >= copied.first?.stamp ?? 0 })
      let last = copied.map(\.stamp).max() ?? 0
      #expect(probe.packets[packets.upperBound...].allSatisfy { $0.stamp > last })
    }
  }

  @Test("Frames that are changed are encoded, up to the next keyframe")
  func changes() throws {
    let file = try clips.make("a.mp4", seconds: 2, x264("-bf", "0", "-g", "10", "-sc_threshold", "0"))
    let (timeline, whole) = try plan([file, file])
    let plan = CopyPlan(timeline, size: Self.size, chroma: .half) { (13..<15).contains($0) || $0 == 75 }
    func copied(_ plan: CopyPlan) -> Set<Int> { Set(plan.pieces.lazy.filter(\.isCopied).flatMap(\.frames)) }
    // Frame 75 is frame 35 of the second clip; the next keyframe of that clip is frame 40.
    #expect(copied(whole).subtracting(copied(plan)) == Set(13..<20).union(75..<80))
    #expect(copied(plan).isSubset(of: copied(whole)))
  }

  @Test("Clips that differ are encoded, and the difference is named")
  func obstacles() throws {
    let first = try clips.make("first.mp4", seconds: 2)
    for (name, rate, options, reason) in [
      ("base.mp4", "25", x264("-profile:v", "baseline"), "profile Constrained Baseline, of \(first) High"),
      ("fast.mp4", "50", x264(), "50 frames a second, not 25"),
      ("wide.mp4", "25", x264("-s", "96x48"), "96x48 in place of 64x48"),
      ("full.mp4", "25", ["-c:v", "libx264", "-pix_fmt", "yuv444p"], "yuv444p in place of yuv420p"),
      ("tags.mp4", "25", x264("-colorspace", "bt709"), "matrix bt709, of \(first) none"),
      (
        "vp9.webm", "25", ["-c:v", "libvpx-vp9", "-pix_fmt", "yuv420p"],
        "vp9 is not copied, only H.264 and HEVC"
      ),
    ] {
      let other = try clips.make(name, rate: rate, seconds: 2, options)
      let (timeline, plan) = try plan([first, other])
      #expect(plan.obstacles.map(\.file) == [other])
      #expect(plan.obstacles.first?.reason == reason)
      #expect(plan.pieces.map(\.isCopied) == [true, false] && plan.copiedCount > 20, "\(plan.pieces)")
      #expect(plan.pieces.last?.frames.upperBound == timeline.frameCount)
    }
  }

  @Test("A joint that lies between frames does not move copied frames") func oddJoints() throws {
    let file = try clips.make("a.mp4", seconds: 2)
    let (timeline, plan) = try plan([file, file], joint: ClipTime(333, 1000))
    for case .copied(let clip, let packets, let frames) in plan.pieces {
      for (place, frame) in zip(packets, frames) {
        #expect(timeline.content(of: frame) == .clip(clip, frame: place))
      }
    }
    #expect(plan.copiedCount > 40)
  }

  @Test("Verification finds a frame that is another one") func verification() throws {
    let file = try clips.make("a.mp4", seconds: 2)
    let clip = try Clip(contentsOf: file)
    func verify(_ packets: Range<Int>, _ frames: Range<Int>) throws {
      try CopyVerification(pieces: [.copied(clip: 0, packets: packets, frames: frames)], clips: [clip])
        .run(file, named: "out.mp4")
    }
    try verify(0..<50, 0..<50)
    let error = #expect(throws: CopyFault.self) { try verify(0..<40, 5..<45) }
    #expect(
      error?.message.contains("out.mp4: frame 5 is not frame 0 of") == true,
      "\(error?.message ?? "")")
  }
}
