import Segue

/// Writes a JPEG thumbnail of 256x256 pixels for each image to a folder, on all cores.
///
/// Usage: `Thumbnails FOLDER IMAGE…`
@main struct Thumbnails {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let folder = arguments.first, arguments.count > 1 else {
      return print("usage: Thumbnails FOLDER IMAGE…")
    }
    // Runs a task for each image, each on one thread, and as many tasks at a time as there are cores.
    var rest = arguments.dropFirst()[...]
    await withTaskGroup(of: Void.self) { tasks in
      for _ in 0..<Execution.allCores.threads {
        if let image = rest.popFirst() { tasks.addTask { write(image, into: folder) } }
      }
      for await _ in tasks {
        if let image = rest.popFirst() { tasks.addTask { write(image, into: folder) } }
      }
    }
  }

  /// Writes the thumbnail of one image.
  ///
  /// A large JPEG is decoded at a reduced size. A file that is not an image is reported and skipped.
  static func write(_ image: String, into folder: String) {
    let name = image.split(separator: "/").last.map(String.init) ?? image
    do {
      let thumbnail = try Bitmap(
        contentsOf: image,
        fittedTo: Framing(size: PixelSize(width: 256, height: 256), fit: .contain, background: .white),
        Execution(threads: 1))
      try thumbnail.write(to: "\(folder)/\(name).jpg", as: .jpeg(quality: 85), overwrite: true)
    } catch {
      print("\(image): \(error)")
    }
  }
}
