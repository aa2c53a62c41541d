import ArgumentParser
import SegueExport

/// The maximum size of a file, such as 2MB, 500kB, 1.5MiB, or a number of bytes.
struct Budget: ExpressibleByArgument {
  let text: String
  let bytes: Int

  init?(argument: String) {
    let units = [("kib", 1024.0), ("mib", 1_048_576), ("kb", 1000), ("mb", 1_000_000), ("b", 1), ("", 1)]
    let lower = argument.lowercased()
    guard let (unit, size) = units.first(where: { lower.hasSuffix($0.0) }),
      let number = Double(lower.dropLast(unit.count)), number > 0, number * size >= 1, number * size < 1e15
    else { return nil }
    (text, bytes) = (argument, Int(number * size))
  }
}

extension Budget {
  /// Returns the export with frame rate, size, and colors or quality reduced until the file fits the budget.
  ///
  /// - Throws: `Failure` if the format is not an animation, or if even the largest reduction exceeds the
  ///   budget; the errors of the export.
  func applied(to export: Export, _ run: ExportRun) throws -> Export {
    let range = try export.range()
    let target = try export.destination(frameCount: range.count)
    guard case .animation(.file, let format, _) = target else {
      throw Failure(.usage, "--budget is for files of gif, webp and apng")
    }
    // Makes the job only to report an existing file before anything is rendered.
    _ = try run.makeJob(target, range, export.rate)
    guard !Messages.isDryRun else { return export }
    let interruption = Interruption(canBlock: false, interrupt: {})
    let source = try export.source().suited(to: format, over: export.background)
    interruption.begin()
    let execution = Execution(
      threads: run.machine.workers, level: source.level, decoding: run.machine.decoding)
    let choice = try AnimationBudget(bytes, format, source, range, export.rate, execution).choice {
      interruption.hasCome
    }
    guard !interruption.hasCome else { throw interruption.failure("interrupted; nothing is written") }
    guard let choice else {
      throw Failure(
        .usage,
        "--budget \(text): at a tenth of the size and 10 frames a second there are more bytes; give fewer frames or a smaller --size"
      )
    }
    var reduced = export
    reduced.output.range = nil
    reduced.output.options.add(choice.options)
    (reduced.frameCount, reduced.rate, reduced.covers) = (choice.source.count, choice.rate, [])
    reduced.frames = MadeFrames(made: choice.source)
    reduced.remark = remark(choice, source.size, format.frames(of: range, rate: export.rate).rate)
    return reduced
  }

  /// Describes how a choice differs from frames of the given size and rate.
  private func remark(_ choice: AnimationBudget.Choice, _ size: PixelSize, _ rate: FrameRate) -> String {
    var changes: [String] = []
    if choice.rate != rate {
      changes.append(
        "\(shortest(choice.rate.perSecond)) frames a second in place of \(shortest(rate.perSecond))")
    }
    if choice.source.size != size { changes.append("\(choice.source.size) in place of \(size)") }
    for (key, value) in choice.options { changes.append("\(key) \(value)") }
    let chosen = changes.isEmpty ? "nothing is reduced" : changes.joined(separator: ", ")
    return "budget: \(chosen); \(byteText(choice.bytes)) of \(byteText(bytes))"
  }
}
