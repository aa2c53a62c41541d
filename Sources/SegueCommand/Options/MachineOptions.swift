import ArgumentParser
import SeguePlatform
import SegueExport
import SeguePixels

/// Options for threads and SIMD level, which do not affect the frames.
struct CoreOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Threads to use. (default: all cores)", valueName: "n"))
  var threads: Int?

  @Option(help: ArgumentHelp("Instruction set to use. (default: the best one here)", valueName: "level"))
  var simd: SIMDLevel?

  func validate() throws {
    if let threads, threads < 1 { throw ValidationError("--threads must be at least 1") }
  }
}

/// Options for decoding images, and for threads and SIMD level.
struct MachineOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Maximum number of pixels of an image or a frame.", valueName: "n"))
  var maxPixels = DecodeOptions().maxPixels

  @Option(help: "Convert colors to sRGB by the profile of a file, or ignore the profile.")
  var color = DecodeOptions.Color.convert

  @OptionGroup var cores: CoreOptions

  /// The name of the sample depth for decoding, which follows from the output; `auto` for the depth of each
  /// picture.
  private var depth = SampleDepth.eight.rawValue

  /// Returns the options with another sample depth for decoding; nil for the depth of each picture.
  func decoding(to depth: SampleDepth?) -> MachineOptions {
    var options = self
    options.depth = depth?.rawValue ?? "auto"
    return options
  }

  func validate() throws {
    if maxPixels < 1 { throw ValidationError("--max-pixels must be at least 1") }
  }

  var decoding: DecodeOptions {
    var options = DecodeOptions(maxPixels: maxPixels, color: color, programs: true) {
      if isNew($0) { sayWarning(.image, $0) }
    }
    options.limits.maxFramePixels = maxPixels
    options.depthWarning = depthWarning
    options.depth = SampleDepth(rawValue: depth)
    options.refusesReduction = Messages.refusesReduction
    return options
  }
  var workers: Int { cores.threads ?? usableCores }

  /// Returns the SIMD level of `--simd`, or else of SEGUE_SIMD, or else the best level; throws if this
  /// machine does not support the level.
  func level() throws -> SIMDLevel {
    let level = try chosenLevel()
    note(
      "instruction set \(level.rawValue), of \(SIMDLevel.available.map(\.rawValue).joined(separator: ", ")); "
        + "\(workers) \(workers == 1 ? "thread" : "threads")")
    return level
  }

  private func chosenLevel() throws -> SIMDLevel {
    let here = SIMDLevel.available.map(\.rawValue).joined(separator: ", ")
    if let simd = cores.simd {
      guard simd.isAvailable else {
        throw Failure(.usage, "this machine has no \(simd.rawValue); it has \(here)")
      }
      return simd
    }
    if let name = getenv("SEGUE_SIMD") {
      guard let level = SIMDLevel(rawValue: String(cString: name)), level.isAvailable else {
        throw Failure(.usage, "SEGUE_SIMD is '\(String(cString: name))'; this machine has \(here)")
      }
      return level
    }
    return .best
  }

  /// Returns the threads, the SIMD level and the decoding options.
  func execution() throws -> Execution { Execution(threads: workers, level: try level(), decoding: decoding) }

  /// Returns the source of a picture: a file, or a single frame of a clip, decoded by this function.
  func source(_ file: String, _ execution: Execution) throws -> PictureSource {
    guard let part = ClipName(file).part else { return .file(file) }
    guard part.end == nil else {
      throw Failure(.usage, "\(file): give a moment of the clip, such as [3.5s], not a part", file: file)
    }
    let clip = try Clip(contentsOf: file, limits: decoding.limits)
    let losses = ClipConversion(clip, to: clip.usualLayout(.half), Framing()).words
    if !losses.isEmpty { note("\(file): \(losses.joined(separator: "; "))") }
    return .bitmap(
      try clip.picture(execution, onStart: noteCommandLine))
  }

  /// Decodes files in parallel and fits them to a frame; calls `decoded` between these steps.
  func fitted(
    _ files: [String], to framing: Framing, _ execution: Execution,
    metadataOfFirst: (@Sendable (Metadata) -> Void)? = nil, decoded: () -> Void = {}
  ) throws -> [Bitmap] {
    let start = ContinuousClock.now
    let pictures = FittedPictures(try files.map { try source($0, execution) }, framing, execution)
    return try pictures.all(metadataOfFirst: metadataOfFirst) { images in
      let time = fixed(1000 * (start.duration(to: .now) / .seconds(1)), 1)
      let means = framing.size == nil ? ":" : ", for a frame of"
      for (file, image) in zip(files, images) { note("decoded \(file)\(means) \(image.size)") }
      note("decoding took \(time) ms")
      decoded()
    }
  }
}

/// Limits warnings about samples of more than 8 bits to one warning for the whole run.
private let depthWarning = Once()
