import CSegueKernels
import Synchronization

/// The number of cores available to this process, by its CPU affinity and its cgroup quotas.
package var usableCores: Int { max(1, Int(segue_usable_cores())) }

/// Makes the allocator return the memory of large bitmaps to the system as soon as they are freed; for
/// processes that make many bitmaps.
///
/// By default, large bitmaps fragment the heap: a slideshow of 800 images took up to 300 MB. After this call,
/// slideshows of 20 and of 2000 images both take 45 MB (1280x720, two threads).
package func returnFreedBitmaps() { segue_map_bitmaps() }

/// Calls `body` with bands that together cover 0..<count, on up to `threads` threads.
///
/// Returns when all bands are done, and throws the first error. The result must not depend on the division
/// into bands.
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

/// Calls `body` for each index below `count` on the threads of a persistent pool; returns when all calls are
/// done.
///
/// Idle threads of the pool spin for 50 µs before they sleep, since waking a thread takes 0.06 ms or more,
/// and many frames take only 0.3 ms. The pool runs one job at a time; while it is busy, another job starts
/// its own threads.
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

/// Calls `body` on up to `threads` threads, each time with a queue of parts.
///
/// A part is a range of indices; the parts of all queues together cover 0..<count. A queue first gives the
/// parts of its band, an equal share of the indices, in rising order. A queue whose band is empty steals the
/// last part of the band with the most remaining indices, since threads may start late and rows differ in
/// cost. The function returns when all parts are done, and throws the first error.
package func inParts<Failure: Error>(
  of count: Int, threads: Int, _ body: @Sendable (BandParts) throws(Failure) -> Void
) throws(Failure) {
  let bands = max(1, min(threads, count))
  let parts = Parts(of: count, bands: bands)
  try inBands(of: bands, threads: bands) { (own) throws(Failure) in
    try body(BandParts(parts: parts, band: own.lowerBound))
  }
}

/// The queue from which one thread of `inParts` takes parts.
package struct BandParts: Sendable {
  fileprivate let parts: Parts
  fileprivate let band: Int

  /// Takes the next part; nil if no part is left.
  package func next() -> Range<Int>? { parts.next(of: band) }
}

/// The rows of all bands that no thread has taken yet.
private final class Parts: Sendable {
  private let left: Mutex<[Range<Int>]>
  private let step: Int
  /// The unit of part sizes, in rows: 1, 32, or all rows for a single band; the last part may be smaller.
  private let unit: Int

  /// Divides rows into bands, one for each thread.
  ///
  /// A part has about an eighth of a band's rows, but at most about half of the band's remaining rows; if
  /// bands have 64 rows or more, the size of a part is a multiple of 32. A single band is one part.
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

  /// Returns the number of rows in the next part when `count` rows remain; parts become smaller toward the
  /// end, so that all threads finish at about the same time.
  private func part(of count: Int) -> Int { min(step, (count / 2 / unit + 1) * unit) }

  /// Takes the next part of a band; if the band is empty, takes the last part of the band with the most
  /// remaining rows.
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
