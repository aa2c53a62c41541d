import FoundationEssentials
import SeguePlatform

/// The measurement of exporting one transition to one format.
struct ExportRow: Encodable {
  let transition: String
  let format: String
  let width: Int
  let height: Int
  let threads: Int
  /// The median time for a frame in milliseconds: rendering, encoding and writing.
  let milliseconds: Double
  let framesPerSecond: Double
  let megabytes: Double
}

/// Measures complete exports to a temporary folder; each round exports once to each format that this build
/// can write, except video formats and `null`.
struct BenchExport {
  let frames: Int
  let rounds: Int
  let threads: Int
  let light: Light

  func measure(
    _ entry: (name: String, transition: any Transition), _ images: (Bitmap, Bitmap), _ level: SIMDLevel
  ) throws -> [ExportRow] {
    let renderer = try TransitionRenderer(
      from: images.0, to: images.1, entry.transition, framing: Framing(light: light), Execution(level: level))
    let source = TransitionFrames(renderer, times: FrameTimes(frames: frames))
    // Uses 30 frames per second, which every format can store exactly.
    let exporter = Exporter(source, rate: FrameRate(30), Execution(threads: threads, level: level))
    let folder = FileManager.default.temporaryDirectory.path + "/segue-bench-\(getpid())"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let formats = Catalog.formats.all.compactMap { format in
      destination(format, in: folder).map { (name: type(of: format).name, destination: $0) }
    }

    var times: [String: [Double]] = [:]
    var bytes: [String: Int] = [:]
    for _ in 0..<rounds {
      for (name, destination) in formats {
        let summary = try exporter.export(to: destination)
        guard summary.frames == frames else { throw Failure(.internalFault, "an export lost frames") }
        times[name, default: []].append(1000 * summary.seconds / Double(frames))
        bytes[name] = summary.bytes
      }
    }
    return formats.compactMap { name, _ in
      guard let all = times[name], let bytes = bytes[name] else { return nil }
      let median = quantile(all, 0.5)
      return ExportRow(
        transition: entry.name, format: name, width: renderer.size.width,
        height: renderer.size.height, threads: threads, milliseconds: median, framesPerSecond: 1000 / median,
        megabytes: Double(bytes) / Double(frames) / 1e6)
    }
  }

  /// Returns the destination for a format; nil for video, for formats that cannot be written, and for `null`,
  /// the format without output.
  private func destination(_ format: any FileFormat, in folder: String) -> Destination? {
    guard type(of: format).unavailable == nil else { return nil }
    return switch type(of: format).kind {
    case .image: try? .files(folder + "/%d", as: format.image, .overwrite)
    case .animation: try? Destination(format, to: .file(folder + "/animation"), .overwrite)
    case .stream: format.stream.map { .stream("/dev/null", $0) }
    case .video: nil
    }
  }
}

/// Returns a quantile: the value below which the fraction `share` of the values lies; 0 without values.
func quantile(_ values: [Double], _ share: Double) -> Double {
  let sorted = values.sorted()
  return sorted.isEmpty ? 0 : sorted[Int(Double(sorted.count - 1) * share)]
}
