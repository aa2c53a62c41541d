import Foundation
import Segue
import SegueJob
import Testing

/// Wrong jobs are errors with the key of the value, and never traps.
@Suite struct JobErrorTests {
  private func fault(_ json: String) -> JobError? {
    do throws(JobError) {
      try Job(json: json, named: "job.json").check()
      return nil
    } catch {
      return error
    }
  }

  /// Members of a job, the key of the error, and words of the reason.
  static let wrong: [(members: String, key: String, reason: String)] = [
    (#""transitoin": "cube""#, "transitoin", "did you mean transition?"),
    (#""output": {"flie": "x"}"#, "output.flie", "did you mean file?"),
    (#""filters": [{"name": "sepia", "parameter": {}}]"#, "filters[0].parameter", "did you mean parameters?"),
    (#""from": 5"#, "from", "must be a text"),
    (#""to": ["b.png"]"#, "to", "must be a text"),
    (#""transition": 1"#, "transition", "must be a text such as name:key=value, or a map with a name"),
    (#""transition": {"parameters": {}}"#, "transition.name", "is missing"),
    (#""transition": {"name": "cube", "parameters": [1]}"#, "transition.parameters", "must be a map"),
    (#""transition": {"name": "cube", "parameters": {"eye": {}}}"#, "transition.parameters.eye", "must be"),
    (#""transition": "cube:eye""#, "transition", "must be a name, or name:key=value"),
    (#""filters": "sepia""#, "filters", "must be a list"),
    (#""filters": ["sepia", 3]"#, "filters[1]", "must be a text such as"),
    (
      #""filters": ["sepia", {"name": "swirl", "parameters": {"a": null}}]"#, "filters[1].parameters.a",
      "must be"
    ),
    (#""operation": "back""#, "operation", "must be present, dismiss, push or pop"),
    (#""duration": "2""#, "duration", "must be a number"),
    (#""duration": 0"#, "duration", "must be above 0"),
    (#""duration": -1"#, "duration", "must be above 0"),
    (#""duration": 1e999"#, "duration", "must be a finite number"),
    (#""duration": true"#, "duration", "must be a number"),
    (#""frames": 2.5"#, "frames", "must be a whole number"),
    (#""frames": 1e300"#, "frames", "must be a whole number"),
    (#""frames": 0"#, "frames", "must be within 1…10000000"),
    (#""frames": 10000001"#, "frames", "must be within 1…10000000"),
    (#""frames": 2, "duration": 1"#, "frames", "give frames or duration, not both; fps goes with either"),
    (#""fps": "x""#, "fps", "frames a second are"), (#""fps": 0"#, "fps", "frames a second are"),
    (#""fps": []"#, "fps", "must be a text or a number"), (#""ease": "eas""#, "ease", "a curve is"),
    (#""size": "x""#, "size", "a frame size is"),
    (#""fit": "squeeze""#, "fit", "a fit is one of"),
    (#""background": "purpel""#, "background", "a background is"),
    (#""light": "dark""#, "light", "light is one of"), (#""dither": 1"#, "dither", "must be true or false"),
    (#""hold": -1"#, "hold", "must be 0 or more"), (#""reverse": "yes""#, "reverse", "must be true or false"),
    (#""still": 1.5"#, "still", "must be a number in 0…1"),
    (#""version": 2"#, "version", "is unknown"), (#""version": "1""#, "version", "must be a number"),
    (#""to": "b.png", "to": "c.png""#, "to", "is there twice"),
    (#""output": {"file": "x", "file": "y"}"#, "output.file", "is there twice"),
    (#""output": {}"#, "output.file", "is missing"),
    (#""output": 1"#, "output", "must be the name of a file, or a map with a file"),
    (
      #""output": {"file": "x.png", "existing": "no"}"#, "output.existing",
      "must be refuse, overwrite or keep"
    ),
    (#""output": {"file": "x.png", "range": "5-2"}"#, "output.range", "must be the numbers of two frames"),
    (#""output": {"file": "x.mp4", "audioFade": 1}"#, "output.audioFade", "needs output.audio"),
    (#""output": {"file": "x.mp4", "audio": "-"}"#, "output.audio", "needs a file"),
    (#""transition": "cube", "blend": "dissolve""#, "blend", "blend replaces the transition"),
    (#""source": {"name": "x", "text": ""}, "blend": "dissolve""#, "blend", "give it or source, not both"),
    (#""source": {"name": "x", "text": ""}, "shader": "x""#, "shader", "give source or shader, not both"),
    (#""to": """#, "to", "is empty"),
    (#""output": {"file": "x.mp4", "encoderOptions": ["crf"]}"#, "output.encoderOptions", "key=value"),
    (
      #""transition": {"name": "cube", "parameters": {"eye": [[1]]}}"#, "transition.parameters.eye", "numbers"
    ),
    (#""transition": "cube", "shader": "x""#, "shader", "give transition or shader, not both"),
    (#""from": "-", "to": "-""#, "to", "standard input can be only one"),
    (#""from": "a\u0000b""#, "from", "has a NUL character"),
  ]

  @Test(arguments: wrong.indices) func wrongValues(_ index: Int) throws {
    let (members, key, reason) = Self.wrong[index]
    var all = [members]
    if !members.contains(#""from""#) { all.append(#""from": "a.png""#) }
    if !members.contains(#""to""#) { all.append(#""to": "b.png""#) }
    let error = try #require(fault("{\(all.joined(separator: ", "))}"), "\(members)")
    #expect(error.key == key && error.reason.contains(reason), "\(members): \(error)")
    #expect(error.description.hasPrefix("job") && error.description.contains(": \(key): "), "\(error)")
    #expect(!error.description.contains("\u{2}") && !error.description.contains("\n"))
  }

  @Test("Pictures that are missing are named") func missing() {
    #expect(fault("{}")?.key == "from")
    #expect(fault(#"{"from": "a.png"}"#)?.key == "to")
    #expect(fault(#"{"from": "a.png", "filters": ["sepia"]}"#) == nil)
    #expect(fault(#"{"from": "a.png", "transition": "cube"}"#)?.key == "transition")
    #expect(fault(#"{"from": "a.png", "blend": "dissolve"}"#)?.key == "blend")
    #expect(fault(#"{"flow": {"name": "x", "text": "y"}}"#) == nil)
  }

  @Test(
    "Text that is not JSON is an error with its line and the key before it",
    arguments: [
      ("", 1, ""), ("x", 1, ""), ("{", 1, ""), ("[1]", nil, ""), ("5", nil, ""), ("{}x", 1, ""),
      ("{\n\"from\": \"a.png\",\n\"to\": b.png}", 3, "to"), ("{\n\"from\": \"a\n\"}", 2, "from"),
      ("{\"from\" \"a\"}", 1, "from"), ("{from: 1}", 1, ""), ("{\"filters\": [\"a\", ]}", 1, "filters[1]"),
      ("{\"a\": 01}", 1, "a"), ("{\"a\": .5}", 1, "a"), ("{\"a\": 1.}", 1, "a"), ("{\"a\": +1}", 1, "a"),
      ("{\"a\": NaN}", 1, "a"), ("{\"a\": Infinity}", 1, "a"), ("{\"a\": 1e}", 1, "a"),
      ("{\"a\": \"\\x\"}", 1, "a"),
      ("{\"a\": \"\\ud800\"}", 1, "a"), ("{\"a\": \"\\u12\"}", 1, "a"),
      ("{\"a\": \"\\ud800\\u0041\"}", 1, "a"),
      ("{\"a\": \"", 1, "a"), ("{\"a\": \"\\", 1, "a"), ("{\"a\": \"\t\"}", 1, "a"),
      ("{\"from\": \"a\",}", 1, ""),
    ] as [(String, Int?, String)])
  func syntax(json: String, line: Int?, key: String) throws {
    let error = try #require(fault(json))
    #expect(error.key == key, "\(json): \(error)")
    if let line { #expect(error.line == line, "\(json): \(error)") }
  }

  @Test("A hundred levels are an error with the key, for each reader") func deep() throws {
    for (open, close) in [("[", "]"), ("{\"a\": ", "}")] {
      let value = String(repeating: open, count: 100) + "1" + String(repeating: close, count: 100)
      let json = "{\"from\": \"a.png\", \"filters\": \(value)}"
      let error = try #require(fault(json))
      #expect(error.key.hasPrefix("filters") && error.reason.contains("32 levels"), "\(error)")
      #expect(throws: JobError.self) { try JSONDecoder().decode(Job.self, from: Data(json.utf8)) }
      #expect(throws: JobError.self) { try Job(yaml: json) }
    }
    // A level of depth for each of a million brackets must not exhaust the stack.
    #expect(throws: JobError.self) { try Job(json: String(repeating: "[", count: 1_000_000)) }
  }

  @Test("Decoders report the same keys") func decoders() throws {
    for (json, key) in [
      (#"{"from": "a.png", "zzz": 1}"#, "zzz"), (#"{"from": "a.png", "duration": "x"}"#, "duration"),
      (#"{"from": "a.png", "filters": [1]}"#, "filters[0]"), (#"{"from": "a.png", "version": 3}"#, "version"),
      (#"{"alpha": 1, "version": 3}"#, "version"),
    ] {
      #expect {
        try JSONDecoder().decode(Job.self, from: Data(json.utf8))
      } throws: { ($0 as? JobError)?.key == key }
    }
  }

  @Test("YAML has the same keys and errors, with lines") func yaml() throws {
    for (yaml, key, line) in [
      ("from: a.png\nzzz: 1", "zzz", 2), ("from: a.png\nduration: x", "duration", 2),
      ("from: a.png\nfilters:\n  - sepia\n  - 5", "filters[1]", 4), ("from: a.png\nfrom: b.png", "", 1),
      ("from: [", "", 1), ("", "", 1),
      ("from: a.png\ntransition:\n  parameters: {x: 1}", "transition.name", 2),
    ] {
      #expect {
        try Job(yaml: yaml, named: "job.yaml")
      } throws: { error in
        let error = error as? JobError
        return error?.key == key && error?.line ?? 0 >= line && error?.file == "job.yaml"
      }
    }
  }

  @Test("A number that is none is refused where a job is made in code") func notANumber() throws {
    var job = Job(from: "a.png", to: "b.png")
    for value in [Double.nan, .infinity, -.infinity] {
      job.times.duration = value
      #expect(try Job(json: job.json).times.duration == nil)
      #expect { try job.check() } throws: { ($0 as? JobError)?.key == "duration" }
      job.times.duration = nil
      job.order.hold = value
      #expect { try job.check() } throws: { ($0 as? JobError)?.key == "hold" }
      job.order.hold = nil
      job.still = value
      #expect { try job.check() } throws: { ($0 as? JobError)?.key == "still" }
      job.still = nil
    }
    job.times.duration = 1e308
    #expect { try job.schedule(of: Transitions.CrossDissolve()) } throws: {
      ($0 as? JobError)?.key == "duration"
    }
    (job.times.duration, job.order.hold) = (1, 1e308)
    #expect { try job.schedule(of: Transitions.CrossDissolve()) } throws: { ($0 as? JobError)?.key == "hold" }
  }
}
