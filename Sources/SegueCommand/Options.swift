import ArgumentParser
import Dispatch
import Glibc
import Segue

extension PixelSize: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension Pixel: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension TimingCurve: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension Fit: ExpressibleByArgument {}
extension SIMDLevel: ExpressibleByArgument {}
extension ImageEncoding.PNGCompression: ExpressibleByArgument {}

/// `key=value`.
struct Assignment: ExpressibleByArgument {
  let key: String
  let value: String

  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else { return nil }
    key = String(argument[..<equals])
    value = String(argument[argument.index(after: equals)...])
  }
}

/// Which way a transition goes.
enum Operation: String, CaseIterable, ExpressibleByArgument {
  case present
  case dismiss
  case push
  case pop
}

/// How images are read and how the work is done.
struct MachineOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The most pixels an image or a frame may have.", valueName: "n"))
  var maxPixels = DecodeLimits().maxPixels

  @Option(help: ArgumentHelp("Threads to use. (default: all cores)", valueName: "n"))
  var threads: Int?

  @Option(help: ArgumentHelp("Instruction set to use. (default: the best one here)", valueName: "level"))
  var simd: SIMDLevel?

  func validate() throws {
    if maxPixels < 1 { throw ValidationError("--max-pixels must be at least 1") }
    if let threads, threads < 1 { throw ValidationError("--threads must be at least 1") }
  }

  var limits: DecodeLimits { DecodeLimits(maxPixels: maxPixels) }
  var workers: Int { threads ?? usableCores }

  /// The level of `--simd`, else of SEGUE_SIMD; one that is not here is an error, never another one.
  func level() throws -> SIMDLevel {
    let here = SIMDLevel.available.map(\.rawValue).joined(separator: ", ")
    if let simd {
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

  /// Decodes files, side by side where there is more than one thread.
  func decode(_ files: [String]) throws -> [Bitmap] {
    let limits = limits
    let slots = Slots<Bitmap>(count: files.count)
    inBands(of: files.count, threads: workers) { band in
      for index in band { slots.fill(index) { try Bitmap(contentsOf: files[index], limits: limits) } }
    }
    return try slots.values()
  }
}

/// The frame that images are fitted to.
struct FrameOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Frame size. (default: size of the first image)", valueName: "WxH"))
  var size: PixelSize?

  @Option(help: "How an image meets the frame size.")
  var fit = Fit.cover

  @Option(
    help: ArgumentHelp(
      "Colour behind the images: #rrggbb[aa] or a CSS name. (default: transparent)", valueName: "color"))
  var background: Pixel?

  func validate() throws {}

  func checkSize(_ machine: MachineOptions) throws {
    if let size, size.pixelCount.map({ $0 > machine.maxPixels }) ?? true {
      throw Failure(
        .usage, "--size \(size) is more than \(machine.maxPixels) pixels; raise it with --max-pixels")
    }
  }
}

/// Two images and what happens between them.
struct TransitionOptions: ParsableArguments {
  @Argument(help: "The image at the start.") var from: String
  @Argument(help: "The image at the end.") var to: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The transition: one of 'segue list transitions'.", valueName: "name"))
  var transition = PixellateDissolve.name

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A parameter of the transition, see 'segue explain NAME'; repeatable.", valueName: "key=value"))
  var parameter: [Assignment] = []

  @Option(
    help: ArgumentHelp(
      "Timing curve: one of 'segue list easings'. (default: the transition's own)", valueName: "curve"))
  var ease: TimingCurve?

  @Option(help: "Which way it goes; the transitions here look the same in all.")
  var operation = Operation.present

  @OptionGroup(title: "Frame") var frame: FrameOptions
  @OptionGroup(title: "Machine") var machine: MachineOptions

  func validate() throws {
    if from == "-" && to == "-" { throw ValidationError("standard input can be only one of the two images") }
  }

  /// The transition's type, so that a wrong name costs no decoding.
  func transitionType() throws -> any Transition.Type {
    try named(transition, in: Catalogue.transitions, kind: "transition") { $0.name }
  }

  func makeTransition() throws -> any Transition {
    try transitionType().make(parameter.map { ($0.key, $0.value) })
  }

  /// Finds what is wrong with the options before anything is created or decoded.
  func check() throws {
    _ = try makeTransition()
    _ = try machine.level()
    try frame.checkSize(machine)
  }

  /// Decodes both images and fits them to the frame.
  ///
  /// - Parameter decoded: Called when the images are decoded and not yet fitted.
  func makeRenderer(decoded: () -> Void = {}) throws -> TransitionRenderer {
    let transition = try makeTransition()
    let level = try machine.level()
    try frame.checkSize(machine)
    let images = try machine.decode([from, to])
    decoded()
    func renderer(_ transition: some Transition) throws -> TransitionRenderer {
      try TransitionRenderer(
        from: images[0], to: images[1], transition, size: frame.size, fit: frame.fit,
        background: frame.background, curve: ease, threads: machine.workers, level: level)
    }
    return try renderer(transition)
  }
}

/// Where a single image goes.
struct ImageOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: ArgumentHelp("File to write, - for standard output.", valueName: "file"))
  var output: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("png, jpeg or rgba. (default: by the file's extension)", valueName: "name"))
  var format: OutputFormat?

  @Option(help: ArgumentHelp("How hard PNG is compressed.", valueName: "how"))
  var pngCompression = ImageEncoding.PNGCompression.fast

  @Flag(help: "Replace an existing file.")
  var overwrite = false

  /// The format, known before anything is decoded.
  func checkedFormat() throws -> OutputFormat {
    guard let chosen = format ?? ImageFormat(fileName: output).map(OutputFormat.init) else {
      if output == "-" { throw Failure(.usage, "standard output needs --format png, jpeg or rgba") }
      throw Failure(.usage, "\(output): the name does not say the format; give --format png, jpeg or rgba")
    }
    if chosen == .null { throw Failure(.usage, "the format null is for 'segue render'") }
    if output != "-" && !overwrite && fileExists(output) && isRegularFile(output) {
      throw Failure(CodecError.exists(file: output))
    }
    return chosen
  }

  func write(_ bitmap: Bitmap, as format: OutputFormat, level: SIMDLevel) throws {
    func deliver(_ bytes: Span<UInt8>) throws(CodecError) {
      if output == "-" {
        try writeAll(bytes, to: STDOUT_FILENO, named: "standard output")
      } else {
        try createFolder(of: output)
        try writeFile(output, bytes, overwrite: overwrite)
      }
    }
    if let image = format.image {
      let encoder = ImageEncoder(ImageEncoding(image, pngCompression: pngCompression), level: level)
      try encoder.encode(bitmap, named: output)
      try encoder.withBytes(deliver)
    } else {
      let encoder = RawEncoder(level: level)
      encoder.encode(bitmap)
      try encoder.withBytes(deliver)
    }
  }
}

/// What frames become.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
  case png
  case jpeg
  case rgba
  case null

  init(_ image: ImageFormat) {
    switch image {
    case .png: self = .png
    case .jpeg: self = .jpeg
    }
  }

  init?(argument: String) {
    if let format = OutputFormat(rawValue: argument) {
      self = format
    } else if let image = ImageFormat(fileName: ".\(argument)") {
      self.init(image)
    } else {
      return nil
    }
  }

  var image: ImageFormat? {
    switch self {
    case .png: .png
    case .jpeg: .jpeg
    case .rgba, .null: nil
    }
  }

  var summary: String {
    switch self {
    case .png: "PNG files: RGB where a frame is opaque, else RGBA with straight alpha."
    case .jpeg: "JPEG files at quality 90, 4:2:0; transparency over black."
    case .rgba: "Raw pixels to standard output: 4 bytes each, straight alpha, no header."
    case .null: "Rendered and discarded, for timing."
    }
  }
}

/// Finds something by name, or says which names there are and which is the nearest.
func named<Item>(_ name: String, in items: [Item], kind: String, _ nameOf: (Item) -> String) throws -> Item {
  if let item = items.first(where: { nameOf($0) == name }) { return item }
  let names = items.map(nameOf)
  let nearest = names.min { distance($0, name) < distance($1, name) }
  let hint =
    nearest.flatMap { distance($0, name) <= max(2, name.count / 3) ? "did you mean \($0)?" : nil }
    ?? "there \(names.count == 1 ? "is" : "are") \(names.joined(separator: ", "))"
  throw Failure(.usage, "there is no \(kind) '\(name)'; \(hint)")
}

/// How many letters must change to make one word the other (Levenshtein).
private func distance(_ a: String, _ b: String) -> Int {
  var row = Array(0...b.count)
  for (i, letter) in a.enumerated() {
    var corner = row[0]
    row[0] = i + 1
    for (j, other) in b.enumerated() {
      let change = corner + (letter == other ? 0 : 1)
      corner = row[j + 1]
      row[j + 1] = min(change, row[j] + 1, corner + 1)
    }
  }
  return row[b.count]
}
