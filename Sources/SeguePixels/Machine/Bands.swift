import CSegueKernels
import Synchronization

/// The cores this process may run on: those of its affinity mask, or fewer where the quota of a control group is less.
package var usableCores: Int { max(1, Int(segue_usable_cores())) }

/// Gives the memory of large bitmaps back to the system when they are freed, for a process in which many come and go.
///
/// Otherwise they break the heap up, and it grows: a slideshow of 800 images took up to 300 MB; with this, 20 images
/// and 2000 take 45 MB (1280x720, two threads).
package func returnFreedBitmaps() { segue_map_bitmaps() }

/// Calls `body` with bands of 0..<count that together cover it, each on its own thread where `threads` allows.
///
/// Returns when all are done, and throws what one of them threw first. Which rows a band has does not change what is written to them.
package func inBands<Failure: Error>(
  of count: Int, threads: Int, _ body: @Sendable (Range<Int>) throws(Failure) -> Void
) throws(Failure) {
  let bands = max(1, min(threads, count))
  guard bands > 1 else { return try body(0..<count) }
  let failure = Mutex<Failure?>(nil)
  onTeam(bands) { band in
    do throws(Failure) {
      try body(count * band / bands..<count * (band + 1) / bands)
    } catch {
      failure.withLock { $0 = $0 ?? error }
    }
  }
  if let failure = failure.withLock({ $0 }) { throw failure }
}

/// Calls `body` for each index below a count, on as many threads as there are cores; returns when all are done.
///
/// To wake a thread takes as long as a third of a frame: those of the team stay awake for a moment. They do one job at a time; other
/// jobs have threads of their own meanwhile.
private func onTeam(_ count: Int, _ body: @Sendable (Int) -> Void) {
  final class Job: Sendable {
    let body: @Sendable (Int) -> Void
    init(_ body: @escaping @Sendable (Int) -> Void) { self.body = body }
  }
  let isDone = withoutActuallyEscaping(body) { body in
    let job = Job(body)
    return withExtendedLifetime(job) {
      segue_team_run(
        count, { job, index in job.map { Unmanaged<Job>.fromOpaque($0).takeUnretainedValue().body(index) } },
        Unmanaged.passUnretained(job).toOpaque())
    }
  }
  if !isDone { withoutActuallyEscaping(body) { onHelpers(count, $0) } }
}

/// Calls `body` on threads that take parts of 0..<count, which together cover it, until there are none.
///
/// Each goes down a band of its own, and who is done takes the last part of who has most left: a thread may begin late, and rows differ in
/// what they take. Returns when all are done, and throws what one of them threw first.
package func inParts<Failure: Error>(
  of count: Int, threads: Int, _ body: @Sendable (BandParts) throws(Failure) -> Void
) throws(Failure) {
  let bands = max(1, min(threads, count))
  let parts = Parts(of: count, bands: bands)
  try inBands(of: bands, threads: bands) { (own) throws(Failure) in
    try body(BandParts(parts: parts, band: own.lowerBound))
  }
}

/// The parts that one thread takes.
package struct BandParts: Sendable {
  fileprivate let parts: Parts
  fileprivate let band: Int

  /// The next one; nil where there are none.
  package func next() -> Range<Int>? { parts.next(of: band) }
}

/// What is left of some bands.
private final class Parts: Sendable {
  private let left: Mutex<[Range<Int>]>
  private let step: Int
  /// Rows that stay together.
  private let unit: Int

  /// Parts are an eighth of a band or half of what is left of it, and whole blocks of 32 rows where there are many; of one band there is
  /// one.
  init(of count: Int, bands: Int) {
    let unit = bands == 1 ? max(1, count) : count < 64 * bands ? 1 : 32
    self.unit = unit
    step = (count / (8 * bands) / unit + 1) * unit
    left = Mutex(
      (0..<bands).map { band in
        let (start, end) = (count * band / bands / unit * unit, count * (band + 1) / bands / unit * unit)
        return start..<(band == bands - 1 ? count : end)
      })
  }

  /// How many rows are taken of so many: fewer in the end, so that nobody waits long for who takes the last.
  private func part(of count: Int) -> Int { min(step, (count / 2 / unit + 1) * unit) }

  /// The next part of a band; of one that is done, the last part of the band with most left.
  func next(of band: Int) -> Range<Int>? {
    left.withLock { left in
      if !left[band].isEmpty {
        let part = left[band].prefix(part(of: left[band].count))
        left[band] = part.upperBound..<left[band].upperBound
        return part
      }
      guard let most = left.indices.max(by: { left[$0].count < left[$1].count }), !left[most].isEmpty else {
        return nil
      }
      let part = left[most].suffix(part(of: left[most].count))
      left[most] = left[most].lowerBound..<part.lowerBound
      return part
    }
  }
}
