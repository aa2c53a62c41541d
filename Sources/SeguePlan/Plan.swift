import FoundationEssentials
package import SegueErrors
import SegueFiles
package import SegueFormats
package import SegueJob
package import SeguePixels

/// A render divided among many processes: the job, its input files, and the number of shards (groups of frames).
package struct Plan: Codable, Equatable, Sendable {
  /// An input file, whose content determines the frames.
  package struct Input: Codable, Equatable, Sendable {
    /// The file's name, as written in the job or in an input file.
    package let file: String
    package let bytes: Int
    package let sha256: String

    /// Makes an input from a file's name, size and checksum.
    package init(file: String, bytes: Int, sha256: String) {
      (self.file, self.bytes, self.sha256) = (file, bytes, sha256)
    }
  }

  /// The options for the processes that render shards: pixel limit, color profiles, threads and SIMD level.
  package struct Machine: Codable, Equatable, Sendable {
    /// The maximum number of pixels of an image or a frame.
    package let maxPixels: Int
    /// The treatment of color profiles.
    package let color: DecodeOptions.Color
    /// The number of threads; nil for all cores.
    package var threads: Int?
    /// The SIMD level; nil for the best available level.
    package var simd: SIMDLevel?

    /// Makes the options from values of the command line.
    package init(
      maxPixels: Int, color: DecodeOptions.Color, threads: Int? = nil, simd: SIMDLevel? = nil
    ) {
      (self.maxPixels, self.color, self.threads, self.simd) = (maxPixels, color, threads, simd)
    }
  }

  /// The kind of files that the shards write.
  package enum Kind: String, Codable, Sendable {
    /// A file for each frame, with the frame's number in its name.
    case frames
    /// A video for each shard, with the shard's number in its name.
    case segments
  }

  /// The version of the file format of plans.
  package static let version = 2
  /// The maximum number of shards, near the limits of Slurm and Kubernetes.
  package static let maxShards = 100_000
  /// The maximum number of frames: a hundred times the maximum of a single command.
  package static let maxFrames = 1_000_000_000
  /// The maximum width and height of a frame in pixels.
  package static let maxSide = 1_000_000_000

  package var version = Plan.version
  /// The version and build of segue that made the plan; another build may render different bytes.
  package let segue: String
  /// The folder to which file names are relative, as a path relative to the plan's folder.
  package let folder: String
  package let job: AnyJob
  package let machine: Machine
  package let kind: Kind
  /// The pattern for names of output files, with a placeholder for the number of the frame or shard.
  package let output: String
  /// The number of the first frame, and the number of frames.
  package let first: Int
  package let frames: Int
  /// The frame rate in frames per second, as a fraction such as `30000:1001`.
  package let rate: String
  /// The size of a frame in pixels.
  package let width: Int
  package let height: Int
  package let shards: Int
  package let inputs: [Input]

  package init(
    segue: String, folder: String, job: AnyJob, machine: Machine, kind: Kind, output: String,
    frames: Range<Int>, rate: FrameRate, size: PixelSize, shards: Int, inputs: [Input]
  ) {
    (self.segue, self.folder, self.job, self.machine) = (segue, folder, job, machine)
    (self.kind, self.output, self.rate) = (kind, output, rate.description)
    (first, self.frames, self.shards, self.inputs) = (frames.lowerBound, frames.count, shards, inputs)
    (width, height) = (size.width, size.height)
  }

  /// The range of all frame numbers.
  package var range: Range<Int> { first..<first + frames }

  /// Returns the range of a shard's frame numbers; the sizes of shards differ by at most one frame.
  package func frames(of shard: Int) -> Range<Int> {
    first + share(shard)..<first + share(shard + 1)
  }

  private func share(_ shard: Int) -> Int {
    let (high, low) = frames.multipliedFullWidth(by: shard)
    return shards.dividingFullWidth((high, low)).quotient
  }

  /// Returns the first difference from another plan, as a phrase.
  package func difference(from other: Plan) -> String {
    if segue != other.segue { return "another build of segue" }
    if job != other.job || machine != other.machine { return "another command" }
    return inputs != other.inputs ? "other inputs" : "other frames"
  }

  /// The frame rate as a fraction; nil if the plan contains an invalid rate.
  package var frameRate: FrameRate? { FrameRate(rate.split(separator: ":").joined(separator: "/")) }
}

extension DecodeOptions.Color: Codable {}
extension SIMDLevel: Codable {}

/// An error of a plan or of its output files.
package struct PlanError: SegueError, Equatable {
  package let code: ErrorCode
  package let file: String?
  package let message: String

  private init(_ code: ErrorCode, _ file: String, _ fault: String) {
    (self.code, self.file, message) = (code, file, "\(file): \(fault)")
  }

  /// The file is not a valid plan.
  package static func invalid(file: String, reason: String) -> Self { Self(.planInvalid, file, reason) }

  /// An input has changed since the plan was made.
  package static func inputChanged(file: String, reason: String) -> Self {
    Self(.planInputChanged, file, "\(reason); what is rendered now would not match the rest: plan again")
  }

  /// The plan has a different version than the plans of this build.
  package static func otherVersion(file: String, _ version: Int) -> Self {
    Self(
      .planInvalid, file,
      "a plan of version \(version), and this build reads version \(Plan.version): plan again")
  }

  /// The segments in a folder belong to another plan.
  package static func otherSegments(folder: String, of plan: String) -> Self {
    Self(
      .planInputChanged, folder,
      "its segments are of \(plan); remove the folder to render all frames again")
  }

  /// The plan was made by another build of the program.
  package static func otherBuild(file: String, made: String, here: String) -> Self {
    Self(
      .planOtherBuild, file,
      "planned by segue \(made), and this is \(here); use the same build everywhere, or plan again")
  }

  /// Output files are missing or incomplete, or were not written by the plan's shards.
  package static func incomplete(file: String, reason: String) -> Self { Self(.planIncomplete, file, reason) }
}
