import Foundation
import Segue
import SegueJob
import Testing

/// A written job is read back as the same job, in every form.
@Suite struct JobRoundTripTests {
  private func expectRoundTrips(_ job: Job, sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try Job(json: job.json) == job, "\(job.json)", sourceLocation: sourceLocation)
    #expect(try Job(yaml: job.yaml) == job, "\(job.yaml)", sourceLocation: sourceLocation)
    let data = try JSONEncoder().encode(job)
    #expect(
      try JSONDecoder().decode(Job.self, from: data) == job, "\(String(decoding: data, as: UTF8.self))",
      sourceLocation: sourceLocation)
  }

  @Test func everyEffectOfTheCatalog() throws {
    #expect(CatalogJobs.all.count > 600)
    for job in CatalogJobs.all { try expectRoundTrips(job) }
  }

  @Test func everyField() throws {
    let whole = CatalogJobs.whole
    try expectRoundTrips(whole)
    var other = whole
    other.look.transition = nil
    other.look.shader = .init("a shader.txt", ["x": "1"])
    (other.times.frames, other.times.duration) = (25, nil)
    other.output = Job.Output(file: "-")
    other.output?.existing = .keep
    try expectRoundTrips(other)
    var flow = Job(from: "", to: nil)
    flow.flow = .init(name: "flow.yaml", text: "screens: {a: a.png}\nsteps:\n  - hold: 1\n")
    (flow.still, flow.look.source) = (0.25, .init(name: "own", text: "vec4 effect(vec4 c) {\n\treturn c;\n}"))
    try expectRoundTrips(flow)
  }

  /// A text that looks like another value stays a text.
  @Test(arguments: [
    "true", "false", "null", "~", "1", "1e3", "-0", "0x10", "yes", "", " ", "a b", "a: b", "#1", "'", "\"",
    "\\",
    "\u{7f}", "\u{85}", "a \u{2028} b", "\u{feff}", "2026-11-28", "No", "1_0", ".5", "12:30", "é", "日本", "👩‍👩‍👧",
    "a\nb", "tab\there", "\u{1}", "[x]", "{x}", "- a", "&a", "*a", "!a", "%d", "a,b", "@",
    "`",
  ])
  func texts(_ text: String) throws {
    var job = Job(from: "a.png", to: text, .init("cube", ["eye": text]))
    (job.times.fps, job.frame.size) = (text, text)
    job.look.filters = [.init(text), .init("sepia", ["intensity": text])]
    try expectRoundTrips(job)
  }

  @Test(arguments: [0, 1, -1, 0.1, 1e-9, 123456789.25, 1e300, -1e-300, .pi, .leastNonzeroMagnitude])
  func numbers(_ number: Double) throws {
    var job = Job(from: "a.png", to: "b.png")
    (job.times.duration, job.order.hold, job.still) = (number, number, number)
    try expectRoundTrips(job)
  }

  @Test("The forms of a job are those of its documentation") func forms() throws {
    var job = Job(from: "list.png", to: "detail.png", "cube:eye=2.5")
    job.times.duration = 2
    job.look.filters = ["sepia", .init("swirl", ["angle": "progress", "center": "0.5,0.5"])]
    job.output = Job.Output(file: "movie.mp4")
    #expect(
      job.json == """
        {
          "version": 1,
          "from": "list.png",
          "to": "detail.png",
          "transition": {
            "name": "cube",
            "parameters": {
              "eye": 2.5
            }
          },
          "filters": [
            "sepia",
            {
              "name": "swirl",
              "parameters": {
                "angle": "progress",
                "center": "0.5,0.5"
              }
            }
          ],
          "duration": 2,
          "output": "movie.mp4"
        }

        """)
    #expect(
      job.yaml == """
        version: 1
        from: list.png
        to: detail.png
        transition:
          name: cube
          parameters:
            eye: 2.5
        filters:
          - sepia
          - name: swirl
            parameters:
              angle: progress
              center: '0.5,0.5'
        duration: 2
        output: movie.mp4

        """)
    #expect(
      job.command
        == "segue render list.png detail.png -t cube -p eye=2.5 --filter sepia --filter swirl:angle=progress,center=0.5,0.5 --duration 2 -o movie.mp4"
    )
  }

  @Test("Short forms are read, too") func shortForms() throws {
    let job = try Job(
      json: #"""
        {"from": "a.png", "to": "b.png", "transition": "cube:eye=2", "fps": 30,
         "filters": [{"name": "swirl", "parameters": {"center": [0.5, 0.25], "angle": 1.50, "x": true}}],
         "hold": null, "output": "\u00e9 \ud83d\ude00\/\n.png"}
        """#)
    var expected = Job(from: "a.png", to: "b.png", .init("cube", ["eye": "2"]))
    expected.times.fps = "30"
    expected.look.filters = [.init("swirl", ["center": "0.5,0.25", "angle": "1.50", "x": "true"])]
    expected.output = Job.Output(file: "é 😀/\n.png")
    #expect(job == expected)
  }

  @Test("A parameter is set by its name") func settingParameters() {
    var parameters: Job.Parameters = ["a": "1"]
    parameters["a"] = "2"
    parameters["b"] = "3"
    #expect(parameters == ["b": "3", "a": "2"] && parameters.values.count == 2)
    parameters["a"] = nil
    #expect(parameters == ["b": "3"])
  }

  @Test("Two hundred thousand parameters are read and written in seconds") func manyParameters() throws {
    let values = (0..<200_000).map { (key: "p\($0)", value: "\($0)") }
    let job = Job(from: "a.png", to: "b.png", .init("cube", .init(values)))
    let start = ContinuousClock.now
    #expect(try Job(json: job.json) == job)
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test("Equality of parameters does not depend on their order") func parameters() {
    #expect(Job.Parameters([("a", "1"), ("b", "2")]) == ["b": "2", "a": "1"])
    #expect(Job.Parameters([("a", "1"), ("a", "2")]) == ["a": "2"])
    #expect(Job.Parameters([("a", "1")]) != ["a": "2"] && Job.Parameters([("a", "1")]) != [:])
    #expect(Job.Parameters([("a", "1"), ("a", "2")])["a"] == "2")
    #expect(Set<Job.Parameters>([["a": "1", "b": "2"], ["b": "2", "a": "1"]]).count == 1)
  }
}
