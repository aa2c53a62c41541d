/// An APNG decoder by the specification (W3C PNG, third edition, section 11.3.2), based on `ReferencePNG`.
///
/// The data of each frame becomes a PNG of its own, whose pixels replace a rectangle of the canvas.
struct ReferenceAPNG {
  enum Failure: Error {
    case order
    case sequence
    case rectangle
  }

  struct Frame: Equatable {
    var x, y, width, height, numerator, denominator: Int
    /// The canvas as displayed, in straight RGBA.
    var rgba: [UInt8] = []
  }

  let width: Int
  let height: Int
  let loops: Int
  let colorType: Int
  private(set) var frames: [Frame] = []

  init(_ file: [UInt8]) throws {
    let chunks = try PNGChunk.list(file)
    guard chunks.count > 4, chunks.map(\.name).starts(with: ["IHDR", "sRGB", "acTL"]),
      chunks[1].data == [0], chunks.last?.name == "IEND"
    else { throw Failure.order }
    width = PNGChunk.integer(chunks[0].data)
    height = PNGChunk.integer(chunks[0].data.dropFirst(4))
    colorType = Int(chunks[0].data[9])
    loops = PNGChunk.integer(chunks[2].data.dropFirst(4))
    var canvas = [UInt8](repeating: 0, count: 4 * width * height)
    var sequence = 0
    var rest = chunks[3..<chunks.count - 1]
    while let control = rest.popFirst() {
      guard control.name == "fcTL", control.data.count == 26 else { throw Failure.order }
      let numbers = (0..<5).map { PNGChunk.integer(control.data.dropFirst(4 * $0)) }
      let short = { (at: Int) in Int(control.data[at]) << 8 | Int(control.data[at + 1]) }
      // dispose_op and blend_op must be 0: the canvas is kept, and pixels are replaced.
      guard numbers[0] == sequence, control.data[24] == 0, control.data[25] == 0 else {
        throw Failure.sequence
      }
      sequence += 1
      var frame = Frame(
        x: numbers[3], y: numbers[4], width: numbers[1], height: numbers[2], numerator: short(20),
        denominator: short(22))
      guard frame.width > 0, frame.height > 0, frame.x + frame.width <= width,
        frame.y + frame.height <= height
      else { throw Failure.rectangle }
      var data: [UInt8] = []
      while let chunk = rest.first, chunk.name != "fcTL" {
        rest.removeFirst()
        guard chunk.name == (frames.isEmpty ? "IDAT" : "fdAT") else { throw Failure.order }
        if !frames.isEmpty {
          guard PNGChunk.integer(chunk.data) == sequence else { throw Failure.sequence }
          sequence += 1
        }
        data += frames.isEmpty ? chunk.data : Array(chunk.data.dropFirst(4))
      }
      let picture = try ReferencePNG(
        PNGChunk.file([
          .header(frame.width, frame.height, colorType: colorType), PNGChunk(name: "IDAT", data: data),
          PNGChunk(name: "IEND", data: []),
        ]))
      for y in 0..<frame.height {
        let start = 4 * ((frame.y + y) * width + frame.x)
        canvas.replaceSubrange(
          start..<start + 4 * frame.width,
          with: picture.rgba[4 * y * frame.width..<4 * (y + 1) * frame.width])
      }
      frame.rgba = canvas
      frames.append(frame)
    }
    guard frames.count == PNGChunk.integer(chunks[2].data) else { throw Failure.order }
  }
}
