import SegueFiles
import SegueFiles

/// Functions for shaders in files and folders.
enum ShaderFiles {
  /// Makes a transition from a shader file, with parameters.
  static func transition(
    _ file: String, _ values: [(key: String, value: String)], _ options: DecodeOptions
  ) throws -> any Transition {
    let shader = try Shader(contentsOf: file)
    guard let transition = try ChainFiles(options: options).transition(shader, values) else {
      throw Failure(
        .usage, "\(file) is a \(shader.kind), not a transition; use it with 'segue apply --shader'",
        file: file)
    }
    return transition
  }

  /// The shader files in the given folders, each with its name.
  static func files(in folders: [String]) throws -> [(name: String, file: String)] {
    try folders.flatMap { folder in
      guard let names = try? SegueFiles.names(inFolder: folder) else {
        throw Failure(.noInput, "\(folder): not a folder that can be read", file: folder)
      }
      return names.filter { Specification.isSource($0) }.sorted().map { name in
        let stem = name.split(separator: ".").dropLast().joined(separator: ".")
        return (stem.lowercased(), folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)")
      }
    }
  }
}
