import SegueClips
import SegueFormats

/// A render as one value: the pictures, the transition or chain between them, the frame, the timing, and the
/// output.
///
///     var job = Job(from: "list.png", to: "detail.png", "cube:eye=2")
///     job.times.duration = 2
///     job.output = Job.Output(file: "movie.mp4")
///     let text = job.json          // {"version": 1, "from": "list.png", …
///     let same = try Job(json: text)
///
/// The command, the studio and a server share this value: options of `segue render` are parsed into a job,
/// `--print-job` prints it, and `--job` reads it. In JSON and YAML, all fields are keys of one map, except
/// the fields of `output`, which have a map of their own. The keys are the names of the command's options:
/// `fromFilters`, `duration`, `fit`. `Job` is `Codable` in the same form.
///
/// Values such as `4k`, `navy` or `29.97` are stored as text, as they were written. Reading checks the form
/// of each value; `check` finds invalid values and combinations. Effects and files are looked up by their
/// names when the frames are made.
public struct Job: Hashable, Sendable {
  /// The name of the picture at the start.
  public var from: String
  /// The name of the picture at the end; nil to apply filters to only the first picture.
  public var to: String?
  /// The transition or chain between the pictures.
  public var look: Look
  /// The texts over clips.
  public var texts: Texts
  /// The frame, and how pictures are fitted to it.
  public var frame: Frame
  /// The number of frames and their times.
  public var times: Times
  /// The order in which frames are played.
  public var order: Order
  /// The time of a single frame that is rendered instead of all frames, as a fraction 0…1 of the duration.
  public var still: Double?
  /// The output; nil for a job whose frames the calling program uses itself.
  public var output: Output?
  /// A storyboard that replaces the pictures, effects, frame and times of the job.
  public var flow: Source?

  /// The version of the format of jobs in JSON and YAML.
  package static let version = 1
  /// The maximum number of frames of a job.
  public static let maxFrames = 10_000_000

  /// Makes a job of a transition between two pictures; the default transition is `pixellate-dissolve`.
  public init(from: String, to: String?, _ transition: Item? = nil) {
    (self.from, self.to) = (from, to)
    (look, texts, frame, times, order) = (Look(transition), Texts(), Frame(), Times(), Order())
  }

  /// The text of a shader or a storyboard.
  public struct Source: Hashable, Codable, Sendable {
    /// The name for error messages.
    public var name: String
    /// The GLSL or YAML text.
    public var text: String

    /// Makes a source with a name and a text.
    public init(name: String, text: String) { (self.name, self.text) = (name, text) }
  }

  /// The names of the pictures.
  public var pictures: [String] { [from] + [to].compactMap(\.self) }

  /// Whether the job has only one picture, a clip or a single frame of a clip, and neither filters nor a
  /// blend.
  ///
  /// The file name determines whether a picture is a clip.
  package var isPlainClip: Bool {
    to == nil && !look.hasChain && (ClipName(from).part != nil || isVideoName(from))
  }

  /// Checks values and combinations of values, without reading a file.
  ///
  /// - Throws: `JobError` with the key of the first invalid value.
  public func check() throws(JobError) {
    if from.isEmpty && flow == nil { throw JobError("from", "is missing: the picture at the start") }
    if to == "" { throw JobError("to", "is empty: the picture at the end") }
    try look.check(hasSecond: to != nil || flow != nil)
    if to == nil && flow == nil && !look.hasChain && texts.isEmpty && !isPlainClip {
      throw JobError("to", "is missing: the picture at the end, or filters for the first one alone")
    }
    if from == "-" && to == "-" {
      throw JobError("to", sentence: "standard input can be only one of the two images")
    }
    try texts.check()
    _ = try frame.parsed()
    try times.check()
    try order.check()
    if let still, !(0...1).contains(still) { throw JobError("still", "must be a number in 0…1") }
    try output?.check()
  }
}
