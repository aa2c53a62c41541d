import CSegueKernels
import Synchronization

/// The cores that this process may run on, by its affinity mask and the quotas of its control groups.
package var usableCores: Int { max(1, Int(segue_usable_cores())) }

/// Returns the memory of large bitmaps to the system when they are freed, for processes that make many of
/// them.
///
/// Otherwise they fragment the heap: a slideshow of 800 images took up to 300 MB; with this, 20 images and
/// 2000 take 45 MB (1280x720, two threads).
package func returnFreedBitmaps() { segue_map_bitmaps() }

/// Calls `body` with bands that together cover 0..<count, on up to `threads` threads.
///
/// Returns when all are done, and throws the first error. Results do not depend on the bands.
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

/// Calls `body` for each index below a count, on the thread team; returns when all are done.
///
/// Waking a sleeping thread takes a third of a frame's time; those of the team spin for a moment. The team runs one
/// job at a time; other jobs have threads of their own meanwhile.
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

/// Calls `body` on threads that take parts of 0..<count until all is covered.
///
/// Each thread works down its band; an idle one steals the last part of the longest rest, since threads may
/// start late and rows differ in cost. Returns when all are done, and throws the first error.
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

  /// The next part; nil if none is left.
  package func next() -> Range<Int>? { parts.next(of: band) }
}

/// The remaining rows of all bands.
private final class Parts: Sendable {
  private let left: Mutex<[Range<Int>]>
  private let step: Int
  /// Rows that are not divided.
  private let unit: Int

  /// Divides rows into bands.
  ///
  /// Parts are an eighth of a band, or half of its rest, in multiples of 32 rows if there are many; a single
  /// band is one part.
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

  /// The size of the next part of a rest: smaller at the end, so that threads finish together.
  private func part(of count: Int) -> Int { min(step, (count / 2 / unit + 1) * unit) }

  /// The next part of a band; if it is finished, the last part of the longest rest.
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
