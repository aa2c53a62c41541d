import Segue

/// Writes a JPEG of 256x256 of each image into a folder, on all cores.
///
/// Usage: `Thumbnails FOLDER IMAGE…`
@main struct Thumbnails {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let folder = arguments.first, arguments.count > 1 else {
      return print("usage: Thumbnails FOLDER IMAGE…")
    }
    // A task an image, each on one thread, no more at once than there are cores.
    var rest = arguments.dropFirst()[...]
    await withTaskGroup(of: Void.self) { tasks in
      for _ in 0..<Execution.standard.threads {
        if let image = rest.popFirst() { tasks.addTask { write(image, into: folder) } }
      }
      for await _ in tasks {
        if let image = rest.popFirst() { tasks.addTask { write(image, into: folder) } }
      }
    }
  }

  /// Writes the thumbnail of an image.
  ///
  /// Of a large JPEG no more is decoded than it shows. What is no image is said and left out.
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
