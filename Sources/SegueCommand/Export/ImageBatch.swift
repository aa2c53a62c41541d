import SegueExport
import SegueFiles
import Synchronization

/// A batch of images, each filtered by the same chain and written to its own file.
///
/// Each thread takes one image after another, and holds only the current image and its result. The first
/// error in reading, filtering or writing ends the batch; files already written are kept.
struct ImageBatch {
  private struct Item {
    let input: String
    let target: ImageTarget
  }

  private let items: [Item]
  /// The folder or the name pattern, as given by the user.
  private let output: String

  /// Determines the names of all output files, before an image is decoded.
  ///
  /// - Throws: `Failure` if two images have the same output file, an output file may not be replaced, or an
  ///   image is missing.
  init(_ inputs: [String], to image: ImageOptions) throws {
    output = image.output
    let names = try BatchNames(image)
    items = try inputs.enumerated().map { index, input in
      Item(input: input, target: try names.target(of: input, index))
    }
    try checkAreThere(inputs)
    try checkOutputs()
  }

  private func checkOutputs() throws {
    var taken: [String: String] = [:]
    for item in items {
      let file = item.target.file
      if let other = taken.updateValue(item.input, forKey: file) {
        throw Failure(
          .usage,
          "\(file): \(other) and \(item.input) would both be written there; give -o a name with a number, such as %d.png",
          file: file)
      }
      try item.target.checkIsFree()
    }
    // Throws if an output file is also the input file of another image, since that input might be replaced
    // before it is read.
    let inputs = InputFiles(items.lazy.map(\.input))
    for item in items {
      guard let other = inputs.input(at: item.target.file),
        fileAndPage(other).file != fileAndPage(item.input).file
      else { continue }
      throw Failure(
        .usage, "\(item.target.file): \(other) is an input, which the result of \(item.input) would replace",
        file: item.target.file)
    }
  }

  /// Filters the images in parallel and reports the result.
  ///
  /// - Parameters:
  ///   - filters: The filters for all images.
  ///   - framing: The frame; without a size, each image keeps its own size.
  ///   - isStripped: Whether metadata is left out.
  ///   - isQuiet: Whether the summary line is left out.
  ///   - machine: The threads, the SIMD level and the decoding options.
  /// - Throws: The first error in reading, filtering or writing an image.
  func run(
    _ filters: AppliedFilters, framing: Framing, isStripped: Bool, isQuiet: Bool, _ machine: MachineOptions
  ) throws {
    if Messages.isDryRun { return try check(framing, machine.decoding) }
    let start = ContinuousClock.now
    let whole = try machine.execution()
    let workers = max(1, min(whole.threads, items.count))
    var share = whole
    share.threads = max(1, whole.threads / workers)
    let execution = share
    if !isQuiet { send(Event(event: .start, output: output, frames: items.count)) }
    let bar = ProgressBar(isQuiet ? .never : .auto, total: items.count)
    // Assumes that a read may block forever if an input is a pipe or another file that is not regular.
    let canBlock = items.contains { !isRegularFile(fileAndPage($0.input).file) }
    let interruption = Interruption(canBlock: canBlock, interrupt: {})
    interruption.begin()
    let state = Mutex(State())
    inBands(of: workers, threads: workers) { _ in
      while let index = interruption.hasCome ? nil : state.withLock({ $0.next(of: items.count) }) {
        do {
          let done = try filter(items[index], filters, framing, isStripped, execution, machine)
          let count = state.withLock { state in
            state.add(done, index)
            return state.written
          }
          bar?.update(count)
        } catch {
          state.withLock { $0.failures[index] = error }
        }
      }
    }
    bar?.end()
    let end = state.withLock { $0 }
    if let first = end.failures.min(by: { $0.key < $1.key }) { throw first.value }
    let images = counted(items.count, "image")
    if end.written < items.count {
      throw interruption.failure(
        "interrupted: \(end.written) of \(images) \(items.count == 1 ? "is" : "are") written")
    }
    filters.warn(unchanged: end.unchanged.sorted().map { items[$0].input }, of: items.count)
    guard !isQuiet else { return }
    send(Event(event: .finish, output: output, frames: items.count, bytes: end.bytes))
    let milliseconds = Int((start.duration(to: .now) / .milliseconds(1)).rounded())
    if !Messages.isJSON { say("\(images) in \(milliseconds) ms") }
  }

  /// Checks the headers of the images and the names of the output files, and prints the report of a dry run.
  private func check(_ framing: Framing, _ options: DecodeOptions) throws {
    for item in items {
      if ClipName(item.input).part != nil {
        _ = try Clip(contentsOf: item.input, limits: options.limits)
      } else if item.input != "-" {
        _ = try ImageInfo(contentsOf: item.input, options: options)
      }
      try item.target.checkCanBeWritten()
    }
    let formats = Set(items.map { type(of: $0.target.format).name }).sorted()
    var report = DryRunReport(output: output, format: formats.conjunction)
    report.frames = items.count
    if let size = framing.size { report.setSize(size) }
    report.setFiles(items.map(\.target.file))
    try report.publish()
  }

  private struct State {
    private var begun = 0
    private(set) var written = 0
    private(set) var bytes = 0
    private(set) var unchanged: [Int] = []
    var failures: [Int: any Error] = [:]

    mutating func next(of count: Int) -> Int? {
      guard failures.isEmpty, begun < count else { return nil }
      defer { begun += 1 }
      return begun
    }

    mutating func add(_ done: (bytes: Int, isUnchanged: Bool), _ index: Int) {
      written += 1
      bytes += done.bytes
      if done.isUnchanged { unchanged.append(index) }
    }
  }

  private func filter(
    _ item: Item, _ filters: AppliedFilters, _ framing: Framing, _ isStripped: Bool, _ execution: Execution,
    _ machine: MachineOptions
  ) throws -> (bytes: Int, isUnchanged: Bool) {
    let metadata = Mutex(Metadata())
    let keep: @Sendable (Metadata) -> Void = { said in metadata.withLock { $0 = said } }
    let machine = machine.decoding(to: item.target.format.decodingDepth)
    var execution = execution
    execution.decoding = machine.decoding
    let image = try machine.fitted(
      [item.input], to: framing, execution, metadataOfFirst: isStripped ? nil : keep)[0]
    let rows = try filters.chain(of: image).frameRows(light: framing.light)
    let result = try rows.rendered(as: try item.target.depth(of: rows), execution)
    let bytes = try item.target.save(
      result, level: execution.level, metadata: metadata.withLock { $0 })
    return (bytes, result == image)
  }
}

/// The names of the output files of a batch.
private struct BatchNames {
  private let image: ImageOptions
  /// The output folder; nil if a pattern gives the complete names.
  private let folder: String?
  private let template: FrameTemplate?

  init(_ image: ImageOptions) throws {
    self.image = image
    guard image.isFolder else {
      folder = nil
      template = FrameTemplate(inputs: image.output)
      if template != nil { return }
      throw Failure(
        .usage,
        "\(image.output): images need {name} or one number such as %04d in the name of the file, and %% for a percent sign",
        file: image.output)
    }
    folder = isFolderName(image.output) ? image.output : try nameOfOne(image.output)
    template = nil
  }

  func target(of input: String, _ index: Int) throws -> ImageTarget {
    let template = template ?? FrameTemplate(inputsInto: folder ?? "", extension: ending(of: input))
    guard template.hasStem, input == "-" else {
      return try image.target(template.name(of: index, stem: Self.stem(of: input)), chosen: image.format)
    }
    throw Failure(.usage, "standard input has no name; give -o a name with a number, such as %d.png")
  }

  /// Returns the extension of the chosen format; without a chosen format, the extension of the input if its
  /// format can be written; otherwise `png`.
  private func ending(of input: String) -> String {
    if let name = image.format?.item.name, let made = try? image.format?.item.make() {
      return type(of: made).extensions.first ?? name
    }
    let own = fileAndPage(input).file.split(separator: "/").last?.split(separator: ".").last.map(String.init)
    guard let own, let made = try? FormatName(file: ".\(own)")?.item.make(), ImageOptions.isTaken(made),
      type(of: made).unavailable == nil
    else { return "png" }
    return own
  }

  /// Returns a file name without folder and extension; for a name such as `a.tif[2]`, appends the picture's
  /// index: `a-2`.
  private static func stem(of input: String) -> String {
    let (file, page) = fileAndPage(input)
    let name = file.split(separator: "/").last ?? ""
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let stem = dot > name.startIndex ? name[..<dot] : name
    return file == input ? String(stem) : "\(stem)-\(page)"
  }
}
