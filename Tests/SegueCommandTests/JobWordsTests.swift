import Segue
import SegueCommand
import SegueJob
import Testing

/// A job's command line is parsed back to the same job.
@Suite struct JobWordsTests {
  private func expectRoundTrips(_ job: Job, sourceLocation: SourceLocation = #_sourceLocation) throws {
    var job = job
    if job.output == nil { job.output = Job.Output(file: "frames/%04d.png") }
    let words = Array(job.words().dropFirst())
    #expect(try SegueCommand.job(of: words) == job, "\(words)", sourceLocation: sourceLocation)
  }

  private func items<Made>(_ section: CatalogSection<Made>) -> [Job.Item] {
    section.items.flatMap { item -> [Job.Item] in
      [Job.Item(item.name).spelledOut]
        + item.parameters.map { parameter in
          let value = parameter.kind == .color ? "#12345678" : parameter.defaultValue + "1"
          return Job.Item(item.name, [parameter.name: value])
        }
    }
  }

  @Test func transitions() throws {
    for item in items(Catalog.transitions) { try expectRoundTrips(Job(from: "a.png", to: "b c.png", item)) }
  }

  /// The first lists have one filter; all other lists have eight filters, since parsing a command line takes
  /// milliseconds.
  @Test func filters() throws {
    let all = items(Catalog.filters)
    let lists =
      all.prefix(4).map { [$0] } + stride(from: 0, to: all.count, by: 8).map { Array(all[$0...].prefix(8)) }
    for list in lists {
      var job = Job(from: "a.png", to: "b.png", "cube")
      (job.look.fromFilters, job.look.toFilters, job.look.filters) = (list, list + ["sepia"], list)
      try expectRoundTrips(job)
      var alone = Job(from: "a.png", to: nil)
      alone.look.filters = ["color-invert"] + list
      try expectRoundTrips(alone)
    }
  }

  @Test func blends() throws {
    for item in items(Catalog.blends) {
      var job = Job(from: "a.png", to: "b.png")
      job.look.blend = item
      try expectRoundTrips(job)
    }
  }

  @Test func everyField() throws {
    var job = Job(from: "a.png", to: "dir/b.png", .init("cube", ["eye": "2", "pull": "0.25*progress"]))
    (job.look.operation, job.look.shaderPath) = (.pop, ["shaders", "more shaders/"])
    (job.frame.size, job.frame.fit, job.frame.background) = ("4k", "contain", "#12345678")
    (job.frame.light, job.frame.dither) = ("linear", true)
    (job.times.duration, job.times.fps, job.times.ease) = (0.1, "24000/1001", "cubic-bezier(0.3,0,0.1,1)")
    job.times.offset = 2.5
    (job.order.hold, job.order.reverse, job.order.boomerang) = (1.5, true, true)
    var output = Job.Output(file: "frames/é %04d.mp4")
    (output.format, output.options) = ("mp4", ["chroma": "444"])
    output.encoderOptions = ["c:v=libx265", "vf=scale=320:-2", "metadata=title=A", "metadata=artist=B"]
    (output.audio, output.audioFade, output.range) = ("sound.wav", 0.25, "3-17")
    (output.existing, output.durable) = (.overwrite, true)
    job.output = output
    try expectRoundTrips(job)
    job.output?.existing = .keep
    (job.times.duration, job.times.frames, job.look.operation) = (nil, 25, nil)
    job.look.transition = nil
    job.look.shader = "a shader.txt:x=1"
    try expectRoundTrips(job)
    job.look.shader = nil
    job.look.transition = "dir/x.glsl:a=1"
    try expectRoundTrips(job)
  }
}
