import Segue
import SegueJob
import SegueTestSupport
import Testing

/// The transition or the chain of a look.
@Suite struct JobLookTests {
  private let from: Bitmap
  private let to: Bitmap

  init() throws {
    from = try .noise(40, 24, seed: 1, opaque: true)
    to = try .noise(40, 24, seed: 2, opaque: true)
  }

  private func frame(_ chain: Chain) throws -> Bitmap { try chain.frame(from: from, to: to, at: 0.4) }

  private func frame(_ look: Job.Look, ofOne isAlone: Bool = false) throws -> Bitmap {
    try frame(look.transition(ofOne: isAlone, .disk()).chain(.present))
  }

  @Test("A look gives the chain of its texts, for two pictures or for one")
  func chains() throws {
    let (first, result) = ("pixellate:fraction=0.3*progress", ["sepia", "pixellate:fraction=0.1"])
    var look = Job.Look()
    look.fromFilters = ["pixellate:fraction=0.3*progress"]
    look.toFilters = ["pixellate:fraction=0.2"]
    look.blend = "dissolve:mix=0.25"
    look.filters = ["sepia", "pixellate:fraction=0.1"]
    #expect(look.isChain && look.title == "pixellate pixellate dissolve sepia pixellate")
    let both = try Chain(
      from: [first], to: ["pixellate:fraction=0.2"], blend: "dissolve:mix=0.25", result: result)
    #expect(try frame(look) == frame(both))
    #expect(try frame(look, ofOne: true) == frame(Chain.from.through([first] + result)))
    look.blend = nil
    look.transition = "slide-down"
    let slide = try Transitions.SlideDown().filtered(
      from: [first], to: ["pixellate:fraction=0.2"], result: result)
    #expect(try frame(look) == frame(slide.chain(.present)))
    #expect(!look.isChain && look.title == "pixellate pixellate slide-down sepia pixellate")
  }

  @Test("A look has at most 100 filters, in all three lists together")
  func tooManyFilters() throws {
    var job = Job(from: "a", to: "b", "cube")
    job.look.fromFilters = Array(repeating: "sepia", count: 40)
    job.look.filters = Array(repeating: "sepia", count: 60)
    try job.check()
    job.look.toFilters = ["sepia"]
    let error = #expect(throws: JobError.self) { try job.check() }
    #expect(
      error?.key == "filters" && error?.reason.contains("at most 100 filters around it, not 101") == true)
  }

  @Test("100 filters of each kind fit the stack of a thread of the pool")
  func manyFilters() async throws {
    let picture = try Bitmap.noise(2, 2, seed: 1)
    for item in Catalog.filters.items {
      let filter = try item.makeWithFiles()
      do {
        try await RenderPool.shared.run {
          let chain = (0..<100).reduce(Chain.picture(picture)) { chain, _ in .filter(chain, filter) }
          _ = try chain.frame(at: 0.5, Execution(threads: 1, limits: Limits(maxSeconds: 0.05)))
        }
      } catch let error as RenderError {
        // Filters that open their input twice make 2¹⁰⁰ readers, or need too many other frames.
        #expect(error.code == .renderOutOfTime || error.code == .renderUnrenderable, "\(item.name): \(error)")
      }
    }
  }

  @Test func withoutEffectsItIsPixellateDissolve() throws {
    let look = Job.Look()
    #expect(!look.isChain && look.title == "pixellate-dissolve")
    #expect(try frame(look) == frame(Transitions.PixellateDissolve().chain(.present)))
  }

  @Test("A filter alone is one with its defaults in a job, and with shown values in the command")
  func shownValues() throws {
    var count = 0
    for item in Catalog.filters.items where !item.shown.isEmpty {
      count += 1
      let plain = Job.Item(item.name)
      #expect(plain.shown(in: Catalog.filters).parameters == Job.Parameters(item.shown))
      #expect(plain.spelledOut.shown(in: Catalog.filters) == plain.spelledOut)
      let first = try #require(item.shown.first)
      let set = Job.Item(item.name, [first.key: first.value])
      #expect(set.shown(in: Catalog.filters) == set && set.spelledOut == set)
    }
    #expect(count == 23)
    for name in ["sepia", "none", "x.glsl"] {
      #expect(Job.Item(name).shown(in: Catalog.filters) == Job.Item(name))
      #expect(Job.Item(name).spelledOut == Job.Item(name))
    }
  }
}
