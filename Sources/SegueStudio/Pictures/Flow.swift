import SegueClips
import SegueFiles
package import SegueJob
package import SeguePixels
package import SegueStoryboard
import Synchronization

/// A storyboard that the user has opened in the studio, and the files that this storyboard names.
///
/// A page may change the text, but not add files.
package struct Flow: Sendable {
  /// The name shown to pages: the last component of the path.
  package let name: String
  /// The path of the storyboard.
  package let file: String
  /// The paths of the files that the storyboard names, by the names in its text.
  package let paths: [String: String]
  /// The image files of all screens, without repetitions.
  package let pictures: [String]

  /// Reads a storyboard file, and finds the files that the storyboard names.
  ///
  /// - Throws: `StoryboardError` if the file cannot be read, or if the storyboard is invalid (with the line and
  ///   the key).
  package init(_ file: String, options: DecodeOptions) throws(StoryboardError) {
    let text: String
    do throws(FileError) {
      text = try readText(file, limit: MessageAssembly.maxText / 2, other: .keptAsNames)
    } catch {
      throw .unreadable(error)
    }
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    let found = Mutex<[String: String]>([:])
    let story = try Storyboard(
      yaml: text, named: file,
      .given { name in
        let path = name.hasPrefix("/") ? name : folder + name
        guard fileExists(ClipName(path).file) else { return nil }
        found.withLock { $0[name] = path }
        return .file(path)
      }, options: options)
    self.file = file
    name = file.split(separator: "/").last.map(String.init) ?? file
    paths = found.withLock { $0 }
    var seen: Set<String> = []
    pictures = story.screens.compactMap { screen in
      guard case .file(let path) = screen.picture, seen.insert(path).inserted else { return nil }
      return path
    }
  }
}

extension Shelf {
  /// The names of all flows.
  package var flowNames: [String] { flows.map(\.name) }

  /// Returns the flow with a name; nil if there is none.
  package func flow(named name: String) -> Flow? { flows.first { $0.name == name } }

  /// Parses the text of a flow.
  ///
  /// A name in the text must be a name that the original storyboard uses for a file; or the name, or its last
  /// component, must be the name of a picture, sound or shader of the shelf. Other files are refused.
  ///
  /// - Throws: `StoryboardError`, with the line and the key.
  package func storyboard(_ source: Job.Source) throws(StoryboardError) -> Storyboard {
    let own = flow(named: source.name)?.paths ?? [:]
    let bytes = Mutex<[String: Int]>([:])
    let most = budget.limit / 2
    do throws(StoryboardError) {
      return try Storyboard(
        yaml: source.text, named: source.name,
        .given { [self] name in
          if let path = own[name] { return storyPicture(path) ?? .file(path) }
          let last = name.split(separator: "/").last.map(String.init) ?? name
          for name in [name, last] {
            if let picture = storyPicture(name) {
              guard case .bitmap(let bitmap) = picture else { return picture }
              let total = bytes.withLock { bytes in
                bytes[name] = bitmap.size.bytes
                return bytes.values.reduce(0, +)
              }
              return total <= most ? picture : nil
            }
            let plain = name.hasSuffix(".glsl") ? String(name.dropLast(5)) : name
            if let file = shader(named: plain) ?? sound(named: name) { return .file(file) }
          }
          return nil
        }, options: options)
    } catch {
      guard bytes.withLock({ $0.values.reduce(0, +) }) > most else { throw error }
      throw .invalid(
        "the pictures of this film take more than \(most >> 20) MiB of memory; name fewer or smaller ones",
        at: .init(file: source.name, line: 1, key: "screens"))
    }
  }
}

extension Storyboard {
  /// The number of bytes of all screens that are bitmaps.
  var bitmapBytes: Int {
    screens.reduce(0) { sum, screen in
      if case .bitmap(let bitmap) = screen.picture { sum + bitmap.size.bytes } else { sum }
    }
  }
}
