import FoundationEssentials
import SegueFiles
package import SegueFormats
package import SeguePixels

/// A render that is spread over many runs: what is made, of which inputs, and how its frames are divided.
package struct Plan: Codable, Equatable, Sendable {
  /// A file that frames depend on.
  package struct Input: Codable, Equatable, Sendable {
    /// Its name, as the command line or a file named there has it.
    package let file: String
    package let bytes: Int
    package let sha256: String
  }

  /// What a shard writes.
  package enum Kind: String, Codable, Sendable {
    /// A file for every frame, numbered by the frame.
    case frames
    /// A video of its frames, numbered by the shard.
    case segments
  }

  /// The version of the file's form.
  package static let version = 1
  /// The most shards a plan may have: Slurm's and Kubernetes' own limits are near it.
  package static let maxShards = 100_000
  /// The most frames a plan may have: a hundred times what a command renders.
  package static let maxFrames = 1_000_000_000
  /// The most pixels a side of a frame may have.
  package static let maxSide = 1_000_000_000

  package var version = Plan.version
  /// The build that made it: others may not make the same bytes.
  package let segue: String
  /// The folder that names are relative to, relative to that of the plan.
  package let folder: String
  /// The command and its words.
  package let command: [String]
  package let kind: Kind
  /// Names of what is written, with a number in them.
  package let output: String
  /// The number of the first frame, and how many there are.
  package let first: Int
  package let frames: Int
  /// Frames a second.
  package let rate: String
  /// The size of a frame in pixels.
  package let width: Int
  package let height: Int
  package let shards: Int
  package let inputs: [Input]

  package init(
    segue: String, folder: String, command: [String], kind: Kind, output: String, frames: Range<Int>,
    rate: FrameRate, size: PixelSize, shards: Int, inputs: [Input]
  ) {
    (self.segue, self.folder, self.command) = (segue, folder, command)
    (self.kind, self.output, self.rate) = (kind, output, rate.description)
    (first, self.frames, self.shards, self.inputs) = (frames.lowerBound, frames.count, shards, inputs)
    (width, height) = (size.width, size.height)
  }

  /// The numbers of all frames.
  package var range: Range<Int> { first..<first + frames }

  /// The numbers of a shard's frames: as many as those of any other, or one more.
  package func frames(of shard: Int) -> Range<Int> {
    first + share(shard)..<first + share(shard + 1)
  }

  private func share(_ shard: Int) -> Int {
    let (high, low) = frames.multipliedFullWidth(by: shard)
    return shards.dividingFullWidth((high, low)).quotient
  }

  /// The frames a second as they are; nil where the file was changed by hand.
  package var frameRate: FrameRate? { FrameRate(rate.split(separator: ":").joined(separator: "/")) }
}

/// What is wrong with a plan, or with what is there for it.
package enum PlanError: Error, Equatable, CustomStringConvertible {
  /// The file is no plan.
  case invalid(file: String, reason: String)
  /// An input is not what it was when the plan was made.
  case inputChanged(file: String, reason: String)
  /// The plan was made by another build.
  case otherBuild(file: String, made: String, here: String)
  /// Frames are missing, torn or foreign.
  case incomplete(file: String, reason: String)

  package var file: String {
    switch self {
    case .invalid(let file, _), .inputChanged(let file, _), .otherBuild(let file, _, _),
      .incomplete(let file, _):
      file
    }
  }

  package var description: String {
    switch self {
    case .invalid(let file, let reason): "\(file): \(reason)"
    case .inputChanged(let file, let reason):
      "\(file): \(reason); what is rendered now would not fit the rest: plan again"
    case .otherBuild(let file, let made, let here):
      "\(file): planned by segue \(made), and this is \(here); use the same build everywhere, or plan again"
    case .incomplete(let file, let reason): "\(file): \(reason)"
    }
  }
}
