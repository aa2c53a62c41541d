import CSegueKernels
import SegueLaneProgram
import SegueLanes
import SegueNative
import SeguePixels
import SegueTestSupport
import Testing

/// Machine code gives the same bits as kernels.
@Suite(
  .enabled(
    if: SIMDLevel.avx2.isAvailable || SIMDLevel.neon.isAvailable,
    "this machine has no instruction set with machine code"))
struct NativeProgramTests {
  /// The levels that have machine code.
  static let levels = [SIMDLevel.avx2, .avx512, .neon].filter(\.isAvailable)
  static let operations = LaneOperation.all.filter {
    ![.fetch, .fetchPair, .fetchRow, .fetchFloats, .fetchRowFloats, .store, .storeFloats].contains($0)
  }

  @Test(arguments: operations, levels)
  func `An operation gives the bits of its kernel`(operation: LaneOperation, level: SIMDLevel) throws {
    let reference = Kernels(.reference).laneKernels
    let op = segue_lane_op(rawValue: UInt32(try #require(LaneOperation.all.firstIndex(of: operation))))
    let slots = (0..<op.inputs + op.outputs).map { LaneProgram.Slot.register($0) }
    var program = LaneProgram()
    program.registers = slots.count
    program.result = Array(slots[op.inputs...])
    program.pixel = [.call(operation, out: program.result, in: Array(slots[..<op.inputs]))]
    let vectors = LaneInputs.lanes / Int(SEGUE_LANES)
    let native = try #require(
      compile(program, tileVectors: vectors, kernels: Kernels(level)))
    var random = SeededGenerator(UInt64(op.rawValue))
    for round in 0..<200 {
      let inputs = LaneInputs(op, round: round, using: &random)
      let expected = inputs.run(reference)
      let memory = LaneMemory(
        inputs.inputs.flatMap {
          $0.count == LaneInputs.lanes ? $0 : Array(repeating: $0[0], count: LaneInputs.lanes)
        }
          + [UInt32](repeating: 0, count: LaneInputs.lanes * op.outputs))
      let places = (0..<vectors).map { UInt32(4 * Int(SEGUE_LANES) * $0) }
      places.withUnsafeBufferPointer { places in
        var state = segue_lanes_state(
          memory: memory.start, columns: nil, turns: 0, limit: 10, turn: 0, most: 0,
          places: places.baseAddress)
        native.kernel(0)(vectors, nil, nil, &state)
      }
      let actual = memory.values
      for output in 0..<op.outputs {
        let wrong = (0..<LaneInputs.lanes).first {
          !op.sameBits(actual[LaneInputs.lanes * (op.inputs + output) + $0], expected[output][$0])
        }
        #expect(wrong == nil, "\(op.name) of \(inputs.described(wrong ?? 0)), round \(round)")
      }
    }
  }

  /// The uniform number is a constant in the code, or a splat.
  @Test(arguments: operations, levels)
  func `An operation gives the bits of its kernel where a number is the same for all lanes`(
    operation: LaneOperation, level: SIMDLevel
  ) throws {
    let reference = Kernels(.reference).laneKernels
    let op = segue_lane_op(rawValue: UInt32(try #require(LaneOperation.all.firstIndex(of: operation))))
    let floats: [Float] = [0, -0.0, 1, -1, 0.5, 2, .infinity, .nan]
    let numbers: [UInt32] = floats.map(\.bitPattern) + [1, 31, 32, 33, .max]
    let vectors = LaneInputs.lanes / Int(SEGUE_LANES)
    let places = (0..<vectors).map { UInt32(4 * Int(SEGUE_LANES) * $0) }
    for (position, number) in (0..<op.inputs).flatMap({ position in numbers.map { (position, $0) } }) {
      let inputs = LaneInputs(
        op,
        (0..<op.inputs).map { input in
          if input == position { return Array(repeating: number, count: Int(SEGUE_LANES)) }
          return (0..<LaneInputs.lanes).map {
            LaneInputs.specials[($0 + 7 * input) % LaneInputs.specials.count]
          }
        })
      let expected = inputs.run(reference)
      for isConstant in [true, false] {
        var program = LaneProgram()
        (program.frameSlots, program.registers) = (1, op.inputs + op.outputs)
        if isConstant { program.constants = [0: number] }
        let slots = (0..<program.registers).map {
          $0 == position ? LaneProgram.Slot.frame(0) : .register($0)
        }
        program.result = Array(slots[op.inputs...])
        program.pixel = [.call(operation, out: program.result, in: Array(slots[..<op.inputs]))]
        let native = try #require(
          compile(program, tileVectors: vectors, kernels: Kernels(level)))
        let registers = inputs.inputs.flatMap { values in
          values.count == LaneInputs.lanes ? values : Array(repeating: 0, count: LaneInputs.lanes)
        }
        let memory = LaneMemory(
          Array(repeating: number, count: Int(SEGUE_LANES)) + registers
            + Array(repeating: 0, count: LaneInputs.lanes * op.outputs))
        places.withUnsafeBufferPointer { places in
          var state = segue_lanes_state(
            memory: memory.start, columns: nil, turns: 0, limit: 10, turn: 0, most: 0,
            places: places.baseAddress)
          native.kernel(0)(vectors, nil, nil, &state)
        }
        let results = memory.values.dropFirst(Int(SEGUE_LANES) + registers.count)
        for output in 0..<op.outputs {
          let actual = Array(results.dropFirst(LaneInputs.lanes * output).prefix(LaneInputs.lanes))
          let wrong = actual.indices.first { !op.sameBits(actual[$0], expected[output][$0]) }
          #expect(wrong == nil, "\(op.name) of \(inputs.described(wrong ?? 0)), \(isConstant)")
        }
      }
    }
  }

  @Test(arguments: levels) func `Steps without machine code stay kernels`(level: SIMDLevel) {
    var program = LaneProgram()
    (program.registers, program.textures) = (5, 1)
    program.result = (0..<4).map { .register($0) }
    let fetch = LaneProgram.Step.call(
      .fetch, out: program.result, in: [.register(4), .register(4)], texels: .init(texture: 0))
    let add = LaneProgram.Step.call(.add, out: [.register(0)], in: [.register(1), .register(2)])
    program.pixel = [fetch]
    #expect(compile(program, tileVectors: 1, kernels: Kernels(level)) == nil)
    program.pixel = [fetch, add, add]
    let native = compile(program, tileVectors: 1, kernels: Kernels(level))
    #expect(native?.steps == [fetch, .native(0)])
    #expect(native?.stores == false)
    for level in SIMDLevel.available where !Self.levels.contains(level) {
      #expect(compile(program, tileVectors: 1, kernels: Kernels(level)) == nil, "\(level)")
    }
  }

  @Test(arguments: 0..<300, levels)
  func `A program gives the numbers of its kernels`(seed: Int, level: SIMDLevel) throws {
    var made = RandomLaneProgram(seed: seed)
    let program = made.make()
    let size = PixelSize(width: 1 + seed % 300, height: 3)
    // Pictures of one size are also read beyond the ends of their rows, pictures of the other size only
    // within.
    let picture = try Bitmap.noise(seed % 2 == 0 ? 7 : size.width + 20, 5, seed: UInt64(seed))
    func frame(_ level: SIMDLevel, floats: Bool) -> [[UInt32]] {
      let runner = LaneRunner(
        PreparedProgram(program), size: size, textures: [.picture(picture, isFlipped: false)],
        inputs: [Float(0.37).bitPattern], isFlipped: false,
        givesFloats: floats,
        kernels: Kernels(level))
      return (0..<size.height).map { y in
        var row = [Pixel](repeating: .clear, count: floats ? 4 * size.width : size.width)
        var span = row.mutableSpan
        runner.read(y, into: &span)
        #expect(runner.isInTime)
        return row.map {
          UInt32($0.red) | UInt32($0.green) << 8 | UInt32($0.blue) << 16 | UInt32($0.alpha) << 24
        }
      }
    }
    #expect(frame(.reference, floats: false) == frame(level, floats: false))
    let (expected, actual) = (frame(.reference, floats: true), frame(level, floats: true))
    for (y, (a, b)) in zip(actual, expected).enumerated() {
      let wrong = a.indices.first {
        a[$0] != b[$0] && !(Float(bitPattern: a[$0]).isNaN && Float(bitPattern: b[$0]).isNaN)
      }
      #expect(wrong == nil, "seed \(seed), row \(y), word \(wrong ?? 0)")
    }
  }

  /// Channels are constants, uniform values or values of lanes.
  @Test(arguments: 0..<3) func `The pixels of any numbers are those of the kernel`(way: Int) {
    let halves = ([0.5, 1.5, 2.5, 253.5, 254.5] as [Float]).flatMap {
      [($0 / 255).nextDown, $0 / 255, ($0 / 255).nextUp]
    }
    let one: Float = 1
    let others: [Float] = [
      0, -0.0, 1, one.nextUp, one.nextDown, -0.3, 2, 1e30, -1e30, .leastNonzeroMagnitude,
      -.leastNonzeroMagnitude, .infinity, -.infinity, .nan,
      -.nan,
      .signalingNaN, 0x1p31, -0x1p31, 0x1p23,
    ]
    let numbers = halves + others
    for start in numbers.indices {
      let channels = (0..<4).map { numbers[(start + 5 * $0) % numbers.count] }
      var program = LaneProgram()
      (program.frameSlots, program.registers, program.columnSlots, program.x) = (4, 4, 1, 0)
      for (slot, number) in channels.enumerated() {
        if way == 0 { program.constants[slot] = number.bitPattern } else { program.inputs[slot] = slot }
      }
      program.result = (0..<4).map { .frame($0) }
      if way == 2 {
        // Lanes on the left have a different value, so that no value is uniform.
        program.result = (0..<4).map { .register($0) }
        program.frameSlots = 5
        program.constants[4] = Float(0.5).bitPattern
        program.pixel = (0..<4).flatMap { slot -> [LaneProgram.Step] in
          [
            .call(.lt, out: [.register(slot)], in: [.column(0), .frame(4)]),
            .call(.select, out: [.register(slot)], in: [.register(slot), .column(0), .frame(slot)]),
          ]
        }
      } else {
        // Enough steps for machine code to be used.
        program.pixel = (0..<3).map { .call(.move, out: [.register($0)], in: [.column(0)]) }
      }
      let rows = ([.reference] + Self.levels).map { level in
        var row = [Pixel](repeating: .clear, count: 50)
        var span = row.mutableSpan
        LaneRunner(
          PreparedProgram(program), size: PixelSize(width: 50, height: 1), textures: [],
          inputs: channels.map(\.bitPattern),
          isFlipped: false, kernels: Kernels(level)
        ).read(0, into: &span)
        return row
      }
      #expect(rows.allSatisfy { $0 == rows[0] }, "\(channels)")
    }
  }

  /// A row is computed in two parts, two vectors at a time; sines of large numbers call a kernel.
  @Test(arguments: 1..<12, [1, 1e7] as [Float])
  func `A long row of steps gives the numbers of its kernels`(vectors: Int, scale: Float) {
    var program = LaneProgram()
    (program.columnSlots, program.x, program.frameSlots, program.registers) = (1, 0, 3, 12)
    program.constants = [0: scale.bitPattern, 1: Float(0.37).bitPattern, 2: Float(5).bitPattern]
    var steps: [LaneProgram.Step] = [.call(.mul, out: [.register(0)], in: [.column(0), .frame(0)])]
    for index in 1..<12 {
      let operation: LaneOperation = index % 3 == 0 ? .cos : index % 3 == 1 ? .sin : .sqrt
      steps.append(.call(operation, out: [.register(index)], in: [.register(index - 1)]))
      if index % 3 != 2 {
        steps.append(.call(.mad, out: [.register(index)], in: [.register(index), .frame(2), .frame(0)]))
      }
    }
    // Registers written in the first part are read in the second.
    steps.append(.call(.mix, out: [.register(11)], in: [.register(0), .register(11), .frame(1)]))
    program.pixel = steps
    program.result = [11, 4, 7, 10].map { .register($0) }
    for lanes in [16 * vectors, 16 * vectors - 5] {
      let rows = ([.reference] + Self.levels).map { level in
        var row = [Pixel](repeating: .clear, count: 4 * lanes)
        var span = row.mutableSpan
        LaneRunner(
          PreparedProgram(program), size: PixelSize(width: lanes, height: 1), textures: [], inputs: [],
          isFlipped: false,
          givesFloats: true, kernels: Kernels(level)
        ).read(0, into: &span)
        return row
      }
      #expect(rows.allSatisfy { $0 == rows[0] }, "\(lanes) lanes")
    }
  }

  /// A kernel may change all registers, also where machine registers are too few for the values.
  static var columnsAroundCalls: LaneProgram {
    var program = LaneProgram()
    (program.columnSlots, program.x, program.frameSlots, program.registers) = (2, 0, 1, 40)
    program.constants = [0: Float(0.3).bitPattern]
    program.column = [.call(.mul, out: [.column(1)], in: [.column(0), .frame(0)])]
    let others = (3..<program.registers).map { LaneProgram.Slot.register($0) }
    var last = LaneProgram.Slot.column(0)
    for slot in others {
      program.pixel.append(.call(.mad, out: [slot], in: [last, .column(1), .frame(0)]))
      last = slot
    }
    let sum = others.map {
      LaneProgram.Step.call(.mad, out: [.register(0)], in: [$0, .frame(0), .register(0)])
    }
    for operation in [LaneOperation.tan, .sin] {
      program.pixel += [.call(.move, out: [.register(0)], in: [last])] + sum
      program.pixel.append(.call(operation, out: [.register(1)], in: [.column(1)]))
      program.pixel += sum
      program.pixel.append(.call(.sub, out: [.register(0)], in: [.register(0), .column(1)]))
      program.pixel.append(.call(.mul, out: [.register(2)], in: [.register(1), .column(1)]))
    }
    program.result = [0, 1, 2, 9].map { .register($0) }
    return program
  }

  @Test(arguments: levels) func `Columns are read again after a call of a kernel`(level: SIMDLevel) {
    let rows = [SIMDLevel.reference, level].map { level in
      var row = [Pixel](repeating: .clear, count: 4 * 75)
      var span = row.mutableSpan
      LaneRunner(
        PreparedProgram(Self.columnsAroundCalls), size: PixelSize(width: 75, height: 1), textures: [],
        inputs: [], isFlipped: false, givesFloats: true, kernels: Kernels(level)
      ).read(0, into: &span)
      return row
    }
    #expect(rows[0] == rows[1])
  }

  @Test(arguments: levels) func `Loops that do not end are left`(level: SIMDLevel) {
    var program = LaneProgram()
    program.registers = 4
    program.columnSlots = 1
    program.x = 0
    program.frameSlots = 1
    program.constants = [0: Float(2).bitPattern]
    program.result = [.register(1), .register(1), .register(1), .register(1)]
    program.pixel = [
      .call(.move, out: [.register(1)], in: [.column(0)]),
      .call(.lt, out: [.register(0)], in: [.column(0), .frame(0)]),
      .jumpIfNone(.register(0), 6),
      .call(.add, out: [.register(1)], in: [.register(1), .column(0)]),
      .count(6),
      .jump(1),
    ]
    let runner = LaneRunner(
      PreparedProgram(program), size: PixelSize(width: 40, height: 1), textures: [], inputs: [],
      isFlipped: false,
      kernels: Kernels(level))
    var row = [Pixel](repeating: .clear, count: 40)
    var span = row.mutableSpan
    runner.read(0, into: &span)
    #expect(!runner.isInTime)
  }
}

/// Makes random programs whose results do not depend on how long finished lanes continue.
///
/// Registers hold floats, integers or masks; a value written under a mask is selected by it.
struct RandomLaneProgram {
  private typealias Slot = LaneProgram.Slot
  private var random: SeededGenerator
  private var program = LaneProgram()
  private var floats: [Slot] = []
  private var integers: [Slot] = []
  private var masks: [Slot] = []
  /// The masks of the enclosing scopes; the last one applies to new steps.
  private var scopes: [Slot] = []

  init(seed: Int) { random = SeededGenerator(UInt64(seed)) }

  private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
  private mutating func register() -> Slot {
    program.registers += 1
    return .register(program.registers - 1)
  }
  private mutating func constant(_ bits: UInt32) -> Slot {
    program.constants[program.frameSlots] = bits
    program.frameSlots += 1
    return .frame(program.frameSlots - 1)
  }
  private mutating func call(_ operation: LaneOperation, _ out: Slot, _ inputs: Slot...) {
    program.pixel.append(.call(operation, out: [out], in: inputs))
  }

  mutating func make() -> LaneProgram {
    (program.columnSlots, program.x) = (1, 0)
    (program.rowSlots, program.y) = (1, 0)
    program.textures = 1
    let input = program.frameSlots
    program.frameSlots += 1
    program.inputs = [0: input]
    let (column, row) = (Slot.column(0), Slot.row(0))
    for index in 0..<6 + below(40) {
      let float = register()
      call(
        .mad, float, column, constant(Float(7 * index + 3).bitPattern), index % 2 == 0 ? row : .frame(input))
      if index % 3 == 0 { call(.sin, float, float) }
      floats.append(float)
      let (scaled, integer) = (register(), register())
      call(.mul, scaled, float, constant(Float(index + 2).bitPattern))
      call(.f2i, integer, scaled)
      integers.append(integer)
      let mask = register()
      call(.lt, mask, floats[below(floats.count)], float)
      masks.append(mask)
    }
    add(steps: 10 + below(60), depth: 0)
    program.result = (0..<4).map { _ in floats[below(floats.count)] }
    return program
  }

  private mutating func add(steps: Int, depth: Int) {
    for _ in 0..<steps {
      switch below(12) {
      case 0 where depth < 3: addBranch(depth)
      case 1 where depth < 2: addLoop(depth)
      case 2 where depth < 3: addUniformLoop(depth)
      case 3: addFetch()
      default: addCall()
      }
    }
  }

  /// Writes to a slot in the lanes of the scope's mask.
  private mutating func write(_ slot: Slot, _ operation: LaneOperation, _ inputs: [Slot]) {
    guard let scope = scopes.last else {
      program.pixel.append(.call(operation, out: [slot], in: inputs))
      return
    }
    let made = register()
    program.pixel.append(.call(operation, out: [made], in: inputs))
    call(.select, slot, scope, made, slot)
  }

  private mutating func addCall() {
    let unary: [LaneOperation] = [
      .neg, .abs, .sign, .floor, .fract, .sqrt, .sin, .cos, .exp, .log2, .atan, .saturate, .move, .tanh,
      .asin,
    ]
    let binary: [LaneOperation] = [.add, .sub, .mul, .div, .min, .max, .mod, .step, .pow, .atan2, .length2]
    let ternary: [LaneOperation] = [.mad, .mix, .clamp, .smoothstep, .saturatedMad, .length3]
    let whole: [LaneOperation] = [
      .iadd, .isub, .imul, .imin, .imax, .and, .or, .xor, .shl, .shr, .ushr, .idiv, .imod, .umin,
    ]
    let logic: [LaneOperation] = [.and, .or, .xor]
    func any<T>(_ list: [T]) -> T { list[Int.random(in: list.indices, using: &random)] }
    let (f, i, m) = (floats, integers, masks)
    switch below(10) {
    case 0, 1: write(any(f), any(unary), [any(f)])
    case 2, 3: write(any(f), any(binary), [any(f), any(f)])
    case 4: write(any(f), any(ternary), [any(f), any(f), any(f)])
    case 5: write(any(i), any(whole), [any(i), any(i)])
    case 6: write(any(m), any(logic), [any(m), any(m)])
    case 7: write(any(m), any([LaneOperation.lt, .le, .eq, .ne]), [any(f), any(f)])
    case 8: write(any(f), .select, [any(m), any(f), any(f)])
    default:
      write(any(f), .i2f, [any(i)])
      write(any(m), .not, [any(m)])
    }
  }

  private mutating func addFetch() {
    var texels = (0..<4).map { _ in register() }
    let (u, v) = (floats[below(floats.count)], floats[below(floats.count)])
    if below(2) == 0 {
      program.pixel.append(.call(.fetch, out: texels, in: [u, v], texels: .init(texture: 0)))
    } else {
      if below(3) == 0 { texels[below(4)] = .nowhere }
      let run = LaneProgram.Texels(texture: 0, x: Int32(below(9)) - 4, y: Int32(below(5)) - 2)
      program.pixel.append(.call(.fetchRow, out: texels, in: [], texels: run))
    }
    for texel in texels where texel != .nowhere { write(floats[below(floats.count)], .add, [texel, u]) }
  }

  private mutating func rowSlot() -> Slot {
    program.rowSlots += 1
    return .row(program.rowSlots - 1)
  }

  /// Adds a loop with the same number of iterations for all lanes, which reads its counter and a function of
  /// it.
  private mutating func addUniformLoop(_ depth: Int) {
    let (counter, alive, next, number, function) = (rowSlot(), rowSlot(), rowSlot(), rowSlot(), rowSlot())
    call(.move, counter, constant(0))
    let start = program.pixel.count
    call(.ilt, alive, counter, constant(UInt32(1 + below(5))))
    let test = program.pixel.count
    program.pixel.append(.jump(0))
    call(.i2f, number, counter)
    add(steps: 1 + below(4), depth: depth + 1)
    call([.sin, .neg, .floor].randomElement(using: &random) ?? .neg, function, number)
    write(floats[below(floats.count)], .mad, [floats[below(floats.count)], function, number])
    call(.iadd, next, counter, constant(1))
    add(steps: below(3), depth: depth + 1)
    call(.move, counter, next)
    let count = program.pixel.count
    program.pixel += [.jump(0), .jump(start)]
    program.pixel[test] = .jumpIfNone(alive, program.pixel.count)
    program.pixel[count] = .count(program.pixel.count)
  }

  private mutating func addBranch(_ depth: Int) {
    let scope = register()
    let condition = masks.randomElement(using: &random) ?? masks[0]
    if let outer = scopes.last { call(.and, scope, condition, outer) } else { call(.move, scope, condition) }
    let jump = program.pixel.count
    program.pixel.append(.jump(0))
    scopes.append(scope)
    add(steps: 1 + below(6), depth: depth + 1)
    scopes.removeLast()
    program.pixel[jump] = .jumpIfNone(scope, program.pixel.count)
  }

  private mutating func addLoop(_ depth: Int) {
    let (counter, limit, alive) = (register(), register(), register())
    call(.and, limit, integers.randomElement(using: &random) ?? integers[0], constant(15))
    call(.xor, counter, limit, limit)
    let start = program.pixel.count
    call(.ilt, alive, counter, limit)
    if let outer = scopes.last { call(.and, alive, alive, outer) }
    let test = program.pixel.count
    program.pixel.append(.jump(0))
    scopes.append(alive)
    add(steps: 1 + below(6), depth: depth + 1)
    scopes.removeLast()
    call(.iadd, counter, counter, constant(1))
    let count = program.pixel.count
    program.pixel += [.jump(0), .jump(start)]
    program.pixel[test] = .jumpIfNone(alive, program.pixel.count)
    program.pixel[count] = .count(program.pixel.count)
  }
}
