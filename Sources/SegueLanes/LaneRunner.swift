import CSegueKernels
import SegueLaneProgram
package import SeguePixels

/// Runs a `LaneProgram` over the rows of one frame, in one thread.
package final class LaneRunner {
  static let lanes = Int(SEGUE_LANES)

  private let program: LaneProgram
  /// Indexes of textures whose rows the caller lends, one row at a time.
  private let rowTextures: [Int]
  private let size: PixelSize
  private let isFlipped: Bool
  /// Whether the output is four floats a pixel instead of 4-byte pixels.
  private let givesFloats: Bool
  /// Whether negative zeros are stored as 0, since variants of a program may differ in the sign of a zero.
  private let dropsSigns: Bool
  /// Whether output and runs have 4 bytes a pixel, so that vectors can be packed.
  private let canPack: Bool
  private let kernels: Kernels
  private let tiles: LaneTiles
  private var rowVectors: Int { tiles.rowVectors }
  /// The vectors to compute, unless `chosen` is set; and the range from the first to the last of these
  /// vectors.
  private var vectors: VectorSet
  private var part: Range<Int>
  /// The vectors to compute, if they form more than one range and can be packed; `spare` retains the memory
  /// while `chosen` is nil.
  private var chosen: ChosenVectors?
  private var spare: ChosenVectors?
  /// The four rows that were last computed together; nil for programs without quads.
  private let quads: PixelQuads?
  private let bandSteps: LinkedSteps
  private let band: BandColumns
  /// Whether the program samples pictures at computed positions, or has loops, in which samples are not
  /// counted.
  private let samplesPictures: Bool
  /// If machine code computes vectors in place, the vectors of a row whose texels all lie in the pictures,
  /// and whose pixels all lie in the frame; else all vectors.
  private var inner: Range<Int>

  /// Whether the loops of every tile so far have stayed within the limit of iterations.
  package var isInTime: Bool { !tiles.isLate }

  /// Prepares a frame: computes values that are equal in all its rows.
  ///
  /// - Parameters:
  ///   - prepared: The program.
  ///   - size: The frame's size.
  ///   - textures: The pictures.
  ///   - inputs: The values of the program's inputs as bits.
  ///   - isFlipped: Whether y counts from the bottom.
  ///   - givesFloats: Whether rows have four floats a pixel instead of 4-byte pixels.
  ///   - dropsSigns: Whether negative zeros are stored as 0 in rows of floats.
  ///   - maxTurns: The maximum number of iterations of all loops together in one tile.
  ///   - kernels: The kernels.
  package init(
    _ prepared: PreparedProgram, size: PixelSize, textures: [Texture], inputs: [UInt32], isFlipped: Bool,
    givesFloats: Bool = false, dropsSigns: Bool = false, maxTurns: Int = Limits().maxLoopTurns,
    kernels: Kernels
  ) {
    let program = prepared.program
    self.program = program
    self.size = size
    self.isFlipped = isFlipped
    self.givesFloats = givesFloats
    self.dropsSigns = dropsSigns
    self.kernels = kernels
    let rowVectors =
      program.hasQuads
      ? PixelQuads.vectors(width: size.width) : (size.width + Self.lanes - 1) / Self.lanes
    quads = program.hasQuads ? PixelQuads(vectors: rowVectors, words: givesFloats ? 4 : 1) : nil
    part = 0..<rowVectors
    vectors = VectorSet([part])
    inner = part
    let store: LaneProgram.Step? =
      program.result.count == 4
      ? .call(givesFloats ? .storeFloats : .store, out: [], in: program.result) : nil
    let steps = prepared.steps(store)
    tiles = LaneTiles(
      prepared, store, rowVectors: rowVectors, size: size, textures: textures, inputs: inputs,
      maxTurns: maxTurns, kernels: kernels)
    rowTextures = textures.indices.filter { if case .row = textures[$0] { true } else { false } }
    band = BandColumns(inputs: steps.bandInputs)
    bandSteps = LinkedSteps(steps.band, tiles.memory.addresses)
    samplesPictures = steps.fetchCount != 0
    canPack = !givesFloats && steps.runs.allSatisfy { !textures[$0.texture].hasFloats }
    tiles.setColumns(program.x, width: size.width) {
      program.hasQuads ? PixelQuads.column(ofLane: $0) : $0
    }
    tiles.computeColumns()
    if tiles.takesPlaces { inner = standing.clamped(to: part) }
  }

  /// Restricts later rows to a set of vectors, of 16 columns each.
  ///
  /// The restriction takes about as long as three steps over these vectors, unless the vectors are contiguous
  /// or computed in place by machine code. Rows of floats are computed range by range. Programs with lent
  /// rows or with quads cannot be restricted to more than one range.
  package func choose(_ vectors: VectorSet) {
    band.choose()
    guard vectors.rangeCount > 1, canPack else {
      chosen = nil
      self.vectors.become(vectors)
      part = 0..<0
      vectors.forEachRange { part = (part.isEmpty ? $0.lowerBound : part.lowerBound)..<$0.upperBound }
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

  /// The vectors that machine code can compute in place, since all of their pixels lie in the frame, and all
  /// of their texels in the pictures.
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

  /// Converts a row number counted from the top to a row number counted in the direction of the program's y.
  private func position(of y: Int) -> Int { isFlipped ? size.height - 1 - y : y }

  /// The size of a strip in vectors and rows, and the number of vectors in a row above which strips are used.
  ///
  /// Each strip is finished before the next one: adjacent pixels read adjacent texels, which stay in the L1
  /// cache. Without strips, displacements by waves take 1.1 times as long at 4K and 1.5 times as long at 8K.
  /// A zoom blur at 8K takes 2.4 times as long without strips on a Zen 4, a processor with a smaller cache.
  /// At 1080p strips cost more than they save.
  private static let (stripVectors, stripRows, leastVectors) = (16, 32, 128)

  /// Computes rows of a band, for a program without lent rows.
  ///
  /// If only parts of rows are computed, the other parts are copied from the pictures in `copies`. The copies
  /// of a row are issued first, since copying is memory-bound and shading is not.
  package func read(_ rows: Range<Int>, of band: RowWriter, copies: PixelParts? = nil) throws(RenderError) {
    if let chosen { return try read(rows, of: band, chosen, copies: copies) }
    if vectors.count < rowVectors {
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

  /// Computes row `y`, counted from the top, with the rows lent for it; only the vectors of `strip`, if
  /// given.
  package func read(
    _ y: Int, rows: LentRows? = nil, strip: Range<Int>? = nil, into row: inout MutableSpan<Pixel>
  ) {
    let words = givesFloats ? 4 : 1
    precondition(y >= 0 && y < size.height && row.count == size.width * words)
    precondition(rowTextures.count == rows?.pixels.count ?? 0)
    // Rows need not be computed after a loop has exceeded the limit of iterations: the caller discards the
    // frame.
    guard isInTime else { return }
    let position = position(of: y)
    if let quads { return readQuads(quads, position, into: &row) }
    if let chosen { return readChosen(chosen, y, into: &row) }
    tiles.move(to: position...position)
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
            pixels: bytes.map { $0 + 4 * x * words }, count: min(vectors * Self.lanes, size.width - x),
            drops_signs: dropsSigns)
          tiles.moveColumns(to: tiles.memory.columns(from: start))
          tiles.runPixels(vectors: vectors)
        }
      }
      // Computes the edges of a row as separate tiles: in a tile with texels beyond an edge of a picture, all
      // texels are copied one by one.
      func computeParts(_ part: Range<Int>) {
        compute(part.clamped(to: 0..<inner.lowerBound))
        compute(part.clamped(to: inner))
        compute(part.clamped(to: inner.upperBound..<rowVectors))
      }
      if let strip { computeParts(strip) } else { vectors.forEachRange { computeParts($0) } }
    }
  }

  /// Copies a row from its group of four rows; computes the group first unless the previous call did.
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
      tiles.move(to: first...first)
      tiles.forEachTile(of: part) { start, vectors in
        tiles.memory.pixels.pointee = segue_pixels(
          pixels: quads.pixels(of: start * Self.lanes), count: vectors * Self.lanes,
          drops_signs: dropsSigns)
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
    tiles.move(to: position...position)
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
        tiles.memory.pixels.pointee = segue_pixels(
          pixels: chosen.pixels, count: vectors * Self.lanes, drops_signs: false)
        tiles.moveColumns(to: chosen.columns + start * Self.lanes)
        tiles.runPixels(vectors: vectors)
        chosen.write(start..<start + vectors, to: bytes, width: size.width)
      }
    }
  }

  /// Computes the chosen vectors that machine code computes in place.
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

  /// Whether adjacent rows mostly have equal values in some row slots.
  ///
  /// True if at most a quarter of 16 sampled pairs of rows differ. With more bands, storing their values
  /// would take longer than computing them in each row.
  package func hasBands(_ slots: [Int]) -> Bool {
    let pairs = 16
    func values(_ y: Int) -> [UInt32] {
      tiles.move(to: y...y)
      return slots.map { tiles.memory.addresses.bits(ofRow: $0) }
    }
    let changes = (0..<pairs).count { pair in
      let y = (2 * pair + 1) * size.height / (2 * pairs)
      return values(y) != values(min(y + 1, size.height - 1))
    }
    return 4 * changes <= pairs
  }

  /// Computes the values that the rows of the current band share, for a range of vectors or for the chosen
  /// vectors; returns whether the values were missing.
  ///
  /// The second request for a band computes all of its vectors, since more requests are likely.
  @discardableResult private func runBand(_ range: Range<Int>, _ chosen: ChosenVectors? = nil) -> Bool {
    guard bandSteps.count > 0, !band.has(range, tiles.memory.addresses) else { return false }
    if band.isBand(of: tiles.memory.addresses) {
      tiles.runColumns(bandSteps, of: 0..<rowVectors)
      band.add(0..<rowVectors, tiles.memory.addresses)
    } else if let chosen {
      chosen.all.forEachRange { tiles.runColumns(bandSteps, of: $0) }
      band.add(nil, tiles.memory.addresses)
    } else {
      tiles.runColumns(bandSteps, of: range)
      band.add(range, tiles.memory.addresses)
    }
    return true
  }
}
