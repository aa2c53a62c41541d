import SeguePixels

/// The result of `segue bench`.
struct BenchReport: Encodable {
  var rendering: [BenchRow] = []
  var export: [ExportRow] = []

  var text: String {
    var parts = ["Rendering\n" + renderingTable]
    if !export.isEmpty { parts.append("Export\n" + exportTable) }
    return (parts + [machine]).joined(separator: "\n")
  }

  /// Texts with the times of the catalog's shaders at a SIMD level, relative to the next higher level
  /// (geometric means, AMD Zen 4).
  private static let costs: [(level: SIMDLevel, times: String)] = [
    (.baseline, "2.6 times as long as with avx2"), (.avx2, "1.2 times as long as with avx512"),
  ]

  /// A text with the instruction sets of this machine and, for each measured level below AVX-512, the
  /// slowdown of shaders relative to the next higher level.
  private var machine: String {
    let here = SIMDLevel.available.map(\.rawValue).joined(separator: ", ")
    let costs = Self.costs.filter { cost in rendering.contains { $0.level == cost.level.rawValue } }
      .map { "With \($0.level.rawValue), shaders take about \($0.times)." }
    return (["Instruction sets of this machine: \(here)."] + costs).joined(separator: "\n") + "\n"
  }

  private var renderingTable: String {
    table(
      [
        "transition", "progress", "level", "size", "threads", "ms/frame", "10-90 %", "frames/s", "x fill",
        "x copy",
      ],
      rendering.map { row in
        [
          row.transition, row.progress, row.level, "\(row.width)x\(row.height)", "\(row.threads)",
          fixed(row.milliseconds, 3), "\(fixed(row.fastest, 3))-\(fixed(row.slowest, 3))",
          fixed(row.framesPerSecond, 0), fixed(row.timesFill, 2), fixed(row.timesCopy, 2),
        ]
      }, words: [0, 1, 2])
  }

  private var exportTable: String {
    table(
      ["transition", "format", "size", "threads", "ms/frame", "frames/s", "MB/frame"],
      export.map { row in
        [
          row.transition, row.format, "\(row.width)x\(row.height)", "\(row.threads)",
          fixed(row.milliseconds, 2), fixed(row.framesPerSecond, 0), fixed(row.megabytes, 2),
        ]
      }, words: [0, 1])
  }
}

/// Formats rows of cells as a table; columns in `words` are aligned left, numbers right.
private func table(_ head: [String], _ cells: [[String]], words: Set<Int>) -> String {
  let widths = head.indices.map { column in ([head] + cells).map { $0[column].count }.max() ?? 0 }
  return ([head] + cells).map { line in
    line.enumerated().map { column, cell in
      words.contains(column) ? cell.padded(widths[column]) : cell.leftPadded(widths[column])
    }.joined(separator: "  ")
  }.joined(separator: "\n") + "\n"
}
