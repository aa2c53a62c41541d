import Glibc
import SeguePixels
import SegueRendering
import SegueTestSupport
import SegueTransitions
import Testing

/// Compares screens that fall, bounce, snap and swing with simulations in small steps.
@Suite struct PhysicsTests {
  private static let size = PixelSize(width: 120, height: 400)

  private func frame(
    _ transition: some Transition, at progress: Double, _ operation: TransitionOperation = .present,
    size: PixelSize = Self.size
  ) throws -> Bitmap {
    let (black, white) = (try Bitmap(size, filledWith: .black), try Bitmap(size, filledWith: .white))
    return try TransitionRenderer(from: black, to: white, transition, operation: operation).frame(
      at: progress)
  }

  private func mean(_ bitmap: Bitmap) -> Double {
    var sum = 0
    for y in 0..<bitmap.height { for x in 0..<bitmap.width { sum += Int(bitmap[x, y].red) } }
    return Double(sum) / Double(255 * bitmap.width * bitmap.height)
  }

  static let all = ["drop", "bounce", "snap", "attachment", "flip", "page-curl"]

  /// Near the ends, the frame is close to the picture.
  @Test(arguments: all, TransitionOperation.allCases) func framesNearTheEndsAreCloseToThePictures(
    name: String, operation: TransitionOperation
  ) throws {
    let transition = try Catalog.transitions.make(name)
    #expect(try mean(frame(transition, at: 0.001, operation)) < 0.01)
    #expect(try mean(frame(transition, at: 0.9995, operation)) > 0.99)
  }

  /// In a long run, each frame is close to the previous one.
  @Test(arguments: all, [TransitionOperation.present, .dismiss]) func consecutiveFramesDifferLittle(
    name: String, operation: TransitionOperation
  ) throws {
    let transition = try Catalog.transitions.make(name)
    var last = 0.0
    for step in 1...400 {
      let now = try mean(
        frame(transition, at: Double(step) / 400, operation, size: PixelSize(width: 60, height: 40)))
      #expect(abs(now - last) < 0.04, "\(step): \(last), \(now)")
      last = now
    }
  }

  /// Gravity accelerates the screen, and each bounce keeps a fraction of the speed.
  @Test(arguments: [0, 0.3, 0.4, 0.7]) func dropFollowsGravity(elasticity: Double) throws {
    var drop = Transitions.Drop()
    drop.elasticity = elasticity
    // Gravity for which all bounces together take a time of 1.
    let fall = (1 - elasticity) / (1 + elasticity)
    let gravity = 2 / (fall * fall)
    var (height, speed) = (1.0, 0.0)
    let steps = 200_000
    for step in 1...steps {
      speed -= gravity / Double(steps)
      height += speed / Double(steps)
      if height < 0 { (height, speed) = (0, -speed * elasticity) }
      guard step % (steps / 50) == 0, step < steps else { continue }
      let shown = try mean(frame(drop, at: Double(step) / Double(steps)))
      #expect(abs(shown - (1 - height)) < 0.005, "\(step): \(shown), not \(1 - height)")
    }
  }

  /// A timing curve may start below 0 and end above 1.
  @Test func aDropIgnoresOvershoot() throws {
    for operation in [TransitionOperation.present, .dismiss] {
      let drop = Transitions.Drop()
      #expect(try frame(drop, at: -0.1, operation) == frame(drop, at: 0, operation))
      #expect(try frame(drop, at: 1.1, operation) == frame(drop, at: 1, operation))
    }
  }

  /// The screen reaches its final position before each bounce and at the end.
  @Test(arguments: [0, 1, 3, 6]) func eachBounceIsLowerThanThePreviousOne(bounces: Int) throws {
    var bounce = Transitions.Bounce()
    bounce.bounces = Double(bounces)
    let away = try (0...600).map { 1 - (try mean(frame(bounce, at: Double($0) / 600))) }
    let peaks = (1..<600).filter { index in
      let height = away[index]
      return height > away[index - 1] && height >= away[index + 1] && height > 0.001
    }
    #expect(peaks.count == bounces)
    #expect(zip(peaks, peaks.dropFirst()).allSatisfy { away[$0] > away[$1] })
    for contact in 0...bounces {
      let time = Double(2 * contact + 1) / Double(2 * bounces + 1)
      #expect(try mean(frame(bounce, at: time - 1e-9)) > 0.999, "\(contact)")
    }
  }

  @Test(arguments: [(Heading.left, 0, 0), (.right, 119, 0), (.up, 0, 0), (.down, 0, 399)])
  func bounceComesFromItsDirection(direction: Heading, x: Int, y: Int) throws {
    var bounce = Transitions.Bounce()
    bounce.direction = direction
    let frame = try frame(bounce, at: 0.05)
    let seen = (direction == .left || direction == .up) ? frame[119, 399] : frame[0, 0]
    #expect(frame[x, y] == .black && seen == .white)
  }

  /// The screen enters from its corner, tilted; a spring moves it beyond its final position and back.
  @Test func snapComesFromItsCorner() throws {
    var snap = Transitions.Snap()
    snap.corner = .bottomLeft
    let frame = try frame(snap, at: 0.6)
    #expect(frame[0, 399] == .white && frame[119, 0] == .black)
    snap.damping = 0.3
    #expect(snap.timing.curve == .spring(damping: 0.3, velocity: 0))
    // Beyond its final position, the screen uncovers the first picture in that corner.
    #expect(try self.frame(snap, at: 1.2)[0, 399] == .black)
    for corner in Corner.allCases {
      snap.corner = corner
      for tilt: Angle in [0, 30, -90, .turns(0.5)] {
        snap.tilt = tilt
        #expect(try mean(self.frame(snap, at: 0.0005)) < 0.01)
      }
    }
  }

  /// The angle is a damped oscillation about the position with the screen's center below its corner.
  @Test(arguments: Transitions.Attachment.Pivot.allCases) func attachmentIsADampedOscillation(
    pivot: Transitions.Attachment.Pivot
  ) throws {
    var attachment = Transitions.Attachment()
    attachment.pivot = pivot
    (attachment.swings, attachment.damping, attachment.release) = (0.6, 2, 0.8)
    let size = PixelSize(width: 400, height: 400)
    let (width, steps) = (2 * Double.pi * 0.6, 80_000)
    // x″ = −(ω² + d²)(x − 1) − 2d x′, from rest, up to the release.
    var (angle, speed) = (0.0, 0.0)
    for step in 1...steps {
      speed += (-(width * width + 4) * (angle - 1) - 4 * speed) / Double(steps)
      angle += speed / Double(steps)
      guard step % 8000 == 0, angle < 1 else { continue }
      let frame = try frame(attachment, at: 0.8 * Double(step) / Double(steps), size: size)
      // Tests a point inside the old screen near its far top corner, and a point above its edge.
      let turned = angle * .pi / 4
      func pixel(_ degrees: Double) -> Pixel {
        let (x, y) = (300 * cos(turned + degrees), 300 * sin(turned + degrees))
        return frame[pivot == .left ? Int(x) : 399 - Int(x), Int(max(0, y))]
      }
      #expect(pixel(0.02) == .black, "\(step)")
      if turned > 0.02 { #expect(pixel(-0.02) == .white, "\(step)") }
    }
  }

  /// After the release, the screen keeps its angular velocity, for all parameters.
  @Test(arguments: [0.3, 0.6, 0.8, 1.7], [0.5, 2, 6]) func attachmentKeepsItsAngularVelocity(
    swings: Double, damping: Double
  )
    throws
  {
    var attachment = Transitions.Attachment()
    (attachment.swings, attachment.damping, attachment.release) = (swings, damping, 0.5)
    let size = PixelSize(width: 400, height: 400)
    // Position and velocity of a damped oscillation at its end, relative to its duration.
    let width = 2 * Double.pi * swings
    let end = 1 - exp(-damping) * (cos(width) + damping / width * sin(width))
    let speed = exp(-damping) * (width + damping * damping / width) * sin(width)
    for after in [0.02, 0.06] {
      let turned = (end + speed * after / 0.5) * .pi / 4
      let frame = try frame(attachment, at: 0.5 + after, size: size)
      // Distance of the fall, by which the whole screen is below the frame at the end.
      let last = (end + speed) * .pi / 4
      let corners = [(0.0, 0.0), (400, 0), (0, 400), (400, 400)].map { x, y in x * sin(last) + y * cos(last) }
      let fall = (400 - (corners.min() ?? 0)) * (after / 0.5) * (after / 0.5)
      func pixel(_ degrees: Double) -> Pixel? {
        let (x, y) = (200 * cos(turned + degrees), 200 * sin(turned + degrees) + fall)
        guard (2..<398).contains(x), (2..<398).contains(y) else { return nil }
        return frame[Int(x), Int(y)]
      }
      if let below = pixel(0.03) { #expect(below == .black, "\(after)") }
      if let above = pixel(-0.03) { #expect(above == .white, "\(after)") }
    }
  }

  /// A screen that has fallen off is completely invisible, at any tilt.
  @Test(arguments: [-80, -20, 0, 45, 90] as [Angle]) func aDroppedScreenIsInvisibleAtTheEnd(tilt: Angle)
    throws
  {
    var drop = Transitions.Drop()
    drop.tilt = tilt
    let size = PixelSize(width: 300, height: 200)
    #expect(try mean(frame(drop, at: 0.9999, .dismiss, size: size)) > 0.999)
    #expect(try mean(frame(drop, at: 0.9, .dismiss, size: size)) < 0.999)
  }

  @Test(
    "Screens that fall, bounce or swing stay at their ends beyond progress 0…1",
    arguments: ["drop", "bounce", "attachment"], [TransitionOperation.present, .dismiss])
  func motionsEnd(name: String, operation: TransitionOperation) throws {
    let transition = try Catalog.transitions.make(name)
    for (beyond, end) in [(-0.1, 0.0), (-2, 0), (1.1, 1), (3, 1)] {
      #expect(
        try frame(transition, at: beyond, operation) == frame(transition, at: end, operation), "\(beyond)")
    }
  }

  @Test("Numbers of motions are clamped to their ranges")
  func numbersHaveBounds() throws {
    for (given, meant) in [(-1.0, 0.0), (3, 0.9)] {
      var (drop, nearest) = (Transitions.Drop(), Transitions.Drop())
      (drop.elasticity, nearest.elasticity) = (given, meant)
      for progress in [0.3, 0.7, 0.95] {
        #expect(try frame(drop, at: progress) == frame(nearest, at: progress), "\(given) at \(progress)")
      }
    }
    for (given, meant) in [(-1.0, 0.0), (2, 0.95)] {
      var (attachment, nearest) = (Transitions.Attachment(), Transitions.Attachment())
      (attachment.release, nearest.release) = (given, meant)
      for progress in [0.3, 0.7, 0.97] {
        #expect(
          try frame(attachment, at: progress) == frame(nearest, at: progress), "\(given) at \(progress)")
      }
    }
  }
}
