import Dispatch
import FoundationEssentials
import SegueFiles
import SegueFormats
import SegueJob
import SegueRendering
import SegueFilters
import SegueShaders
import SegueTransitions
import Synchronization

/// The session of one page: receives the page's messages, and performs one job at a time.
package final class Session: Sendable {
  private struct State {
    var mailbox = Mailbox()
    var isWorking = false
    var isClosed = false
    var gesture: (id: Int, pan: Pan, task: Task<Void, Never>?)?
  }

  private let studio: Studio
  private let outbox: Outbox
  private let exports: Exports
  private let state = Mutex(State())
  private let painter: Mutex<Painter>
  private let queue = DispatchQueue(label: "segue.studio", qos: .userInteractive)
  private let reading = DispatchQueue(label: "segue.studio.messages", qos: .userInteractive)
  private let waveforms = DispatchQueue(label: "segue.studio.waveforms", qos: .utility)

  /// A message from the page.
  package enum Message: Sendable {
    /// A request as JSON.
    case text(String)
    /// An uploaded file.
    case bytes([UInt8])
  }

  init(_ studio: Studio, _ outbox: Outbox) {
    (self.studio, self.outbox) = (studio, outbox)
    exports = Exports(studio.shelf, outbox)
    painter = Mutex(Painter(studio.shelf))
    outbox.put(.text(studio.shelfAnswer()))
    studio.withCatalog { [outbox] in outbox.put(.text($0)) }
  }

  /// Handles a message on a separate queue, and then calls `body`.
  func take(_ message: Message, _ body: @escaping @Sendable () -> Void) {
    reading.async { [self] in
      switch message {
      case .text(let text): receive(text)
      case .bytes(let bytes): receive(bytes)
      }
      body()
    }
  }

  /// Parses and handles a text message from the page.
  func receive(_ text: String) {
    do throws(Refused) {
      receive(try Request(message: text))
    } catch {
      outbox.put(.problem("message", nil, error.description))
    }
  }

  private func receive(_ request: Request) {
    switch request {
    case .view(let view):
      if view.before != true { endGesture() }
      put(.view(view))
    case .describe(let describe): put(.describe(describe))
    case .thumbnail(let thumbnail): put(.thumbnail(thumbnail))
    case .export(let export): exports.begin(export)
    case .cancel(let id): exports.cancel(id)
    case .pan(let reading): follow(reading)
    case .open(let request): open(request)
    case .save(let request): save(request)
    case .waveform(let name): waveforms.async { [self] in waveform(name) }
    }
  }

  /// Handles an uploaded file.
  ///
  /// The message has the length of a JSON object in 4 bytes, the JSON object, and the file; the JSON object
  /// has the name, and `sound` for a sound.
  func receive(_ bytes: [UInt8]) {
    do {
      let (name, file, isSound) = try Upload.parse(bytes)
      let shelf = studio.shelf
      let added = try isSound ? shelf.add(sound: name, file) : shelf.add(upload: name, file)
      outbox.put(.text(studio.shelfAnswer(added: added)))
    } catch {
      outbox.put(.problem("picture", nil, sentence(error)))
    }
  }

  /// Ends the session after the page was closed.
  func close() {
    endGesture()
    state.withLock { state in
      state.isClosed = true
      state.mailbox.clear()
    }
    exports.cancelAll()
  }

  private func put(_ job: Mailbox.Job) {
    let begins = state.withLock { state in
      guard !state.isClosed else { return false }
      state.mailbox.put(job)
      defer { state.isWorking = true }
      return !state.isWorking
    }
    if begins { queue.async { [self] in work() } }
  }

  /// Performs jobs until none is pending; pauses while the outbox is full.
  private func work() {
    while true {
      if outbox.isFull { return outbox.whenRoom { [self] in queue.async { self.work() } } }
      let (job, dropped) = state.withLock { state -> (Mailbox.Job?, Int) in
        let job = state.mailbox.take()
        if job == nil { state.isWorking = false }
        if case .view = job { return (job, state.mailbox.takeDropped()) }
        return (job, 0)
      }
      switch job {
      case .view(let view): show(view, dropped)
      case .describe(let describe): self.describe(describe)
      case .thumbnail(let thumbnail): self.thumbnail(thumbnail)
      case nil: return
      }
    }
  }

  private func show(_ view: Request.View, _ dropped: Int) {
    do {
      let painted = try painter.withLock { try $0.paint(view) }
      let head = Answer.Frame(
        id: view.id, type: painted.type, width: painted.size.width, height: painted.size.height,
        fullWidth: painted.fullSize.width, fullHeight: painted.fullSize.height, time: view.time,
        progress: painted.progress, exact: painted.isExact, renderMs: painted.renderMs,
        encodeMs: painted.encodeMs, dropped: dropped, gesture: view.gesture,
        before: view.before == true, shader: painted.shader,
        largestPart: painted.largestPart.map { [$0.width, $0.height] })
      let data = Answer.data(head, painted.bytes)
      // Prevents newer frames from replacing a frame with the description of a shader, which is sent only
      // once.
      outbox.put(painted.shader == nil ? .stage(data, isBefore: view.before == true) : .bytes(data))
    } catch {
      let about = view.before == true ? "before" : "view"
      outbox.put(
        .text(
          Answer.text(
            Answer.Problem(
              about: about, id: view.id, message: sentence(error), diagnostics: diagnostics(error)))))
    }
  }

  private func thumbnail(_ request: Request.Thumbnail) {
    do {
      let strip = try painter.withLock { try $0.strip(request) }
      outbox.put(.bytes(Answer.data(Answer.Thumbnail(id: request.id, frames: request.frames), strip)))
    } catch {
      outbox.put(.problem("thumbnail", request.id, sentence(error)))
    }
  }

  /// Sends the waveform of a clip, unless the page was closed in the meantime.
  private func waveform(_ name: String) {
    do {
      guard let peaks = try studio.shelf.peaks(name, while: { !state.withLock(\.isClosed) }) else { return }
      outbox.put(.text(Answer.text(Answer.Waveform(name: name, peaks: peaks))))
    } catch {
      outbox.put(.problem("waveform", nil, sentence(error)))
    }
  }

  private func describe(_ request: Request.Describe) {
    do {
      outbox.put(.text(Answer.text(try studio.description(of: request))))
    } catch {
      outbox.put(.problem("describe", request.id, sentence(error)))
    }
  }
}

extension Session {
  private func follow(_ reading: Request.PanReading) {
    do {
      guard reading.time.isFinite, (-10...10).contains(reading.x) else {
        throw Refused("a pan is in progress")
      }
      switch reading.phase {
      case .begin:
        endGesture()
        let transition = try reading.job.make(studio.shelf)
        let timing = try reading.job.timing(of: transition)
        let curve = try reading.job.times.curve()
        let pan = try Pan(time: reading.time, x: reading.x, duration: timing.duration, curve: curve)
        state.withLock { $0.gesture = (reading.id, pan, nil) }
        show(pan.interaction, reading)
      case .move:
        guard let pan = try change({ try $0.move(time: reading.time, x: reading.x) }) else { return }
        show(pan.interaction, reading)
      case .end:
        guard
          let pan = try change({ pan in
            if !pan.isLift(time: reading.time, x: reading.x) {
              try pan.move(time: reading.time, x: reading.x)
            }
            try pan.end(at: reading.time)
          })
        else { return }
        run(pan, reading)
      }
    } catch {
      outbox.put(.problem("view", reading.id, sentence(error)))
    }
  }

  /// Applies `body` to the gesture in progress, and returns the changed gesture; nil if no gesture is in
  /// progress.
  private func change(_ body: (inout Pan) throws -> Void) throws -> Pan? {
    try state.withLock { state in
      guard var gesture = state.gesture, gesture.task == nil else { return nil }
      try body(&gesture.pan)
      state.gesture = gesture
      return gesture.pan
    }
  }

  /// Runs the transition to its end after the release, by the clock of this machine.
  private func run(_ pan: Pan, _ reading: Request.PanReading) {
    let task = Task { [self] in
      var pan = pan
      let start = ContinuousClock.now
      while !Task.isCancelled {
        let now = reading.time + start.duration(to: .now) / .seconds(1)
        let outcome = pan.tick(at: now)
        show(pan.interaction, reading)
        if let outcome { return say(pan, outcome, reading) }
        try? await Task.sleep(for: .milliseconds(16))
      }
    }
    state.withLock { $0.gesture?.task = task }
  }

  private func show(_ interaction: InteractiveTransition, _ reading: Request.PanReading) {
    put(
      .view(
        Request.View(
          id: reading.id, job: reading.job, progress: interaction.progress, width: reading.width,
          height: reading.height, gesture: interaction.state.rawValue)))
  }

  private func say(_ pan: Pan, _ completed: Bool, _ reading: Request.PanReading) {
    let recording = pan.recording
    let replay = recording.replay(
      InteractiveTransition(
        duration: pan.interaction.duration, completionCurve: pan.interaction.completionCurve))
    outbox.put(
      .text(
        Answer.text(
          Answer.Panned(
            id: reading.id, completed: completed,
            yaml: reading.job.storyboard(gesture: pan.storyboard, path: studio.shelf.path),
            frames: Array(replay.frames.prefix(36_000))))))
  }

  private func endGesture() {
    state.withLock { state in
      state.gesture?.task?.cancel()
      state.gesture = nil
    }
  }

  private func open(_ request: Request.Open) {
    do {
      let text = try text(of: request)
      outbox.put(.text(Answer.text(Answer.Source(name: request.name, text: text, of: request.of.rawValue))))
    } catch {
      outbox.put(.problem("text", nil, sentence(error)))
    }
  }

  private func text(of request: Request.Open) throws -> String {
    let name = request.name
    func text<Made>(_ section: CatalogSection<Made>) throws -> String {
      guard let text = try section.named(name).glsl else { throw Refused("\(name) is no shader") }
      return text()
    }
    return switch request.of {
    case .shader, .flow: try readText(file(of: name, request.of), limit: MessageAssembly.maxText / 2)
    case .transition: try text(Catalog.transitions)
    case .filter: try text(Catalog.filters)
    case .blend: try text(Catalog.blends)
    }
  }

  /// Returns the path of a shader or storyboard file on the studio's command line; throws for other names.
  private func file(of name: String, _ kind: Request.TextKind) throws -> String {
    let shelf = studio.shelf
    guard let file = kind == .flow ? shelf.flow(named: name)?.file : shelf.shader(named: name) else {
      throw Refused(
        "'\(name.prefix(80))' came from no file of this studio; copy the text and save it yourself")
    }
    return file
  }

  private func save(_ request: Request.Save) {
    let source = request.source
    do {
      guard request.of == .flow || request.of == .shader else {
        throw Refused("the catalog cannot be changed")
      }
      let file = try file(of: source.name, request.of)
      // Parses the text first, so that a text with errors is not saved.
      if request.of == .flow {
        _ = try studio.shelf.storyboard(source)
      } else {
        _ = try Shader(source: source.text, file: file)
      }
      try writeFile(file, Array(source.text.utf8).span, overwrite: true)
      outbox.put(
        .text(
          Answer.text(
            Answer.Source(name: source.name, text: source.text, of: request.of.rawValue, saved: true))))
    } catch {
      outbox.put(.problem("text", nil, sentence(error)))
    }
  }
}

/// The parser for messages with an uploaded file.
package enum Upload {
  /// The maximum size of the JSON before the file, in bytes.
  private static let maxHead = 4096

  private struct Head: Decodable {
    var name: String
    var sound: Bool?
  }

  /// Splits a message into the name, the file, and whether the page declares the file to be a sound.
  ///
  /// - Throws: `Refused` if the message is malformed.
  package static func parse(_ bytes: [UInt8]) throws(Refused) -> (name: String, file: [UInt8], isSound: Bool)
  {
    guard bytes.count >= 4 else { throw Refused("a binary message was too short") }
    let count = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
    guard count <= maxHead, 4 + count < bytes.count,
      let head = try? JSONDecoder().decode(Head.self, from: Data(bytes[4..<4 + count]))
    else { throw Refused("a binary message was not a file with a name") }
    return (head.name, Array(bytes[(4 + count)...]), head.sound ?? false)
  }
}
