import SegueExport
import SegueFormats
import SegueRendering
import SegueTransitions

/// The Swift code of a job's output.
extension Job {
  /// Returns the lines that export the frames of `renderer`, or write the single frame `still`.
  func outputLines() -> [String] {
    if let still { return ["try renderer.frame(atTime: \(shortest(still)))\(writeCode)"] }
    let rate = times.fps.flatMap { FrameRate($0) } ?? FrameRate(60)
    let number = rate.perSecond
    // A number of frames without a rate fills the duration of the transition.
    let fillsDuration = times.fps == nil && (times.frames ?? 0) > 1
    let isNumber =
      !fillsDuration && FrameRate(number) == rate && times.fps.map { Double($0) == number } ?? true
    var orders: [String] = []
    if let hold = order.hold, hold > 0 {
      let frames = Int(min((hold * number).rounded(), Double(Job.maxFrames)))
      orders.append(
        fillsDuration ? "hold: Int((\(shortest(hold)) * rate.perSecond).rounded())" : "hold: \(frames)")
    }
    if order.reverse { orders.append("isReversed: true") }
    if order.boomerang { orders.append("isBoomerang: true") }
    if isNumber, orders.isEmpty, times.frames == nil {
      let argument = times.fps == nil ? "" : ", framesPerSecond: \(shortest(number))"
      return ["try await Exporter(renderer\(argument)).export(to: \(destinationCode()))"]
    }
    var lines: [String] = []
    if fillsDuration {
      lines.append("let rate = FrameRate(\((times.frames ?? 0) - 1) / renderer.timing.duration)")
    } else if !isNumber {
      lines.append("let rate: FrameRate = \(rateCode(rate))")
    }
    let seconds = isNumber ? shortest(number) : "rate.perSecond"
    let count = times.frames.map { "frames: \($0)" }
    lines.append(
      "let times = FrameTimes(\(count ?? "duration: renderer.timing.duration, framesPerSecond: \(seconds)"))")
    let frames = "TransitionFrames(renderer, times: times)"
    lines += [
      "let frames = \(orders.isEmpty ? frames : "PlayedFrames(\(frames), Playback(\(orders.joined(separator: ", "))))")",
      "try await Exporter(frames, rate: \(isNumber ? "FrameRate(\(seconds))" : "rate")).export(to: \(destinationCode()))",
    ]
    return lines
  }

  /// Returns the Swift expression of a frame rate: a decimal if `FrameRate` converts the decimal to exactly
  /// this rate, else the fraction as text.
  private func rateCode(_ rate: FrameRate) -> String {
    // Uses a decimal such as 29.97 if `FrameRate` converts it to the same fraction, such as 30000/1001.
    let decimal = (rate.perSecond * 1000).rounded() / 1000
    if FrameRate(decimal) == rate { return shortest(decimal) }
    return "FrameRate(\(literal("\(rate.numerator)/\(rate.denominator)"))) ?? \(shortest(rate.perSecond))"
  }

  /// The output of the job, or by default an output with the default file name.
  private var writtenOutput: Output { output ?? Output(file: Output.standardFile) }

  /// The Swift call that writes a single frame.
  var writeCode: String {
    let output = writtenOutput
    guard let item = try? output.item(), let made = try? item.make(output.options.values),
      !output.options.isEmpty || output.format != nil
    else { return ".write(to: \(literal(output.file)))" }
    let plain = "Formats.\(type(of: made))()"
    let format =
      output.options.isEmpty ? plain : "\(output.formatCode(item, made)).image ?? \(plain)"
    return ".write(to: \(literal(output.file)), as: \(format))"
  }

  /// Returns the Swift expression for the destination.
  func destinationCode(hasSound: Bool = false) -> String {
    let output = writtenOutput
    let file = literal(output.file)
    let policy = output.existing == .overwrite ? ", .overwrite" : ""
    guard let item = try? output.item(), let made = try? item.make(output.options.values) else {
      return ".file(\(file)\(policy))"
    }
    let format = output.formatCode(item, made)
    let isPlain =
      output.options.isEmpty && Catalog.formats.forFile(named: output.file)?.name == item.name
    if output.isSeries { return ".files(\(file)\(isPlain ? "" : ", as: \(format).image")\(policy))" }
    let hasTrack = hasSound && made.video != nil
    if isPlain && !hasTrack { return ".file(\(file)\(policy))" }
    return "Destination(\(format), to: \(file)\(policy)\(hasTrack ? ", sound: story.soundtrack" : ""))"
  }
}

extension Job.Output {
  /// Returns the Swift expression that makes the format with its options.
  fileprivate func formatCode(_ item: CatalogItem<any FileFormat>, _ made: any FileFormat) -> String {
    let options = options.values.map { "\(literal($0.key)): \(literal($0.value))" }.joined(separator: ", ")
    return options.isEmpty
      ? "Formats.\(type(of: made))()" : "Catalog.formats.make(\(literal(item.name)), [\(options)])"
  }
}
