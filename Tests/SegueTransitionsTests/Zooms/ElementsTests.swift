import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

import SegueTransitions

/// Flying elements, the holes that they leave, and a hero without rectangles.
@Suite struct ElementsTests {
  private static let size = PixelSize(width: 80, height: 60)

  private func pictures(opaque: Bool = true) throws -> (Bitmap, Bitmap) {
    (try .noise(80, 60, seed: 1, opaque: opaque), try .noise(80, 60, seed: 2, opaque: opaque))
  }

  private func place(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double? = nil, opacity: Double = 1
  ) -> Transitions.Elements.Place {
    .init(PixelRectangle(x: x, y: y, width: width, height: height), cornerRadius: radius, opacity: opacity)
  }

  private func renderer(
    _ transition: Transitions.Elements, _ pictures: (Bitmap, Bitmap), _ operation: TransitionOperation = .push
  ) throws -> TransitionRenderer {
    try TransitionRenderer(from: pictures.0, to: pictures.1, transition, operation: operation)
  }

  static let many: [Transitions.Elements.Element] = [
    .init(
      from: .init(PixelRectangle(x: 3, y: 4, width: 20, height: 15), cornerRadius: 5),
      to: .init(PixelRectangle(x: 30, y: 20, width: 45, height: 33))),
    .init(
      from: .init(PixelRectangle(x: 40, y: 5, width: 30, height: 10), opacity: 0.5),
      to: .init(PixelRectangle(x: 2, y: 40, width: 12.5, height: 17.25), cornerRadius: 4), delay: 0.3),
    .init(
      from: .init(PixelRectangle(x: -30, y: 10, width: 20, height: 20)),
      to: .init(PixelRectangle(x: 60, y: -5, width: 30, height: 20))),
  ]

  /// Near the ends, the frame is close to the picture.
  @Test(arguments: [true, false], [false, true]) func framesNearTheEndsAreCloseToThePictures(
    opaque: Bool, back: Bool
  ) throws {
    let size = PixelSize(width: 80, height: 60)
    // Gradients are used, since noise would show a move by a hundredth of a pixel.
    func gradient(_ seed: Int) throws -> Bitmap {
      var picture = try Bitmap(size)
      for y in 0..<60 {
        for x in 0..<80 {
          let alpha = opaque ? 255 : 100 + x
          picture[x, y] = Pixel(
            red: UInt8((x + seed) * alpha / 255), green: UInt8((y * 2 + seed) * alpha / 255),
            blue: UInt8((x + y) / 2 * alpha / 255), alpha: UInt8(alpha))
        }
      }
      return picture
    }
    let pictures = (try gradient(10), try gradient(60))
    var element = Self.many[0]
    // Round corners of a translucent element do not match the hard edge of its hole.
    if !opaque { element.from.cornerRadius = nil }
    for elements in [Transitions.Elements([]), Transitions.Elements([element])] {
      let renderer = try renderer(elements, pictures, back ? .pop : .push)
      #expect(try renderer.frame(at: 0) == pictures.0)
      #expect(try renderer.frame(at: 1) == pictures.1)
      #expect(try renderer.frame(at: 0.00001).largestDifference(from: pictures.0) <= 2)
      #expect(try renderer.frame(at: 0.99999).largestDifference(from: pictures.1) <= 2)
      // Tiles have moved by 0.1 pixels, which leaves gaps.
      #expect(try renderer.frame(at: 0.001).largestDifference(from: pictures.0) <= 30)
      #expect(try renderer.frame(at: 0.999).largestDifference(from: pictures.1) <= 30)
    }
  }

  /// The return has the frames of the transition in reverse order.
  @Test func theReturnIsTheReverse() throws {
    let pictures = try pictures()
    let elements = Transitions.Elements(Self.many)
    let forth = try renderer(elements, pictures)
    let back = try renderer(elements, (pictures.1, pictures.0), .dismiss)
    for progress in [0.25, 0.5, 0.75] {
      #expect(try forth.frame(at: progress) == back.frame(at: 1 - progress))
    }
  }

  /// Moved by whole pixels, an element is a mix of its parts of both pictures.
  @Test(arguments: [0.25, 0.5]) func elementsMoveAndMix(progress: Double) throws {
    let pictures = try pictures()
    var elements = Transitions.Elements([.init(from: place(4, 8, 20, 12), to: place(44, 28, 20, 12))])
    elements.edges = .hard
    let frame = try renderer(elements, pictures).frame(at: progress)
    let (left, top) = (4 + Int(40 * progress), 8 + Int(20 * progress))
    for y in 0..<12 {
      for x in 0..<20 {
        let (a, b) = (pictures.0[4 + x, 8 + y], pictures.1[44 + x, 28 + y])
        let mixed = Double(a.green) + (Double(b.green) - Double(a.green)) * progress
        #expect(abs(Double(frame[left + x, top + y].green) - mixed) <= 1)
      }
    }
    // Away from elements, the pictures dissolve.
    let rest = Double(pictures.0[70, 5].red) * (1 - progress) + Double(pictures.1[70, 5].red) * progress
    #expect(abs(Double(frame[70, 5].red) - rest) <= 1)
  }

  /// A hole is filled from its surroundings, without remains of the element; uniform surroundings give their
  /// color.
  @Test func holesAreFilledFromTheirSurroundings() throws {
    let (sand, sea) = (Pixel(red: 200, green: 180, blue: 120), Pixel(red: 20, green: 60, blue: 140))
    var from = try Bitmap(Self.size, filledWith: sand)
    for y in 10..<20 { for x in 10..<30 { from[x, y] = .white } }
    let to = try Bitmap(Self.size, filledWith: sea)
    let elements = Transitions.Elements([.init(from: place(10, 10, 20, 10), to: place(50, 40, 20, 10))])
    let frame = try renderer(elements, (from, to)).frame(at: 0.5)
    #expect(frame[15, 15] == frame[70, 10])
    #expect(frame[35, 27] != frame[70, 10])
    var given = elements
    given.fromBackground = try Bitmap(Self.size, filledWith: .white)
    let white = try renderer(given, (from, to)).frame(at: 0.5)
    #expect(white[15, 15].red > frame[15, 15].red + 20 && white[70, 10] == frame[70, 10])
    given.fromBackground = try Bitmap(PixelSize(width: 3, height: 3))
    #expect(throws: RenderError.sizesDiffer(PixelSize(width: 3, height: 3), Self.size)) {
      try renderer(given, (from, to)).frame(at: 0.5)
    }
    // A hole that covers the picture has no surroundings, so it is filled with the background color.
    var all = Transitions.Elements([.init(from: place(0, 0, 80, 60), to: place(0, 0, 8, 6))])
    all.background = .white
    let half = try renderer(all, (from, from)).frame(at: 0.9)
    #expect(half[70, 50] != half[5, 50] || half[70, 50].red > 200)
  }

  /// Filled pixels are close to the surrounding colors, and not affected by other holes.
  @Test(arguments: [0, 6.0]) func fillingsAreCloseToTheSurroundings(cornerRadius: Double) throws {
    var picture = try Bitmap(Self.size, filledWith: .black)
    for y in 0..<60 {
      for x in 0..<80 { picture[x, y] = Pixel(red: UInt8(2 * x), green: UInt8(3 * y), blue: 9) }
    }
    let whole = picture
    let holes = [
      Hole(PixelRectangle(x: 10, y: 10, width: 40, height: 30), cornerRadius: cornerRadius),
      Hole(PixelRectangle(x: 50, y: 10, width: 10, height: 30), cornerRadius: cornerRadius),
    ]
    var inside = 0
    for y in 0..<60 {
      for x in 0..<80 where holes.contains(where: { $0.contains(x, y) }) {
        picture[x, y] = .white
        inside += 1
      }
    }
    #expect(cornerRadius == 0 ? inside == 1500 : inside < 1500 && inside > 1400)
    let filled = try picture.filling(holes, background: .white, Execution(threads: 2))
    for y in 0..<60 {
      for x in 0..<80 {
        if holes.contains(where: { $0.contains(x, y) }) {
          #expect(filled[x, y].blue == 9, "\(x), \(y)")
          #expect(abs(Int(filled[x, y].red) - 2 * x) < 60 && abs(Int(filled[x, y].green) - 3 * y) < 60)
        } else {
          #expect(filled[x, y] == whole[x, y])
        }
      }
    }
    #expect(abs(Int(filled[10, 25].red) - 18) <= 6 && abs(Int(filled[30, 10].green) - 27) <= 6)
  }

  /// Elements start one after another, and overshoot with a spring.
  @Test func elementsStartAfterTheirDelays() throws {
    let (black, white) = (
      try Bitmap(Self.size, filledWith: .black), try Bitmap(Self.size, filledWith: .white)
    )
    var elements = Transitions.Elements(
      (0..<3).map { index in
        var element = Transitions.Elements.Element(
          from: place(0, Double(20 * index), 10, 10), to: place(60, Double(20 * index), 10, 10))
        element.picture = white
        return element
      })
    elements.stagger = 0.5
    elements.fromBackground = black
    elements.toBackground = black
    let frame = try renderer(elements, (black, black)).frame(at: 0.5)
    // At 0.5 the first element has arrived, the second is half way, and the third starts.
    #expect(frame[60, 5] == .white && frame[59, 5] == .black)
    #expect(frame[30, 25] == .white && frame[29, 25] == .black && frame[40, 25] == .black)
    #expect(frame[0, 45] == .white && frame[10, 45] == .black)
    let beyond = try renderer(elements, (black, black)).frame(at: 1.05)
    #expect(beyond[66, 5] == .white && beyond[65, 5] == .black)
  }

  /// Over a transparent second picture, the first one fades out in the second half, even if it is opaque.
  @Test func uncoveredAreasFadeOut() throws {
    let pictures = (try Bitmap(Self.size, filledWith: .white), try Bitmap(Self.size))
    // The element is outside the frame.
    let elements = Transitions.Elements([.init(from: place(-30, 10, 20, 20), to: place(-30, 10, 20, 20))])
    let renderer = try renderer(elements, pictures)
    #expect(try renderer.frame(at: 0.5)[40, 30] == .white)
    let late = Pixel(red: 51, green: 51, blue: 51, alpha: 51)
    #expect(try renderer.frame(at: 0.9)[40, 30].largestDifference(from: late) <= 1)
  }

  /// Without elements, every tile of the frame moves to the place of the next one; the last tile starts
  /// first.
  @Test(arguments: [(80, 60, 4, 3), (60, 80, 3, 4), (40, 40, 4, 3)])
  func withoutElementsTilesMove(width: Int, height: Int, columns: Int, rows: Int) throws {
    let pictures = (try Bitmap.noise(width, height, seed: 1), try Bitmap.noise(width, height, seed: 2))
    let count = columns * rows
    func tile(_ index: Int) -> Transitions.Elements.Place {
      let (across, down) = (Double(width) / Double(columns), Double(height) / Double(rows))
      let (left, top) = (Double(index % columns), Double(index / columns))
      let (right, bottom) = (((left + 1) * across).rounded(), ((top + 1) * down).rounded())
      let (x, y) = ((left * across).rounded(), (top * down).rounded())
      return place(x, y, right - x, bottom - y)
    }
    let tiles = Transitions.Elements(
      (0..<count).map {
        .init(from: tile($0), to: tile(($0 + 1) % count), delay: 0.4 * Double(count - 1 - $0) / Double(count))
      })
    for progress in [0.05, 0.2, 0.5, 0.8] {
      let expected = try renderer(tiles, pictures).frame(at: progress)
      #expect(try renderer(Transitions.Elements(), pictures).frame(at: progress) == expected, "\(progress)")
    }
  }

  @Test func parametersAreNumbers() throws {
    let made = try Transitions.Elements.make([
      ("elements", "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16"), ("fromRadius", "2"),
    ])
    #expect(made.elements.map(\.to.rectangle.x) == [5, 13] && made.elements[1].from.rectangle.height == 12)
    for text in ["1,2,3,4", "1,2,0,4,5,6,7,8", "1,2,3,4,5,6,7,-8", ""] {
      #expect(throws: ParameterError.self) { try Transitions.Elements.make([("elements", text)]) }
    }
  }

  /// Without rectangles, the hero is the whole new picture, enlarged from a small one.
  @Test func aHeroWithoutRectanglesIsTheWholePicture() throws {
    let pictures = try pictures()
    let renderer = try TransitionRenderer(from: pictures.0, to: pictures.1, Transitions.Hero())
    let start = try renderer.frame(at: 0.01)
    #expect(start.largestDifference(from: pictures.0) <= 20)
    let late = try renderer.frame(at: 0.9)
    // The area around the hero is nearly black by then.
    #expect(late[79, 59].red <= 26 && late[0, 0].red <= 26)
  }

  private func frames(_ delays: [Double], stagger: Double = 0) throws -> [Bitmap] {
    var elements = Transitions.Elements(
      delays.enumerated().map { index, delay in
        .init(
          from: place(Double(20 * index), 2, 10, 10), to: place(Double(20 * index), 40, 10, 10),
          delay: delay)
      })
    elements.stagger = stagger
    let renderer = try renderer(elements, pictures())
    return try [0.2, 0.5, 0.95].map { try renderer.frame(at: $0) }
  }

  @Test("Delays and staggers are clamped to their ranges")
  func delaysHaveBounds() throws {
    for (given, meant) in [([-1, 0.3], [0, 0.3]), ([5, 0.3], [0.9, 0.3]), ([0.95, 0], [0.9, 0])] {
      #expect(try frames(given) == frames(meant), "\(given)")
    }
    #expect(try frames([0, 0.2], stagger: -1) == frames([0, 0.2]))
    #expect(try frames([0, 0], stagger: 5) == frames([0, 0], stagger: 0.9))
    #expect(try frames([0, 0], stagger: 0.9) != frames([0, 0]))
  }

  @Test("An element invisible at both ends leaves no hole")
  func whatIsNotSeenLeavesNoHole() throws {
    let pictures = try pictures()
    func frame(_ place: Transitions.Elements.Place) throws -> Bitmap {
      try renderer(Transitions.Elements([.init(from: place, to: place)]), pictures).frame(at: 0.4)
    }
    let outside = try frame(place(-30, 10, 20, 20))
    #expect(try frame(place(30, 10, 20, 20, opacity: 0)) == outside)
    #expect(try frame(place(30, 10, 20, 20, opacity: 0.5)) != outside)
  }

  @Test("An element waits for its own delay and for the stagger of earlier elements")
  func delaysAddUp() throws {
    #expect(try frames([0.125, 0.25], stagger: 0.5) == frames([0.125, 0.75]))
    #expect(try frames([0, 0.25, 0.25], stagger: 0.5) == frames([0, 0.5, 0.75]))
  }

  @Test("An element's own picture fills its place, whatever its size, with the element's opacity")
  func picturesOfTheirOwn() throws {
    let black = try Bitmap(Self.size, filledWith: .black)
    let picture = try Bitmap(PixelSize(width: 10, height: 5), filledWith: .white)
    for (opacity, level) in [(1, 255), (0.5, 128)] {
      let place = place(8, 4, 40, 30, opacity: opacity)
      var elements = Transitions.Elements([.init(from: place, to: place, picture: picture)])
      (elements.fromBackground, elements.toBackground, elements.edges) = (black, black, .hard)
      let frame = try renderer(elements, (black, black)).frame(at: 0.5)
      for y in 0..<60 {
        for x in 0..<80 {
          let expected = (8..<48).contains(x) && (4..<34).contains(y) ? level : 0
          #expect(abs(Int(frame[x, y].green) - expected) <= 1, "\(x), \(y)")
        }
      }
    }
  }

  @Test("Radii are clamped to 0 and to half of the shorter side")
  func radiiOfHolesHaveBounds() {
    for (width, height) in [(40.0, 30.0), (30, 40)] {
      let part = PixelRectangle(x: 10, y: 12, width: width, height: height)
      for (given, meant) in [(-3.0, 0.0), (16, 15), (1000, 15)] {
        #expect(Hole(part, cornerRadius: given) == Hole(part, cornerRadius: meant), "\(given)")
      }
      #expect(Hole(part, cornerRadius: 14) != Hole(part, cornerRadius: 15))
    }
  }

  @Test("An element whose size a spring makes negative is invisible", arguments: [(1.0, 30.0), (40, 1)])
  func whatIsSmallerThanNothingIsNotSeen(width: Double, height: Double) throws {
    let black = try Bitmap(Self.size, filledWith: .black)
    let white = try Bitmap(Self.size, filledWith: .white)
    var elements = Transitions.Elements([
      .init(from: place(20, 20, 40, 30), to: place(20, 20, width, height), picture: white)
    ])
    (elements.fromBackground, elements.toBackground, elements.edges) = (black, black, .hard)
    let renderer = try renderer(elements, (black, black))
    #expect(try renderer.frame(at: 1.1) == black)
    #expect(try renderer.frame(at: 0.9) != black)
  }
}
