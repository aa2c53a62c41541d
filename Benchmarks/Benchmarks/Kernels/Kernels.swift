import Benchmark
import BenchmarkSupport
import CSegueKernels
import Segue

// Each kernel at each SIMD level of this machine, on the 1080 rows of a frame.
let benchmarks: @Sendable () -> Void = {
  // C cannot list its kernels, but the size of their table gives their number.
  precondition(
    calls.count == MemoryLayout<segue_kernels>.size / MemoryLayout<UnsafeRawPointer>.size,
    "a kernel has no call here")
  for (name, call) in calls {
    for level in SIMDLevel.available {
      Benchmark(
        "Kernels.\(name).\(level.rawValue)", configuration: .times(.milliseconds(200)),
        closure: { benchmark, state in
          for _ in benchmark.scaledIterations {
            for _ in 0..<1080 { call(state.kernels, state.row) }
          }
        },
        setup: { (kernels: try kernels(of: level), row: Row()) })
    }
  }
}

/// A call of each kernel for one row, with the kernel's name in the table.
let calls: [(name: String, call: @Sendable (UnsafePointer<segue_kernels>, Row) -> Void)] = [
  ("mix", { $0.pointee.mix($1.out, $1.a, $1.b, 4 * Row.width, 12345, false) }),
  ("mix_turns", { $0.pointee.mix_turns($1.out, $1.a, $1.b, $1.floats, 120, 0.01, true, Row.width) }),
  ("mix_differences", { $0.pointee.mix_differences($1.out, $1.a, $1.b, Row.differences, 4 * Row.width) }),
  ("smear", { $0.pointee.smear($1.out, $1.sums, $1.a, 40, Row.width - 1) }),
  ("take_turns", { $0.pointee.take_turns($1.out, $1.a, $1.b, $1.floats, 120, Row.width) }),
  ("sample", { $0.pointee.sample($1.out, $1.a, $1.b, 0.25, $1.left, $1.weights, Row.width / Row.block) }),
  // Samples along a line across a picture of 60 × 32 pixels.
  ("warp", { $0.pointee.warp($1.out, $1.a, 240, 60, 32, 0, 0, 1 << 27, 1 << 26, Row.width) }),
  ("overlay", { $0.pointee.overlay($1.out, $1.clear, 0.75, Row.width) }),
  ("expand", { $0.pointee.expand($1.out, $1.a, $1.ends, nil, Row.width / Row.block) }),
  ("add", { $0.pointee.add($1.sums, $1.a, Row.width) }),
  ("mean", { $0.pointee.mean($1.out, $1.sums, $1.ends, Row.width / Row.block, 16) }),
  ("resample_down", { $0.pointee.resample_down($1.floats, $1.a, 0.25, Row.width, true) }),
  (
    "resample_across",
    {
      $0.pointee.resample_across(
        $1.out, $1.floats, $1.starts, $1.weights, Row.taps, Row.rounding, Row.shrunk)
    }
  ),
  ("premultiply", { $0.pointee.premultiply($1.out, $1.clear, Row.width) }),
  ("unpremultiply", { $0.pointee.unpremultiply($1.out, $1.clear, Row.width) }),
  ("over", { $0.pointee.over($1.out, $1.clear, 0xff40_8020, Row.width) }),
  ("is_opaque", { blackHole($0.pointee.is_opaque($1.a, Row.width)) }),
  ("drop_alpha", { $0.pointee.drop_alpha($1.out, $1.a, Row.width, false) }),
  ("matrix", { $0.pointee.matrix($1.out, $1.a, Row.matrix, 16 << 15, Row.width) }),
  (
    "matrix_half",
    {
      $0.pointee.matrix_half($1.out, $1.out + Row.width, $1.a, $1.b, Row.matrix, 128 << 15, false, Row.width)
    }
  ),
  ("colors", { $0.pointee.colors($1.out, $1.a, $1.b, $1.a, Row.colors, true, Row.width) }),
  ("subtract_left", { $0.pointee.subtract_left($1.out, $1.a, 3, 3 * Row.width) }),
  ("subtract_average", { $0.pointee.subtract_average($1.out, $1.a, $1.b, 3, 3 * Row.width) }),
  ("sum_rows", { $0.pointee.sum_rows($1.floats, $1.numberRows, $1.weights, 4, 0, 2 * Row.width) }),
  (
    "combine",
    { $0.pointee.combine($1.floats, $1.floats, $1.filters, $1.weights, 16, Row.width / Row.block - 1) }
  ),
  ("spread", { $0.pointee.spread($1.out, $1.floats, $1.weights, 6, 2, 1, 0, Row.width) }),
  ("widen", { $0.pointee.widen($1.floats, $1.a, 4 * Row.width) }),
  ("smooth_down", { $0.pointee.smooth_down($1.words, 0, $1.rows, Row.smoothing, 6, 4, 4 * Row.width) }),
  ("smooth_across", { $0.pointee.smooth_across($1.out, $1.words, Row.smoothing, 6, 4, 4 * Row.width) }),
  ("luminance", { $0.pointee.luminance($1.out, $1.a, Row.width) }),
  ("slopes", { $0.pointee.slopes($1.out, $1.out + Row.width, $1.rows, Row.width) }),
  ("crests", { $0.pointee.crests($1.out, $1.rows, $1.a, 0.01, -0.3, Row.width) }),
  ("links", { $0.pointee.links($1.out, $1.rows, Row.width) }),
  ("box_down", { $0.pointee.box_down($1.sums, $1.a, $1.a, 4 * Row.width) }),
  ("box_across", { $0.pointee.box_across($1.out, $1.more, 4, 1.0 / 81, Row.width) }),
  ("short_box_down", { $0.pointee.short_box_down($1.shorts, $1.a, $1.a, 4 * Row.width) }),
  ("short_box_across", { $0.pointee.short_box_across($1.out, $1.shorts, 4, Row.width) }),
  ("median", { $0.pointee.median($1.out, $1.rows, Row.width) }),
  ("convolve", { $0.pointee.convolve($1.out, $1.rows, Row.convolution, 0, Row.width) }),
  ("convolve_short", { $0.pointee.convolve_short($1.out, $1.rows, Row.shortConvolution, 32, 6, Row.width) }),
  ("extreme_rows", { $0.pointee.extreme_rows($1.used, Row.width, $1.rows, 9, true, Row.width) }),
  ("extreme_across", { $0.pointee.extreme_across($1.out, $1.used, 9, true, Row.width, false) }),
  ("look_up", { $0.pointee.look_up($1.out, $1.a, Row.table, Row.width) }),
  (
    "transform_colors",
    { $0.pointee.transform_colors($1.out, $1.a, Row.colorMatrix, [4096, 4096, 4096, 0], 13, Row.width) }
  ),
  (
    "map_colors",
    {
      var grid = segue_color_grid(
        points: $1.points, size: 33, scale: (32, 32, 32), offset: (0, 0, 0), intensity: 1, tetrahedral: false)
      $0.pointee.map_colors($1.out, $1.clear, &grid, Row.width)
    }
  ),
]

struct Missing: Error {}

// Does not use `SIMDLevel.table(_:)`, which is internal to the library.
func kernels(of level: SIMDLevel) throws -> UnsafePointer<segue_kernels> {
  let number =
    switch level {
    case .reference: SEGUE_REFERENCE
    case .baseline: SEGUE_BASELINE
    case .avx2: SEGUE_AVX2
    case .avx512: SEGUE_AVX512
    case .neon: SEGUE_NEON
    }
  guard let table = segue_kernels_at(number) else { throw Missing() }
  return table
}
