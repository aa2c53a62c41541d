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

  /// Behind a presented screen nothing moves, however much there is.
  @Test func nothingMovesBehindAPresentedScreen() throws {
    var screens = try #require(ScreenStack(tabs: ["list", "map"]))
    _ = try screens.push("detail")
    _ = screens.present("sheet")
    #expect(throws: ScreenStack<String>.Refusal.presentedScreenInFront) { try screens.pop() }
    #expect(throws: ScreenStack<String>.Refusal.presentedScreenInFront) { try screens.selectTab(1) }
    #expect(screens.depth == 2 && screens.selectedTab == 0 && screens.top == "sheet")
    _ = try screens.dismiss()
    #expect(screens.top == "detail")
  }

  /// Choosers are told the change, where it comes from and where it goes.
  @Test func choosersAreToldWhatChanges() throws {
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
}
