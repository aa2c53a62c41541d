import SegueJob
import SeguePlan

/// A render, for plans whose jobs do not matter.
let someJob = AnyJob.render(Job(from: "a.png", to: "b.png"))

let someMachine = Plan.Machine(maxPixels: 1_000_000, color: .convert)
