import FoundationEssentials
import SeguePlatform
import SegueExport
import SegueFormats
import SegueJob
import SeguePixels
import SegueRendering
import SegueStoryboard
import SegueTransitions
import Synchronization

/// The exports of one page: tasks that render as `segue render` does, and send the file in parts.
final class Exports: Sendable {
  /// The number of bytes that are collected before a part is sent; a part has fewer than twice as many bytes.
  private static let partSize = 1 << 20
  /// The maximum number of exports at the same time.
  private static let most = 4

  private let shelf: Shelf
  private let outbox: Outbox
  private let tasks = Mutex<[Int: Task<Void, Never>]>([:])

  init(_ shelf: Shelf, _ outbox: Outbox) { (self.shelf, self.outbox) = (shelf, outbox) }

  func begin(_ request: Request.Export) {
    let id = request.id
    tasks.withLock { tasks in
      guard tasks[id] == nil else {
        return outbox.put(.problem("export", id, "export \(id) is running already"))
      }
      guard tasks.count < Self.most else {
        return outbox.put(.problem("export", id, "\(Self.most) exports are running; wait for one of them"))
      }
      tasks[id] = Task {
        var failure: (any Error)?
        do { try await run(request) } catch { failure = error }
        // Removes the task before reporting its end, since the page may start another export at once.
        self.tasks.withLock { $0[id] = nil }
        switch failure {
        case nil: break
        case is CancellationError: outbox.put(.text(Answer.text(Answer.Cancelled(id: id))))
        case let error?: outbox.put(.problem("export", id, sentence(error)))
        }
      }
    }
  }

  func cancel(_ id: Int) { tasks.withLock { $0[id] }?.cancel() }
  func cancelAll() { for task in tasks.withLock({ Array($0.values) }) { task.cancel() } }

  private func run(_ request: Request.Export) async throws {
    let job = request.job
    guard let output = job.output else { throw Refused("an export needs the name of a file") }
    let name = output.file.split(separator: "/").last.map(String.init) ?? ""
    guard let format = try output.item()?.make(output.options.values) else {
      throw Refused("the name '\(name.prefix(80))' has no extension of a format")
    }
    let execution = shelf.execution
    let held = try shelf.budget.hold(memory(of: job))
    defer { withExtendedLifetime(held) {} }
    let frames = try frames(job, execution)
    if let still = job.still {
      guard (0...1).contains(still), let format = format.image else {
        throw Refused("one frame is a file of PNG, JPEG or WebP, at a time of 0 to 1")
      }
      let bytes = try frames.still(still).rendered(execution).encoded(as: format)
      return try await send([.bytes(bytes)], id: request.id, named: name)
    }
    try await Scratch.withFolder { folder in
      let file = "\(folder)/\(name)"
      let source = frames.source.suited(to: format, over: frames.background)
      let sound = format.video?.ffmpegSoundOptions == nil ? nil : frames.sound
      let destination: Destination =
        try output.isSeries
        ? .files(file, as: format.image) : Destination(format, to: .file(file), sound: sound)
      try await export(source, to: destination, frames.rate, execution, request.id)
      guard output.isSeries else { return try await send([.file(file)], id: request.id, named: name) }
      try await send(try archive(folder), id: request.id, named: "frames.tar")
    }
  }

  /// Returns the number of bytes for the pictures of an export, fitted to its frames.
  private func memory(of job: Job) throws -> Int {
    if let flow = job.flow {
      let story = try shelf.storyboard(flow)
      return max(story.bitmapBytes, (story.framing.size?.bytes ?? 0) * story.screens.count)
    }
    let size = try job.frame.framing(shelf.options).size ?? shelf.picture(job.from).size
    return 2 * size.bytes
  }

  /// The frames of an export, with their rate, background and sound.
  private struct Frames {
    let source: any FrameSource
    let rate: FrameRate
    let background: Pixel?
    var sound: Soundtrack?
    /// Makes the row source of the frame at a time 0…1.
    let still: (Double) throws -> any RowSource
  }

  private func frames(_ job: Job, _ execution: Execution) throws -> Frames {
    if let flow = job.flow {
      let story = try shelf.storyboard(flow)
      let frames = try StoryboardFrames(story, execution)
      return Frames(
        source: frames, rate: story.rate, background: story.framing.background, sound: story.soundtrack
      ) { try frames.rows(of: Int(($0 * Double(max(0, frames.count - 1))).rounded())) }
    }
    let transition = try job.make(shelf)
    let schedule = try job.boundedSchedule(of: transition)
    let renderer = try job.renderer(of: transition, shelf.jobFiles, execution)
    return Frames(
      source: PlayedFrames(TransitionFrames(renderer, times: schedule.times), schedule.playback),
      rate: schedule.rate,
      background: try job.frame.framing(shelf.options).background
    ) { try renderer.rows(atTime: $0) }
  }

  /// Returns the pieces of a tar archive with the files of all frames.
  private func archive(_ folder: String) throws -> [Piece] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted().flatMap { name in
      let file = "\(folder)/\(name)"
      let size = Piece.file(file).size
      return [
        Piece.bytes(Tar.header("frames/\(name)", size: size)), .file(file), .bytes(Tar.padding(size)),
      ]
    } + [.bytes(Tar.end)]
  }

  private func export(
    _ source: any FrameSource, to destination: Destination, _ rate: FrameRate, _ execution: Execution,
    _ id: Int
  ) async throws {
    @Sendable func say(_ done: Int) {
      outbox.put(.progress(Answer.text(Answer.Progress(id: id, done: done, count: source.count)), id: id))
    }
    let last = Mutex(ContinuousClock.now)
    // Reports progress at most every 80 ms. The final progress is reported after `run`, since workers of a
    // canceled export still call this closure.
    let summary = try await Exporter(source, rate: rate, execution).run(to: destination) { done in
      let isDue = last.withLock { last in
        guard last.duration(to: .now) > .milliseconds(80) else { return false }
        last = .now
        return true
      }
      if isDue { say(done) }
    }
    say(summary.frames)
    try Task.checkCancellation()
  }

  /// A piece of data to send: bytes, or a file to read during sending.
  private enum Piece {
    case bytes([UInt8])
    case file(String)

    var size: Int {
      switch self {
      case .bytes(let bytes): return bytes.count
      case .file(let file):
        var status = stat()
        return stat(file, &status) == 0 ? Int(status.st_size) : 0
      }
    }

    func contents() throws -> [UInt8] {
      switch self {
      case .bytes(let bytes): bytes
      case .file(let file): [UInt8](try Data(contentsOf: URL(filePath: file)))
      }
    }
  }

  private func send(_ pieces: [Piece], id: Int, named name: String) async throws {
    let size = pieces.reduce(0) { $0 + $1.size }
    var (offset, part) = (0, [UInt8]())
    func put() async throws {
      // Waits for room in the outbox before copying the part.
      await outbox.room()
      try Task.checkCancellation()
      outbox.put(.bytes(Answer.data(Answer.Part(id: id, file: name, size: size, offset: offset), part)))
      offset += part.count
      part = []
    }
    func add(_ bytes: some Collection<UInt8>) async throws {
      part += bytes
      if part.count >= Self.partSize { try await put() }
    }
    for piece in pieces {
      let bytes = try piece.contents()
      for start in stride(from: 0, to: bytes.count, by: Self.partSize) {
        try await add(bytes[start..<min(bytes.count, start + Self.partSize)])
      }
    }
    if !part.isEmpty || offset == 0 { try await put() }
  }
}

extension Outbox.Item {
  static func problem(_ about: String, _ id: Int?, _ message: String) -> Outbox.Item {
    .text(Answer.text(Answer.Problem(about: about, id: id, message: message)))
  }
}
