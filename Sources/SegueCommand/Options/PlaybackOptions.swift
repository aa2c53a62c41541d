import ArgumentParser

/// Options for the order in which frames are played.
struct PlaybackOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Seconds that each end stands still, whenever it is reached.", valueName: "s"))
  var hold: Double?

  @Flag(help: "From the last frame to the first.")
  var reverse = false

  @Flag(help: "There and back again.")
  var boomerang = false

  func validate() throws {
    if let hold, !(hold >= 0 && hold.isFinite) { throw ValidationError("--hold must be 0 or more") }
  }

  func playback(of count: Int, framesPerSecond: Double) throws -> Playback {
    let held = ((hold ?? 0) * framesPerSecond).rounded()
    let playback = Playback(hold: Int(min(held, 10_000_000)), isReversed: reverse, isBoomerang: boomerang)
    guard playback.count(of: count) <= 10_000_000 else {
      let way = held > 0 ? "lower --hold" : "leave out --boomerang"
      throw Failure(.usage, "that would be more than 10000000 frames; \(way)")
    }
    return playback
  }
}
