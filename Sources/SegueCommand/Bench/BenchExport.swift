import FoundationEssentials
import Glibc
import Segue

/// One transition exported to one format.
struct ExportRow: Encodable {
  let transition: String
  let format: String
  let width: Int
  let height: Int
  let threads: Int
  /// Median milliseconds a frame, rendered, encoded and written.
  let milliseconds: Double
  let framesPerSecond: Double
  let megabytes: Double
}

/// Measures whole exports, every format in turn, into a temporary folder.
struct BenchExport {
  let frames: Int
  let rounds: Int
  let threads: Int

  func measure(
    _ entry: CatalogItem<any Transition>, _ images: (Bitmap, Bitmap), _ level: SIMDLevel
  ) throws -> [ExportRow] {
    let renderer = try TransitionRenderer(from: images.0, to: images.1, entry.make(), Execution(level: level))
    let exporter = Exporter(renderer, times: FrameTimes(frames: frames), threads: threads)
    let folder = FileManager.default.temporaryDirectory.path + "/segue-bench-\(getpid())"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    guard let template = FrameTemplate(folder + "/%d") else { return [] }
    let sink = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(sink) }

    var times: [OutputFormat: [Double]] = [:]
    var bytes: [OutputFormat: Int] = [:]
    for _ in 0..<rounds {
      for format in OutputFormat.allCases {
        if format == .webp && !ImageFormat.webp.isWritten { continue }
        let output: any FrameOutput
        if let animation = format.animation {
          output = AnimationOutput(
            folder + "/animation", AnimationEncoding(animation), frames: 0..<frames, overwrite: true)
        } else if let image = format.image {
          output = FileSequence(template, ImageEncoding(image), existing: .overwrite)
        } else if let stream = format.stream(.half) {
          output = StreamOutput(stream, rate: FrameRate(60), to: OpenDescriptor(sink, named: "/dev/null"))
        } else {
          continue
        }
        let summary = try exporter.export(frames: Array(0..<frames), to: output)
        guard summary.frames == frames else { throw Failure(.internalFault, "an export lost frames") }
        times[format, default: []].append(1000 * summary.seconds / Double(frames))
        bytes[format] = summary.bytes
      }
    }
    return OutputFormat.allCases.compactMap { format in
      guard let all = times[format], let bytes = bytes[format] else { return nil }
      let median = quantile(all, 0.5)
      return ExportRow(
        transition: entry.name, format: format.rawValue, width: renderer.size.width,
        height: renderer.size.height, threads: threads, milliseconds: median, framesPerSecond: 1000 / median,
        megabytes: Double(bytes) / Double(frames) / 1e6)
    }
  }
}

/// The value below which a share of all lies.
func quantile(_ values: [Double], _ share: Double) -> Double {
  let sorted = values.sorted()
  return sorted.isEmpty ? 0 : sorted[Int(Double(sorted.count - 1) * share)]
}
