import Foundation
import Segue
import SegueExport
import SegueTestSupport
import Testing

@Suite struct StillMotionTests {
  /// A picture whose red channel is a function of the positions of pixel centers.
  private func picture(_ size: PixelSize, _ value: (Double, Double) -> Double) throws -> Bitmap {
    var picture = try Bitmap(size, filledWith: .black)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let level = UInt8(max(0, min(255, value(Double(x) + 0.5, Double(y) + 0.5).rounded())))
        picture[x, y] = Pixel(red: level, green: level, blue: level)
      }
    }
    return picture
  }

  private func show(_ pictures: [Bitmap], _ motion: StillMotion, hold: Double, _ size: PixelSize) throws
    -> (folder: TemporaryFolder, frames: SlideshowFrames)
  {
    let folder = try TemporaryFolder()
    let files = try pictures.enumerated().map { index, picture in
      let file = folder.file("\(index).png")
      try picture.write(to: file)
      return file
    }
    let show = Slideshow(images: files, hold: hold, duration: 0.4, rate: 25, motion: motion)
    return (folder, try SlideshowFrames(show, framing: Framing(size: size)))
  }

  /// A second implementation of the easing.
  private func eased(_ time: Double) -> Double { time - 0.6 / (2 * .pi) * sin(2 * .pi * time) }

  /// The phase of a fine pattern shows the position of each frame.
  ///
  /// In the transition, the pattern dissolves into an even gray, which has no phase.
  @Test("A pan follows its easing within 0.02 pixels in each frame, also within the transitions")
  func pan() throws {
    let (size, period) = (PixelSize(width: 160, height: 90), 8.0)
    let pattern = try picture(PixelSize(width: 640, height: 360)) { x, _ in
      127.5 + 100 * sin(2 * .pi * x / period)
    }
    let gray = try Bitmap(pattern.size, filledWith: Pixel(red: 128, green: 128, blue: 128))
    let motion = try #require(StillMotion("10%,20%,50%,50%-0.3,20%,0.5,50%"))
    let (folder, frames) = try show([gray, pattern, gray], motion, hold: 1, size)
    defer { withExtendedLifetime(folder) {} }
    let visible = frames.show.frames(of: 1)
    #expect(visible == 26...69)
    var last = -Double.infinity
    for index in visible {
      let frame = try frames.rows(of: index).rendered()
      // The pattern has 40 periods across the frame.
      var (sine, cosine) = (0.0, 0.0)
      for x in 0..<size.width {
        let angle = 2 * Double.pi * 40 * (Double(x) + 0.5) / Double(size.width)
        let level = Double(frame[x, 45].red)
        (sine, cosine) = (sine + level * sin(angle), cosine + level * cos(angle))
      }
      let time = Double(index - 26) / 43
      let expected = 64 + 128 * eased(time)
      // A pixel of the frame is two pixels of the picture.
      let phase = atan2(cosine, sine) / (2 * .pi) * period
      let error = (phase - expected).remainder(dividingBy: period) / 2
      #expect(abs(error) < 0.02, "frame \(index) is off by \(error)")
      let position = expected + 2 * error
      #expect(position > last + 0.5, "frame \(index) stands still")
      last = position
    }
  }

  @Test("A zoom enlarges each frame by the eased factor about one fixed point, within 0.02 pixels")
  func zoom() throws {
    let size = PixelSize(width: 320, height: 180)
    let spot = (x: 560.0, y: 310.0)
    let picture = try picture(PixelSize(width: 1280, height: 720)) { x, y in
      230 * exp(-((x - spot.x) * (x - spot.x) + (y - spot.y) * (y - spot.y)) / (2 * 20 * 20))
    }
    let motion = try #require(StillMotion("0,0,1,1-0.25,0.25,0.5,0.5"))
    let (folder, frames) = try show([picture], motion, hold: 2, size)
    defer { withExtendedLifetime(folder) {} }
    for index in stride(from: 0, to: frames.count, by: 5) {
      let frame = try frames.rows(of: index).rendered()
      var (sum, across, down) = (0.0, 0.0, 0.0)
      for y in 0..<size.height {
        for x in 0..<size.width {
          let level = Double(frame[x, y].red)
          sum += level
          across += level * (Double(x) + 0.5)
          down += level * (Double(y) + 0.5)
        }
      }
      let width = 1280 * pow(0.5, eased(Double(index) / 50))
      let share = (width / 1280 - 1) / (0.5 - 1)
      let scale = Double(size.width) / width
      #expect(abs(across / sum - (spot.x - 320 * share) * scale) < 0.02, "frame \(index)")
      #expect(abs(down / sum - (spot.y - 180 * share) * scale) < 0.02, "frame \(index)")
    }
  }

  /// The stages of a bounded canvas, of a picture smaller than its frame, and of a picture with borders.
  @Test(
    "The whole picture without motion equals the fitted picture, except for resampling twice",
    arguments: [(640, 360), (160, 400), (90, 60), (1000, 90)], Framing.Fit.allCases)
  func still(side: (Int, Int), fit: Framing.Fit) throws {
    let picture = try picture(PixelSize(width: side.0, height: side.1)) { x, y in
      127 + 60 * sin(x / 25) + 60 * cos(y / 19)
    }
    let framing = Framing(size: PixelSize(width: 160, height: 90), fit: fit, background: .black)
    let pictures = FittedPictures([.bitmap(picture)], framing)
    let motion = ChosenMotion(
      .between(.whole, .whole), seed: 0, number: 0, seconds: 1)
    let shown = try pictures.shown(0, [motion]).rows(at: 0.3).rendered()
    let fitted = try pictures.picture(0)
    var errors: [Int] = []
    for y in 0..<90 {
      for x in 0..<160 { errors.append(abs(Int(shown[x, y].red) - Int(fitted[x, y].red))) }
    }
    // With borders, edges lie at other fractions of a pixel and the blur differs, so some pixels may differ
    // more.
    let share = Double(errors.count { $0 > 3 }) / Double(errors.count)
    #expect(
      share < (fit == .blur ? 0.4 : 0.1), "\(share) of the pixels differ, by up to \(errors.max() ?? 0)")
  }

  @Test("Frames are equal for any SIMD level and number of threads")
  func bytes() throws {
    let picture = try picture(PixelSize(width: 501, height: 333)) { x, y in
      Double((Int(x) &* 31 ^ Int(y) &* 57) & 255)
    }
    for light in Light.allCases {
      let framing = Framing(size: PixelSize(width: 163, height: 91), light: light, dither: true)
      let shown = try FittedPictures([.bitmap(picture)], framing).shown(
        0, [ChosenMotion(.automatic, seed: 4, number: 1, seconds: 3)])
      let rows = try shown.rows(at: 0.37).mixed(in: light)
      let expected = try rows.rendered(Execution(threads: 1, level: .reference))
      for level in SIMDLevel.available {
        for threads in [1, 3] {
          #expect(
            try rows.rendered(Execution(threads: threads, level: level)) == expected, "\(level) \(threads)")
        }
      }
    }
  }

  @Test("Automatic motions differ from picture to picture, use all kinds, and stay on the stage")
  func automatic() {
    for seed in 0..<40 as Range<UInt64> {
      let moves = (0..<24).map { AutomaticMotion(seed: seed, number: $0, seconds: 4) }
      for (a, b) in zip(moves, moves.dropFirst()) { #expect(a.kind != b.kind) }
      #expect(Set(moves.prefix(4).map(\.kind)).count == 4)
      for (number, move) in moves.enumerated() {
        for fit in Framing.Fit.allCases {
          let size = PixelSize(width: 300 + 97 * number, height: 2600 - 101 * number)
          let stage = MotionStage(of: size, in: PixelSize(width: 1920, height: 1080), fit)
          let focus = PixelPoint(
            x: stage.extent.width * Double(seed) / 39, y: stage.extent.height * Double(number) / 23)
          let path = move.path(on: stage, to: focus)
          #expect(path.from != path.to, "\(move.kind)")
          for time in [0, 0.2, 0.7, 1] {
            let view = path.rectangle(at: time)
            #expect(view.x >= -1e-6 && view.y >= -1e-6)
            #expect(view.x + view.width <= stage.extent.width + 1e-6)
            #expect(view.y + view.height <= stage.extent.height + 1e-6)
            #expect(abs(view.width / view.height - 16 / 9) < 1e-6)
            #expect(view.width * move.zoom >= stage.view.width * 0.999)
          }
        }
      }
    }
    let moves = [1, 2].map { AutomaticMotion(seed: $0, number: 0, seconds: 4).amount }
    #expect(moves[0] != moves[1] && moves[0] == AutomaticMotion(seed: 1, number: 0, seconds: 4).amount)
  }

  @Test("Automatic motion goes to a spot with another color and more detail")
  func interest() throws {
    for (left, top) in [(60, 40), (420, 60), (80, 290), (430, 300)] {
      let picture = try picture(PixelSize(width: 600, height: 400)) { x, y in
        let isInside = Int(x) >= left && Int(x) < left + 90 && Int(y) >= top && Int(y) < top + 60
        return isInside ? (Int(x) / 6 + Int(y) / 6) % 2 == 0 ? 230 : 120 : 60 + x / 30
      }
      let focus = PictureInterest(of: picture).focus(width: 0.5, height: 0.5)
      let view = (x: 600 * (focus.x - 0.25), y: 400 * (focus.y - 0.25))
      #expect(view.x <= Double(left) && view.x + 300 >= Double(left + 90), "\(focus)")
      #expect(view.y <= Double(top) && view.y + 200 >= Double(top + 60), "\(focus)")
    }
  }

  @Test("frames(of:) lists the frames whose moments show the image")
  func visible() {
    for (hold, duration, count) in [(0.0, 0.1, 3), (0.5, 0.3, 4), (1, 1, 1), (0.2, 0.1, 2)] {
      let show = Slideshow(
        imageCount: count, hold: hold, duration: duration, framesPerSecond: 10, [])
      for image in 0..<count {
        let frames = (0..<show.frameCount).filter {
          let moment = show.moment(of: $0)
          return moment.image == image || (moment.image == image - 1 && moment.time > 0)
        }
        #expect(Array(show.frames(of: image)) == frames)
      }
    }
  }

  @Test("A large picture is decoded to the size that the zoom needs, up to 32 megapixels")
  func memory() throws {
    let picture = try Bitmap(PixelSize(width: 6000, height: 4000), filledWith: .black)
    func bytes(_ text: String, _ framing: Framing, _ limits: Limits = Limits()) throws -> Int {
      let motion = ChosenMotion(try #require(StillMotion(text)), seed: 0, number: 0, seconds: 4)
      return try FittedPictures([.bitmap(picture)], framing, Execution(limits: limits)).shown(0, [motion])
        .bytes
    }
    let small = Framing(size: PixelSize(width: 192, height: 108))
    #expect(try bytes("0,0,1,1-0,0,1,1", small) == 4 * 240 * 160)
    #expect(try bytes("0,0,1,1-0,0,0.5,0.28125", small) == 4 * 480 * 320)
    #expect(try bytes("0,0,1,1-0,0,1%,1%", small) == 4 * 6000 * 4000)
    let contained = Framing(size: PixelSize(width: 400, height: 100), fit: .contain)
    #expect(try bytes("0,0,1,1-0,0,1%,1%", contained) <= 4 << 25)
    #expect(try bytes("0,0,1,1-0,0,1%,1%", small, Limits(maxFramePixels: 100_000)) <= 400_000)
  }

  @Test(
    "Motions are parsed from text and written as text",
    arguments: ["auto", "none", "0.1,0.2,0.5,0.4-0.0,0.0,1.0,1.0"])
  func text(_ text: String) throws { #expect(try #require(StillMotion(text)).description == text) }

  @Test(
    "Invalid texts are not parsed as motions",
    arguments: [
      "", "Auto", "0,0,1,1", "0,0,1,1-", "0,0,1-0,0,1,1", "0,0,1.1,1-0,0,1,1", "0,0,0.5,1-0.6,0,0.5,1",
      "0,0,1,1-0,0,0,0",
      "0,0,1,1-0,0,120%,1", "-0.1,0,1,1-0,0,1,1", "0,0,1,nan-0,0,1,1", "0,0,1,1-0,0,1,1-0,0,1,1",
    ])
  func refused(_ text: String) { #expect(StillMotion(text) == nil) }
}
