import Foundation
import Segue
import SegueJob
import SegueStoryboard
import SegueTestSupport
import Testing

/// Compares docs/storyboard.schema.json and docs/animator.schema.json with the readers.
@Suite struct SchemaTests {
  let schema: [String: Any]
  let animators: [String: Any]

  init() throws {
    func read(_ name: String) throws -> [String: Any] {
      let data = try Data(contentsOf: URL(filePath: projectFolder + "/docs/\(name).schema.json"))
      return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
    schema = try read("storyboard")
    animators = try read("animator")
  }

  private func object(_ path: [String], of schema: [String: Any]? = nil) throws -> [String: Any] {
    var object = schema ?? self.schema
    for name in path {
      let next = object[name] as? [String: Any]
      object = try #require(next, "\(path)")
    }
    return object
  }

  private func keys(_ path: String..., of schema: [String: Any]? = nil) throws -> Set<String> {
    let owner = try object(path, of: schema)
    #expect(owner["additionalProperties"] as? Bool == false, "\(path)")
    return Set((owner["properties"] as? [String: Any] ?? [:]).keys)
  }

  @Test func keysOfStoryboardsEqualThoseOfTheReader() throws {
    #expect(try keys() == Set(StoryboardKeys.file))
    #expect(try keys("properties", "defaults") == Set(StoryboardKeys.motion))
    #expect(try keys("$defs", "step") == Set(StoryboardKeys.step))
    #expect(try keys("$defs", "chain") == Set(StoryboardKeys.chain))
    #expect(
      try keys("$defs", "step", "properties", "interactive") == Set(StoryboardKeys.interactive))
    #expect(try keys("$defs", "element") == Set(StoryboardKeys.element))
    let screen = try object(["properties", "screens", "additionalProperties"])["anyOf"] as? [[String: Any]]
    let properties = try #require(screen?.last?["properties"] as? [String: Any])
    #expect(Set(properties.keys) == Set(StoryboardKeys.screen))
    let audio = try object(["properties", "audio"])["anyOf"] as? [[String: Any]]
    #expect(Set((audio?.last?["properties"] as? [String: Any] ?? [:]).keys) == Set(StoryboardKeys.audio))
    let actions = try object(["$defs", "step"])["oneOf"] as? [[String: [String]]]
    #expect(actions?.flatMap { $0["required"] ?? [] } == StoryboardKeys.action)
  }

  @Test func keysOfAnimatorsEqualThoseOfTheReader() throws {
    #expect(try keys(of: animators) == Set(AnimatorKeys.file))
    #expect(try keys("$defs", "layer", of: animators) == Set(AnimatorKeys.layer))
    #expect(try keys("$defs", "shadow", of: animators) == Set(AnimatorKeys.shadow))
    let edges = try object(["properties", "edges"], of: animators)["enum"] as? [String]
    #expect(edges == Layers.Layer.Edges.allCases.map(\.rawValue))
  }

  @Test func chainsAreValid() throws {
    let text = """
      screens: {a: a.png, b: b.png}
      chains: {soft: {from: pixellate, to: ["pixellate:fraction=0.1*(1-progress)"], blend: dissolve}}
      defaults: {transition: soft}
      filters: pixellate
      steps:
        - {push: b, chain: {result: [pixellate]}}
        - {pop: , transition: soft, filters: pixellate, from-filters: sepia, to-filters: [sepia, pixellate]}
      """
    #expect(faults(in: try plainValue(of: text), by: schema, at: "") == [])
  }

  @Test func namesEqualThoseOfTheCatalog() throws {
    let transitions = try #require(try object(["$defs", "transition"])["anyOf"] as? [[String: Any]])
    #expect(
      transitions[0]["enum"] as? [String]
        == (Catalog.transitions.items + Catalog.transitions.variants).map(\.name).sorted())
    #expect(try object(["properties", "fit"])["enum"] as? [String] == Framing.Fit.allCases.map(\.rawValue))
    let rule = try object(["$defs", "step", "properties", "interactive", "properties", "rule"])
    #expect(rule["enum"] as? [String] == PanRule.allCases.map(\.rawValue))
  }

  /// The schema and the reader accept the same sizes: two numbers, or a name in upper or lower case.
  @Test func sizesEqualThoseOfTheReader() throws {
    for text in ["1x1", "640x360"] + PixelSize.named.flatMap({ [$0.name, $0.name.uppercased()] }) {
      let yaml = "size: \(text)\nscreens: {a: \(vectorsFolder)/from.png}\nsteps: []\n"
      #expect(faults(in: try plainValue(of: yaml), by: schema, at: "") == [])
      #expect(try Storyboard(yaml: yaml).framing.size == PixelSize(text), "\(text)")
    }
  }

  @Test(arguments: ["flow", "ways-back"]) func theExamplesAreValid(name: String) throws {
    let text = try String(contentsOfFile: projectFolder + "/images/storyboard/\(name).yaml", encoding: .utf8)
    #expect(faults(in: try plainValue(of: text), by: schema, at: "") == [])
  }

  /// The reader rejects each of these files, which the schema rejects.
  @Test(
    arguments: [
      "screens: {a: {elements: {}}}", "screens: {a: {image: a.png, element: {}}}",
      "screens: {a: {image: a.png, elements: {x: [1, 2, 3]}}}",
      "screens: {a: {image: a.png, elements: {x: {radius: 3}}}}",
      "screens: {a: {image: a.png, elements: {x: {rect: [0, 0, 2, 2], radius: -1}}}}",
      "screens: {a: {image: a.png, elements: {x: {rect: [0, 0, 2, 2], opacity: 2}}}}",
      "screens: {a: {image: a.png, elements: {x: 5}}}",
      "screens: {a: {image: a.png, elements: {x: [0, 0, b, 1]}}}",
      "color: red", "size: 12", "size: 720", "size: 720q", "size: hd", "fps: 0", "fps: 24/0", "fps: fast",
      "audio: [a.png]", "audio: {start: 1}", "audio: {file: a.png, loud: 1}",
      "audio: {file: a.png, start: -1}", "audio: {file: a.png, volume: 101}",
      "audio: {file: a.png, fade: long}",
      "fit: crop", "tabs: []",
      "defaults: {hold: 1}",
      "steps: [{push: b, transition: [slide-down]}]", "steps: [{hold: -1}]", "steps: [{}]",
      "steps: [{push: b, chain: pixellate}]", "steps: [{push: b, chain: {form: pixellate}}]",
      "steps: [{push: b, chain: {blend: [dissolve]}}]", "steps: [{push: b, chain: {to: {pixellate: 1}}}]",
      "chains: [pixellate]", "chains: {soft: {filter: pixellate}}", "defaults: {chain: {result: 3}}",
      "steps: [{push: b, hold: 1}]", "steps: [{push: b, duration: 0}]", "steps: [{select-tab: first}]",
      "steps: [{push: b, interactive: {samples: []}}]", "steps: [{push: b, interactive: {samples: [[1]]}}]",
      "steps: [{push: b, interactive: {samples: [[0, 0.9]], width: 0}}]",
      "steps: [{push: b, interactive: {}}]", "steps: [{replace: }]", "steps: [{push: b}, {pop-to: [a]}]",
      "steps: [{push: b}, {pop-to-root: true}]", "steps: [{push: b}, {unwind: }]", "steps: [{set-stack: b}]",
      "steps: [{set-stack: []}]", "steps: [{set-stack: [b], replace: b}]", "steps: [{hold: 1, filters: 3}]",
      "defaults: {filters: pixellate}",
    ])
  func filesThatTheSchemaRejectsAreRefused(line: String) throws {
    let line = line.replacing("a.png", with: "\(vectorsFolder)/from.png")
    let screens =
      line.hasPrefix("screens") ? "" : "screens: {a: \(vectorsFolder)/from.png, b: \(vectorsFolder)/to.png}"
    let text = "\(line)\n\(screens)\n"
    let yaml = line.hasPrefix("steps") ? text : text + "steps: []\n"
    #expect(faults(in: try plainValue(of: yaml), by: schema, at: "") != [])
    #expect(throws: StoryboardError.self) { try Storyboard(yaml: yaml, named: "flow.yaml") }
  }

  /// Validates a value against the keywords that these two schemas use; returns the paths of violations.
  private func faults(in value: Any, by rule: [String: Any], at path: String) -> [String] {
    if let reference = rule["$ref"] as? String, let name = reference.split(separator: "/").last {
      let rules = schema["$defs"] as? [String: [String: Any]]
      return faults(in: value, by: rules?[String(name)] ?? [:], at: path)
    }
    var faults: [String] = []
    func check(_ holds: Bool, _ word: String) { if !holds { faults.append("\(path): \(word)") } }
    let object = value as? [String: Any]
    let list = value as? [Any]
    let number = value as? Double ?? (value as? Int).map(Double.init)
    if let names = rule["type"] as? [String] ?? (rule["type"] as? String).map({ [$0] }) {
      let types: [String: Bool] = [
        "object": object != nil, "array": list != nil, "number": number != nil, "integer": value is Int,
        "string": value is String, "boolean": value is Bool, "null": value is NSNull,
      ]
      check(names.contains { types[$0] == true }, "type")
    }
    if let words = rule["enum"] as? [String] { check(words.contains(value as? String ?? ""), "enum") }
    if let pattern = rule["pattern"] as? String {
      check((value as? String)?.range(of: pattern, options: .regularExpression) != nil, "pattern")
    }
    if let choices = rule["anyOf"] as? [[String: Any]] {
      check(choices.contains { self.faults(in: value, by: $0, at: path).isEmpty }, "anyOf")
    }
    if let number {
      if let least = rule["minimum"] as? Double { check(number >= least, "minimum") }
      if let most = rule["maximum"] as? Double { check(number <= most, "maximum") }
      if let bound = rule["exclusiveMinimum"] as? Double { check(number > bound, "exclusiveMinimum") }
    }
    if let list {
      check(list.count >= rule["minItems"] as? Int ?? 0, "minItems")
      check(list.count <= rule["maxItems"] as? Int ?? .max, "maxItems")
      for (index, item) in list.enumerated() {
        faults += self.faults(in: item, by: rule["items"] as? [String: Any] ?? [:], at: "\(path)[\(index)]")
      }
    }
    if let object {
      let properties = rule["properties"] as? [String: [String: Any]] ?? [:]
      for name in rule["required"] as? [String] ?? [] { check(object[name] != nil, "lacks \(name)") }
      if let choices = rule["oneOf"] as? [[String: [String]]] {
        check(choices.count { $0["required"]?.allSatisfy { object[$0] != nil } ?? false } == 1, "oneOf")
      }
      for (key, item) in object {
        let other = rule["additionalProperties"]
        if properties[key] == nil { check(other as? Bool != false, "\(key) is not known") }
        let inner = properties[key] ?? other as? [String: Any] ?? [:]
        faults += self.faults(in: item, by: inner, at: "\(path).\(key)")
      }
    }
    return faults
  }
}

/// Converts a YAML document to the values that JSONSerialization would give.
private func plainValue(of yaml: String) throws -> Any {
  func value(_ node: YAMLNode) -> Any {
    switch node.content {
    case .sequence(let nodes): nodes.map(value)
    case .mapping(let pairs):
      Dictionary(uniqueKeysWithValues: pairs.map { ($0.key.scalar?.string ?? "", value($0.value)) })
    case .scalar(let scalar) where !scalar.isPlain: scalar.string
    case .scalar(let scalar) where ["", "~", "null"].contains(scalar.string): NSNull()
    case .scalar(let scalar):
      Bool(scalar.string) as Any? ?? Int(scalar.string) as Any? ?? Double(scalar.string) as Any?
        ?? scalar.string
    }
  }
  return value(try #require(try YAMLNode.root(of: yaml)))
}
