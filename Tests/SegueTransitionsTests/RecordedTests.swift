import Foundation
import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import SegueTransitions
import Testing

/// Returns the results recorded in a file, by name; a short run uses them for results that it does not
/// compute.
///
/// Returns nothing in `scripts/soak whole`, or if the results are recorded again.
func skippable(_ name: String) throws -> [String: String] {
  guard !isWhole, ProcessInfo.processInfo.environment["SEGUE_RECORD"] == nil else { return [:] }
  let file = "\(projectFolder)/Tests/SegueTransitionsTests/Recorded/\(name).txt"
  let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
  return Dictionary(
    lines.compactMap { line in
      line.ranges(of: " = ").last.map {
        (String(line[..<$0.lowerBound]), String(line[$0.upperBound...]))
      }
    }, uniquingKeysWith: { first, _ in first })
}

/// Recorded results of every transition and map for two pairs of pictures, and of curves and formulas.
@Suite("Recorded: transitions, maps and formulas") struct RecordedTests {
  private static let progresses = [0.004, 0.13, 0.37, 0.5, 0.71, 0.93, 1.04]

  private struct Pair {
    let from: Bitmap
    let to: Bitmap
  }

  private static func pairs() throws -> [Pair] {
    [
      try Pair(
        from: .scene(61, 40, seed: 1, opaque: true), to: .scene(61, 40, seed: 2, opaque: true)),
      try Pair(
        from: .scene(40, 53, seed: 3, opaque: false), to: .scene(40, 53, seed: 4, opaque: false)),
    ]
  }

  private static func frames(
    _ transition: any Transition, _ pair: Pair, _ operation: TransitionOperation = .present,
    at progresses: [Double] = progresses
  ) throws -> [Bitmap] {
    let renderer = try TransitionRenderer(
      from: pair.from, to: pair.to, transition, operation: operation, Execution(threads: 1))
    return try progresses.map { try renderer.frame(at: $0) }
  }

  /// Records defaults in both directions, and each parameter varied alone.
  ///
  /// A third of the settings is rendered; `scripts/soak whole` renders all settings.
  @Test func transitions() throws {
    var recorded = Recorded("transitions")
    let before = try skippable("transitions")
    var varied = 0
    let pairs = try Self.pairs()
    for item in Catalog.transitions.items {
      // Trials of a whole number with few values repeat.
      var tried: Set<String> = []
      for values in item.parameters.trialSettings where tried.insert(recordedLine(item.name, values)).inserted
      {
        varied += values.isEmpty ? 0 : 1
        if varied % 3 != 0, !values.isEmpty, let value = before[recordedLine(item.name, values)] {
          recorded.add(recordedLine(item.name, values), value)
          continue
        }
        let transition = try item.makeWithFiles(values)
        let progresses = values.isEmpty ? Self.progresses : [0.37]
        var frames = try pairs.flatMap { try Self.frames(transition, $0, at: progresses) }
        if values.isEmpty { frames += try Self.frames(transition, pairs[0], .dismiss, at: [0.37]) }
        recorded.add(recordedLine(item.name, values), frames)
      }
    }
    try recorded.check()
  }

  /// Records durations and curves of the catalog.
  @Test func timings() throws {
    var recorded = Recorded("timings")
    for item in Catalog.transitions.items {
      let timing = try item.make().timing
      recorded.add(item.name, "\(timing.duration) s, \(timing.curve)")
    }
    try recorded.check()
  }

  @Test func maps() throws {
    var recorded = Recorded("maps")
    let pairs = try Self.pairs()
    for item in Catalog.maps.items {
      let soft = Transitions.Luma(try item.make(), softness: 0.2)
      recorded.add(item.name, try pairs.flatMap { try Self.frames(soft, $0, at: [0.2, 0.55, 0.8]) })
    }
    try recorded.check()
  }

  /// Records nine decimals, since others depend on the machine.
  @Test func curves() throws {
    var recorded = Recorded("curves")
    let forms = [
      "cubic-bezier(0.3,-0.4,0.2,1.6)", "steps(1)", "steps(7)", "spring(0.4,0)", "spring(0.4,-2)",
      "spring(1,3)", "spring(duration:0.7,bounce:0.3)", "spring(duration:0.5,bounce:-0.4)",
    ]
    for name in TimingCurve.named.map(\.name) + forms {
      guard let curve = TimingCurve(name) else {
        recorded.add(name, "no curve")
        continue
      }
      let values = (0...16).map { step in (curve(at: Double(step) / 16) * 1e9).rounded() / 1e9 }
      recorded.add(name, "\(curve): " + values.map { "\($0)" }.joined(separator: " "))
    }
    try recorded.check()
  }

  /// Records messages about functions without arguments, and about unknown names.
  @Test func formulas() throws {
    var recorded = Recorded("formulas")
    let names = [
      "min", "max", "clamp", "mix", "sin", "cos", "tan", "pow", "abs", "floor", "ceil", "round", "sqrt",
      "exp",
      "log", "fract", "sign", "step", "smoothstep", "if", "spring",
    ]
    for text in names + TimingCurve.named.map(\.name) + ["zzz", "zzz(1)", "pi(1)", "1..2", "1 + $"] {
      do {
        _ = try ProgressExpression(text)
        recorded.add(text, "a formula")
      } catch {
        recorded.add(text, "\(error.column): \(error.message)")
      }
    }
    // Values of each function at some points, with nine decimals.
    for name in names {
      for numbers in [["progress"], ["progress", "0.3"], ["progress", "0.3", "0.8"]] {
        let text = "\(name)(\(numbers.joined(separator: ",")))"
        guard let formula = try? ProgressExpression(text) else { continue }
        let values = [-1.7, 0, 0.25, 0.5, 2.3].map { (formula(at: $0) * 1e9).rounded() / 1e9 }
        // The sign of NaN depends on the machine.
        recorded.add(text, values.map { $0.isNaN ? "nan" : "\($0)" }.joined(separator: " "))
      }
    }
    try recorded.check()
  }
}
