import Foundation
import SeguePixels
import SegueRendering
import SegueTestSupport
import SegueTransitions
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct AwaitedFrameTests {
  private static func renderer(_ filter: some Filter, _ execution: Execution = .standard) throws
    -> TransitionRenderer
  {
    try TransitionRenderer(
      from: .noise(64, 640, seed: 1), to: .noise(64, 640, seed: 2),
      ChainTransition(.from --> filter), execution)
  }

  @Test func framesAreThoseOfTheRenderer() async throws {
    let renderer = try TransitionRenderer(
      from: .noise(64, 36, seed: 1), to: .noise(64, 36, seed: 2), Transitions.CrossDissolve(),
      Execution(threads: 3))
    // A closure hides blocking calls from the compiler's choice of `async` functions.
    let expected = try { try (renderer.frame(at: 0.3), renderer.frame(atTime: 0.3)) }()
    #expect(try await renderer.frame(at: 0.3) == expected.0)
    #expect(try await renderer.frame(atTime: 0.3, on: RenderPool(threads: 1)) == expected.1)
    #expect(try await renderer.frame(at: 1) == renderer.to)
  }

  @Test func manyConcurrentRequestsAreAnswered() async throws {
    let renderer = try TransitionRenderer(
      from: .noise(320, 180, seed: 1), to: .noise(320, 180, seed: 2), Transitions.PixellateDissolve(),
      Execution(threads: 4))
    let expected = try { try (0..<200).map { try renderer.frame(at: Double($0) / 199) } }()
    let frames = try await withThrowingTaskGroup(of: (Int, Bitmap).self) { group in
      for index in 0..<200 {
        group.addTask { (index, try await renderer.frame(at: Double(index) / 199)) }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(frames.count == 200 && expected.indices.allSatisfy { frames[$0] == expected[$0] })
  }

  /// Counts rows, and takes 5 ms for each.
  private struct Slow: RowFilter {
    let count: Counter
    var canceled: CanceledTask?

    func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {
      if count.rows.add(1, ordering: .relaxed).oldValue == 0 { canceled?.cancel() }
      usleep(5000)
    }
  }

  private final class Counter: Sendable {
    let rows = Atomic(0)
    var count: Int { rows.load(ordering: .relaxed) }
  }

  /// A task that the thread of the first row cancels: a busy machine may resume the test after the last row.
  private final class CanceledTask: Sendable {
    private let task = Mutex<Task<Bitmap, any Error>?>(nil)
    private let isSet = DispatchSemaphore(value: 0)

    func set(_ new: Task<Bitmap, any Error>) {
      task.withLock { $0 = new }
      isSet.signal()
    }

    func cancel() {
      isSet.wait()
      task.withLock { $0?.cancel() }
    }
  }

  /// Starts rendering, which the first row cancels, and returns how many of 640 rows were rendered.
  private static func rowsUntilCancellation(
    _ start: (Slow) throws -> Task<Bitmap, any Error>
  ) async throws -> Int {
    let (counter, canceled) = (Counter(), CanceledTask())
    let task = try start(Slow(count: counter, canceled: canceled))
    canceled.set(task)
    await #expect(throws: CancellationError.self) { try await task.value }
    return counter.count
  }

  @Test(arguments: [1, 2]) func cancellationEndsRendering(threads: Int) async throws {
    let count = try await Self.rowsUntilCancellation { filter in
      let renderer = try Self.renderer(filter, Execution(threads: threads))
      return Task { try await renderer.frame(at: 0.5, on: RenderPool(threads: 2)) }
    }
    #expect(count > 0 && count <= 320)
  }

  @Test func cancellationEndsRenderingInAnyFunctionOnAPool() async throws {
    let count = try await Self.rowsUntilCancellation { filter in
      let picture = try Bitmap.noise(64, 640, seed: 1)
      return Task { try await RenderPool(threads: 1).run { try (picture --> filter).frame() } }
    }
    #expect(count > 0 && count <= 320)
  }

  @Test(arguments: [1, 2]) func timeIsLimited(threads: Int) throws {
    let counter = Counter()
    let limits = Limits(maxSeconds: 0.05)
    let renderer = try Self.renderer(Slow(count: counter), Execution(threads: threads, limits: limits))
    let error = #expect(throws: RenderError.outOfTime(limit: 0.05)) { try renderer.frame(at: 0.5) }
    #expect(error?.code == .renderOutOfTime && error?.isCallersFault == true)
    #expect(error?.message == "rendering takes longer than the limit of 0.05 s")
    #expect(counter.count > 0 && counter.count <= 320)
  }

  @Test func sizesOfFramesAreLimited() throws {
    let picture = try Bitmap.noise(40, 30, seed: 1)
    let execution = Execution(limits: Limits(maxFramePixels: 1200))
    _ = try TransitionRenderer(from: picture, to: picture, Transitions.CrossDissolve(), execution)
    let size = PixelSize(width: 41, height: 30)
    let error = RenderError.tooLarge(size, limit: 1200)
    #expect(throws: error) {
      try TransitionRenderer(
        from: picture, to: picture, Transitions.CrossDissolve(), framing: Framing(size: size), execution)
    }
    #expect(throws: error) { try picture.fitted(to: size, .cover, execution) }
    #expect(throws: RenderError.tooLarge(picture.size, limit: 1199)) {
      try TransitionRenderer(
        from: picture, to: picture, Transitions.CrossDissolve(),
        Execution(limits: Limits(maxFramePixels: 1199)))
    }
    #expect(error.code == .renderTooLarge && error.isCallersFault)
    #expect(error.message == "a frame of 41x30 has 1230 pixels, above the limit of 1200")
  }
}
