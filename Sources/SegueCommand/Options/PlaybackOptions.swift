import ArgumentParser

/// Options for the order in which frames are played.
struct PlaybackOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Seconds for which each end is held, each time it is reached.", valueName: "s"))
  var hold: Double?

  @Flag(help: "Play from the last frame to the first.")
  var reverse = false

  @Flag(help: "Play forward, then backward.")
  var boomerang = false

  func validate() throws {
    var order = Job.Order()
    set(&order)
    try validating { () throws(JobError) in try order.check() }
  }

  /// Replaces values of a job's order by the values of the command line.
  func set(_ order: inout Job.Order) {
    order.hold = hold ?? order.hold
    if reverse { order.reverse = true }
    if boomerang { order.boomerang = true }
  }
}
