package import FoundationEssentials
package import SegueExport
import SegueFiles
package import SegueFormats
package import SeguePixels
import SegueRendering
import Synchronization

/// Writes the frames of one shard to a file each, and records their checksums.
///
/// Several runs may work on one shard: each has hidden names of its own, and a frame has the same bytes in
/// every run.
package final class ShardOutput: FrameOutput {
  private let file: PlanFile
  private let format: any ImageFormat
  private let isDurable: Bool
  private let writer = Writer()
  private let start: Date
  private let state: Mutex<State>

  private struct State {
    var record: ShardRecord
    var rendered = 0
    var saved = ContinuousClock.now
  }

  /// The frames to render: those without a complete, recorded file.
  package let frames: [Int]

  /// Checks existing files with `threads` threads, for a run that began at `start`.
  package init(
    _ file: PlanFile, shard: Int, _ format: any ImageFormat, isDurable: Bool, threads: Int, start: Date
  ) {
    (self.file, self.format, self.isDurable, self.start) = (file, format, isDurable, start)
    let record = ShardRecord(of: shard, file)
    let numbers = file.plan.frames(of: shard)
    frames = ShardFiles(of: numbers, among: Array(numbers), record, file, readingWith: threads).broken
    state = Mutex(State(record: record))
  }

  package var isOrdered: Bool { false }

  /// Rewrites the record if it had impossible entries.
  package func mendRecord() throws { if state.withLock({ $0.record.isMended }) { try save(isLast: false) } }

  /// Creates the folders of frames and records.
  package func prepare(size: PixelSize) throws {
    try createFolder(of: file.output(file.plan.first))
    try createFolder(of: file.record(of: 0))
  }

  package func makeWriter(level: SIMDLevel) -> FrameWriter { .rows(RowsOfShard(self, level)) }

  /// Writes the record, and flushes all names to disk if `isDurable`.
  package func finish() throws -> Int {
    try save(isLast: true)
    if isDurable { try syncFolder(of: file.output(file.plan.first)) }
    return 0
  }

  /// Records the complete files.
  package func abandon() { try? save(isLast: true) }

  private func write(_ bytes: Span<UInt8>, _ index: Int) throws {
    let item = ShardRecord.Item(number: index, bytes: bytes.count, sha256: SHA256.digest(of: bytes))
    try writeFile(
      file.output(index), bytes, overwrite: true, durable: isDurable, writer: writer.name, mayBeSpecial: false
    )
    let isDue = state.withLock { state in
      state.record.add(item)
      state.rendered += 1
      guard state.saved.duration(to: .now) > .seconds(2) else { return false }
      state.saved = .now
      return true
    }
    // A killed run loses at most two seconds of recorded work, which is rendered again.
    if isDue { try save(isLast: false) }
  }

  private func save(isLast: Bool) throws {
    let seconds = Date.now.timeIntervalSince(start)
    try state.withLock { state in
      state.record.merge(ShardRecord(of: state.record.shard, file))
      var record = state.record
      if isLast && state.rendered > 0 {
        record.add(
          ShardRecord.Run(
            host: writer.host, process: writer.process, start: start.timeIntervalSince1970, seconds: seconds,
            frames: state.rendered))
      }
      try record.write(to: file, durable: isDurable, writer: writer)
    }
  }

  private final class RowsOfShard: RowsWriter {
    let output: ShardOutput
    let encoder: any FrameEncoder

    init(_ output: ShardOutput, _ level: SIMDLevel) {
      self.output = output
      encoder = output.format.makeEncoder(level: level)
    }

    func encode(_ frame: any RowSource, on canvas: FrameCanvas, index: Int) throws {
      try encoder.encode(frame, on: canvas, named: output.file.output(index))
    }

    func write(index: Int) throws -> Int {
      try encoder.withBytes { bytes in
        try output.write(bytes, index)
        return bytes.count
      }
    }
  }
}

/// The video of one shard's frames.
package struct ShardSegment: Sendable {
  private let file: PlanFile
  private let shard: Int
  private let writer = Writer()
  private let start: Date

  package init(_ file: PlanFile, shard: Int, start: Date) {
    (self.file, self.shard, self.start) = (file, shard, start)
  }

  /// Whether the complete, recorded file exists.
  package var isWhole: Bool {
    ShardFiles(of: shard..<shard + 1, among: [shard], ShardRecord(of: shard, file), file, readingWith: 1)
      .isWhole
  }

  /// Refuses a device or a pipe with the segment's name.
  package func check() throws { try PartialFile.check(file.output(shard)) }

  /// Rewrites the record if it had impossible entries.
  package func mendRecord() throws {
    let record = ShardRecord(of: shard, file)
    if record.isMended { try record.write(to: file, durable: false, writer: writer) }
  }

  /// The name until publication, different in every run.
  package var temporary: String {
    let name = file.output(shard)
    let base = baseName(of: name)
    let end = base.lastIndex(of: ".").map { base[$0...] } ?? ""
    // Reserves room for the encoder's own hidden name: a dot and `.partial`.
    return hiddenName(of: name, ".\(writer.name)\(end)", reserve: 9)
  }

  /// Renames the segment to its final name, and records it.
  package func publish() throws {
    let (digest, count) = try SHA256.digest(ofFile: temporary)
    try createFolder(of: file.record(of: 0))
    try renameFile(temporary, to: file.output(shard))
    var record = ShardRecord(of: shard, file)
    record.add(ShardRecord.Item(number: shard, bytes: count, sha256: digest))
    record.add(
      ShardRecord.Run(
        host: writer.host, process: writer.process, start: start.timeIntervalSince1970,
        seconds: Date.now.timeIntervalSince(start), frames: file.plan.frames(of: shard).count))
    try record.write(to: file, durable: false, writer: writer)
  }
}
