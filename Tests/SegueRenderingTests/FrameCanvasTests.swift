import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite struct FrameCanvasTests {
  @Test(arguments: SIMDLevel.available) func consecutiveFramesEqualThoseOfTheChain(level: SIMDLevel) throws {
    let canvas = FrameCanvas(level: level)
    for (seed, size) in [(1, (30, 20)), (2, (30, 20)), (3, (17, 40)), (4, (17, 20))] as [(UInt64, (Int, Int))]
    {
      let picture = try Bitmap.noise(size.0, size.1, seed: seed)
      let rows = try (picture --> Negative()).rows(from: picture, to: picture, at: 0)
      #expect(try canvas.bitmap(of: rows) == (picture --> Negative()).frame())
    }
    #expect(canvas.seconds > 0)
  }

  @Test func framesInUseAreNotOverwritten() throws {
    let canvas = FrameCanvas()
    let pictures = try [Bitmap.noise(30, 20, seed: 1), .noise(30, 20, seed: 2)]
    let frames = try pictures.map { picture in
      try canvas.bitmap(of: (picture --> Negative()).rows(from: picture, to: picture, at: 0))
    }
    for (frame, picture) in zip(frames, pictures) { #expect(try frame == (picture --> Negative()).frame()) }
  }

  @Test func bitmapsAreReturnedWithoutRendering() throws {
    let picture = try Bitmap.noise(30, 20, seed: 1)
    let canvas = FrameCanvas()
    #expect(try canvas.bitmap(of: picture) == picture)
    #expect(canvas.seconds == 0)
  }

  @Test(arguments: [2, 6, 16, 64]) func stripsTogetherEqualTheFrame(height: Int) throws {
    let picture = try Bitmap.noise(30, 41, seed: 1)
    let expected = try (picture --> Negative()).frame()
    for rows in [expected, try (picture --> Negative()).rows(from: picture, to: picture, at: 0)]
      as [any RowSource]
    {
      var next = 0
      try FrameCanvas().withStrips(of: rows, height: height) { strip, range in
        #expect(range == next..<min(next + height, 41))
        for y in range {
          strip.withRow(y) { row in expected.withRow(y) { for x in row.indices { #expect(row[x] == $0[x]) } }
          }
        }
        next = range.upperBound
      }
      #expect(next == 41)
    }
  }

  @Test(arguments: FailingRows.all) func rowsThatFailAreErrors(rows: FailingRows) throws {
    try expectFailure(.picture(rows))
  }

  @Test func aCanvasWorksAfterAFailure() throws {
    let canvas = FrameCanvas()
    let picture = try Bitmap.noise(24, 16, seed: 1)
    let good = try (picture --> Negative()).rows(from: picture, to: picture, at: 0)
    for rows in FailingRows.all {
      #expect(throws: FailingRows.error) { try canvas.bitmap(of: rows) }
      #expect(try canvas.bitmap(of: good) == (picture --> Negative()).frame())
    }
  }

  @Test("Rendering of strips is timed, and lending a picture's own rows takes no time")
  func stripsAreCharged() throws {
    let picture = try Bitmap.noise(30, 41, seed: 1)
    let canvas = FrameCanvas()
    try canvas.withStrips(of: picture) { _, _ in }
    #expect(canvas.seconds == 0)
    try canvas.withStrips(of: (picture --> Negative()).rows(from: picture, to: picture, at: 0)) { _, _ in }
    #expect(canvas.seconds > 0)
  }

  @Test("A canvas renders in one thread, at its own level", arguments: SIMDLevel.available)
  func aCanvasHasALevel(level: SIMDLevel) throws {
    let rows = [try CountingRows(.noise(5, 7, seed: 1)), try CountingRows(.noise(5, 7, seed: 1))]
    _ = try FrameCanvas(level: level).bitmap(of: rows[0])
    try FrameCanvas(level: level).withStrips(of: rows[1]) { _, _ in }
    for rows in rows { #expect(rows.executions == [Execution(threads: 1, level: level)]) }
  }

  @Test("The times of all frames and strips add up")
  func secondsAddUp() throws {
    let canvas = FrameCanvas()
    var last = 0.0
    for side in [300, 1, 1] {
      let picture = try Bitmap(width: side, height: side)
      let rows = try (picture --> Negative()).rows(from: picture, to: picture, at: 0)
      _ = try canvas.bitmap(of: rows)
      #expect(canvas.seconds > last)
      last = canvas.seconds
      try canvas.withStrips(of: rows) { _, _ in }
      #expect(canvas.seconds > last)
      last = canvas.seconds
    }
  }
}
