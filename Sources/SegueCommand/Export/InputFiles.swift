import SegueExport
import SegueFiles

/// The input files of a command, by their paths, to find outputs that would replace an input.
struct InputFiles {
  private let names: [String: String]

  /// Makes the table of inputs; names may select a picture of a file, and missing files are left out.
  init(_ inputs: some Sequence<String>) {
    let found = inputs.compactMap { input in
      (try? realPath(fileAndPage(input).file)).map { ($0, input) }
    }
    names = Dictionary(found) { first, _ in first }
  }

  /// Returns the input, as the user named it, that an output file would replace; nil if there is none.
  func input(at output: String) -> String? { (try? realPath(output)).flatMap { names[$0] } }

  /// Throws if an output file is one of these inputs, which are read after the output is written.
  func check(_ outputs: [String]) throws {
    for file in outputs {
      guard let input = input(at: file) else { continue }
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
