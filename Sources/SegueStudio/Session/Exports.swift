import FoundationEssentials
import SegueExport
import SegueFormats
import SeguePixels
import SegueRendering
import SegueTransitions
import Synchronization

/// The exports of one page: each a task that renders as `segue render` does, and hands the file over in parts.
final class Exports: Sendable {
  /// How much of a file goes into one message.
  private static let partSize = 1 << 20
  /// The most that run at a time.
  private static let most = 4

  private let shelf: Shelf
  private let outbox: Outbox
  private let tasks = Mutex<[Int: Task<Void, Never>]>([:])

  init(_ shelf: Shelf, _ outbox: Outbox) { (self.shelf, self.outbox) = (shelf, outbox) }

  func begin(_ request: Request.Export) {
    let id = request.id
    tasks.withLock { tasks in
      guard tasks.count < Self.most, tasks[id] == nil else {
        return outbox.put(.problem("export", id, "\(Self.most) exports are running; wait for one of them"))
      }
      tasks[id] = Task {
        do {
          try await run(request)
        } catch is CancellationError {
          outbox.put(.text(Answer.text(Answer.Cancelled(id: id))))
        } catch {
          outbox.put(.problem("export", id, sentence(error)))
        }
        self.tasks.withLock { $0[id] = nil }
      }
    }
  }

  func cancel(_ id: Int) { tasks.withLock { $0[id] }?.cancel() }
  func cancelAll() { for task in tasks.withLock({ Array($0.values) }) { task.cancel() } }

  private func run(_ request: Request.Export) async throws {
    let (work, output) = (request.work, request.output)
    let name = output.file.split(separator: "/").last.map(String.init) ?? ""
    guard let format = try Catalog.formats.forFile(named: name)?.make() else {
      throw Refused("the name '\(name.prefix(80))' does not say a format")
    }
    let execution = Execution.allCores
    let framing = try work.framing()
    let transition = try work.make(shelf)
    let from = try shelf.picture(work.from, fittedTo: framing, execution)
    let to = try shelf.picture(work.to ?? work.from, fittedTo: framing, execution)
    let renderer = try TransitionRenderer(
      from: from, to: to, transition, framing: framing, operation: work.operation ?? .present,
      timing: work.timing(of: transition), execution)
    if let still = output.still {
      guard (0...1).contains(still), let format = format as? any ImageFormat else {
        throw Refused("one frame is a file of PNG, JPEG or WebP, at a time of 0 to 1")
      }
      return try await send(
        renderer.frame(atTime: still, execution).encoded(as: format), id: request.id, named: name)
    }
    try await Scratch.withFolder { folder in
      let file = "\(folder)/\(name)"
      let times = try output.times(renderer.timing)
      let frames = PlayedFrames(TransitionFrames(renderer, times: times), try output.playback())
      var source: any FrameSource = frames
      if let video = format as? any VideoFormat, !video.keepsAlpha, let background = framing.background,
        background.alpha == 255
      {
        source = OpaqueFrames(frames, over: background)
      }
      try await export(source, to: .file(file), try output.rate(), execution, request.id)
      try await send([UInt8](Data(contentsOf: URL(filePath: file))), id: request.id, named: name)
    }
  }

  private func export(
    _ source: any FrameSource, to destination: Destination, _ rate: FrameRate, _ execution: Execution,
    _ id: Int
  ) async throws {
    let exporter = Exporter(source, rate: rate, execution)
    var last = ContinuousClock.now
    for try await progress in exporter.progress(to: destination)
    where progress.summary != nil || last.duration(to: .now) > .milliseconds(80) {
      last = .now
      outbox.put(
        .text(Answer.text(Answer.Progress(id: id, done: progress.framesDone, count: progress.frameCount))))
    }
    // The sequence of a cancelled task ends rather than throws.
    try Task.checkCancellation()
  }

  private func send(_ bytes: [UInt8], id: Int, named name: String) async throws {
    var offset = 0
    repeat {
      // What the page does not take yet is not copied either.
      while outbox.count > 4 { try await Task.sleep(for: .milliseconds(5)) }
      let part = Array(bytes[offset..<min(bytes.count, offset + Self.partSize)])
      outbox.put(
        .bytes(
          Answer.data(Answer.Part(id: id, file: name, size: bytes.count, offset: offset), part)))
      offset += part.count
    } while offset < bytes.count
  }
}

/// A folder for files that are on their way.
private enum Scratch {
  static func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "segue-studio-\(Admission.randomToken())", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.path(percentEncoded: false).trimmingSlash)
  }
}

extension String {
  fileprivate var trimmingSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}

extension Outbox.Item {
  static func problem(_ about: String, _ id: Int?, _ message: String) -> Outbox.Item {
    .text(Answer.text(Answer.Problem(about: about, id: id, message: message)))
  }
}
