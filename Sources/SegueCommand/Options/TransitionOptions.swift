import ArgumentParser

/// Options for two images and the transition between them, or for one image with filters.
struct TransitionOptions: ParsableArguments {
  @Argument(help: "The image at the start.", completion: .imageFiles) var from: String?
  @Argument(
    help: "The image at the end; without it, filters animate the first image.", completion: .imageFiles)
  var to: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The transition: one of 'segue list transitions', or a .glsl or .yaml file. (default: \(Transitions.PixellateDissolve.name))",
      valueName: "name[:key=value,...]"), completion: .transitions)
  var transition: Specification?

  @Option(
    help: ArgumentHelp(
      "A transition in the file of a GLSL shader, instead of --transition.", valueName: "file"),
    completion: .shaderFiles)
  var shader: String?

  @OptionGroup var shaderPath: ShaderPathOptions
  @OptionGroup var luma: LumaOptions
  @OptionGroup var chain: ChainOptions
  @OptionGroup var texts: TextOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A parameter of the transition, see 'segue explain NAME'; repeatable.", valueName: "key=value"),
    completion: .parameters)
  var parameter: [Assignment] = []

  @Option(
    help: ArgumentHelp(
      "Timing curve: one of 'segue list easings'. (default: the transition's own)", valueName: "curve"),
    completion: .easings, transform: Arguments.text(Arguments.curve))
  var ease: String?

  @Option(help: "Direction of motion: push and present go forward, pop and dismiss back.")
  var operation = Given(TransitionOperation.present)

  @OptionGroup var file: JobOptions

  /// Checks the options, unless they replace values of a job in a file.
  func checkAlone() throws {
    guard file.job == nil else { return }
    if from == nil { throw ValidationError("Missing expected argument '<from>'") }
    try check(named)
    var look = Job.Look()
    chain.set(&look)
    try checkParameters(of: look)
    var job = Job(from: "", to: nil)
    set(&job)
    if to == nil && !chain.isGiven && !texts.isGiven && !job.isPlainClip {
      throw ValidationError("Missing expected argument '<to>'")
    }
    try validating(option) { () throws(JobError) in try job.check() }
  }

  /// The names of the given options that choose a transition.
  private var named: [String] {
    [("--transition", transition != nil), ("--shader", shader != nil), ("--luma", luma.luma != nil)]
      .filter(\.1).map(\.0)
  }

  private func check(_ named: [String]) throws {
    if named.count > 1 { throw ValidationError("give \(named[0]) or \(named[1]), not both") }
  }

  private func checkParameters(of look: Job.Look) throws {
    guard named.isEmpty, look.isChain, !parameter.isEmpty else { return }
    throw ValidationError(
      "--parameter is for a transition; parameters of a filter follow its name and a colon")
  }

  /// Returns the option, as given on the command line, for a field of the job.
  private func option(_ key: String) -> String {
    key == "transition" ? named.first ?? "--transition" : Job.option(for: key)
  }

  /// Replaces values of a job by the values of the command line.
  private func set(_ job: inout Job) {
    job.from = from ?? job.from
    job.to = to ?? job.to
    if !named.isEmpty || chain.blend != nil {
      (job.look.transition, job.look.shader, job.look.source, job.look.blend) = (nil, nil, nil, nil)
    }
    if let shader {
      // The job's field `shader` is only for files whose names do not show that they are GLSL files.
      if Specification.isFile(shader) {
        job.look.transition = Job.Item(shader)
      } else {
        job.look.shader = Job.Item(shader)
      }
    } else if let chosen = luma.specification ?? transition {
      job.look.transition = Job.Item(chosen)
    }
    chain.set(&job.look)
    texts.set(&job.texts)
    if !shaderPath.shaderPath.isEmpty { job.look.shaderPath = shaderPath.shaderPath }
    let values = parameter.map { ($0.key, $0.value) }
    if job.look.shader != nil {
      job.look.shader?.parameters.add(values)
    } else if !values.isEmpty && !job.look.isChain {
      job.look.transition = job.look.named
      job.look.transition?.parameters.add(values)
    }
    job.look.operation = operation.given ?? job.look.operation
    job.times.ease = ease ?? job.times.ease
  }

  /// Makes and checks the job: the values of the file of `--job`, if given, each replaced by the value on the
  /// command line, if there is one.
  ///
  /// `setFurther` replaces further values of the job.
  func job(
    _ frame: FrameOptions, _ machine: MachineOptions, _ setFurther: (inout Job) throws -> Void = { _ in }
  ) throws -> GivenJob {
    func set(_ job: inout Job) throws {
      self.set(&job)
      frame.set(&job.frame)
      try setFurther(&job)
      if !job.from.isEmpty { try job.moveTextsOfImages(machine) }
    }
    try check(named)
    let given = try file.made(set)
    try checkParameters(of: given.job.look)
    return given
  }
}

extension GivenJob {
  /// Makes the transition and checks all values, before an image is decoded or a file created.
  func prepared(_ machine: MachineOptions) throws -> PreparedJob {
    let machine = job.output.map { machine.decoding(to: $0.decodingDepth) } ?? machine
    return try locating {
      let prepared = try PreparedJob(job, machine)
      _ = try machine.level()
      _ = try job.frame.checkedFraming(machine)
      try checkAreThere(job.pictures)
      return prepared
    }
  }
}

/// A job with its transition, before images are decoded.
struct PreparedJob {
  let job: Job
  let transition: any Transition
  private let files: JobFiles
  private let machine: MachineOptions

  init(_ job: Job, _ machine: MachineOptions) throws {
    (self.job, self.machine) = (job, machine)
    files = JobFiles(machine)
    transition = try job.transition(files)
  }

  /// Decodes the images, fits them to the frame, and makes the renderer.
  func renderer() throws -> TransitionRenderer {
    try job.renderer(of: transition, files, machine.execution())
  }

  /// Decodes the images and makes the scheduled frames; calls `decoded` after decoding, before fitting.
  func frames(_ schedule: Job.Schedule, decoded: () -> Void) throws -> PlayedFrames {
    try job.frames(of: transition, schedule, files, machine.execution(), decoded: decoded)
  }
}

extension JobFiles {
  /// Makes the readers of a job's files for the command, with its decoding options.
  init(_ machine: MachineOptions) {
    let options = machine.decoding
    self.init(
      disk: ChainFiles(options: options), pictures: { try machine.fitted($0, to: $1, $2, decoded: $3) },
      options)
  }
}
