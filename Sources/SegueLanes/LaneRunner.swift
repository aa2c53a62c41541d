import CSegueKernels
package import SeguePixels

/// Runs a `LaneProgram` over the rows of one frame, in one thread.
///
/// Registers are tiles of some hundred lanes, so that all of them stay in the first-level cache; a row is a few
/// tiles. Whatever the program does, only its own memory and the pictures are touched.
package final class LaneRunner {
  /// The turns that all loops together may take, for one tile of pixels.
  package static let loopLimit = 1 << 18

  static let lanes = Int(SEGUE_LANES)
  /// Lanes in all registers together that fit the first-level cache beside what they are computed from.
  private static let cachedLanes = 10240

  /// Samples of a pixel that wait for the second cache rather than for arithmetic, at most.
  ///
  /// To ask for texels before they are read takes `ripple` and `cube` 0.8 of the time, and `dreamy`, with 26 samples, 1.1.
  private static let fewFetches = 4

  private let program: LaneProgram
  /// The pictures, whose pixels are kept for as long as they may be read.
  private let textures: [Texture]
  /// The textures that are rows.
  private let rowTextures: [Int]
  private let size: PixelSize
  /// Columns and rows that a lane stands for.
  private let block: PixelSize
  private let isFlipped: Bool
  /// Whether it gives four floats a pixel, each in the place of a pixel.
  private let givesFloats: Bool
  private let kernels: Kernels
  /// Vectors of a whole tile, and of a row.
  private let tileVectors: Int
  private let rowVectors: Int
  /// Vectors from one register to the next.
  private let registerStride: Int
  private let memory: LaneMemory
  /// The vectors that are computed, where they are side by side.
  private var part: Range<Int>
  /// The vectors that are computed instead, where they are not.
  private var chosen: ChosenVectors?
  private var spare: ChosenVectors?
  /// The rows that were computed last, where they are computed some at once.
  private let quads: QuadRows?
  private let frameSteps: LinkedSteps
  private let columnSteps: LinkedSteps
  private let row: RowSlots
  private let bandSteps: LinkedSteps
  private let band: BandColumns
  /// Vectors that registers have room for.
  private let registerVectors: Int
  private let pixelSteps: LinkedSteps
  /// The same for machine code that takes vectors as they stand, and asks for the next row ahead.
  private lazy var standingSteps = makeStandingSteps()
  private let store: LaneProgram.Step?
  private let isInParts: Bool
  /// Whether pixels are computed of texels anywhere.
  private let samplesPictures: Bool
  /// Whether there is machine code, and whether it stores the pixels: whole vectors of them.
  private let isNative: Bool
  private let storesVectors: Bool
  /// Whether machine code takes vectors of any places as they stand.
  private let takesPlaces: Bool
  /// The vectors of a row that need nothing from beyond its edges, where a tile may be as many; else all.
  private var inner: Range<Int>
  private let results: [UnsafeMutablePointer<UInt32>?]

  /// Whether every loop ended by itself so far.
  package var isInTime: Bool { !isLate }
  private var isLate = false

  /// Gets ready for a frame: computes what does not change in it.
  ///
  /// - Parameters:
  ///   - program: What is computed.
  ///   - size: The frame.
  ///   - block: Columns and rows that a lane stands for: one each, unless the program is about blocks of pixels.
  ///   - textures: The pictures.
  ///   - inputs: The values of the program's inputs, as bits.
  ///   - isFlipped: Whether the vertical position counts from the bottom up.
  ///   - givesFloats: Whether rows have four floats a pixel, each in the place of a pixel, rather than pixels.
  ///   - isInParts: Whether it is made to compute parts of rows.
  ///   - kernels: The kernels.
  package init(
    _ program: LaneProgram, size: PixelSize, block: PixelSize = PixelSize(width: 1, height: 1),
    textures: [Texture], inputs: [UInt32], isFlipped: Bool, givesFloats: Bool = false,
    isInParts: Bool = false,
    kernels: Kernels
  ) {
    self.program = program
    self.textures = textures
    self.size = size
    self.block = block
    self.isFlipped = isFlipped
    self.givesFloats = givesFloats
    precondition(textures.count == program.textures)
    blockCount = (size.width + block.width - 1) / block.width
    let lanes = Self.lanes
    if program.hasQuads {
      rowVectors = QuadRows.vectors(width: size.width)
      quads = QuadRows(vectors: rowVectors, words: givesFloats ? 4 : 1)
    } else {
      rowVectors = (size.width + lanes * block.width - 1) / (lanes * block.width)
      quads = nil
    }
    part = 0..<rowVectors
    inner = part
    let most = max(1, min(32, Self.cachedLanes / lanes / max(1, program.registers)))
    // Registers that are 2 KiB apart would wait for one another: an address is told by its last 12 bits at first.
    registerStride = most | 1
    registerVectors = most
    let isOfPixels = block.width == 1 && program.result.count == 4
    let store: LaneProgram.Step? =
      isOfPixels ? .call(givesFloats ? .storeFloats : .store, out: [], in: program.result) : nil
    let prepared = program.cache.prepared(program, store)
    band = BandColumns(inputs: prepared.bandInputs)
    let native = NativeProgram.of(
      program, store, tileVectors: registerStride, asksForNext: isInParts, kernels: kernels)
    (self.store, self.kernels, self.isInParts) = (store, kernels, isInParts)
    isNative = native != nil
    storesVectors = native?.stores ?? false
    takesPlaces = native?.takesPlaces ?? false
    // Tiles of about equal widths; of quads, both vectors of a block. Machine code that takes vectors as they stand keeps nothing in
    // registers of a tile, which may be a row.
    let tiles = takesPlaces ? 1 : (rowVectors + most - 1) / most
    let equal = (rowVectors + tiles - 1) / tiles
    tileVectors = program.hasQuads && most > 1 ? min(equal + equal % 2, most & ~1) : equal
    let asksAhead = prepared.fetchCount.map { $0 <= Self.fewFetches } ?? false
    let pictures = textures.map { segue_texture($0, rowWidth: size.width, asksAhead: asksAhead) }
    memory = LaneMemory(
      program, runs: prepared.runs, pictures: pictures, rowVectors: rowVectors, tileVectors: tileVectors,
      registerStride: registerStride, turns: Self.loopLimit, kernels: kernels)
    rowTextures = textures.indices.filter { if case .row = textures[$0] { true } else { false } }
    let addresses = memory.addresses
    frameSteps = LinkedSteps(prepared.frame, addresses)
    columnSteps = LinkedSteps(prepared.column, addresses)
    row = RowSlots(program, prepared, addresses, height: size.height)
    bandSteps = LinkedSteps(prepared.band, addresses)
    pixelSteps = LinkedSteps(native?.steps ?? prepared.pixel, addresses, native: native)
    results = program.result.map { addresses.address($0) }
    samplesPictures = prepared.fetchCount != 0

    for (slot, bits) in program.constants { memory.setFrame(slot, to: bits) }
    for (input, slot) in program.inputs { memory.setFrame(slot, to: inputs[input]) }
    run(frameSteps, vectors: 1)
    func setColumns(_ slot: Int?, _ column: (Int) -> Int) {
      guard let slot else { return }
      let to = memory.column(slot)
      for lane in 0..<lanes * rowVectors { to[lane] = Self.position(of: column(lane), size.width) }
    }
    if program.hasQuads {
      setColumns(program.x) { QuadRows.column(ofLane: $0) }
    } else {
      setColumns(program.x) { $0 * block.width }
      setColumns(program.xEnd) { min(($0 + 1) * block.width, size.width) - 1 }
    }
    if takesPlaces { inner = standing.clamped(to: part) }
    if !program.column.isEmpty {
      runColumns(columnSteps, of: part)
    }
  }

  /// The bits of where a pixel's center is, of so many.
  static func position(of pixel: Int, _ count: Int) -> UInt32 {
    Float((Double(pixel) + 0.5) / Double(count)).bitPattern
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
        rowVectors, columnSlots: program.columnSlots, runs: memory.texels.count, isFlipped: isFlipped)
    spare = chosen
    chosen.choose(vectors, standing: standing, of: memory.columns())
    self.chosen = chosen
  }

  /// The vectors that machine code takes as they stand: those whose texels and pixels are all there.
  private var standing: Range<Int> {
    guard takesPlaces else { return 0..<0 }
    var columns = 0..<size.width
    for texels in memory.texels {
      columns = columns.clamped(
        to: -Int(texels.x)..<Int(memory.pictures[texels.texture].width) - Int(texels.x))
    }
    let first = (columns.lowerBound + Self.lanes - 1) / Self.lanes
    return first..<max(first, columns.upperBound / Self.lanes)
  }

  /// How many blocks there are in a row.
  package let blockCount: Int

  /// Computes what a program says of the blocks of a row: one word for each of its results.
  package func results(ofBlockRow row: Int, into words: inout BlockWords) {
    let last = min((row + 1) * block.height, size.height) - 1
    let first = row * block.height
    let rows = isFlipped ? size.height - 1 - last...size.height - 1 - first : first...last
    if !self.row.move(to: rows) { isLate = true }
    precondition(words.blocks == blockCount && words.count == results.count)
    forEachTile(of: part) { start, vectors in
      moveColumns(to: memory.columns(from: start))
      run(pixelSteps, vectors: vectors)
      let first = start * Self.lanes
      let end = min(first + vectors * Self.lanes, blockCount)
      for (index, slot) in program.result.enumerated() {
        guard let memory = results[index] else { continue }
        words.withWord(index) { word in
          switch slot {
          case .frame, .row, .nowhere: (word + first).update(repeating: memory[0], count: end - first)
          case .column: (word + first).update(from: memory + first, count: end - first)
          case .register: (word + first).update(from: memory, count: end - first)
          }
        }
      }
    }
  }

  /// Where a row is as the program counts rows.
  private func position(of y: Int) -> Int { isFlipped ? size.height - 1 - y : y }

  private func move(toRow position: Int) {
    if !row.move(to: position) { isLate = true }
  }

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
    if let chosen { return try read(rows, of: band, chosen, standingSteps, copies: copies) }
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
    guard !isLate else { return }
    let position = position(of: y)
    if let quads { return readQuads(quads, position, into: &row) }
    if let chosen { return readChosen(chosen, standingSteps, y, into: &row) }
    move(toRow: position)
    for (index, texels) in memory.texels.enumerated() {
      if let rows, let row = rowTextures.firstIndex(of: texels.texture) {
        memory.runs[index].texture.pixels = rows.pixels[row]
      } else {
        memory.runs[index].texture = memory.pictures[texels.texture]
        memory.runs[index].y = Int32(position) + texels.y
        if part.count < rowVectors { askForNext(texels, position) }
      }
    }
    runBand(strip ?? part)
    row.withBytes { bytes, _ in
      func compute(_ part: Range<Int>) {
        forEachTile(of: part) { start, vectors in
          let x = start * Self.lanes
          for (index, texels) in memory.texels.enumerated() {
            memory.runs[index].x = Int32(x) + texels.x
          }
          memory.pixels.pointee = segue_pixels(
            pixels: bytes.map { $0 + 4 * x * words }, count: min(vectors * Self.lanes, size.width - x))
          moveColumns(to: memory.columns(from: start))
          runPixels(vectors: vectors)
        }
      }
      let part = strip ?? part
      if let bytes, part.count < rowVectors {
        segue_prefetch_to_write(
          rowBelow(bytes) + 4 * Self.lanes * part.lowerBound, 4 * Self.lanes * part.count)
      }
      // Texels beyond an edge are copied one by one, for all of a tile.
      compute(part.clamped(to: 0..<inner.lowerBound))
      compute(part.clamped(to: inner))
      compute(part.clamped(to: inner.upperBound..<rowVectors))
    }
  }

  /// The row below another where rows begin on 64-byte boundaries, as all but narrow ones do: to ask for other memory does no harm.
  private func rowBelow(_ row: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    row + (4 * size.width + 63) / 64 * 64
  }

  /// Asks for the texels that a part of the next row reads: the processor asks by itself for what follows whole rows.
  private func askForNext(_ texels: LaneProgram.Texels, _ position: Int) {
    let picture = memory.pictures[texels.texture]
    guard let row = picture.row(after: position + Int(texels.y), isFlipped: isFlipped) else { return }
    segue_prefetch(row + 4 * (Int(texels.x) + Self.lanes * part.lowerBound), 4 * Self.lanes * part.count)
  }

  /// Computes some rows at once, and gives one of them; the others are kept for who reads on.
  private func readQuads(_ quads: QuadRows, _ position: Int, into row: inout MutableSpan<Pixel>) {
    let first = position - position % QuadRows.count
    if quads.first != first {
      quads.first = first
      if let slot = program.quadY {
        let half = Self.lanes / 2
        let column = memory.column(slot)
        for vector in 0..<rowVectors {
          let row = QuadRows.row(ofVector: vector, first: first, height: size.height)
          for (part, row) in [row, row + 1].enumerated() {
            (column + Self.lanes * vector + half * part).update(
              repeating: Self.position(of: row, size.height), count: half)
          }
        }
      }
      move(toRow: first)
      forEachTile(of: part) { start, vectors in
        memory.pixels.pointee = segue_pixels(
          pixels: quads.pixels(of: start * Self.lanes), count: vectors * Self.lanes)
        moveColumns(to: memory.columns(from: start))
        runPixels(vectors: vectors)
      }
    }
    row.withBytes { bytes, _ in
      guard let bytes else { return }
      quads.copy(row: position - first, to: bytes, count: size.width)
    }
  }

  /// Computes the chosen vectors of rows.
  ///
  /// Objects are held by who calls, for all rows: to let go of one waits until the pixels before are written.
  private func read(
    _ rows: Range<Int>, of band: RowWriter, _ chosen: ChosenVectors, _ steps: LinkedSteps, copies: PixelParts?
  ) throws(RenderError) {
    for y in rows {
      try band.withRow(y) { row in
        copies?.copy(y, to: &row)
        readChosen(chosen, steps, y, into: &row)
      }
    }
  }

  private func readChosen(
    _ chosen: ChosenVectors, _ steps: LinkedSteps, _ y: Int, into row: inout MutableSpan<Pixel>
  ) {
    guard !isLate else { return }
    let position = position(of: y)
    move(toRow: position)
    if runBand(0..<rowVectors, chosen) { chosen.copyColumns(of: memory.columns()) }
    row.withBytes { bytes, _ in
      guard let bytes else { return }
      chosen.prefetch(toWrite: rowBelow(bytes))
      if chosen.standingCount > 0 { readStanding(chosen, steps, position, into: bytes) }
      forEachTile(of: 0..<chosen.count) { start, vectors in
        for (index, texels) in memory.texels.enumerated() {
          memory.runs[index] = chosen.run(
            index, of: memory.pictures[texels.texture], start..<start + vectors, x: Int(texels.x),
            y: position + Int(texels.y))
        }
        memory.pixels.pointee = segue_pixels(pixels: chosen.pixels, count: vectors * Self.lanes)
        moveColumns(to: chosen.columns + start * Self.lanes)
        runPixels(vectors: vectors)
        chosen.write(start..<start + vectors, to: bytes, width: size.width)
      }
    }
  }

  /// Computes the chosen vectors that machine code takes as they stand.
  private func readStanding(
    _ chosen: ChosenVectors, _ steps: LinkedSteps, _ position: Int, into bytes: UnsafeMutablePointer<UInt8>
  ) {
    memory.moveColumns(to: memory.columns())
    for (index, texels) in memory.texels.enumerated() {
      let picture = memory.pictures[texels.texture]
      let row = picture.row(position + Int(texels.y)) + 4 * Int(texels.x)
      let next = picture.row(after: position + Int(texels.y), isFlipped: isFlipped)
      memory.setTexels(index, row, next: next.map { $0 + 4 * Int(texels.x) } ?? row)
    }
    memory.setPixels(bytes, next: rowBelow(bytes))
    memory.setPlaces(chosen.places)
    run(steps, vectors: chosen.standingCount)
    memory.setPlaces(nil)
  }

  private func makeStandingSteps() -> LinkedSteps {
    if isInParts { return pixelSteps }
    let native = NativeProgram.of(
      program, store, tileVectors: registerStride, asksForNext: true, kernels: kernels)
    return native.map { LinkedSteps($0.steps, memory.addresses, native: $0) } ?? pixelSteps
  }

  /// Whether rows beside one another mostly have the same in some slots of rows.
  ///
  /// Looks at 16 pairs of them. Where bands are a row high, as those of whole pixels are, to keep what they have in common would take
  /// longer than to compute it.
  package func hasBands(_ slots: [Int]) -> Bool {
    let pairs = 16
    func values(_ y: Int) -> [UInt32] {
      move(toRow: y)
      return slots.map { row[$0] }
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
    guard bandSteps.count > 0, !band.has(range, row) else { return false }
    if band.isBand(of: row) {
      runColumns(bandSteps, of: 0..<rowVectors)
      band.add(0..<rowVectors, row)
    } else if let chosen {
      chosen.all.forEachRange { runColumns(bandSteps, of: $0) }
      band.add(nil, row)
    } else {
      runColumns(bandSteps, of: range)
      band.add(range, row)
    }
    return true
  }

  /// Runs steps that compute columns, and keep values in registers meanwhile.
  private func runColumns(_ steps: LinkedSteps, of part: Range<Int>) {
    forEachTile(of: part, most: registerVectors) { start, vectors in
      steps.moveColumns(to: memory.columns(from: start))
      run(steps, vectors: vectors)
    }
  }

  private func forEachTile(
    of part: Range<Int>, most: Int = .max, _ body: (_ start: Int, _ vectors: Int) -> Void
  ) {
    var start = part.lowerBound
    while start < part.upperBound {
      let vectors = min(tileVectors, most, part.upperBound - start)
      body(start, vectors)
      start += vectors
    }
  }

  /// Makes columns stand for those from a vector on.
  private func moveColumns(to columns: UnsafeMutablePointer<UInt32>) {
    pixelSteps.moveColumns(to: columns)
    memory.moveColumns(to: columns)
  }

  /// Computes the pixels of a tile.
  private func runPixels(vectors: Int) {
    guard isNative, let out = memory.pixels.pointee.pixels else { return run(pixelSteps, vectors: vectors) }
    memory.setTexels(vectors: vectors)
    let count = memory.pixels.pointee.count
    let isWhole = !storesVectors || count == vectors * Self.lanes
    let target = isWhole ? UnsafeRawPointer(out) : UnsafeRawPointer(memory.tilePixels)
    memory.setPixels(target, next: target)
    run(pixelSteps, vectors: vectors)
    if !isWhole { UnsafeMutableRawPointer(out).copyMemory(from: target, byteCount: 4 * count) }
  }

  private func run(_ steps: LinkedSteps, vectors: Int) {
    guard steps.count > 0 else { return }
    if !segue_lanes_run(steps.steps, steps.count, vectors, memory.addresses.state) {
      isLate = true
    }
  }
}
