/// A job of any kind: the parsed form of a command whose frames can be divided among machines.
package enum AnyJob: Hashable, Sendable {
  case render(Job)
  case slideshow(SlideshowJob)
  case storyboard(StoryboardJob)
  case join(JoinJob)

  /// Checks values and combinations of values, without reading a file.
  ///
  /// - Throws: `JobError` with the key of the first invalid value.
  package func check() throws(JobError) {
    switch self {
    case .render(let job): try job.check()
    case .slideshow(let job): try job.check()
    case .storyboard(let job): try job.check()
    case .join(let job): try job.check()
    }
  }

  /// The names of the pictures, clips and storyboards.
  package var inputs: [String] {
    switch self {
    case .render(let job): job.pictures
    case .slideshow(let job): job.playlist.items
    case .storyboard(let job): [job.file]
    case .join(let job): job.playlist.items
    }
  }

  /// Whether transitions alone make the frames, without filters and blends; false for a storyboard, since its
  /// file may name filters.
  package var hasOnlyTransitions: Bool {
    switch self {
    case .render(let job): !job.look.hasChain
    case .slideshow(let job): job.playlist.hasOnlyTransitions
    case .storyboard: false
    case .join(let job): job.playlist.hasOnlyTransitions
    }
  }

  /// The output; for a render without an output, frames with the standard names.
  package var output: Job.Output {
    get {
      switch self {
      case .render(let job): job.output ?? Job.Output(file: Job.Output.standardFile)
      case .slideshow(let job): job.playlist.output
      case .storyboard(let job): job.output
      case .join(let job): job.playlist.output
      }
    }
    set {
      switch self {
      case .render(var job):
        job.output = newValue
        self = .render(job)
      case .slideshow(var job):
        job.playlist.output = newValue
        self = .slideshow(job)
      case .storyboard(var job):
        job.output = newValue
        self = .storyboard(job)
      case .join(var job):
        job.playlist.output = newValue
        self = .join(job)
      }
    }
  }
}

/// `AnyJob` as a map with one key, the name of the command.
extension AnyJob: Codable {
  /// Reads and checks a job.
  ///
  /// - Throws: `JobError` with the key.
  package init(from decoder: any Decoder) throws {
    let root = JobEntry(tree: try JobTree(from: decoder), key: "")
    let pairs = try root.pairs()
    guard pairs.count == 1 else { throw root.invalid("must have one key, the name of a command") }
    let (key, entry) = pairs[0]
    switch key {
    case "render": self = .render(try Job(entry))
    case "slideshow":
      var job = SlideshowJob(Playlist())
      try entry.read(SlideshowJob.fields, into: &job)
      self = .slideshow(job)
    case "storyboard":
      var job = StoryboardJob("", Job.Output(file: ""))
      try entry.read(StoryboardJob.fields, into: &job)
      self = .storyboard(job)
    case "join":
      var job = JoinJob(Playlist())
      try entry.read(JoinJob.fields, into: &job)
      self = .join(job)
    default: throw JobError(key, "is no command whose frames can be divided")
    }
    try check()
  }

  /// Writes the fields that have a value.
  package func encode(to encoder: any Encoder) throws {
    let (key, tree) =
      switch self {
      case .render(let job): ("render", job.tree)
      case .slideshow(let job): ("slideshow", SlideshowJob.fields.tree(of: job))
      case .storyboard(let job): ("storyboard", StoryboardJob.fields.tree(of: job))
      case .join(let job): ("join", JoinJob.fields.tree(of: job))
      }
    try JobTree(.map([.init(key: key, value: tree)])).encode(to: encoder)
  }
}

extension Playlist {
  /// Makes an empty playlist, whose fields are read afterwards.
  fileprivate init() { self.init([], [], hold: 0, duration: 1, Job.Output(file: "")) }

  fileprivate static var fields: [JobField<Self>] {
    [
      .list("items", \.items, JobEntry.text, JobTree.text),
      .list("turns", \.turns, JobEntry.look) { Job.Look.fields.tree(of: $0) },
      JobField(
        key: "hold", read: { (owner, entry) throws(JobError) in owner.hold = try entry.number() },
        write: { .number($0.hold) }),
      .number("duration", \.times.duration), .rate("fps", \.times.fps), .text("titles", \.titles),
      .text("textStyle", \.textStyle), .text("itemFilters", \.itemFilters),
      .flag("keepGoing", \.keepsGoing),
    ] + JobField.all(Job.Film.fields, of: \.film) + JobField.all(Job.ClipSound.fields, of: \.sound)
      + JobField.all(Job.Frame.fields, of: \.frame) + [.output(\.output)]
  }
}

extension SlideshowJob {
  fileprivate static var fields: [JobField<Self>] {
    JobField.all(Playlist.fields, of: \.playlist) + [
      JobField(
        key: "seed",
        read: { (owner, entry) throws(JobError) in
          guard let seed = UInt64(try entry.textOrNumber()) else {
            throw entry.invalid("must be a whole number, 0 or more")
          }
          owner.seed = seed
        }, write: { $0.seed.map { .textOrNumber("\($0)") } }),
      .text("motion", \.motion), .flag("skipUnreadable", \.skipsUnreadable),
    ]
  }
}

extension StoryboardJob {
  fileprivate static var fields: [JobField<Self>] {
    [
      JobField(
        key: "file", read: { (owner, entry) throws(JobError) in owner.file = try entry.text() },
        write: { .text($0.file) })
    ] + JobField.all(Job.Film.fields, of: \.film) + [.output(\.output)]
  }
}

extension JoinJob {
  fileprivate static var fields: [JobField<Self>] {
    JobField.all(Playlist.fields, of: \.playlist) + [
      .text("ease", \.playlist.times.ease), .flag("freeze", \.isFrozen), .flag("shorten", \.shortens),
      .flag("chapters", \.hasChapters),
    ]
  }
}

extension Job.Film {
  fileprivate static var fields: [JobField<Self>] {
    [
      .text("subtitles", \.subtitles), .text("subtitleStyle", \.subtitleStyle), .number("fadeIn", \.fadeIn),
      .number("fadeOut", \.fadeOut), .text("fadeColor", \.fadeColor),
    ]
  }
}

extension Job.ClipSound {
  fileprivate static var fields: [JobField<Self>] {
    let standard = Self()
    return [
      JobField(
        key: "audioStream",
        read: { (owner, entry) throws(JobError) in owner.stream = try entry.count() },
        write: { $0.stream == standard.stream ? nil : .number(text: "\($0.stream)") }),
      JobField(
        key: "audioJoint", read: { (owner, entry) throws(JobError) in owner.joint = try entry.word() },
        write: { $0.joint == standard.joint ? nil : .text($0.joint.rawValue) }),
      JobField(
        key: "audioCurve", read: { (owner, entry) throws(JobError) in owner.curve = try entry.word() },
        write: { $0.curve == standard.curve ? nil : .text($0.curve.rawValue) }),
      JobField(
        key: "audioVolume",
        read: { (owner, entry) throws(JobError) in owner.volume = try entry.number() },
        write: { $0.volume == standard.volume ? nil : .number($0.volume) }),
    ]
  }
}
