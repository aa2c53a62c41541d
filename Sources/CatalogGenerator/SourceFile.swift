/// A file and its text.
struct SourceFile {
  /// The path of the file, relative to the folder passed to the generator.
  let path: String
  let text: String

  var isSwift: Bool { path.hasSuffix(".swift") }
  var isShader: Bool { path.hasSuffix(".glsl") }
  /// The names of the folders in `path`, the outermost first.
  var folders: [Substring] { path.split(separator: "/").dropLast() }
  /// The file's name without its ending.
  var name: Substring { (path.split(separator: "/").last ?? "").prefix { $0 != "." } }
  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// Returns the lines of the file, with each `#include "NAME"` replaced by the lines of the named file.
  func lines(including files: [String: SourceFile]) -> [Substring] {
    lines.flatMap { line in
      let file = line.hasPrefix("#include \"") ? files[String(line.dropFirst(10).dropLast())] : nil
      return file?.lines(including: files) ?? [line]
    }
  }

  /// The name of the file as a Swift identifier: `color-invert` is `colorInvert`, `3x3-convolution` is
  /// `_3x3Convolution`.
  var identifier: String {
    let words = name.split(separator: "-")
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return (name.first?.isNumber == true ? "_" : "") + words.prefix(1).joined() + rest.joined()
  }

  /// The name of the file as the name of a Swift type: `color-invert` is `ColorInvert`.
  var typeName: String { identifier.prefix(1).uppercased() + identifier.dropFirst() }
}
