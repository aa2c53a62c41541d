import Foundation
import Testing

/// The public collection of gl-transitions, which is not part of the project.
///
/// SEGUE_GL_TRANSITIONS is the folder of its `.glsl` files.
package enum GLTransitions {
  package static let folder = ProcessInfo.processInfo.environment["SEGUE_GL_TRANSITIONS"]

  package static let isMissing: Comment = "SEGUE_GL_TRANSITIONS names no folder of .glsl files"

  package static func sources() throws -> [(name: String, text: String)] {
    guard let folder else { return [] }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".glsl") }
    return try names.sorted().map { ($0, try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)) }
  }
}
