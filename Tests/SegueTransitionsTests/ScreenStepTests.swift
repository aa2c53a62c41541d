import SegueTestSupport
import SegueTransitions
import Testing

/// Laws of all kinds of steps.
@Suite struct ScreenStepTests {
  private static let screens = ["list", "map", "detail", "sheet"]

  /// Each kind of step with these screens; a new kind does not compile until it is added here.
  private static func next(after step: ScreenStep<String>?, _ screen: String, _ tab: Int, _ stack: [String])
    -> ScreenStep<String>?
  {
    switch step {
    case nil: .push(screen)
    case .push: .pop
    case .pop: .present(screen)
    case .present: .dismiss
    case .dismiss: .selectTab(tab)
    case .selectTab: .replace(screen)
    case .replace: .popTo(screen)
    case .popTo: .popToRoot
    case .popToRoot: .unwind(screen)
    case .unwind: .setStack(stack)
    case .setStack: nil
    }
  }

  private static func all(
    _ screen: String = "map", tab: Int = 0, stack: [String] = ["list", "map"]
  ) -> [ScreenStep<String>] {
    Array(sequence(first: .push(screen)) { next(after: $0, screen, tab, stack) })
  }

  @Test("The forms are all kinds of steps, in order, each with a name of its own")
  func forms() {
    let names = [
      "push", "pop", "present", "dismiss", "select-tab", "replace", "pop-to", "pop-to-root", "unwind",
      "set-stack",
    ]
    #expect(Self.all().map(\.name) == names && ScreenStep.forms.map(\.name) == names)
    // `ScreenStep.map` fills the forms with the screen "map".
    let filled = ScreenStep.forms.map { $0.map { "map" } }
    #expect(filled == Self.all(stack: []))
    #expect(Set(Self.all()).count == names.count)
  }

  @Test("A map replaces each screen once, in order, and nothing else")
  func map() {
    let (screen, stack) = ("map", ["list", "map", "list"])
    for step in Self.all(screen, tab: 3, stack: stack) {
      var seen: [String] = []
      let counts = step.map {
        seen.append($0)
        return $0.count
      }
      switch step {
      case .pop, .dismiss, .popToRoot, .selectTab: #expect(seen == [], "\(step)")
      case .setStack: #expect(seen == stack && counts == .setStack([4, 3, 4]), "\(step)")
      case .push, .present, .replace, .popTo, .unwind: #expect(seen == [screen], "\(step)")
      }
      #expect(counts.name == step.name && step.map { $0 } == step)
      #expect(step.map { "\($0)!" }.map(\.count) == step.map { "\($0)!".count })
    }
  }

  private struct Unknown: Error, Equatable { let name: String }

  @Test("A map stops at the first screen that throws, with the type of its error")
  func mapsThatThrow() {
    for step in Self.all("nowhere", stack: ["list", "nowhere", "never"]) {
      var asked: [String] = []
      do throws(Unknown) {
        let same = try step.map { (name) throws(Unknown) in
          asked.append(name)
          guard Self.screens.contains(name) else { throw Unknown(name: name) }
          return name
        }
        #expect(same == step && asked == [])
      } catch {
        #expect(error == Unknown(name: "nowhere") && asked.last == "nowhere" && asked.count < 3)
      }
    }
  }

  /// Makes a step by its method.
  private func call(
    _ step: ScreenStep<String>, on screens: inout ScreenStack<String>
  ) throws(ScreenStack<String>.Refusal) -> ScreenStack<String>.Step? {
    switch step {
    case .push(let screen): try screens.push(screen)
    case .pop: try screens.pop()
    case .present(let screen): screens.present(screen)
    case .dismiss: try screens.dismiss()
    case .selectTab(let index): try screens.selectTab(index)
    case .replace(let screen): try screens.replace(screen)
    case .popTo(let screen): try screens.popTo(screen)
    case .popToRoot: try screens.popToRoot()
    case .unwind(let screen): try screens.unwind(screen)
    case .setStack(let stack): try screens.setStack(stack)
    }
  }

  /// A screen of another type with the same description.
  private struct Numbered: Hashable, Sendable, CustomStringConvertible {
    let number: Int?
    init(_ name: String) { number = screens.firstIndex(of: name) }
    var description: String { number.map { screens[$0] } ?? "none" }
  }

  /// Describes a change or a refusal by the names of screens.
  private func outcome<Screen>(
    _ make: () throws(ScreenStack<Screen>.Refusal) -> ScreenStack<Screen>.Step?
  ) -> (text: String, isRefused: Bool) {
    do throws(ScreenStack<Screen>.Refusal) {
      let step = try make()
      return (step.map { "\($0.change) \($0.from)-\($0.to) \(type(of: $0.transition))" } ?? "-", false)
    } catch {
      return ("\(error)", true)
    }
  }

  @Test("Walks of steps, of their methods and of mapped steps agree, and a refused step changes nothing")
  func walks() throws {
    typealias Names = ScreenStack<String>
    typealias Numbers = ScreenStack<Numbered>
    var random = SeededGenerator(54)
    var (made, refused) = (Set<String>(), Set<String>())
    for _ in 0..<300 {
      var values = try #require(Names(tabs: ["list", "map"]))
      var methods = values
      var mapped = try #require(Numbers(tabs: [Numbered("list"), Numbered("map")]))
      for _ in 0..<40 {
        let screen = try #require(Self.screens.randomElement(using: &random))
        let stack = Array(Self.screens.shuffled(using: &random).prefix(.random(in: 0...3, using: &random)))
        let tab = Int.random(in: -1...2, using: &random)
        let step = try #require(Self.all(screen, tab: tab, stack: stack).randomElement(using: &random))
        let before = (values.top, values.depth, values.selectedTab)
        let (text, isRefused) = outcome { () throws(Names.Refusal) in try values.apply(step) }
        let called = outcome { () throws(Names.Refusal) in try call(step, on: &methods) }
        let numbered = outcome { () throws(Numbers.Refusal) in try mapped.apply(step.map(Numbered.init)) }
        #expect(called == (text, isRefused) && numbered == (text, isRefused), "\(step)")
        let after = (values.top, values.depth, values.selectedTab)
        #expect(!isRefused || after == before, "\(step)")
        #expect((methods.top, methods.depth, methods.selectedTab) == after)
        #expect((mapped.top.description, mapped.depth, mapped.selectedTab) == after)
        if isRefused { refused.insert(step.name) } else { made.insert(step.name) }
      }
    }
    let names = Set(ScreenStep.forms.map(\.name))
    #expect(made == names && refused == names.subtracting(["present"]))
  }
}
