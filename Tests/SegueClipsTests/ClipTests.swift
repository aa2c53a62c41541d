import Foundation
import SegueExport
import SegueFormats
import SeguePixels
import SegueTestSupport
import SegueTransitions
import Testing

import SegueClips

@Suite("Clips", .enabled(if: hasFFmpeg, ffmpegMissing))
struct ClipTests {
  let clips: ClipFixtures

  init() throws { clips = try ClipFixtures() }

  private static let x264 = ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-g", "12"]
  private static let variable = "setpts='PTS+(0.4*mod(N\\,3)+0.3*mod(N\\,2))/FRAME_RATE/TB'"

  /// The hashes of the frames of joined clips, of their samples.
  private func hashes(_ joined: JoinedClips, rate: FrameRate) async throws -> [String] {
    let file = clips.folder.file("joined.mkv")
    let layout = try #require(joined.layout)
    let format = Formats.MKV().ofClips(layout, ClipColor.bt709.tags(.half))
    try await Exporter(joined, rate: rate).export(
      to: .video(.file(file), format, encoderOptions: [("c:v", "ffv1")], .overwrite))
    return try clips.hashes(file)
  }

  /// The hashes of frames of 64x48 whose bytes were read, by one start of ffmpeg.
  private func hashes(ofRaw frames: [[UInt8]]) throws -> [String] {
    let file = try clips.folder.write(Array(frames.joined()), "frames.yuv")
    let hashes = try clips.hashes(
      file, reading: ["-f", "rawvideo", "-pixel_format", "yuv420p", "-video_size", "64x48"])
    try #require(hashes.count == frames.count)
    return hashes
  }

  private func joined(_ items: [Clip], joint: ClipTime, rate: FrameRate) throws -> JoinedClips {
    let timeline = try JoinTimeline(items.map { .clip($0) }, joint: joint, rate: rate)
    return JoinedClips(
      timeline, stills: { _ in throw RenderError.invalidSize(PixelSize(width: 0, height: 0)) },
      [Transitions.CrossDissolve()], curve: .linear, size: items[0].size,
      layout: items[0].usualLayout(.half), Framing(), .allCores)
  }

  @Test("A part has the rate of its file, wherever it begins")
  func ratesOfParts() throws {
    let file = try clips.make("v.mkv", rate: "24000/1001", seconds: 2)
    for part in ["[0.05s-0.25s]", "[0.5547s-1.5974s]", "[1s]"] {
      let clip = try Clip(contentsOf: file + part)
      #expect(clip.rate == FrameRate("24000/1001") && !clip.isVariable, "\(part)")
    }
    let variable = try clips.make(
      "w.mkv", rate: "30", seconds: 2, filters: Self.variable, ["-vsync", "vfr"] + Self.x264)
    #expect(try Clip(contentsOf: variable + "[0.5s-1.5s]").isVariable)
    // Only the fifth frame is shown for twice as long as the others.
    #expect(try !Clip(contentsOf: variable + "[0s-1s]").isSteady)
    #expect(try Clip(contentsOf: variable + "[0.5s-1.5s]").isSteady)
    let fast = try clips.make("x.mkv", rate: "960", seconds: 0.2)
    #expect(try Clip(contentsOf: fast).rate == 960 && !Clip(contentsOf: fast).isVariable)
  }

  @Test("A missing frame leaves the rate, also if a tick is as long as a frame", arguments: ["25", "12800"])
  func missingFrame(scale: String) throws {
    let file = try clips.make(
      "v.mp4", seconds: 2, filters: "select='not(eq(n\\,20))'",
      ["-vsync", "vfr"] + Self.x264 + ["-video_track_timescale", scale])
    let clip = try Clip(contentsOf: file)
    #expect(clip.frameCount == 49 && clip.isVariable && clip.rate == 25 && !clip.isSteady)
    // The parts before and behind the hole are steady, so that their packets can be copied.
    for part in ["[0s-0.6s]", "[1s-1.6s]"] { #expect(try Clip(contentsOf: file + part).isSteady) }
  }

  @Test("Concatenated transport streams, whose times begin again, are an error")
  func timesRunBackward() throws {
    let file = try clips.make("v.ts")
    #expect(try Clip(contentsOf: file).frameCount == 25)
    let bytes = Array(try Data(contentsOf: URL(filePath: file)))
    let twice = try clips.folder.write(bytes + bytes, "twice.ts")
    #expect { try Clip(contentsOf: twice) } throws: {
      "\($0)".contains("its time stamps run backward to 1.4 s")
    }
  }

  @Test("Parts of FLV begin in any group of pictures")
  func partsOfFLV() throws {
    let file = try clips.make("v.flv")
    let all = try clips.hashes(file)
    for (part, first) in [("[0.1s]", 2), ("[0.45s]", 11), ("[0.6s]", 15)] {
      let clip = try Clip(contentsOf: file + part)
      let layout = clip.usualLayout(.half)
      let reader = ClipReader(clip, ClipConversion(clip, to: layout, Framing()).form, keeping: 1)
      let planes = try Array(PlanarFrame(layout, reader.frame(0)).planes)
      #expect(try hashes(ofRaw: [planes]) == [all[first]], "\(part)")
    }
  }

  @Test("Full range of 8 bits is converted to 10 bits")
  func fullRangeToTenBits() throws {
    let file = try clips.make("v.mp4", ["-c:v", "libx264", "-pix_fmt", "yuvj420p"])
    let clip = try Clip(contentsOf: file)
    let form = ClipConversion(clip, to: clip.usualLayout(.half, bits: 10), Framing()).form
    #expect(form.pixelFormat == "yuv420p10le")
    #expect(try ClipReader(clip, form, keeping: 1).frame(0).bytes.count >= 64 * 48 * 3)
  }

  @Test("DV is interlaced, although its stream does not say so")
  func interlacedDV() throws {
    let file = try clips.make(
      "v.avi", filters: "scale=720:576,tinterlace=interleave_bottom,format=yuv420p",
      ["-c:v", "dvvideo", "-flags", "+ildct", "-top", "0", "-aspect", "4:3"])
    let picture = try Clip(contentsOf: file).probe.picture
    #expect(picture.isInterlaced && !picture.isTopFieldFirst)
  }

  /// At each rate, output frames equal those of ffmpeg's filter `fps`, byte for byte.
  @Test(arguments: ["24000/1001", "25", "60"])
  func framesEqualTheFPSFilter(_ rate: String) async throws {
    let file = try clips.make(
      "v.mkv", rate: "30", seconds: 2, filters: Self.variable, ["-vsync", "vfr"] + Self.x264)
    let clip = try Clip(contentsOf: file)
    #expect(clip.isVariable && clip.frameCount == 60)
    let output = try #require(FrameRate(rate))
    let expected = try clips.hashes(file, "setpts=PTS-STARTPTS,fps=\(rate):round=near")
    let frames = try joined([clip], joint: .zero, rate: output)
    #expect(abs(frames.count - expected.count) <= 1)
    let actual = try await hashes(frames, rate: output)
    #expect(actual.count == frames.count)
    #expect(zip(actual, expected).allSatisfy { $0 == $1 })
  }

  /// Frames before and after a joint have the samples that ffmpeg decodes.
  @Test func framesOutsideJointsAreUntouched() async throws {
    let first = try Clip(contentsOf: clips.make("a.mp4"))
    let second = try Clip(
      contentsOf: clips.make("b.mp4", filters: "hflip", Self.x264 + ["-x264-params", "open-gop=1"]))
    let frames = try joined([first, second], joint: ClipTime(2, 5), rate: 25)
    #expect(frames.count == 40)
    let actual = try await hashes(frames, rate: 25)
    let (before, after) = (try clips.hashes(first.file), try clips.hashes(second.file))
    #expect(Array(actual[...15]) == Array(before[...15]))
    #expect(Array(actual[25...]) == Array(after[10...]))
    #expect(Set(actual[16..<25]).isDisjoint(with: before + after))
  }

  @Test("An image among clips moves from its first frame to its last one, also within the joint")
  func imagesMoveAmongClips() throws {
    let clip = try Clip(contentsOf: clips.make("a.mp4"))
    let motion = ChosenMotion(.automatic, seed: 1, number: 0, seconds: 1)
    let shown = try FittedPictures(
      [.bitmap(Bitmap.noise(300, 200, seed: 3))], Framing(size: clip.size)
    ).shown(0, [motion])
    let timeline = try JoinTimeline(
      [.still(length: ClipTime(1), named: "image"), .clip(clip)], joint: ClipTime(2, 5), rate: 25)
    let frames = JoinedClips(
      timeline, stills: { _ in shown }, [Transitions.CrossDissolve()], curve: .linear, size: clip.size,
      layout: nil, Framing(), .allCores)
    for index in [0, 3, 15] {
      let expected = try shown.rows(at: Double(index) / 25).rendered()
      #expect(try frames.rows(of: index).rendered() == expected, "frame \(index)")
    }
    let reader = ClipReader(clip, ClipConversion(toRGBA: clip, size: clip.size, Framing()).form, keeping: 1)
    let playing = try Bitmap(decoded: reader.frame(5), clip.size, Framing(), .allCores)
    let mixed = try TransitionRenderer(
      from: shown.rows(at: 0.8).rendered(), to: playing, Transitions.CrossDissolve()
    ).frame(at: 0.5)
    #expect(try frames.rows(of: 20).rendered() == mixed)
  }

  /// A moment is the frame that is shown at that time, regardless of the keyframe before it.
  @Test func momentsAreTheFramesShown() throws {
    let file = try clips.make(
      "gop.mkv", seconds: 2,
      ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "10", "-bf", "3", "-x264-params", "open-gop=1"])
    let all = try clips.hashes(file)
    let moments = [0, 1, 9, 10, 11, 19, 23, 37, 49]
    let read = try moments.map { frame in
      let clip = try Clip(contentsOf: "\(file)[\(Double(frame) / 25 + 0.013)s]")
      #expect(clip.frameCount == 1 && clip.firstFrame == frame)
      let layout = clip.usualLayout(.half)
      let reader = ClipReader(clip, ClipConversion(clip, to: layout, Framing()).form, keeping: 1)
      return try Array(PlanarFrame(layout, reader.frame(0)).planes)
    }
    for (frame, hash) in zip(moments, try hashes(ofRaw: read)) {
      #expect(hash == all[frame], "frame \(frame)")
    }
  }

  @Test func partsOutsideAreErrors() throws {
    let file = try clips.make("a.mp4")
    #expect(throws: ClipError.self) { try Clip(contentsOf: "\(file)[1s]") }
    #expect(throws: ClipError.self) { try Clip(contentsOf: "\(file)[0.5s-2s]") }
    #expect(try Clip(contentsOf: "\(file)[0.2s-0.7s]").duration == 0.5)
  }

  @Test("A frame keeps its bytes while its reader decodes others into released memory")
  func memoryOfFrames() throws {
    let file = try clips.make("a.mkv", seconds: 2)
    let (clip, hashes) = (try Clip(contentsOf: file), try clips.hashes(file))
    let layout = clip.usualLayout(.half)
    let reader = ClipReader(clip, ClipConversion(clip, to: layout, Framing()).form, keeping: 2)
    let held = try [0, 1, 7].map { try reader.frame($0) }
    let before = held.map(\.bytes)
    let read = try (8..<clip.frameCount).map { try Array(PlanarFrame(layout, reader.frame($0)).planes) }
    for (index, hash) in zip(8..., try self.hashes(ofRaw: read)) {
      #expect(hash == hashes[index], "frame \(index)")
    }
    #expect(held.map(\.bytes) == before)
  }

  /// A clip with fewer frames than its table of packets is an error that has the time.
  @Test func shortClipsAreErrors() throws {
    let file = try clips.make("a.avi", seconds: 2, ["-c:v", "ffv1", "-g", "1"])
    var bytes = try contents(of: file)
    let clip = try Clip(contentsOf: file)
    bytes.removeLast(bytes.count / 2)
    _ = try clips.folder.write(bytes, "a.avi")
    let reader = ClipReader(
      clip, ClipConversion(clip, to: clip.usualLayout(.half), Framing()).form, keeping: 2)
    let error = #expect(throws: ClipError.self) {
      for index in 0..<clip.frameCount { _ = try reader.frame(index) }
    }
    #expect(error?.code == .clipDamaged)
  }

  /// Planes become RGB and return without a change, for colors that RGB has.
  @Test(arguments: [ColorMatrixName.bt601, .bt709, .bt2020], [false, true])
  func planesAreUnchangedByTheRoundTrip(_ matrix: ColorMatrixName, isFullRange: Bool) throws {
    let layout = PlanarLayout(
      size: PixelSize(width: 32, height: 16), matrix: matrix, isFullRange: isFullRange)
    var bytes: [UInt8] = []
    for y in 0..<16 { for x in 0..<32 { bytes.append(UInt8(90 + 2 * x + y)) } }
    for plane in 0..<2 {
      for y in 0..<8 { for x in 0..<16 { bytes.append(UInt8(120 + x / 2 + y - plane * 3)) } }
    }
    let frame = PlanarFrame(layout, planes: bytes)
    let back = try PlanarFrame(Bitmap(frame, .standard), layout, level: .preferred)
    #expect(zip(frame.planes, back.planes).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }
}

struct JoinTimelineTests {
  private func still(_ seconds: Int) -> JoinTimeline.Item {
    .still(length: ClipTime(seconds), named: "\(seconds).png")
  }

  @Test func timelineAlternatesClipsAndJoints() throws {
    let line = try JoinTimeline([still(2), still(2), still(2)], joint: ClipTime(1), rate: 4)
    #expect(line.frameCount == 16)
    #expect(line.content(of: 3) == .clip(0, frame: 0))
    #expect(line.content(of: 4) == .clip(0, frame: 0))
    #expect(line.content(of: 5) == .joint(0, from: 0, to: 0, time: 0.25))
    #expect(line.content(of: 7) == .joint(0, from: 0, to: 0, time: 0.75))
    #expect(line.content(of: 8) == .clip(1, frame: 0))
    #expect(line.content(of: 11) == .joint(1, from: 0, to: 0, time: 0.75))
    #expect(line.content(of: 15) == .clip(2, frame: 0))
  }

  @Test func frozenJointsAreBetweenClips() throws {
    let line = try JoinTimeline([still(1), still(1)], joint: ClipTime(1), rate: 4, isFrozen: true)
    #expect(line.frameCount == 12)
    #expect(line.content(of: 6) == .joint(0, from: 0, to: 0, time: 0.5))
    #expect(line.content(of: 8) == .clip(1, frame: 0))
  }

  @Test func longJointsAreErrorsOrShortened() throws {
    let items = [still(4), still(1), still(4)]
    let error = #expect(throws: ClipError.self) { try JoinTimeline(items, joint: ClipTime(1), rate: 4) }
    #expect(
      error?.message
        == "1.png: it lasts 1 s, and its two joints need 2 s; the longest duration of a joint is 0.5 s")
    #expect(error?.file == "1.png" && error?.longestJoint == 0.5)
    let line = try JoinTimeline(items, joint: ClipTime(1), rate: 4, shortens: true)
    #expect(line.joints == [ClipTime(1, 2), ClipTime(1, 2)])
    #expect(line.length == ClipTime(8))
  }

  /// 99 joints are as exact as one.
  @Test func jointsDoNotAccumulateErrors() throws {
    let length = ClipTime(300 * 1001, 30000)
    let items = (0..<100).map { _ in JoinTimeline.Item.still(length: length, named: "a") }
    let line = try JoinTimeline(items, joint: ClipTime(1), rate: FrameRate(29.97))
    #expect(line.length == length.times(100) - ClipTime(99))
    #expect(line.starts[99] == (length - ClipTime(1)).times(99))
  }
}
