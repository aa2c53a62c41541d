import Segue
import SegueJob
import SegueRendering

/// Jobs for tests of properties: each effect of the catalog with its defaults, and with each parameter
/// changed.
enum CatalogJobs {
  static let all: [Job] = transitions + filters + blends

  static var transitions: [Job] {
    items(Catalog.transitions).map { Job(from: "a.png", to: "b c.png", $0) }
  }

  /// Filters at each position around a transition.
  static var filters: [Job] {
    items(Catalog.filters).flatMap { filter -> [Job] in
      var job = Job(from: "a.png", to: "b c.png", "cube")
      job.look.fromFilters = [filter, "sepia"]
      job.look.toFilters = [filter]
      var alone = Job(from: "a.png", to: nil)
      alone.look.filters = ["color-invert", filter]
      return [job, alone]
    }
  }

  static var blends: [Job] {
    items(Catalog.blends).map { blend in
      var job = Job(from: "a.png", to: "b c.png")
      job.look.blend = blend
      return job
    }
  }

  /// Each item, without parameters and with one changed; a filter whose defaults have no effect gets explicit
  /// parameters.
  static func items<Made>(_ section: CatalogSection<Made>) -> [Job.Item] {
    section.items.flatMap { item -> [Job.Item] in
      let shown = Job.Item(item.name).spelledOut
      return [shown] + item.parameters.map { Job.Item(item.name, [$0.name: value(of: $0)]) }
    }
  }

  /// A value of a parameter that is not its default.
  static func value(of parameter: ParameterDescription) -> String {
    switch parameter.kind {
    case .number(let range):
      let values = [range.lowerBound, range.upperBound].map { shortest($0) }
      return values.first { $0 != parameter.defaultValue } ?? "0.25*progress"
    case .word(let words): return words.first { $0 != parameter.defaultValue } ?? ""
    case .numbers(let count, let range, let isWhole):
      let value =
        isWhole ? "\(Int((range?.lowerBound ?? 2).rounded(.up)))" : shortest(range?.lowerBound ?? -0.125)
      return Array(repeating: value, count: count).joined(separator: ",")
    case .rectangle: return "1,2.5,30,40"
    case .color: return "#12345678"
    case .picture: return "tables/map one.png"
    case .file: return "tables/x=1,y.cube"
    case .fileOrName: return "./map.png"
    case .points: return "0,0,0.25,0.75,1,1"
    case .groups(let form, _):
      return form.split(separator: ",").map { _ in "0.5" }.joined(separator: ",")
    case .text: return "Ärger, \"1\", x=2 (a\n\\n"
    case .length: return "7%"
    case .place: return "30% 70%"
    }
  }

  /// A job in which every field is given.
  static var whole: Job {
    var job = Job(from: "a.png", to: "dir/b.png", .init("cube", ["eye": "2", "pull": "0.25*progress"]))
    job.look.fromFilters = ["pixellate:fraction=0.04", "sepia"]
    job.look.toFilters = ["swirl:center=0.5,progress"]
    job.look.filters = [.init("lookup", ["table": "it's a \"table\".png"])]
    job.look.operation = .pop
    (job.texts.texts, job.texts.titles, job.texts.textStyle) = (
      ["One\ntwo", "-"], .date, "size=5%,color=navy"
    )
    job.look.shaderPath = ["shaders", "more shaders/"]
    (job.frame.size, job.frame.fit, job.frame.background) = ("4k", "contain", "#12345678")
    (job.frame.light, job.frame.dither) = ("linear", true)
    (job.times.duration, job.times.fps, job.times.ease) = (0.1, "24000/1001", "cubic-bezier(0.3,0,0.1,1)")
    job.times.offset = 2.5
    (job.order.hold, job.order.reverse, job.order.boomerang) = (1.5, true, true)
    var output = Job.Output(file: "frames/é %04d.mp4")
    (output.format, output.options) = ("mp4", ["chroma": "444", "quality": "80"])
    output.encoderOptions = ["c:v=libx265", "vf=scale=320:-2", "metadata=title=A", "metadata=artist=B"]
    (output.audio, output.audioFade, output.range) = ("sound.wav", 0.25, "3-17")
    (output.existing, output.durable) = (.overwrite, true)
    job.output = output
    return job
  }
}
