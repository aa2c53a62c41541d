import Foundation
import Segue
import SegueTestSupport
import Testing

@Suite("segue explain")
struct ExplainTests {
  private typealias Object = [String: Any]

  private func explained(_ words: String...) throws -> [Object] {
    let run = try runSegue(["explain"] + words + ["--json"])
    expectSuccess(run)
    return try #require(try JSONSerialization.jsonObject(with: Data(run.output.array)) as? [Object])
  }

  @Test(
    "A name of several items explains all of them; the item whose own name it is comes first",
    arguments: [
      ("circle", ["circle (filter)", "gl-circle (transition)"]),
      ("crosshatch", ["crosshatch (filter)", "gl-crosshatch (transition)"]),
      ("dissolve", ["dissolve (transition)", "dissolve (blend)"]), ("png", ["png (format)"]),
      ("linear", ["linear (easing)"]), ("wipeleft", ["wipeleft (transition)"]),
    ])
  func several(_ name: String, _ titles: [String]) throws {
    let run = try runSegue(["explain", name])
    expectSuccess(run)
    let lines = run.text.split(separator: "\n")
    #expect(
      titles.allSatisfy { lines.contains(Substring($0)) } && lines.first == titles.first.map { $0[...] })
    #expect(try explained(name).map { "\($0["name"] ?? "") (\($0["kind"] ?? ""))" } == titles)
  }

  @Test("The JSON contains all values of the text")
  func json() throws {
    for name in [
      "circle", "cube", "fadewhite", "luma", "hero", "jpeg", "mp4", "elastic-out", "motion-detector",
      "vibrance",
    ] {
      let text = try runSegue(["explain", name]).text
      let values = try explained(name).map(strings).joined()
      // Each word of the text outside of headings and sentences occurs in a value.
      for line in text.split(separator: "\n") {
        if line.hasPrefix("  segue ") { #expect(values.contains(String(line.dropFirst(2)))) }
        for start in ["Source: ", "Variant of: ", "Also: ", "Variants: "] where line.hasPrefix(start) {
          let list = line.dropFirst(start.count).split(separator: " with ")[0]
          for word in list.components(separatedBy: ", ") {
            #expect(values.contains(word), "\(name): \(word)")
          }
        }
        if line.hasPrefix("      ") { #expect(values.contains(String(line.dropFirst(6)))) }
      }
      #expect(values.contains(String(text.split(separator: "\n")[1])), "\(name): the summary")
    }
    let wipe = try #require(try explained("fadewhite").first)
    #expect(wipe["variantOf"] as? String == "fade-through-color" && wipe["duration"] as? Double == 1)
    #expect((wipe["variantParameters"] as? [String: String])?.isEmpty == false)
    let jpeg = try #require(try explained("jpg").first)
    #expect(jpeg["isRead"] as? Bool == true && jpeg["extensions"] as? [String] == ["jpg", "jpeg"])
    #expect(try explained("motion-detector").first?["needsFrames"] as? Bool == true)
  }

  @Test("Files of shaders and animators are explained")
  func files() throws {
    let folder = try TemporaryFolder()
    let shader = try folder.write(
      Array("// Does nothing.\n// Author: Ann\nvec4 transition(vec2 uv) { return getFromColor(uv); }".utf8),
      "a.glsl")
    let own = try #require(try explained(shader).first)
    #expect(own["file"] as? String == shader && own["author"] as? String == "Ann")
    #expect(own["kind"] as? String == "transition" && own["host"] != nil && own["picture"] == nil)
  }

  @Test("docs/output-for-programs.md lists all keys")
  func keys() throws {
    let text = try String(contentsOfFile: projectFolder + "/docs/output-for-programs.md", encoding: .utf8)
    for name in ["circle", "fadewhite", "wipe", "jpeg", "elastic-out", "motion-detector"] {
      for key in try explained(name).flatMap(\.keys) { #expect(text.contains("`\(key)`"), "\(key)") }
    }
  }

  /// All strings in a JSON value.
  private func strings(_ value: Any) -> [String] {
    switch value {
    case let text as String: [text]
    case let list as [Any]: list.flatMap(strings)
    case let object as Object: object.flatMap { [$0.key] + strings($0.value) }
    default: []
    }
  }
}
