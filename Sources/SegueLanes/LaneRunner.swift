import CSegueKernels
package import SeguePixels

/// Runs a `LaneProgram` over the rows of one frame, in one thread.
package final class LaneRunner {
  /// The turns that all loops together may take, for one tile of pixels.
  package static let loopLimit = 1 << 18

  static let lanes = Int(SEGUE_LANES)

  private let program: LaneProgram
  /// The textures that are rows.
  private let rowTextures: [Int]
  private let size: PixelSize
  private let isFlipped: Bool
  /// Whether it gives four floats a pixel, each in the place of a pixel.
  private let givesFloats: Bool
  private let kernels: Kernels
  private let tiles: LaneTiles
  private var rowVectors: Int { tiles.rowVectors }
  /// The vectors that are computed, where they are side by side.
  private var part: Range<Int>
  /// The vectors that are computed instead, where they are not.
  private var chosen: ChosenVectors?
  private var spare: ChosenVectors?
  /// The rows that were computed last, where they are computed some at once.
  private let quads: PixelQuads?
  private let bandSteps: LinkedSteps
  private let band: BandColumns
  /// Whether pixels are computed of texels anywhere.
  private let samplesPictures: Bool
  /// The vectors of a row that need nothing from beyond its edges, where a tile may be as many; else all.
  private var inner: Range<Int>

  /// Whether every loop ended by itself so far.
  package var isInTime: Bool { !tiles.isLate }

  /// Gets ready for a frame: computes what does not change in it.
  ///
  /// - Parameters:
  ///   - program: What is computed.
  ///   - size: The frame.
  ///   - textures: The pictures.
  ///   - inputs: The values of the program's inputs, as bits.
  ///   - isFlipped: Whether the vertical position counts from the bottom up.
  ///   - givesFloats: Whether rows have four floats a pixel, each in the place of a pixel, rather than pixels.
  ///   - kernels: The kernels.
  package init(
    _ program: LaneProgram, size: PixelSize, textures: [Texture], inputs: [UInt32], isFlipped: Bool,
    givesFloats: Bool = false, kernels: Kernels
  ) {
    self.program = program
    self.size = size
    self.isFlipped = isFlipped
    self.givesFloats = givesFloats
    self.kernels = kernels
    let rowVectors =
      program.hasQuads
      ? PixelQuads.vectors(width: size.width) : (size.width + Self.lanes - 1) / Self.lanes
    quads = program.hasQuads ? PixelQuads(vectors: rowVectors, words: givesFloats ? 4 : 1) : nil
    part = 0..<rowVectors
    inner = part
    let store: LaneProgram.Step? =
      program.result.count == 4
      ? .call(givesFloats ? .storeFloats : .store, out: [], in: program.result) : nil
    let prepared = program.cache.prepared(program, store)
    tiles = LaneTiles(
      program, prepared, store, rowVectors: rowVectors, size: size, textures: textures, inputs: inputs,
      kernels: kernels)
    rowTextures = textures.indices.filter { if case .row = textures[$0] { true } else { false } }
    band = BandColumns(inputs: prepared.bandInputs)
    bandSteps = LinkedSteps(prepared.band, tiles.memory.addresses)
    samplesPictures = prepared.fetchCount != 0
    tiles.setColumns(program.x, width: size.width) {
      program.hasQuads ? PixelQuads.column(ofLane: $0) : $0
    }
    tiles.computeColumns()
    if tiles.takesPlaces { inner = standing.clamped(to: part) }
  }

  /// Computes from now on only some vectors of 16 columns.
  ///
  /// Costs about as much as three steps over them, unless they are side by side, or machine code takes them as they stand. What is
  /// lent row by row, and rows that are computed some at once, cannot be chosen from.
  package func choose(_ vectors: VectorSet) {
    band.choose()
    guard vectors.rangeCount > 1 else {
      chosen = nil
      part = 0..<0
      vectors.forEachRange { part = $0 }
      return
    }
    precondition(rowTextures.isEmpty && quads == nil)
    let chosen =
      spare
      ?? ChosenVectors(
        rowVectors, columnSlots: program.columnSlots, runs: tiles.memory.texels.count)
    spare = chosen
    chosen.choose(vectors, standing: standing, of: tiles.memory.columns())
    self.chosen = chosen
  }

  /// The vectors that machine code takes as they stand: those whose texels and pixels are all there.
  private var standing: Range<Int> {
    guard tiles.takesPlaces else { return 0..<0 }
    var columns = 0..<size.width
    for texels in tiles.memory.texels {
      columns = columns.clamped(
        to: -Int(texels.x)..<Int(tiles.memory.pictures[texels.texture].width) - Int(texels.x))
    }
    let first = (columns.lowerBound + Self.lanes - 1) / Self.lanes
    return first..<max(first, columns.upperBound / Self.lanes)
  }

  /// Where a row is as the program counts rows.
  private func position(of y: Int) -> Int { isFlipped ? size.height - 1 - y : y }

  /// Vectors and rows of what is computed before what is beside it, where rows have more vectors than some.
  ///
  /// Pixels near one another read texels near one another, which the nearest cache still has then. For waves that move rows, all
  /// rows of a frame one after another take 1.1 times as long at 4K and 1.5 times at 8K; for rays to its center at 8K, 2.4 times on
  /// a Zen 4, whose cache is smaller. At 1080p strips save less than they cost.
  private static let (stripVectors, stripRows, leastVectors) = (16, 32, 128)

  /// Computes pixels of rows of a band, of a program whose pictures are whole.
  ///
  /// Where only parts of rows are computed, `copies` are other parts of them. They wait for memory, and what is computed does not, so each
  /// row is copied before it is computed.
  package func read(_ rows: Range<Int>, of band: RowWriter, copies: PixelParts? = nil) throws(RenderError) {
    if let chosen { return try read(rows, of: band, chosen, copies: copies) }
    if part.count < rowVectors {
      for y in rows {
        try band.withRow(y) { row in
          copies?.copy(y, to: &row)
          read(y, into: &row)
        }
      }
      return
    }
    let isInStrips = quads == nil && samplesPictures && rowVectors > Self.leastVectors
    var y = rows.lowerBound
    while y < rows.upperBound {
      let end = isInStrips ? min(y + Self.stripRows, rows.upperBound) : y + 1
      var start = 0
      while start < rowVectors {
        let strip = start..<(isInStrips ? min(start + Self.stripVectors, rowVectors) : rowVectors)
        for y in y..<end { try band.withRow(y) { row in read(y, strip: strip, into: &row) } }
        start = strip.upperBound
      }
      y = end
    }
  }

  /// Computes the pixels of row `y`, counted from the top, from the rows that are lent for it; of a part of it, where there is one.
  package func read(
    _ y: Int, rows: LentRows? = nil, strip: Range<Int>? = nil, into row: inout MutableSpan<Pixel>
  ) {
    let words = givesFloats ? 4 : 1
    precondition(y >= 0 && y < size.height && row.count == size.width * words)
    precondition(rowTextures.count == rows?.pixels.count ?? 0)
    // The frame is not to be trusted already.
    guard isInTime else { return }
    let position = position(of: y)
    if let quads { return readQuads(quads, position, into: &row) }
    if let chosen { return readChosen(chosen, y, into: &row) }
    tiles.move(toRow: position)
    for (index, texels) in tiles.memory.texels.enumerated() {
      if let rows, let row = rowTextures.firstIndex(of: texels.texture) {
        tiles.memory.runs[index].texture.pixels = rows.pixels[row]
      } else {
        tiles.memory.runs[index].texture = tiles.memory.pictures[texels.texture]
        tiles.memory.runs[index].y = Int32(position) + texels.y
      }
    }
    runBand(strip ?? part)
    row.withBytes { bytes, _ in
      func compute(_ part: Range<Int>) {
        tiles.forEachTile(of: part) { start, vectors in
          let x = start * Self.lanes
          for (index, texels) in tiles.memory.texels.enumerated() {
            tiles.memory.runs[index].x = Int32(x) + texels.x
          }
          tiles.memory.pixels.pointee = segue_pixels(
            pixels: bytes.map { $0 + 4 * x * words }, count: min(vectors * Self.lanes, size.width - x))
          tiles.moveColumns(to: tiles.memory.columns(from: start))
          tiles.runPixels(vectors: vectors)
        }
      }
      let part = strip ?? part
      // Texels beyond an edge are copied one by one, for all of a tile.
      compute(part.clamped(to: 0..<inner.lowerBound))
      compute(part.clamped(to: inner))
      compute(part.clamped(to: inner.upperBound..<rowVectors))
    }
  }

  /// Computes some rows at once, and gives one of them; the others are kept for who reads on.
  private func readQuads(_ quads: PixelQuads, _ position: Int, into row: inout MutableSpan<Pixel>) {
    let first = position - position % PixelQuads.count
    if quads.first != first {
      quads.first = first
      if let slot = program.quadY {
        let half = Self.lanes / 2
        let column = tiles.memory.column(slot)
        for vector in 0..<rowVectors {
          let row = PixelQuads.row(ofVector: vector, first: first, height: size.height)
          for (part, row) in [row, row + 1].enumerated() {
            (column + Self.lanes * vector + half * part).update(
              repeating: LaneTiles.position(of: row, size.height), count: half)
          }
        }
      }
      tiles.move(toRow: first)
      tiles.forEachTile(of: part) { start, vectors in
        tiles.memory.pixels.pointee = segue_pixels(
          pixels: quads.pixels(of: start * Self.lanes), count: vectors * Self.lanes)
        tiles.moveColumns(to: tiles.memory.columns(from: start))
        tiles.runPixels(vectors: vectors)
      }
    }
    row.withBytes { bytes, _ in
      guard let bytes else { return }
      quads.copy(row: position - first, to: bytes, count: size.width)
    }
  }

  /// Computes the chosen vectors of rows.
  ///
  /// The caller retains `chosen` for all rows: a release in each row would stall on earlier stores.
  private func read(
    _ rows: Range<Int>, of band: RowWriter, _ chosen: ChosenVectors, copies: PixelParts?
  ) throws(RenderError) {
    for y in rows {
      try band.withRow(y) { row in
        copies?.copy(y, to: &row)
        readChosen(chosen, y, into: &row)
      }
    }
  }

  private func readChosen(_ chosen: ChosenVectors, _ y: Int, into row: inout MutableSpan<Pixel>) {
    guard isInTime else { return }
    let position = position(of: y)
    tiles.move(toRow: position)
    if runBand(0..<rowVectors, chosen) { chosen.copyColumns(of: tiles.memory.columns()) }
    row.withBytes { bytes, _ in
      guard let bytes else { return }
      if chosen.standingCount > 0 { readStanding(chosen, position, into: bytes) }
      tiles.forEachTile(of: 0..<chosen.count) { start, vectors in
        for (index, texels) in tiles.memory.texels.enumerated() {
          tiles.memory.runs[index] = chosen.run(
            index, of: tiles.memory.pictures[texels.texture], start..<start + vectors, x: Int(texels.x),
            y: position + Int(texels.y))
        }
        tiles.memory.pixels.pointee = segue_pixels(pixels: chosen.pixels, count: vectors * Self.lanes)
        tiles.moveColumns(to: chosen.columns + start * Self.lanes)
        tiles.runPixels(vectors: vectors)
        chosen.write(start..<start + vectors, to: bytes, width: size.width)
      }
    }
  }

  /// Computes the chosen vectors that machine code takes as they stand.
  private func readStanding(
    _ chosen: ChosenVectors, _ position: Int, into bytes: UnsafeMutablePointer<UInt8>
  ) {
    tiles.memory.moveColumns(to: tiles.memory.columns())
    for (index, texels) in tiles.memory.texels.enumerated() {
      let picture = tiles.memory.pictures[texels.texture]
      tiles.memory.setTexels(index, picture.row(position + Int(texels.y)) + 4 * Int(texels.x))
    }
    tiles.memory.setPixels(bytes)
    tiles.memory.setPlaces(chosen.places)
    tiles.run(tiles.pixelSteps, vectors: chosen.standingCount)
    tiles.memory.setPlaces(nil)
  }

  /// Whether rows beside one another mostly have the same in some slots of rows.
  ///
  /// Looks at 16 pairs of them. Where bands are a row high, as those of whole pixels are, to keep what they have in common would take
  /// longer than to compute it.
  package func hasBands(_ slots: [Int]) -> Bool {
    let pairs = 16
    func values(_ y: Int) -> [UInt32] {
      tiles.move(toRow: y)
      return slots.map { tiles.row[$0] }
    }
    let changes = (0..<pairs).count { pair in
      let y = (2 * pair + 1) * size.height / (2 * pairs)
      return values(y) != values(min(y + 1, size.height - 1))
    }
    return 4 * changes <= pairs
  }

  /// Computes what rows of a band have in common for a range of vectors, or those that are chosen, unless that is done; whether it did.
  ///
  /// Where others of the same band are computed already, all are: they are asked for again and again.
  @discardableResult private func runBand(_ range: Range<Int>, _ chosen: ChosenVectors? = nil) -> Bool {
    guard bandSteps.count > 0, !band.has(range, tiles.row) else { return false }
    if band.isBand(of: tiles.row) {
      tiles.runColumns(bandSteps, of: 0..<rowVectors)
      band.add(0..<rowVectors, tiles.row)
    } else if let chosen {
      chosen.all.forEachRange { tiles.runColumns(bandSteps, of: $0) }
      band.add(nil, tiles.row)
    } else {
      tiles.runColumns(bandSteps, of: range)
      band.add(range, tiles.row)
    }
    return true
  }
}
