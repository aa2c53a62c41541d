import ArgumentParser

/// The option for a job in a file.
struct JobOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A job in a file of JSON or YAML, as 'segue render --print-job' writes it; further options replace its values.",
      valueName: "file"), completion: .file(extensions: ["json", "yaml", "yml"]))
  var job: String?

  /// Reads the job file, or makes an empty job; `set` then replaces values by the values of the command line.
  ///
  /// - Throws: `JobError` for an invalid value, with the file's name if the value is in the file;
  ///   `ValidationError` if the job and an image are both standard input; the error of reading the file.
  func made(_ set: (inout Job) throws -> Void) throws -> GivenJob {
    var made = try job.map { try Job(contentsOf: $0) } ?? Job(from: "", to: nil)
    try set(&made)
    if job == "-", made.pictures.contains("-") {
      throw ValidationError("standard input has the job; give the image by its name")
    }
    var own = Job(from: "", to: nil)
    if job != nil { try set(&own) }
    let given = GivenJob(made, file: job, own: own)
    try given.locating {
      try made.check()
      if made.flow != nil { throw JobError("flow", "is for 'segue storyboard', which takes its file") }
    }
    return given
  }
}

/// A job made from the command line and from the file of `--job`, if there is one.
struct GivenJob {
  var job: Job
  /// The name of the job file; nil without a job file.
  let file: String?
  /// The job made only from the command-line options, which shows which values do not come from the file.
  private let own: Job

  /// Makes a job; `own` has the values that come from the command line.
  init(_ job: Job, file: String? = nil, own: Job) { (self.job, self.file, self.own) = (job, file, own) }

  /// Runs `body`; adds the name of the job file to an error that concerns a value in this file.
  func locating<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as JobError {
      throw file == nil || own.gives(error.key) ? error : error.of(file: file)
    }
  }
}
