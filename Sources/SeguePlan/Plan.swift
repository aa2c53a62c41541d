import FoundationEssentials
import SegueFiles
package import SegueFormats
package import SeguePixels

/// A render divided among many runs: command, inputs, and the division of frames into shards.
package struct Plan: Codable, Equatable, Sendable {
  /// A file on which frames depend.
  package struct Input: Codable, Equatable, Sendable {
    /// Its name, as in the command line or in a file named there.
    package let file: String
    package let bytes: Int
    package let sha256: String

    /// Makes an input of a file's name, size and checksum.
    package init(file: String, bytes: Int, sha256: String) {
      (self.file, self.bytes, self.sha256) = (file, bytes, sha256)
    }
  }

  /// The kind of files that shards write.
  package enum Kind: String, Codable, Sendable {
    /// A file for every frame, numbered by frame.
    case frames
    /// A video for every shard, numbered by shard.
    case segments
  }

  /// The version of the plan's format.
  package static let version = 1
  /// Maximum number of shards, near the limits of Slurm and Kubernetes.
  package static let maxShards = 100_000
  /// Maximum number of frames, a hundred times a command's maximum.
  package static let maxFrames = 1_000_000_000
  /// Maximum width and height of a frame in pixels.
  package static let maxSide = 1_000_000_000

  package var version = Plan.version
  /// The build that made the plan; others may render different bytes.
  package let segue: String
  /// The folder that names are relative to, itself relative to the plan's folder.
  package let folder: String
  /// The command and its arguments.
  package let command: [String]
  package let kind: Kind
  /// The output's name with a placeholder for the number.
  package let output: String
  /// The number of the first frame, and the number of frames.
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

  /// The numbers of a shard's frames; shards differ by at most one frame.
  package func frames(of shard: Int) -> Range<Int> {
    first + share(shard)..<first + share(shard + 1)
  }

  private func share(_ shard: Int) -> Int {
    let (high, low) = frames.multipliedFullWidth(by: shard)
    return shards.dividingFullWidth((high, low)).quotient
  }

  /// The frame rate as a fraction; nil if the file was edited to an invalid one.
  package var frameRate: FrameRate? { FrameRate(rate.split(separator: ":").joined(separator: "/")) }
}

/// Reports a fault of a plan or of its outputs.
package enum PlanError: Error, Equatable, CustomStringConvertible {
  /// The file is no plan.
  case invalid(file: String, reason: String)
  /// An input has changed since the plan was made.
  case inputChanged(file: String, reason: String)
  /// Another build made the plan.
  case otherBuild(file: String, made: String, here: String)
  /// Frames are missing, incomplete or foreign.
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
