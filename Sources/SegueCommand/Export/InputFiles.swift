import SegueExport
import SegueFiles

/// The input files of a command, by their paths, to find outputs that would replace an input.
struct InputFiles {
  /// The last input with a path, as the user named it, and its number among all inputs.
  private let inputs: [String: (name: String, number: Int)]

  /// Makes the table of inputs; names may select a picture of a file, and missing files are left out.
  init(_ names: some Sequence<String>) {
    let found = names.enumerated().compactMap { number, name in
      (try? realPath(fileAndPage(name).file)).map { ($0, (name: name, number: number)) }
    }
    inputs = Dictionary(found) { $1 }
  }

  /// Returns the input, as the user named it, that an output file would replace; nil if there is none, or if
  /// it is among the first inputs, which have been read.
  func input(at output: String, afterFirst count: Int = 0) -> String? {
    guard let path = try? realPath(output), let input = inputs[path], input.number >= count else {
      return nil
    }
    return input.name
  }

  /// Throws if an output file is an input that is read after the output is written: any but the first `count`.
  func check(_ outputs: [String], afterFirst count: Int = 0) throws {
    for file in outputs {
      guard let input = input(at: file, afterFirst: count) else { continue }
      throw Failure(
        .usage, "\(file): \(input) is an input, which a frame would replace before it is read", file: file)
    }
  }
}

extension Destination {
  /// Returns the files with the given frames that may replace existing files.
  func replacing(_ frames: Range<Int>) -> [String] {
    switch self {
    case .sequence(let template, _, let policy) where policy.existing == .overwrite:
      frames.map(template.name)
    case .stream(.file(let file), _, let policy), .images(.file(let file), _, let policy),
      .animation(.file(let file), _, let policy), .video(.file(let file), _, _, _, let policy):
      policy.existing == .overwrite ? [file] : []
    default: []
    }
  }
}
