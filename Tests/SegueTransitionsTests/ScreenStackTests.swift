import Foundation
import SegueTestSupport
import SegueTransitions
import Testing

@Suite struct ScreenStackTests {
  struct Chooser: TransitionChooser {
    func transition(_ change: ScreenChange, from: String, to: String) -> (any Transition)? {
      to == "detail" ? Transitions.SlideDown() : nil
    }
  }

  @Test func pushAndPop() throws {
    var screens = ScreenStack("list")
    let push = try screens.push("detail", choosing: Chooser())
    #expect(push.from == "list" && push.to == "detail" && push.transition is Transitions.SlideDown)
    #expect(screens.depth == 2 && screens.top == "detail")
    let pop = try screens.pop(choosing: Chooser())
    #expect(pop.to == "list" && pop.transition is Transitions.NavigationSlide && pop.change.operation == .pop)
    #expect(throws: ScreenStack<String>.Refusal.nothingToPop) { try screens.pop() }
  }

  @Test func presentAndDismiss() throws {
    var screens = ScreenStack("list")
    #expect(throws: ScreenStack<String>.Refusal.nothingToDismiss) { try screens.dismiss() }
    let present = screens.present("sheet")
    #expect(present.transition is Transitions.CoverVertical && screens.top == "sheet")
    #expect(throws: ScreenStack<String>.Refusal.presentedScreenInFront) { try screens.push("more") }
    #expect(throws: ScreenStack<String>.Refusal.presentedScreenInFront) { try screens.pop() }
    #expect(throws: ScreenStack<String>.Refusal.presentedScreenInFront) { try screens.selectTab(0) }
    #expect(screens.top == "sheet" && screens.depth == 1)
    let dismiss = try screens.dismiss()
    #expect(
      dismiss.from == "sheet" && dismiss.to == "list" && dismiss.transition is Transitions.CoverVertical)
  }

  /// The stack behind a presented screen cannot change, at any depth.
  @Test func theStackBehindAPresentedScreenCannotChange() throws {
    var screens = try #require(ScreenStack(tabs: ["list", "map"]))
    _ = try screens.push("detail")
    _ = screens.present("sheet")
    #expect(throws: ScreenStack<String>.Refusal.presentedScreenInFront) { try screens.pop() }
    #expect(throws: ScreenStack<String>.Refusal.presentedScreenInFront) { try screens.selectTab(1) }
    #expect(screens.depth == 2 && screens.selectedTab == 0 && screens.top == "sheet")
    _ = try screens.dismiss()
    #expect(screens.top == "detail")
  }

  /// A chooser gets the change, the screen that is left, and the screen that is shown.
  @Test func choosersGetTheChangeAndBothScreens() throws {
    struct Asked: TransitionChooser {
      let expected: (ScreenChange, String, String)
      func transition(_ change: ScreenChange, from: String, to: String) -> (any Transition)? {
        (change, from, to) == expected ? Transitions.Hero() : nil
      }
    }
    var screens = try #require(ScreenStack(tabs: ["list", "map"]))
    let steps = [
      try screens.push("detail", choosing: Asked(expected: (.push, "list", "detail"))),
      screens.present("sheet", choosing: Asked(expected: (.present, "detail", "sheet"))),
      try screens.dismiss(choosing: Asked(expected: (.dismiss, "sheet", "detail"))),
      try screens.pop(choosing: Asked(expected: (.pop, "detail", "list"))),
      try screens.selectTab(1, choosing: Asked(expected: (.selectTab, "list", "map"))),
    ]
    #expect(steps.allSatisfy { $0.transition is Transitions.Hero })
  }

  @Test func tabsKeepTheirStacks() throws {
    #expect(ScreenStack<String>(tabs: []) == nil)
    var screens = try #require(ScreenStack(tabs: ["list", "map"]))
    _ = try screens.push("detail")
    let step = try screens.selectTab(1)
    #expect(step.from == "detail" && step.to == "map" && step.transition is Transitions.CrossDissolve)
    #expect(screens.depth == 1 && screens.selectedTab == 1)
    #expect(throws: ScreenStack<String>.Refusal.noSuchTab(2, count: 2)) { try screens.selectTab(2) }
    _ = try screens.selectTab(0)
    #expect(screens.top == "detail")
  }

  /// Makes a stack of screens, the last one on top.
  private func stack(_ names: String...) throws -> ScreenStack<String> {
    var screens = ScreenStack(names[0])
    for name in names.dropFirst() { _ = try screens.push(name) }
    return screens
  }

  /// Names of the selected tab's stack, from the root to the top.
  private func names(_ screens: ScreenStack<String>) throws -> [String] {
    var screens = screens
    var names = [screens.top]
    while screens.depth > 1 { names.append(try screens.pop().to) }
    return names.reversed()
  }

  @Test func replaceTakesThePlaceOfTheTop() throws {
    var screens = try stack("list", "detail")
    let step = try screens.replace("map")
    #expect(step.change == .push && step.from == "detail" && step.to == "map")
    #expect(step.transition is Transitions.NavigationSlide)
    #expect(try names(screens) == ["list", "map"])
    var root = ScreenStack("list")
    #expect(try root.replace("map", choosing: Chooser()).transition is Transitions.NavigationSlide)
    #expect(try root.replace("detail", choosing: Chooser()).transition is Transitions.SlideDown)
    #expect(try names(root) == ["detail"])
  }

  /// `popTo` finds the nearest screen of a name below the top.
  @Test func popToFindsTheNearestBelowTheTop() throws {
    var screens = try stack("list", "map", "list", "detail", "list")
    let step = try screens.popTo("list")
    #expect(step.change == .pop && step.from == "list" && step.to == "list")
    #expect(try names(screens) == ["list", "map", "list"])
    #expect(try screens.popTo("list").to == "list")
    #expect(try names(screens) == ["list"])
    // A popped screen is not found again.
    _ = try screens.push("detail")
    #expect(throws: ScreenStack<String>.Refusal.notOnStack("map", stack: ["list", "detail"])) {
      try screens.popTo("map")
    }
    #expect(throws: ScreenStack<String>.Refusal.notOnStack("detail", stack: ["list", "detail"])) {
      try screens.popTo("detail")
    }
    #expect(try names(screens) == ["list", "detail"])
  }

  @Test func popToRootLeavesTheFirst() throws {
    var screens = try stack("list", "map", "list", "detail")
    let step = try screens.popToRoot()
    #expect(step.change == .pop && step.from == "detail" && step.to == "list" && screens.depth == 1)
    #expect(throws: ScreenStack<String>.Refusal.nothingToPop) { try screens.popToRoot() }
  }

  @Test func unwindDismissesAndPops() throws {
    var screens = try stack("list", "map", "detail")
    _ = screens.present("sheet")
    _ = screens.present("list")
    _ = screens.present("sheet")
    // The nearest equal screen beneath the visible one is a presented screen.
    var step = try screens.unwind("sheet")
    #expect(step.change == .dismiss && step.from == "sheet" && step.to == "sheet")
    _ = try screens.dismiss()
    #expect(screens.top == "detail")
    _ = screens.present("sheet")
    // The screen is on top of the stack, beneath the presented screens, so nothing is popped.
    step = try screens.unwind("detail")
    #expect(step.change == .dismiss && step.to == "detail")
    #expect(try names(screens) == ["list", "map", "detail"])
    _ = screens.present("sheet")
    step = try screens.unwind("list")
    #expect(step.change == .dismiss && step.from == "sheet" && step.to == "list" && screens.depth == 1)
    #expect(step.transition is Transitions.CoverVertical)
    #expect(throws: ScreenStack<String>.Refusal.nothingToDismiss) { try screens.dismiss() }
    // Without presented screens, an unwind is a pop.
    screens = try stack("list", "map", "detail")
    step = try screens.unwind("list", choosing: Chooser())
    #expect(step.change == .pop && step.transition is Transitions.NavigationSlide && screens.depth == 1)
  }

  @Test func unwindGoesOnlyToScreensBeneath() throws {
    var screens = try #require(ScreenStack(tabs: ["list", "settings"]))
    _ = try screens.push("detail")
    _ = screens.present("sheet")
    for name in ["settings", "sheet"] {
      #expect(throws: ScreenStack<String>.Refusal.notBeneath(name, shown: ["list", "detail", "sheet"])) {
        try screens.unwind(name)
      }
    }
    _ = try screens.dismiss()
    #expect(throws: ScreenStack<String>.Refusal.notBeneath("detail", shown: ["list", "detail"])) {
      try screens.unwind("detail")
    }
    #expect(try names(screens) == ["list", "detail"])
  }

  @Test func setStackPopsOrPushesAsUIKitDoes() throws {
    var screens = try stack("list", "map", "detail")
    let back = try #require(try screens.setStack(["settings", "map"]))
    #expect(back.change == .pop && back.from == "detail" && back.to == "map")
    #expect(try names(screens) == ["settings", "map"])
    let there = try #require(try screens.setStack(["map", "settings", "list"]))
    #expect(there.change == .push && there.from == "map" && there.to == "list")
    #expect(try names(screens) == ["map", "settings", "list"])
    #expect(try screens.setStack(["detail", "list"]) == nil)
    #expect(try names(screens) == ["detail", "list"])
    #expect(throws: ScreenStack<String>.Refusal.emptyStack) { try screens.setStack([]) }
    #expect(try names(screens) == ["detail", "list"])
    // Screens are searched in the new stack.
    #expect(try screens.popTo("detail").to == "detail" && screens.depth == 1)
  }

  @Test func stacksDoNotChangeBehindAPresentedScreen() throws {
    var screens = try stack("list", "map", "detail")
    _ = screens.present("sheet")
    #expect(throws: ScreenStack<String>.Refusal.presentedScreenInFront) { try screens.replace("map") }
    #expect(throws: ScreenStack<String>.Refusal.presentedScreenInFront) { try screens.popTo("list") }
    #expect(throws: ScreenStack<String>.Refusal.presentedScreenInFront) { try screens.popToRoot() }
    #expect(throws: ScreenStack<String>.Refusal.presentedScreenInFront) { try screens.setStack(["map"]) }
    _ = try screens.dismiss()
    #expect(try names(screens) == ["list", "map", "detail"])
  }

  /// Each tab has its own stack, so another tab's screens are not found.
  @Test func onlyTheSelectedTabIsSearched() throws {
    var screens = try #require(ScreenStack(tabs: ["list", "list"]))
    _ = try screens.push("map")
    _ = try screens.push("detail")
    _ = try screens.selectTab(1)
    _ = try screens.push("detail")
    #expect(throws: ScreenStack<String>.Refusal.notOnStack("map", stack: ["list", "detail"])) {
      try screens.popTo("map")
    }
    _ = try screens.popToRoot()
    _ = try screens.selectTab(0)
    #expect(try screens.popTo("map").from == "detail")
  }

  @Test func refusalsNameTheTopmostOfManyScreens() throws {
    var screens = ScreenStack("s0")
    for index in 1...99 { _ = try screens.push("s\(index)") }
    let error = #expect(throws: ScreenStack<String>.Refusal.self) { try screens.popTo("none") }
    #expect(
      "\(try #require(error))"
        == "'none' is not on the stack below its top; the stack is …, s90, s91, s92, s93, s94, s95, s96, s97, s98, s99"
    )
  }

  @Test("Refusals are sentences, also as localized descriptions")
  func refusalsAreSentences() {
    let refusals: [(ScreenStack<String>.Refusal, String)] = [
      (.nothingToPop, "the stack has one screen only, so nothing can be popped"),
      (.nothingToDismiss, "nothing is presented, so nothing can be dismissed"),
      (.noSuchTab(7, count: 2), "there is no tab 7; there are 2, numbered from 0"),
      (.presentedScreenInFront, "a presented screen is in front: dismiss it first"),
      (
        .notOnStack("a", stack: ["b", "c"]),
        "'a' is not on the stack below its top; the stack is b, c"
      ),
      (
        .notBeneath("a", shown: ["b", "c"]),
        "'a' is not beneath the screen that is shown; from the bottom there are b, c"
      ),
      (.emptyStack, "a stack has at least one screen"),
    ]
    for (refusal, text) in refusals {
      #expect("\(refusal)" == text && refusal.localizedDescription == text)
    }
  }

  @Test("Each change has a name, an operation, and the system's transition as its default")
  func changes() {
    let expected: [(ScreenChange, String, TransitionOperation, any Transition.Type)] = [
      (.push, "push", .push, Transitions.NavigationSlide.self),
      (.pop, "pop", .pop, Transitions.NavigationSlide.self),
      (.present, "present", .present, Transitions.CoverVertical.self),
      (.dismiss, "dismiss", .dismiss, Transitions.CoverVertical.self),
      (.selectTab, "select-tab", .present, Transitions.CrossDissolve.self),
    ]
    #expect(expected.map(\.0) == ScreenChange.allCases)
    for (change, name, operation, type) in expected {
      #expect(change.rawValue == name && change.operation == operation)
      #expect(Swift.type(of: change.systemTransition) == type)
    }
  }

  /// Random steps agree with a model of plain arrays.
  @Test func anyStepsAreThoseOfAPlainList() throws {
    var generator = SeededGenerator(11)
    let all = ["a", "b", "c", "d"]
    for _ in 0..<300 {
      var screens = ScreenStack("a")
      var (list, over) = (["a"], [String]())
      for _ in 0..<40 {
        let name = all.randomElement(using: &generator) ?? "a"
        let top = over.last ?? list[list.count - 1]
        let step: ScreenStack<String>.Step?
        switch Int.random(in: 0..<9, using: &generator) {
        case 0, 1:
          step = try? screens.push(name)
          if over.isEmpty { list.append(name) }
        case 2:
          step = screens.present(name)
          over.append(name)
        case 3:
          step = try? screens.dismiss()
          _ = over.popLast()
        case 4:
          step = try? screens.replace(name)
          if over.isEmpty { list[list.count - 1] = name }
        case 5:
          step = try? screens.popTo(name)
          if over.isEmpty, let place = list.dropLast().lastIndex(of: name) { list = Array(list[...place]) }
        case 6:
          step = try? screens.popToRoot()
          if over.isEmpty { list = [list[0]] }
        case 7:
          step = try? screens.unwind(name)
          let shown = list + over
          if let place = shown.dropLast().lastIndex(of: name) {
            over = Array(over.prefix(max(0, place + 1 - list.count)))
            list = Array(list.prefix(place + 1))
          }
        default:
          let new = [name, all.randomElement(using: &generator) ?? "a"]
          step = try? screens.setStack(new)
          if over.isEmpty { list = new }
        }
        #expect(screens.top == over.last ?? list.last && screens.depth == list.count)
        if let step { #expect(step.from == top && step.to == screens.top) }
      }
      while !over.isEmpty { #expect(try screens.dismiss().from == over.removeLast()) }
      #expect(try names(screens) == list)
    }
  }

  /// Records the questions, and always chooses the same transition.
  private final class Noting: TransitionChooser {
    private(set) var asked: [String] = []

    func transition(_ change: ScreenChange, from: String, to: String) -> (any Transition)? {
      asked.append("\(change.rawValue) \(from)-\(to)")
      return Transitions.Push()
    }
  }

  @Test("Every visible change asks its chooser once, and an invisible change does not")
  func everyChangeAsksItsChooser() throws {
    typealias Call = (inout ScreenStack<String>, Noting) throws -> ScreenStack<String>.Step?
    let calls: [(expected: [String], call: Call)] = [
      (["push c-d"], { try $0.push("d", choosing: $1) }), (["pop c-b"], { try $0.pop(choosing: $1) }),
      (["push c-d"], { try $0.replace("d", choosing: $1) }),
      (["pop c-a"], { try $0.popTo("a", choosing: $1) }),
      (["pop c-a"], { try $0.popToRoot(choosing: $1) }),
      (["pop c-b"], { try $0.unwind("b", choosing: $1) }),
      (["present c-d"], { $0.present("d", choosing: $1) }),
      (["select-tab c-z"], { try $0.selectTab(1, choosing: $1) }),
      (["push c-e"], { try $0.setStack(["d", "e"], choosing: $1) }),
      (["pop c-b"], { try $0.setStack(["d", "b"], choosing: $1) }),
      ([], { try $0.setStack(["d", "c"], choosing: $1) }),
    ]
    for (index, (expected, call)) in calls.enumerated() {
      var screens = try #require(ScreenStack(tabs: ["a", "z"]))
      for name in ["b", "c"] { _ = try screens.push(name) }
      let chooser = Noting()
      let step = try call(&screens, chooser)
      #expect(chooser.asked == expected, "call \(index)")
      #expect(step.map { $0.transition is Transitions.Push } ?? expected.isEmpty, "call \(index)")
    }
  }
}
