import Foundation
import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Compares filters over the frames of a sequence with the recursion that they approximate, in Double.
@Suite struct MotionTests {
  private let from: Bitmap
  private let to: Bitmap

  init() throws {
    from = try Bitmap.noise(21, 13, seed: 1)
    to = try Bitmap.noise(21, 13, seed: 2)
  }

  private var moving: Chain { (.from, .to) --> Dissolve(mix: .progress) }

  private func frame(_ filter: some Filter, at progress: Double) throws -> Bitmap {
    try (moving --> filter).frame(from: from, to: to, at: progress)
  }

  /// Reference: every frame is mixed into the result of the previous one, from the first frame on.
  private func average(_ strength: Double, step: Double, frames: Int) throws -> ReferencePicture {
    var result = ReferencePicture(from)
    for index in 1...frames {
      let next = ReferencePicture(try moving.frame(from: from, to: to, at: Double(index) * step))
      result = result.map { x, y, c in next[x, y, c] * (1 - strength) + result[x, y, c] * strength }
    }
    return result
  }

  @Test(arguments: [(0.5, 1.0 / 60, 30), (0.9, 0.01, 50), (0.95, 0.01, 100), (0.2, 0.25, 4), (0.5, 0.05, 1)])
  func lowPass(strength: Double, step: Double, frames: Int) throws {
    var filter = LowPass()
    (filter.strength, filter.step) = (Animated(strength), step)
    let expected = try average(strength, step: step, frames: frames)
    // Tolerance: each mix rounds, and the omitted earlier frames contribute at most half a step.
    let bound = 0.51 / (1 - strength) + 0.51
    let made = try frame(filter, at: Double(frames) * step)
    #expect(expected.largestDifference(from: made) <= bound)
    #expect(try made.largestDifference(from: moving.frame(from: from, to: to, at: Double(frames) * step)) > 2)
  }

  /// A frame is omitted only if it contributes less than half a level.
  @Test(arguments: [(0.5, 0.02), (0.8, 0.01), (0.3, 0.05)]) func earlierFramesAreOmittedBelowHalfALevel(
    strength: Double, step: Double
  )
    throws
  {
    let (black, white) = (
      try Bitmap(PixelSize(width: 4, height: 3), filledWith: .black),
      try Bitmap(PixelSize(width: 4, height: 3), filledWith: .white)
    )
    let jumping = (.from, .to) --> Dissolve(mix: .progress { $0 < 0.499 ? 0 : 1 })
    var filter = LowPass()
    (filter.strength, filter.step) = (Animated(strength), step)
    for frames in 0...12 {
      let progress = 0.5 + Double(frames) * step
      let made = try (jumping --> filter).frame(from: black, to: white, at: progress)
      let expected = 255 * (1 - pow(strength, Double(frames + 1)))
      #expect(
        abs(Double(made[2, 1].red) - expected) <= 0.51 / (1 - strength) + 0.51, "\(frames) frames later")
    }
  }

  /// The first frame stands for all earlier moments.
  @Test func theFirstFrameCounts() throws {
    let (black, white) = (
      try Bitmap(PixelSize(width: 4, height: 3), filledWith: .black),
      try Bitmap(PixelSize(width: 4, height: 3), filledWith: .white)
    )
    var filter = LowPass()
    filter.step = 0.5
    let made = try (moving --> filter).frame(from: black, to: white, at: 0.3)
    let (red, expected): (Double, Double) = (Double(made[1, 1].red), 255 * 0.15)
    #expect(abs(red - expected) < 1)
  }

  @Test func theFirstFrameHasNoEarlierFrames() throws {
    #expect(try frame(LowPass(), at: 0) == from)
    #expect(try frame(HighPass(), at: 0).largestDifference(from: Bitmap(from.size)) <= 255)
    let opaque = try Bitmap.noise(9, 9, seed: 3, opaque: true)
    #expect(try (opaque --> LowPass()).frame() == opaque)
    #expect(try (opaque --> HighPass()).frame() == Bitmap(opaque.size, filledWith: .black))
    #expect(try (opaque --> MotionDetector()).frame() == opaque)
  }

  /// A timing curve may start below 0.
  @Test("Below progress 0 a frame has no earlier frames and no motion", arguments: [-0.05, -1e-3, -2])
  func belowTheStart(progress: Double) throws {
    let opaque = try Bitmap.noise(21, 13, seed: 3, opaque: true)
    let below = try Bitmap.noise(21, 13, seed: 4, opaque: true)
    let moving =
      (.from, .to) --> Layers { p, _ in [.init(.to), .init(.from, transform: .translation(x: 100 * p))] }
    func made(_ chain: Chain) throws -> Bitmap { try chain.frame(from: opaque, to: below, at: progress) }
    let frame = try made(moving)
    #expect(frame != opaque)
    #expect(try made(moving --> LowPass()) == frame)
    #expect(try made(moving --> HighPass()) == Bitmap(opaque.size, filledWith: .black))
    #expect(try made(moving --> MotionDetector()) == frame)
  }

  /// A custom filter that applies another filter to rows.
  private struct Applying: Filter {
    let filter: any Filter
    func apply(to input: any RowSource, at progress: Double) -> any RowSource {
      filter.apply(to: input, at: progress)
    }
  }

  @Test("Rows stand for all earlier frames", arguments: [0, 0.4, 1]) func appliedToRows(progress: Double)
    throws
  {
    let opaque = try Bitmap.noise(9, 9, seed: 3, opaque: true)
    func made(_ filter: any Filter) throws -> Bitmap {
      try (opaque --> Applying(filter: filter)).frame(at: progress)
    }
    #expect(try made(LowPass()).largestDifference(from: opaque) <= 1)
    #expect(try made(HighPass()).largestDifference(from: Bitmap(opaque.size, filledWith: .black)) <= 1)
    #expect(try made(MotionDetector()) == opaque)
    var detector = MotionDetector()
    detector.marks = false
    #expect(try made(detector) == Bitmap(opaque.size, filledWith: .black))
  }

  /// With a threshold of 0, all pixels count as moving.
  @Test("Applied to rows, numbers follow the progress") func appliedToRowsAtAProgress() throws {
    let opaque = try Bitmap.noise(9, 9, seed: 3, opaque: true)
    var detector = MotionDetector()
    detector.threshold = .progress
    func made(_ progress: Double) throws -> Bitmap {
      try (opaque --> Applying(filter: detector)).frame(at: progress)
    }
    #expect(try made(0) == Bitmap(opaque.size, filledWith: Pixel(red: 255, green: 0, blue: 0)))
    #expect(try made(0.4) == opaque)
  }

  @Test func highPassIsTheDifference() throws {
    let (a, b) = (
      try Bitmap.noise(21, 13, seed: 4, opaque: true), try Bitmap.noise(21, 13, seed: 5, opaque: true)
    )
    let (frame, smooth) = (
      ReferencePicture(try moving.frame(from: a, to: b, at: 0.5)),
      ReferencePicture(try (moving --> LowPass()).frame(from: a, to: b, at: 0.5))
    )
    let expected = frame.map { x, y, c in c == 3 ? 255 : abs(frame[x, y, c] - smooth[x, y, c]) }
    #expect(
      try expected.largestDifference(from: (moving --> HighPass()).frame(from: a, to: b, at: 0.5)) < 0.51)
  }

  /// Moving parts are marked, static parts are not; with a threshold above the difference, nothing is marked.
  @Test func motionIsMarked() throws {
    var a = try Bitmap(PixelSize(width: 20, height: 10), filledWith: .black)
    for y in 0..<10 { for x in 0..<5 { a[x, y] = .white } }
    var b = a
    for y in 2..<6 { for x in 10..<15 { b[x, y] = .white } }
    var detector = MotionDetector()
    detector.step = 0.5
    let marked = try (moving --> detector).frame(from: a, to: b, at: 0.5)
    for y in 0..<10 {
      for x in 0..<20 {
        let still = try moving.frame(from: a, to: b, at: 0.5)
        let moves = (10..<15).contains(x) && (2..<6).contains(y)
        #expect(marked[x, y] == (moves ? Pixel(red: 255, green: 0, blue: 0) : still[x, y]))
      }
    }
    detector.marks = false
    let points = try (moving --> detector).frame(from: a, to: b, at: 0.5)
    #expect(points[12, 3] == .white && points[2, 3] == .black)
    detector.threshold = 1
    #expect(try (moving --> detector).frame(from: a, to: b, at: 0.5) == Bitmap(a.size, filledWith: .black))
  }

  /// An input whose size depends on the progress is an error.
  @Test func framesOfOtherSizesAreAnError() throws {
    struct Shrinking: Filter {
      func apply(to input: any RowSource, at progress: Double) -> any RowSource {
        Crop(x: 0, y: 0, width: 1 - progress / 2, height: 1).apply(to: input, at: progress)
      }
    }
    var filter = LowPass()
    filter.step = 0.25
    let (first, next) = (from.size, PixelSize(width: 18, height: 13))
    #expect(throws: RenderError.sizesDiffer(first, next)) {
      try (.from --> Shrinking() --> filter).frame(from: from, to: to, at: 0.5)
    }
  }

  @Test(
    "High-pass and detector use the low-pass of their own settings", arguments: [(0.8, 0.1), (0.3, 0.05)])
  func strengthAndStep(strength: Double, step: Double) throws {
    let (a, b) = (
      try Bitmap.noise(21, 13, seed: 6, opaque: true), try Bitmap.noise(21, 13, seed: 7, opaque: true)
    )
    var (past, high, detector) = (LowPass(), HighPass(), MotionDetector())
    (past.strength, past.step) = (Animated(strength), step)
    (high.strength, high.step) = (Animated(strength), step)
    (detector.strength, detector.step) = (Animated(strength), step)
    (detector.threshold, detector.marks) = (0.05, false)
    func made(_ chain: Chain) throws -> Bitmap { try chain.frame(from: a, to: b, at: 0.5) }
    let (frame, smooth) = (
      ReferencePicture(try made(moving)), ReferencePicture(try made(moving --> past))
    )
    let expected = frame.map { x, y, c in c == 3 ? 255 : abs(frame[x, y, c] - smooth[x, y, c]) }
    #expect(try expected.largestDifference(from: made(moving --> high)) < 0.51)
    let moved = try made(moving --> detector)
    for y in 0..<13 {
      for x in 0..<21 {
        let away = (0..<3).reduce(0) { $0 + expected[x, y, $1] * expected[x, y, $1] }.squareRoot() / 255
        guard abs(away - 0.05) > 1e-4 else { continue }
        #expect(moved[x, y] == (away > 0.05 ? .white : .black), "\(x), \(y)")
      }
    }
  }

  @Test("Numbers follow the frame's progress") func numbersFollowTheProgress() throws {
    func follows<F: Filter>(
      _ filter: F, _ number: WritableKeyPath<F, Animated>, _ start: Double, _ end: Double
    ) throws {
      func made(_ value: Animated) throws -> Bitmap {
        var filter = filter
        filter[keyPath: number] = value
        return try frame(filter, at: 0.5)
      }
      let there = try made(Animated((start + end) / 2))
      #expect(try made(.progress { start + $0 * (end - start) }) == there, "\(F.self) \(number)")
      #expect(try made(Animated(start)) != there, "\(F.self) \(number) has no effect")
    }
    var detector = MotionDetector()
    (detector.step, detector.threshold) = (0.25, 0.125)
    try follows(LowPass(), \.strength, 0.25, 0.75)
    try follows(HighPass(), \.strength, 0.25, 0.75)
    try follows(detector, \.strength, 0.25, 0.75)
    try follows(detector, \.threshold, 0.0625, 0.5625)
  }

  /// At a strength of 0 earlier frames contribute nothing; at 0.95 all frames contribute.
  @Test("Strengths are clamped to 0…0.95") func strengthsBeyondTheirRange() throws {
    func made(_ strength: Double) throws -> Bitmap {
      var filter = LowPass()
      (filter.strength, filter.step) = (Animated(strength), 0.1)
      return try frame(filter, at: 0.5)
    }
    for strength in [0.96, 1, 3, .infinity] { #expect(try made(strength) == made(0.95), "\(strength)") }
    for strength in [0, -0.5, .nan] {
      #expect(try made(strength) == moving.frame(from: from, to: to, at: 0.5), "\(strength)")
    }
  }
}
