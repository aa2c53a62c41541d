import Segue
import SegueTestSupport
import Testing

/// Registered catalog items are found by every reader.
///
/// Runs in a process of its own, since other tests expect the unchanged catalog.
@Suite struct RegistrationTests {
  struct MyFade: Transition, SelfDescribing {
    var share = 0.5
    var timing: Timing { Timing(duration: 0.3) }

    func chain(_ operation: TransitionOperation) -> Chain { (.from, .to) --> Dissolve(mix: Animated(share)) }

    static let name = "my-fade"
    static let summary = "A fade that stands still."
    static let parameters: [NamedParameter<MyFade>] = [.number("share", \.share, in: 0...1, "Of the second.")]
  }

  struct Dark: RowFilter, SelfDescribing {
    func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {
      for x in row.indices { row[x] = .black }
    }

    static let name = "dark"
    static let summary = "Black."
    static let parameters: [NamedParameter<Dark>] = []
  }

  struct Second: Blend, SelfDescribing {
    func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource { b }

    static let name = "second"
    static let summary = "The second picture."
    static let parameters: [NamedParameter<Second>] = []
  }

  @Test func storyboardsAndTheCatalogFindRegisteredTransitions() async {
    await #expect(processExitsWith: .success) {
      let yaml = """
        screens: {a: \(vectorsFolder)/from.png, b: \(vectorsFolder)/to.png}
        fps: 10
        steps: [{push: b, transition: my-fade, parameters: {share: 0.25}}]
        """
      #expect(throws: StoryboardError.self) { try Storyboard(yaml: yaml) }
      let (transitions, filters) = (Catalog.transitions.items.count, Catalog.filters.items.count)
      Catalog.transitions.register(MyFade.self)
      Catalog.filters.register(Dark.self)
      let blends = Catalog.blends.items.count
      Catalog.blends.register(Second.self)
      #expect(Catalog.blends.items.count == blends + 1)
      #expect(
        Catalog.transitions.items.count == transitions + 1 && Catalog.filters.items.count == filters + 1)

      let story = try Storyboard(yaml: yaml)
      #expect((story.scenes[1].motion?.transition as? MyFade)?.share == 0.25)
      let (a, b) = try (
        Bitmap(contentsOf: vectorsFolder + "/from.png"), Bitmap(contentsOf: vectorsFolder + "/to.png")
      )
      let expected = try ((.from, .to) --> Dissolve(mix: 0.25)).frame(from: a, to: b)
      let frames = try StoryboardFrames(story)
      #expect(try frames.count == 4 && frames.rows(of: 2).rendered() == expected)

      let made = try Catalog.transitions.make("my-fade", ["share": "0.25"])
      #expect(try TransitionRenderer(from: a, to: b, made).frame(at: 0.5) == expected)
      let black = try Chain.filter(.from, Catalog.filters.make("dark")).frame(from: a)
      #expect(try black == Bitmap(a.size, filledWith: .black))

      let second = try Chain.blend(.from, .to, Catalog.blends.make("second"))
      #expect(try second.frame(from: a, to: b) == b)

      // An item with the name of a built-in item replaces it.
      let shader = try Shader(
        source: "vec4 transition(vec2 p) { return getToColor(p); }", file: "cross-dissolve.glsl")
      if let item = CatalogItem<any Transition>(shader) { Catalog.transitions.register(item) }
      #expect(Catalog.transitions.items.count == transitions + 1)
      let replaced = try Catalog.transitions.make("cross-dissolve")
      #expect(try TransitionRenderer(from: a, to: b, replaced).frame(at: 0.5) == b)
    }
  }
}
