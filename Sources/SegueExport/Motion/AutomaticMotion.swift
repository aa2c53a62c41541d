package import SeguePixels

/// A pan or zoom that a seed chooses for one picture of a sequence.
package struct AutomaticMotion {
  package enum Kind: Int, CaseIterable {
    /// Zooms in on the most interesting part of the picture.
    case closer
    /// Zooms out from the most interesting part of the picture.
    case away
    /// Pans along one axis to the most interesting part of the picture.
    case along
    /// Zooms in and pans along both axes.
    case across
  }

  package let kind: Kind
  /// The strength of the motion, 0.07…0.33; the largest zoom factor is 1 + 1.2 · amount.
  package let amount: Double
  /// Four random numbers 0…1, derived from the seed and the number of the picture.
  private let lots: [Double]

  /// Chooses the kind and the amount of motion of picture `number`, which is visible for `seconds`.
  ///
  /// All kinds are used before a kind is used again, in an order that the seed determines; two consecutive
  /// pictures never have the same kind.
  package init(seed: UInt64, number: Int, seconds: Double) {
    let kinds = Kind.allCases.count
    let (round, place) = number.quotientAndRemainder(dividingBy: kinds)
    var order = Self.order(seed, round)
    // Swaps the first two kinds if the first one equals the last kind of the previous round. A swap never
    // changes the last kind of a round, so `Self.order`, which makes no such swap, gives the right last kind.
    if round > 0, order[0] == Self.order(seed, round - 1)[kinds - 1] { order.swapAt(0, 1) }
    kind = order[place]
    lots = (0..<4).map { Self.lot(seed, number, $0) }
    // Zooming by 4.5 % a second looks calm. A total zoom below 8 % looks like a mistake, above 30 % like a
    // zoom lens.
    amount = max(0.08, min(0.3, 0.045 * seconds)) * (0.9 + 0.2 * lots[0])
  }

  private static func order(_ seed: UInt64, _ round: Int) -> [Kind] {
    var order = Kind.allCases
    for index in order.indices.dropFirst().reversed() {
      order.swapAt(index, Int(lot(seed, ~round, index) * Double(index + 1)))
    }
    return order
  }

  private static func lot(_ seed: UInt64, _ number: Int, _ index: Int) -> Double {
    let state = splitMix64(seed &+ splitMix64(UInt64(bitPattern: Int64(number)))) &+ UInt64(index)
    return Double(splitMix64(state) >> 11) / Double(1 << 53)
  }

  /// The largest zoom factor of the motion.
  package var zoom: Double { 1 + 1.2 * amount }

  /// Returns the path of the view.
  ///
  /// - Parameters:
  ///   - stage: The plane on which the view moves.
  ///   - focus: The center of the interesting part.
  /// - Returns: The path, whose ends lie within the stage.
  package func path(on stage: MotionStage, to focus: PixelPoint) -> MotionPath {
    let middle = PixelPoint(x: stage.extent.width / 2, y: stage.extent.height / 2)
    func view(_ center: PixelPoint, _ zoom: Double) -> PixelRectangle {
      stage.view(at: center, width: 1 / (1 + zoom * amount))
    }
    func moved(_ point: PixelPoint, _ x: Double, _ y: Double) -> PixelPoint {
      let (across, down) = (stage.view.width * amount, stage.view.height * amount)
      return PixelPoint(
        x: point.x + max(-across, min(across, x * across)), y: point.y + max(-down, min(down, y * down)))
    }
    switch kind {
    case .closer, .away:
      let far = moved(
        focus, (middle.x - focus.x) / (2 * stage.view.width * amount),
        (middle.y - focus.y) / (2 * stage.view.height * amount))
      let (wide, close) = (view(far, 0), view(focus, 1.2))
      return kind == .closer ? MotionPath(from: wide, to: close) : MotionPath(from: close, to: wide)
    case .along:
      let end = view(focus, 0.8)
      let spare = Extent(width: stage.extent.width - end.width, height: stage.extent.height - end.height)
      let (right, down) = (spare.width / end.width, spare.height / end.height)
      let isAcross = right > 1.5 * down || (down <= 1.5 * right && lots[1] < 0.7)
      // Starts on the side of the end position that has more space; on a random side if both sides have
      // enough space for the pan.
      func start(_ end: Double, _ spare: Double, _ way: Double) -> Double {
        let isBefore = end > way && spare - end > way ? lots[2] < 0.5 : end > spare - end
        return max(0, min(spare, isBefore ? end - way : end + way))
      }
      var (from, to) = (end, end)
      if isAcross {
        let way = min(spare.width, 1.1 * amount * end.width)
        from.x = start(end.x, spare.width, way)
        to.x = max(0, min(spare.width, from.x + (from.x < end.x ? way : -way)))
      } else {
        let way = min(spare.height, 1.1 * amount * end.height)
        from.y = start(end.y, spare.height, way)
        to.y = max(0, min(spare.height, from.y + (from.y < end.y ? way : -way)))
      }
      return MotionPath(from: from, to: to)
    case .across:
      let far = moved(focus, lots[1] < 0.5 ? -0.7 : 0.7, lots[2] < 0.5 ? -0.7 : 0.7)
      return MotionPath(from: view(far, 0.4), to: view(focus, 1.1))
    }
  }
}

/// Returns the pseudorandom number of SplitMix64 for a state.
func splitMix64(_ state: UInt64) -> UInt64 {
  var z = state &* 0x9e37_79b9_7f4a_7c15 &+ 0x9e37_79b9_7f4a_7c15
  z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
  z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
  return z ^ z >> 31
}
