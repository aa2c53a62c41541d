import SegueExport
import SeguePlan

/// The export of the job in a plan, with a check of its inputs.
struct PlannedExport {
  let export: Export
  let machine: MachineOptions
  let check: InputCheck

  /// Changes to the plan's folder, starts to check inputs, and makes the export.
  ///
  /// - Parameters:
  ///   - file: The plan.
  ///   - cores: The threads and the SIMD level, in place of the values in the plan.
  ///   - isQuiet: Whether messages about conversions of clips are omitted.
  ///   - further: More files that may be read, although they are not inputs of the plan.
  /// - Throws: `PlanError` if another build made the plan, or if an input has changed; an error of the job.
  init(
    _ file: PlanFile, _ cores: CoreOptions, isQuiet: Bool, further: [Plan.Input] = []
  ) throws {
    guard file.plan.segue == buildIdentity() else {
      throw PlanError.otherBuild(file: file.file, made: file.plan.segue, here: buildIdentity())
    }
    try enterFolder(file.folder)
    machine = MachineOptions(file.plan.machine, cores)
    check = InputCheck(file.plan.inputs + further)
    do {
      export = try file.plan.job.export(machine, isQuiet: isQuiet)
      // Reports a changed input whose error the job has ignored, as for a shader among randomly chosen
      // transitions.
      if let change = check.change { throw change }
      let range = try export.range()
      guard range == file.plan.range, export.rate == file.plan.frameRate else {
        throw PlanError.inputChanged(file: file.file, reason: "there are other frames than when it was made")
      }
    } catch {
      throw check.change ?? error
    }
  }
}

extension AnyJob {
  /// Makes the export of a planned job, before any image is decoded.
  fileprivate func export(_ machine: MachineOptions, isQuiet: Bool) throws -> Export {
    switch self {
    case .render(let job): try GivenJob(job, own: job).export(machine, isQuiet: isQuiet)
    case .slideshow(let job): try job.export(machine, isQuiet: isQuiet, isStrict: false)
    case .storyboard(let job): try job.export(machine)
    case .join(let job): try job.clipExport(machine, isQuiet: isQuiet).export()
    }
  }
}

extension MachineOptions {
  /// The options in the form in which a plan stores them.
  var planned: Plan.Machine {
    Plan.Machine(maxPixels: maxPixels, color: color, threads: cores.threads, simd: cores.simd)
  }

  /// Makes the options of a plan; values of `cores` have precedence.
  fileprivate init(_ planned: Plan.Machine, _ cores: CoreOptions) {
    self.init()
    (maxPixels, color, self.cores) = (planned.maxPixels, planned.color, cores)
    self.cores.threads = cores.threads ?? planned.threads
    self.cores.simd = cores.simd ?? planned.simd
  }
}
