package import FoundationEssentials
package import SegueExport
import SegueFiles
package import SegueFormats
package import SeguePixels
import SegueRendering
import Synchronization

/// Output that writes each frame of a shard to a file, and records the checksums.
///
/// Several processes may render the same shard: the hidden names of their files differ, and the bytes of a
/// frame do not depend on the process.
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

  /// The numbers of the frames to render: the frames without a complete file in the shard's record.
  package let frames: [Int]

  /// Checks existing files on `threads` threads; `start` is the time at which this run began.
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

  /// Rewrites the record if invalid entries were removed from it.
  package func mendRecord() throws { if state.withLock({ $0.record.isMended }) { try save(isLast: false) } }

  /// Creates the folders for frames and records.
  package func prepare(size: PixelSize) throws {
    try createFolder(of: file.output(file.plan.first))
    try createFolder(of: file.record(of: 0))
  }

  package func makeWriter(level: SIMDLevel) -> FrameWriter { .rows(RowsOfShard(self, level)) }

  /// Writes the record; with `isDurable`, also flushes the folder of the frames to disk.
  package func finish() throws -> Int {
    try save(isLast: true)
    if isDurable { try syncFolder(of: file.output(file.plan.first)) }
    return 0
  }

  /// Writes the record of the complete files, after an error.
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
    // Saves the record every two seconds, so that a killed run loses little work.
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

/// The video of a shard: its state, its hidden name while it is written, and its entry in the shard's record.
package struct ShardSegment: Sendable {
  private let file: PlanFile
  private let shard: Int
  private let writer = Writer()
  private let start: Date

  package init(_ file: PlanFile, shard: Int, start: Date) {
    (self.file, self.shard, self.start) = (file, shard, start)
  }

  /// Whether the video exists and is complete.
  package var isWhole: Bool {
    ShardFiles(of: shard..<shard + 1, among: [shard], ShardRecord(of: shard, file), file, readingWith: 1)
      .isWhole
  }

  /// Throws if a device or a pipe has the name of the video.
  package func check() throws { try PartialFile.check(file.output(shard)) }

  /// Rewrites the record if invalid entries were removed from it.
  package func mendRecord() throws {
    let record = ShardRecord(of: shard, file)
    if record.isMended { try record.write(to: file, durable: false, writer: writer) }
  }

  /// The hidden name of the video while it is written, which differs between processes.
  package var temporary: String {
    let name = file.output(shard)
    let base = baseName(of: name)
    let end = base.lastIndex(of: ".").map { base[$0...] } ?? ""
    // Reserves 9 bytes, since the encoder adds a dot before this name and `.partial` after it.
    return hiddenName(of: name, ".\(writer.name)\(end)", reserve: 9)
  }

  /// Renames the video to its final name, and records its checksum.
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
