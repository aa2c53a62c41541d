import Foundation
import SegueFormats
import SeguePixels
import SegueStudio
import SegueTestSupport
import SegueTransitions
import Testing

/// Recorded answers of a studio to valid and invalid requests and messages.
@Suite("Recorded: the studio") struct RecordedTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (index, name) in ["a", "b", "c"].enumerated() {
      let picture = try Bitmap.scene(index == 2 ? 30 : 40, 24, seed: UInt64(index + 1), opaque: index < 2)
      try picture.write(to: folder.file("\(name).png"))
    }
    for (name, text) in [
      ("bend.glsl", Self.bend), ("dim.glsl", "// Dims.\nvec4 effect(vec4 color) { return color * 0.5; }\n"),
      (
        "flow.yaml",
        "screens: {a: a.png, c: c.png}\nfps: 10\nsteps: [{push: c, duration: 0.3}, {hold: 0.2}]\n"
      ),
    ] { try folder.write(Array(text.utf8), name) }
  }

  private static let bend = """
    // Bends.
    uniform float strength; // = 0.5 in 0...2: How much.
    vec4 transition(vec2 p) { return mix(getFromColor(p), getToColor(p * strength), progress); }

    """

  private func studio() throws -> Studio {
    try Studio(
      files: [folder.file("a.png"), folder.file("b.png")],
      shaders: [("bend", folder.file("bend.glsl")), ("dim", folder.file("dim.glsl"))],
      flows: [folder.file("flow.yaml")], version: "1.2.3")
  }

  /// Formats a text on one line, without parts that depend on the machine.
  private func line(_ text: String) -> String {
    // Removes folders, the number of catalog items, and the formats that this machine reads.
    text.replacing(folder.path + "/", with: "").replacing("\n", with: " | ")
      .replacing(#/\/[^ "]*segue-studio-files-[0-9a-f]+\//#, with: "").replacing(
        #/not PNG, .* reads/#, with: "none of these"
      )
      .replacing(#/there are \d+, such as/#, with: "there are many, such as")
  }

  /// Describes an answer by its header, without durations, and its picture or bytes.
  private func said(_ answer: PageSocket.Answer) throws -> String {
    var head = answer.head
    for key in ["renderMs", "encodeMs", "dropped"] { head[key] = nil }
    // The size of a PNG depends on zlib.
    if let file = head["file"] as? String, [".png", ".tar"].contains(where: file.hasSuffix) {
      head["size"] = nil
    }
    if var shader = head["shader"] as? [String: Any] {
      shader["compileMs"] = nil
      head["shader"] = shader
    }
    // Long lists are abbreviated to their ends.
    for (key, value) in head {
      guard let numbers = value as? [Double], numbers.count > 12 else {
        if let number = value as? Double, !(value is Int) { head[key] = "\((number * 1e9).rounded() / 1e9)" }
        continue
      }
      let ends = [0, 1, numbers.count / 2, numbers.count - 1].map { "\((numbers[$0] * 1e9).rounded() / 1e9)" }
      head[key] = "\(numbers.count): \(ends.joined(separator: " "))"
    }
    let json = try JSONSerialization.data(
      withJSONObject: head, options: [.sortedKeys, .withoutEscapingSlashes])
    var text = line(String(decoding: json, as: UTF8.self)).replacing("\\n", with: " | ")
    if text.count > 1500 { text = "\(text.prefix(700))…\(text.suffix(60)) (\(text.count))" }
    switch answer.kind {
    case "frame" where head["type"] as? String == "image/png":
      text += " " + Recorded.sum(of: [try Bitmap(decoding: answer.bytes)])
    case "frame", "thumbnail":
      // Lossy bytes depend on the library, so only the size is recorded.
      text += " \(try Bitmap(decoding: answer.bytes).size)"
    case "part": text += " " + (try said(part: answer.bytes, of: head["file"] as? String ?? ""))
    default: break
    }
    return text
  }

  /// Describes the content of a file by its pictures, or else by its bytes.
  private func said(part bytes: [UInt8], of file: String) throws -> String {
    if file.hasSuffix(".png") { return Recorded.sum(of: [try Bitmap(decoding: bytes)]) }
    guard file.hasSuffix(".tar") else { return Recorded.sum(of: bytes) }
    var (place, words) = (0, [String]())
    while place < bytes.count, bytes[place] != 0 {
      func text(_ offset: Int, _ count: Int) -> String {
        String(decoding: bytes[place + offset..<place + offset + count].prefix { $0 != 0 }, as: UTF8.self)
      }
      let size = Int(text(124, 12), radix: 8) ?? 0
      let picture = try Bitmap(decoding: Array(bytes[place + 512..<place + 512 + size]))
      words.append("\(text(0, 100)) \(text(100, 8)) \(text(257, 6)) \(Recorded.sum(of: [picture]))")
      place += 512 + (size + 511) / 512 * 512
    }
    return words.joined(separator: ", ") + " and \(bytes.count - place)"
  }

  @Test func messages() async throws {
    var recorded = Recorded("studio")
    try await withStudio(try studio()) { admission in
      let page = try PageSocket(admission)
      try await page.upgrade()
      recorded.add("shelf", try said(try await page.hear("shelf")))
      let catalog = try await page.hear("catalog").head
      for key in ["version", "eases", "maps"] { recorded.add("catalog \(key)", "\(catalog[key] ?? "")") }
      for key in ["transitions", "filters", "blends"] {
        let names = [
          "bend", "luma", "flip", "hero", "cube", "elements", "fade-through-color", "swirl", "lookup",
          "tone-curve", "crop",
          "color-matrix", "dissolve",
        ]
        for item in (catalog[key] as? [[String: Any]] ?? [])
        where names.contains(item["name"] as? String ?? "") {
          let json = try JSONSerialization.data(
            withJSONObject: item, options: [.sortedKeys, .withoutEscapingSlashes])
          recorded.add("catalog \(key) \(item["name"] ?? "")", line(String(decoding: json, as: UTF8.self)))
        }
      }
      for format in (catalog["formats"] as? [[String: Any]] ?? []) {
        let file = format["file"] as? String ?? ""
        guard ["png", "gif", "rgba", "y4m", "jpg", "apng"].contains(where: file.hasSuffix) else { continue }
        let parameters = (format["parameters"] as? [[String: Any]] ?? []).map { $0["name"] ?? "" }
        recorded.add("catalog \(file)", "\(format["title"] ?? "") \(format["format"] ?? "-") \(parameters)")
      }
      for (number, message) in Self.messages.enumerated() {
        // The number of a finished export may still be in use.
        let text =
          message.contains("export") ? message.replacing("7", with: "\(number)", maxReplacements: 1) : message
        try await page.say(text: Self.sent(text))
        let answer = try await page.hear(
          "frame", "thumbnail", "description", "problem", "source", "part", "cancelled")
        recorded.add("\(number) \(line(text).replacing("\\n", with: " | "))", try said(answer))
      }
      for (number, (head, file)) in try uploads().enumerated() {
        try await page.say(bytes: head + file)
        recorded.add("upload \(number)", try said(try await page.hear("shelf", "problem")))
      }
      for (number, readings) in Self.pans.enumerated() {
        for (phase, time, x) in readings {
          try await page.say(
            text: """
              {"kind": "pan", "id": \(number), "phase": "\(phase)", "time": \(time), "x": \(x), "width": 40, "height": 24, \
              "job": {"from": "a.png", "to": "b.png", "transition": {"name": "cross-dissolve"}, \
              "duration": 0.05\(number == 0 ? ", \"ease\": \"linear\"" : "")}}
              """)
        }
        recorded.add("pan \(number)", try said(try await page.hear("panned", "problem")))
      }
    }
    for name in ["bend.glsl", "dim.glsl", "flow.yaml"] {
      recorded.add(
        "afterwards \(name)", line(String(decoding: try contents(of: folder.file(name)), as: UTF8.self)))
    }
    try recorded.check()
  }

  private static let pans: [[(String, Double, Double)]] = [
    [("begin", 1, 0.9), ("move", 1.1, 0.6), ("move", 1.05, 0.2), ("move", 1.3, 0.4), ("end", 1.35, 0.4)],
    [("begin", 1, 0.2), ("move", 1.1, 0.6), ("end", 1.3, 0.5)], [("begin", 0, 0.5), ("end", 0.2, 0.9)],
    [("begin", 0, 0.9), ("end", 0.05, 0.9)], [("begin", 0, 0.7), ("move", 0.1, 0.3), ("end", 0.3, 0.3)],
    [("begin", 0, 10.1)],
    [("begin", 0, -10.1)], [("stop", 0, 0)],
  ]

  /// Uploads: a head after its length, and a file.
  private func uploads() throws -> [(head: [UInt8], file: [UInt8])] {
    func head(_ text: String) -> [UInt8] {
      [0, 0, UInt8(text.utf8.count >> 8), UInt8(text.utf8.count & 255)] + text.utf8
    }
    let picture = try Bitmap.scene(9, 7, seed: 3, opaque: true).encoded(as: Formats.PNG())
    let long = String(repeating: "n", count: 120)
    let table = Array("LUT_3D_SIZE 2\n".utf8)
    return [
      ([], []), ([0, 0, 0], []), ([0, 0, 0, 0], []), (head("{}"), picture), (head("{\"name\": 1}"), picture),
      (head("{\"name\": \"x.png\"}"), []),
      (head("{\"name\": \"x.png\"}"), picture), (head("{\"name\": \"some/x.png\"}"), picture),
      (head("{\"name\": \"\"}"), picture),
      (head("{\"name\": \"\(long)\"}"), picture), (head("{\"name\": \"bad.png\"}"), [1, 2, 3]),
      (head("{\"name\": \"t.cube\"}"), table),
      (head("{\"name\": \"t.cube\"}"), table), (head("{\"name\": \"t.acv\"}"), table),
      (head("{\"name\": \"tab\\u007f.x\\u0001y\"}"), picture),
      (head("{\"name\": \"x.wav\", \"sound\": true}"), picture),
    ]
  }

  /// Builds a message without duplicate keys, since only the first of them would count.
  private static func message(_ kind: String, _ work: String, _ more: String) -> String {
    let id = more.contains(#""id": "#) ? [] : [#""id": 7"#]
    let from = work.contains(#""from": "#) ? [] : [#""from": "a.png""#]
    let works = (from + [work]).filter { !$0.isEmpty }.joined(separator: ", ")
    let parts = [#""kind": "\#(kind)""#] + id + [#""work": {\#(works)}"#, more]
    return "{\(parts.filter { !$0.isEmpty }.joined(separator: ", "))}"
  }

  /// The message as the page sends it; in records, its job is split into `work` and `output`.
  private static func sent(_ text: String) throws -> String {
    guard var message = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
      let work = message.removeValue(forKey: "work") as? [String: Any]
    else { return text }
    let output = message.removeValue(forKey: "output") as? [String: Any]
    message["job"] = output.map { job(work, $0) } ?? work
    return String(decoding: try JSONSerialization.data(withJSONObject: message), as: UTF8.self)
  }

  private static func view(_ work: String, _ more: String = #""time": 0.3"#) -> String {
    message(
      "view", #""to": "b.png", \#(work.isEmpty ? #""light": "gamma""# : work)"#,
      #""width": 40, "height": 24, "exact": true, \#(more)"#)
  }

  /// Messages that get exactly one answer each.
  private static let messages = [
    wrong, part1, part2, part3, part4, part5, part6, part7, part8, part9, part10, part11, part12, part13,
    part14,
  ].flatMap(\.self)

  private static let wrong: [String] = [
    "", "x", "{}", "[]", "5", #"{"kind": 5}"#, #"{"kind": "view"}"#,
    #"{"kind": "\#(String(repeating: "k", count: 50))"}"#,
    #"{"kind": "describe"}"#, #"{"kind": "cancel"}"#, #"{"kind": "open", "name": "bend", "of": "sound"}"#,
  ]

  private static let part1: [String] =
    [
      #""time": 0"#, #""time": 1"#, #""time": 1.1"#, #""time": -0.1"#, #""progress": -1"#,
      #""progress": -1.1"#, #""progress": 2"#,
      #""progress": 2.1"#, #""progress": 0.25, "time": 0.5"#, #""time": 0.5, "before": true"#,
      #""time": 5, "before": true"#,
    ].map { view("", $0) } + [view("", #""id": 8"#), view(#""transition": {"name": "cube"}"#)]

  private static let part2: [String] = [
    #""transition": {"name": "wipe", "parameters": {"softness": "0.5", "angle": "30"}}"#,
    #""transition": {"name": "wip"}"#,
    #""transition": {"name": "wipe", "parameters": {"softness": "5"}}"#,
    #""transition": {"name": "wipe", "parameters": {"z": "5"}}"#,
    #""transition": {"name": "bend"}"#,
    #""transition": {"name": "bend", "parameters": {"strength": "1.5", "left": "over"}}"#,
    #""transition": {"name": "dim"}"#,
    #""transition": {"name": "luma", "parameters": {"map": "b.png", "softness": "0.2"}}"#,
    #""transition": {"name": "luma", "parameters": {"map": "gone.png"}}"#,
    #""operation": "dismiss", "transition": {"name": "slide-down"}"#,
    #""operation": "pop", "transition": {"name": "cube"}"#, #""operation": "back""#,
    #""duration": 3600, "ease": "ease-in""#, #""duration": 3600.1"#,
    #""duration": 0"#, #""duration": -1"#, #""ease": "steps(2)""#, #""ease": "eas""#, #""size": "20x30""#,
    #""size": "20""#, #""size": "100000x100000""#,
    #""size": "20x30", "fit": "contain", "background": "red""#, #""fit": "stretch", "size": "10x30""#,
    #""fit": "fill""#, #""background": "rad""#,
    #""light": "linear", "transition": {"name": "cross-dissolve"}"#, #""light": "dark""#,
    #""from": "gone.png""#, #""from": "c.png""#,
    #""filters": [{"name": "sepia"}]"#,
    #""filters": [{"name": "sepia", "parameters": {"intensity": "progress"}}, {"name": "invert"}]"#,
    #""fromFilters": [{"name": "sepia"}], "toFilters": [{"name": "invert"}]"#,
    #""blend": {"name": "multiply-blend"}"#, #""blend": {"name": "sepia"}"#,
    #""filters": [{"name": "dim.glsl"}]"#, #""filters": [{"name": "dim"}]"#,
    #""filters": [{"name": "gone.glsl"}]"#, #""filters": [{"name": "pixellate:"}]"#,
    #""source": {"name": "own", "text": "vec4 transition(vec2 p) { return getToColor(p) * 0.5; }"}"#,
    #""source": {"name": "own", "text": "vec4 effect(vec4 color) { return color * 0.5; }"}"#,
    #""source": {"name": "own", "text": "vec4 blend(vec4 base, vec4 overlay) { return base * overlay; }"}"#,
    #""source": {"name": "own", "text": "vec4 transition(vec2 p) {\n  return getToColor(q); }"}"#,
    #""source": {"name": "own", "text": "uniform float s; // = 3.0 in 0...1: S.\nvec4 transition(vec2 p) { return getToColor(p) * s; }"}"#,
    #""source": {"name": "own", "text": ""}"#,
    #""flow": {"name": "flow.yaml", "text": "screens: {a: a.png, b: some/b.png, c: c.png}\nfps: 10\nsteps: [{push: b, duration: 0.4}, {hold: 0.3}, {push: c}]"}"#,
    #""flow": {"name": "x.yaml", "text": "screens: {a: a.png}\nsteps:\n  - push: b"}"#,
    #""flow": {"name": "x.yaml", "text": "screens: {a: gone.png}\nsteps: []"}"#,
    #""flow": {"name": "x.yaml", "text": "[}"}"#,
    #""flow": {"name": "x.yaml", "text": "size: 100000x100000\nscreens: {a: a.png}\nsteps: []"}"#,
    #""flow": {"name": "x.yaml", "text": "size: 20x20\nfit: contain\nbackground: red\nscreens: {a: a.png, b: b.png}\nsteps: [{push: b, transition: bend.glsl, duration: 0.2}]"}"#,
  ].map { view($0) }

  private static let part3: [String] = [
    // Room for a frame, in pixels; transitions with sizes in pixels are not scaled down.
    (0, 24), (1, 24), (16384, 16384), (16385, 24), (40, 0), (40, 16385), (20, 24), (40, 6), (13, 13),
  ].map {
    message(
      "view", #""to": "b.png", "transition": {"name": "wind"}"#,
      #""width": \#($0.0), "height": \#($0.1), "time": 0"#)
  }

  private static let part4: [String] = [
    #""transition": {"name": "hero"}"#,
    #""transition": {"name": "hero", "parameters": {"fromRect": "1,2,9,9"}}"#,
    #""transition": {"name": "pop"}"#,
    #""filters": [{"name": "blur"}]"#, #""filters": [{"name": "crop", "parameters": {"width": "0.5"}}]"#,
    #""to": null"#,
    #""flow": {"name": "flow.yaml", "text": "screens: {a: a.png}\nsteps: []"}"#,
  ].map { message("view", $0, #""width": 20, "height": 20, "time": 0"#) }

  private static let part5: [String] = [
    (0, 64, 36, ""), (1, 64, 36, ""), (16, 8, 8, ""), (17, 64, 36, ""), (2, 7, 36, ""), (2, 512, 8, ""),
    (2, 513, 8, ""), (2, 8, 7, ""), (2, 8, 513, ""),
    (1, 64, 36, #", "time": 7"#),
  ].map {
    message(
      "thumbnail", #""to": "b.png""#, #""frames": \#($0.0), "width": \#($0.1), "height": \#($0.2)\#($0.3)"#)
  }

  private static let part6: [String] = [
    message("thumbnail", #""transition": {"name": "nothing"}"#, #""frames": 1, "width": 20, "height": 20"#)
  ]

  /// A flow has no thumbnails; its frames are mixed in the flow's own light.
  private static let part14: [String] = [
    message(
      "view",
      #""flow": {"name": "x.yaml", "text": "light: linear\nscreens: {a: a.png, b: b.png}\nfps: 10\nsteps: [{push: b, transition: cross-dissolve, duration: 0.4}]"}"#,
      #""width": 40, "height": 24, "exact": true, "time": 0.5"#),
    message(
      "thumbnail", #""flow": {"name": "flow.yaml", "text": "screens: {a: a.png}\nsteps: []"}"#,
      #""frames": 1, "width": 20, "height": 20"#),
  ]

  private static let part7: [String] = [
    #"{"file": "segue.gif"}"#, #"{"file": "segue.gif", "fps": "12", "hold": 0.5, "reverse": true}"#,
    #"{"file": "segue.gif", "boomerang": true, "hold": 600}"#,
    #"{"file": "segue.gif", "hold": 600.1}"#, #"{"file": "segue.gif", "fps": "0"}"#,
    #"{"file": "segue.gif", "fps": "30000/1001"}"#, #"{"file": "a.png", "still": 0.25}"#,
    #"{"file": "frames/%04d.png", "options": {"compression": "3"}}"#,
    #"{"file": "segue.rgba", "format": "rgba"}"#, #"{"file": "segue.mp4", "options": {"quality": "30"}}"#,
    #"{"file": "segue.mp4"}"#, #"{"file": "my segue's \"file\".gif"}"#, #"{"file": "segue"}"#,
    #"{"file": "segue.zzz", "format": "zzz"}"#,
    #"{"file": "segue.jpg", "options": {"zzz": "3"}, "still": 1}"#,
    #"{"file": "frames/%04d.jpg", "options": {"quality": "3"}}"#,
    #"{"file": "segue.apng", "options": {"loops": "2"}}"#,
    #"{"file": "segue.y4m"}"#, #"{}"#,
  ].map { message("describe", #""to": "b.png""#, #""output": \#($0)"#) }

  private static let part8: [String] = [
    #""to": "b.png", "transition": {"name": "cube", "parameters": {"eye": "2", "pull": "0.3"}}, "duration": 0.5, "ease": "ease-out", "operation": "pop", "size": "20x30", "fit": "contain", "background": "teal", "light": "linear""#,
    #""to": "b.png", "transition": {"name": "bend", "parameters": {"strength": "1"}}, "operation": "push", "ease": "cubic-bezier(0.3,0,0.1,1)""#,
    #""to": "b.png", "transition": {"name": "dim"}, "operation": "present""#,
    #""to": "b.png", "transition": {"name": "luma", "parameters": {"map": "b.png", "softness": "0.2"}}, "operation": "dismiss""#,
    #""to": "b.png", "fromFilters": [{"name": "sepia"}], "toFilters": [{"name": "invert"}, {"name": "pixellate", "parameters": {"fraction": "0.1*progress"}}], "blend": {"name": "multiply-blend"}, "filters": [{"name": "dim.glsl"}]"#,
    #""filters": [{"name": "sepia", "parameters": {"intensity": "progress"}}, {"name": "invert"}]"#,
    #""filters": [{"name": "blur"}], "fit": "stretch", "light": "linear""#,
    #""to": "b.png", "filters": [{"name": "lookup", "parameters": {"table": "b.png"}}]"#,
    #""to": "b.png", "source": {"name": "own", "text": "vec4 transition(vec2 p) { return getToColor(p); }"}"#,
    #""to": "b.png", "source": {"name": "bend", "text": "vec4 transition(vec2 p) { return getToColor(p); }"}, "duration": 2"#,
    #""to": "b.png", "source": {"name": "own", "text": "uniform float s; // = 1.0 in 0...1: S.\nvec4 effect(vec4 color) { return color * s; }"}, "transition": {"name": "own", "parameters": {"s": "0.25", "t": "1"}}"#,
    #""to": "b.png", "source": {"name": "own", "text": "vec4 blend(vec4 base, vec4 overlay) { return base; }"}"#,
    #""to": "b.png", "source": {"name": "own", "text": "oops"}"#,
    #""flow": {"name": "flow.yaml", "text": "screens: {a: a.png, b: b.png}\nfps: 10\nsteps:\n  - {push: b, transition: wipe, duration: 0.4}\n  - hold: 0.3"}"#,
    #""flow": {"name": "own.yaml", "text": "steps: []"}"#,
    #""to": "b.png", "duration": 3600"#,
  ].flatMap { work in
    [#"{"file": "segue.gif", "fps": "20"}"#, #"{"file": "s.png", "still": 0.5}"#].map {
      message("describe", work, #""output": \#($0)"#)
    }
  }

  private static let part9: [String] = [
    message(
      "describe", #""to": "b.png", "duration": 3600"#, #""output": {"file": "segue.gif", "fps": "28"}"#),
    message(
      "describe",
      #""flow": {"name": "flow.yaml", "text": "screens: {a: a.png}\nsteps: [{hold: 1}]\naudio: a.png"}"#,
      #""output": {"file": "segue.mp4"}"#),
    message(
      "describe", #""flow": {"name": "flow.yaml", "text": "screens: {a: a.png}\nsteps: [{hold: 1}]"}"#,
      #""output": {"file": "x/%03d.jpg", "options": {"quality": "3"}}"#),
    message(
      "describe",
      #""flow": {"name": "flow.yaml", "text": "screens: {a: a.png}\nsteps: [{hold: 1}]\naudio: a.png"}"#,
      #""output": {"file": "segue.mp4", "options": {"quality": "30"}}"#),
  ]

  private static let part10: [String] = [
    #"{"file": "segue.rgba", "format": "rgba", "fps": "10"}"#,
    #"{"file": "segue.rgb24", "format": "rgb24", "fps": "5", "reverse": true}"#,
    #"{"file": "segue.y4m", "fps": "5", "hold": 0.4, "boomerang": true}"#,
    #"{"file": "f/%02d.png", "fps": "3"}"#, #"{"file": "s.png", "still": 0.3}"#,
    #"{"file": "s.png", "still": 1.1}"#, #"{"file": "s.rgba", "format": "rgba", "still": 0.5}"#,
    #"{"file": "s"}"#, #"{"file": "s.zzz"}"#,
    #"{"file": "s.png"}"#, #"{"file": "s.rgba", "format": "rgb"}"#,
    #"{"file": "s.rgba", "format": "rgba", "fps": "0"}"#,
    #"{"file": "s.rgba", "format": "rgba", "hold": 601}"#, #"{"file": "s.gif", "options": {"zzz": "1"}}"#,
    #"{"file": "s.rgba", "format": "rgba", "fps": "1000000"}"#,
  ].map {
    message(
      "export", #""to": "b.png", "duration": 0.4, "ease": "ease-in", "transition": {"name": "slide-down"}"#,
      #""output": \#($0)"#)
  }

  private static let part11: [String] = [
    #""flow": {"name": "flow.yaml", "text": "screens: {a: a.png, c: c.png}\nfps: 10\nsteps: [{push: c, duration: 0.3}]"}"#,
    #""flow": {"name": "flow.yaml", "text": "steps: []"}"#,
    #""filters": [{"name": "invert"}], "duration": 0.1"#,
    #""to": "b.png", "size": "10x10", "fit": "contain", "background": "red", "duration": 0.1, "operation": "dismiss""#,
    #""to": "gone.png""#, #""to": "b.png", "duration": -1"#, #""to": "b.png", "light": "no""#,
  ].flatMap { work in
    [#"{"file": "segue.rgba", "format": "rgba", "fps": "10"}"#, #"{"file": "s.png", "still": 0.6}"#].map {
      message("export", work, #""output": \#($0)"#)
    }
  }

  private static let part12: [String] = [
    ("bend", "shader"), ("bent", "shader"), (String(repeating: "n", count: 90), "shader"),
    ("flow.yaml", "flow"), ("bend", "flow"), ("own.yaml", "flow"), ("wipe", "transition"),
    ("hero", "transition"), ("wip", "transition"),
    ("sepia", "filter"), ("crop", "filter"), ("multiply-blend", "blend"), ("dissolve", "blend"),
    ("sepia", "blend"),
  ].map { #"{"kind": "open", "name": "\#($0.0)", "of": "\#($0.1)"}"# }

  private static let part13: [String] = [
    ("bend", "// Other.\\nvec4 transition(vec2 p) { return getToColor(p); }", "shader"),
    ("dim", "oops", "shader"), ("none", "vec4 effect(vec4 color) { return color; }", "shader"),
    ("dim", "", "filter"), ("wipe", "", "transition"),
    ("flow.yaml", "screens: {a: a.png, c: c.png}\\nsteps: [{push: c}]\\n", "flow"),
    ("flow.yaml", "steps: []", "flow"), ("other.yaml", "screens: {a: a.png}\\nsteps: []", "flow"),
  ].map { #"{"kind": "save", "source": {"name": "\#($0.0)", "text": "\#($0.1)"}, "of": "\#($0.2)"}"# }

  /// Records the status, headers and body of HTTP answers.
  @Test func requests() async throws {
    var recorded = Recorded("studio-requests")
    try await withStudio(try studio()) { admission in
      let names = [
        "", "studio.css", "icon.svg", "studio.js", "wire.js", "line.js", "state.js", "dom.js", "stage.js",
        "gallery.js", "inspector.js", "time.js", "editor.js", "flow.js", "compare.js", "export.js",
        "shader.js",
      ]
      let requests: [(String, [String: String])] =
        names.map { ("GET /TOKEN/\($0)", [:]) } + [
          ("GET /TOKEN", [:]), ("GET /TOKEN/none.js", [:]), ("GET /TOKEN/studio.js/", [:]),
          ("GET /TOKEN//studio.js", [:]), ("GET /", [:]),
          ("GET /studio.js", [:]), ("GET /TOKENx/studio.js", [:]), ("GET /x/TOKEN/studio.js", [:]),
          ("POST /TOKEN/studio.js", [:]), ("PUT /none", [:]),
          ("GET /TOKEN/", ["Host": "example.com"]), ("GET /TOKEN/", ["Host": "localhost:PORT"]),
          ("GET /TOKEN/", ["Host": "localhost"]),
          ("GET /TOKEN/", ["Host": "127.0.0.1"]), ("GET /TOKEN/", ["Origin": "http://127.0.0.1:PORT"]),
          ("GET /TOKEN/", ["Origin": "http://localhost:PORT"]),
          ("GET /TOKEN/", ["Origin": "https://127.0.0.1:PORT"]),
          ("GET /TOKEN/", ["Host": "localhost:PORT", "Origin": "http://localhost:PORT"]),
          ("GET /TOKEN/socket", ["Upgrade": "websocket", "Connection": "Upgrade"]),
          ("GET /TOKEN/socket", [:]), ("GET /proof/0123456789abcdef0123456789abcde", [:]),
          ("GET /proof/0123456789abcdef0123456789abcdeg", [:]),
          ("GET /proof/0123456789abcdef0123456789abcdef0", [:]),
          ("GET /proof/0123456789abcdef0123456789abcdef", ["Host": "example.com"]),
          ("GET /proof/0123456789abcdef0123456789abcdef", ["Origin": "http://example.com"]),
        ]
      let port = "\(admission.port)"
      for (asked, headers) in requests {
        let (head, body) = try await PageSocket(admission).answer(
          to: asked.replacing("TOKEN", with: admission.token),
          headers.mapValues { $0.replacing("PORT", with: port) })
        let lines = head.filter { !$0.lowercased().hasPrefix("content-length") }.sorted()
        let text = body.count < 100 ? line(String(decoding: body, as: UTF8.self)) : "…"
        recorded.add(
          "\(asked) \(headers.sorted { $0.key < $1.key }.map { "\($0): \($1)" })",
          "\(lines) \(text)")
      }
      let (_, proof) = try await PageSocket(admission).answer(
        to: "GET /proof/0123456789abcdef0123456789abcdef", [:])
      #expect(
        String(decoding: proof, as: UTF8.self)
          == (try admission.proof(
            path: "/proof/0123456789abcdef0123456789abcdef", host: "127.0.0.1:\(port)", origin: nil)))
    }
    try recorded.check()
  }
}
