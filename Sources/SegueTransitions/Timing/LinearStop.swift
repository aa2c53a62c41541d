/// A point of a piecewise linear timing curve, CSS's `linear()`.
///
///     let curve = TimingCurve("linear(0, 0.25 75%, 1)")
public struct LinearStop: Hashable, Sendable {
  /// The progress at the point.
  public var output: Double
  /// The time of the point, in percent of the duration.
  public var percent: Double

  /// Makes a point.
  public init(_ output: Double, percent: Double) {
    self.output = output
    self.percent = percent
  }

  /// Parses the arguments of `linear()`: numbers, each with up to two percentages before or after it.
  ///
  /// As in CSS, points without a percentage are spaced evenly between their neighbors. Without a percentage,
  /// the first point is at 0 %, and the last point at 100 %. A percentage below an earlier percentage is
  /// raised to the largest earlier percentage.
  ///
  /// - Returns: The points in rising order of percentages; nil if the text is invalid.
  static func points(_ text: Substring) -> [LinearStop]? {
    var points: [(output: Double, percent: Double?)] = []
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = item.split(whereSeparator: \.isWhitespace)
      let isPercent = words.map { $0.hasSuffix("%") }
      guard isPercent.count(where: { !$0 }) == 1, words.count <= 3,
        // A number between two percentages is not allowed.
        words.count < 3 || isPercent[1]
      else { return nil }
      let numbers = words.compactMap { Double($0.hasSuffix("%") ? $0.dropLast() : $0) }
      guard numbers.count == words.count, numbers.allSatisfy(\.isFinite),
        let place = isPercent.firstIndex(of: false)
      else { return nil }
      let percents = numbers.indices.filter { $0 != place }.map { numbers[$0] }
      points += percents.isEmpty ? [(numbers[place], nil)] : percents.map { (numbers[place], $0) }
    }
    guard let last = points.indices.last else { return nil }
    if points[0].percent == nil { points[0].percent = 0 }
    if points[last].percent == nil { points[last].percent = 100 }
    var largest = -Double.infinity
    for index in points.indices {
      guard let percent = points[index].percent else { continue }
      largest = max(largest, percent)
      points[index].percent = largest
    }
    // For each point, the index of the nearest point with a percentage, at or after the point.
    var next = points.indices.map { points[$0].percent == nil ? last : $0 }
    for index in points.indices.dropLast().reversed() where points[index].percent == nil {
      next[index] = next[index + 1]
    }
    var stops: [LinearStop] = []
    for index in points.indices {
      let end = points[next[index]].percent ?? 100
      let before = stops.last?.percent ?? 0
      let percent = points[index].percent ?? before + (end - before) / Double(next[index] - index + 1)
      stops.append(LinearStop(points[index].output, percent: percent))
    }
    return stops
  }

  /// Returns the progress at a time in 0…1; the first and the last segment are extrapolated beyond the first
  /// and the last point.
  static func value(_ stops: [LinearStop], at time: Double) -> Double {
    guard stops.count > 1 else { return stops.first?.output ?? time }
    let percent = time * 100
    // Finds the last point at or before the time, by bisection.
    var range = 0..<stops.count
    while range.count > 1 {
      let middle = (range.lowerBound + range.upperBound) / 2
      range = stops[middle].percent <= percent ? middle..<range.upperBound : range.lowerBound..<middle
    }
    let low = min(range.lowerBound, stops.count - 2)
    let (a, b) = (stops[low], stops[low + 1])
    if a.percent == b.percent { return b.output }
    return a.output + (b.output - a.output) * (percent - a.percent) / (b.percent - a.percent)
  }
}

/// The times at which a staircase curve jumps, relative to its intervals: the step position of CSS.
public enum StepPosition: String, CaseIterable, Hashable, Sendable {
  /// A jump at the start of each interval.
  case jumpStart = "jump-start"
  /// A jump at the end of each interval.
  case jumpEnd = "jump-end"
  /// Jumps only between intervals, not at time 0 and 1: the values 0 and 1 last as long as the others.
  case jumpNone = "jump-none"
  /// Jumps at time 0, between intervals, and at time 1.
  case jumpBoth = "jump-both"

  /// Parses a keyword of CSS, including the short forms `start` and `end`; nil for other words.
  init?(css word: some StringProtocol) {
    switch word {
    case "start": self = .jumpStart
    case "end": self = .jumpEnd
    default:
      guard let position = StepPosition(rawValue: String(word)) else { return nil }
      self = position
    }
  }

  /// Returns the value of a staircase of `count` intervals, at a time above 0 and below 1.
  func value(_ count: Int, at time: Double) -> Double {
    let isEarly = self == .jumpStart || self == .jumpBoth
    let step = (time * Double(count)).rounded(.down) + (isEarly ? 1 : 0)
    let jumps = self == .jumpNone ? count - 1 : self == .jumpBoth ? count + 1 : count
    return step / Double(jumps)
  }
}
