public import FoundationEssentials
import SegueRendering

/// Chooses the transition between two screens.
///
///     struct Chooser: TransitionChooser {
///       func transition(_ change: ScreenChange, from: String, to: String) -> (any Transition)? {
///         to == "detail" ? Transitions.Hero() : nil
///       }
///     }
///
/// nil leaves the choice to the system transitions.
public protocol TransitionChooser<Screen> {
  /// What names a screen.
  associatedtype Screen
  /// The transition for a change from one screen to another, or nil for the system's.
  func transition(_ change: ScreenChange, from: Screen, to: Screen) -> (any Transition)?
}

/// How a change of screens looks.
///
/// What goes further than one of these looks like one of them, as in UIKit: a replaced screen looks pushed, a whole
/// stack that goes popped.
public enum ScreenChange: String, CaseIterable, Codable, Sendable {
  /// A screen is put on the stack.
  case push
  /// The topmost screen of the stack goes.
  case pop
  /// A screen comes over everything.
  case present
  /// The presented screen goes.
  case dismiss
  /// Another tab is selected.
  case selectTab = "select-tab"

  /// The way its transition goes.
  public var operation: TransitionOperation {
    switch self {
    case .push: .push
    case .pop: .pop
    case .present, .selectTab: .present
    case .dismiss: .dismiss
    }
  }

  /// The transition where nothing is chosen.
  public var systemTransition: any Transition {
    switch self {
    case .push, .pop: Transitions.NavigationSlide()
    case .present, .dismiss: Transitions.CoverVertical()
    case .selectTab: Transitions.CrossDissolve()
    }
  }
}

/// Screens as an app has them: tabs, each with a stack of its own, and what is presented over all of it.
///
///     if var screens = ScreenStack(tabs: ["list", "settings"]) {
///       let step = try screens.push("detail")    // from "list" to "detail", and how
///       print(step.from, step.to, step.transition)
///       let back = try screens.popTo("list")     // wherever it is on the stack
///       print(back.to == "list")
///     }
///
/// A change costs as much as the screens that it puts there and takes away, however many lie beneath.
public struct ScreenStack<Screen: Sendable & Hashable>: Sendable {
  /// One change: from which screen to which, and the transition between.
  public struct Step: Sendable {
    /// What it looks like.
    public let change: ScreenChange
    /// The screen that was shown.
    public let from: Screen
    /// The screen that is shown now.
    public let to: Screen
    /// What happens between.
    public let transition: any Transition
  }

  /// A change that cannot be made; the screens are as they were.
  public enum Refusal: Error, Hashable, LocalizedError, CustomStringConvertible {
    /// The stack has one screen only.
    case nothingToPop
    /// Nothing is presented.
    case nothingToDismiss
    /// There is no tab of this number.
    case noSuchTab(Int, count: Int)
    /// Stacks and tabs lie behind the presented screen.
    case presentedScreenInFront
    /// The screen is not on the stack below its top; what is on the stack, the top last.
    case notOnStack(Screen, stack: [Screen])
    /// The screen is not beneath the one that is shown; the stack and what is presented over it, the top last.
    case notBeneath(Screen, shown: [Screen])
    /// A stack has one screen at least.
    case emptyStack

    /// One sentence without a full stop.
    public var description: String {
      switch self {
      case .nothingToPop: "the stack has one screen only, so nothing can be popped"
      case .nothingToDismiss: "nothing is presented, so nothing can be dismissed"
      case .noSuchTab(let index, let count): "there is no tab \(index); \(there(count)), numbered from 0"
      case .presentedScreenInFront: "a presented screen is in front: dismiss it first"
      case .notOnStack(let screen, let stack):
        "'\(screen)' is not on the stack below its top; the stack is \(Self.list(stack))"
      case .notBeneath(let screen, let shown):
        "'\(screen)' is not beneath the screen that is shown; from the bottom there are \(Self.list(shown))"
      case .emptyStack: "a stack has one screen at least"
      }
    }

    /// The description.
    public var errorDescription: String? { description }

    /// The topmost of many.
    private static func list(_ screens: [Screen]) -> String {
      let most = 10
      let names = screens.suffix(most).map { "\($0)" }
      return ((screens.count > most ? ["…"] : []) + names).joined(separator: ", ")
    }
  }

  /// What can be done with the screens.
  package enum Request: Sendable {
    case push(Screen)
    case pop
    case present(Screen)
    case dismiss
    case selectTab(Int)
    case replace(Screen)
    case popTo(Screen)
    case popToRoot
    case unwind(Screen)
    case setStack([Screen])
  }

  /// A change that can be made and is not made yet.
  package struct Plan: Sendable {
    /// What is seen of it.
    package let step: Step
    /// Whether there is something to see: not where the top of a new stack was shown before.
    package let isSeen: Bool
    fileprivate let edit: Edit
  }

  /// What becomes of the screens: how many of the stack and of what is presented stay, and what comes over them.
  fileprivate struct Edit: Sendable {
    var tab: Int
    var kept: Int
    var pushed: [Screen] = []
    var keptPresented: Int
    var presented: [Screen] = []
  }

  private var tabs: [Pile<Screen>]
  private var selected = 0
  private var presented = Pile<Screen>([])

  /// Makes a stack with one screen.
  public init(_ root: Screen) { tabs = [Pile([root])] }

  /// Makes tabs, each with one screen; nil where there are none.
  public init?(tabs roots: [Screen]) {
    guard !roots.isEmpty else { return nil }
    tabs = roots.map { Pile([$0]) }
  }

  /// The screen that is shown.
  public var top: Screen { presented.screens.last ?? stack.screens[depth - 1] }

  /// How many screens are on the stack of the selected tab.
  public var depth: Int { stack.count }

  /// The number of the selected tab.
  public var selectedTab: Int { selected }

  private var stack: Pile<Screen> { tabs[selected] }

  /// Puts a screen on the stack.
  ///
  /// - Throws: `Refusal` if a presented screen is in front.
  public mutating func push(
    _ screen: Screen, choosing chooser: (any TransitionChooser<Screen>)? = nil
  ) throws(Refusal) -> Step {
    try make(.push(screen), chooser)
  }

  /// Takes the topmost screen off the stack.
  ///
  /// - Throws: `Refusal` if there is one only, or a presented screen is in front.
  public mutating func pop(
    choosing chooser: (any TransitionChooser<Screen>)? = nil
  ) throws(Refusal) -> Step {
    try make(.pop, chooser)
  }

  /// Shows a screen over everything.
  public mutating func present(
    _ screen: Screen, choosing chooser: (any TransitionChooser<Screen>)? = nil
  ) -> Step {
    let plan = planned(.present, chooser) { $0.presented = [screen] }
    make(plan)
    return plan.step
  }

  /// Takes the presented screen away.
  ///
  /// - Throws: `Refusal` if nothing is presented.
  public mutating func dismiss(
    choosing chooser: (any TransitionChooser<Screen>)? = nil
  ) throws(Refusal) -> Step {
    try make(.dismiss, chooser)
  }

  /// Shows another tab.
  ///
  /// - Throws: `Refusal` if there is no such tab, or a presented screen is in front.
  public mutating func selectTab(
    _ index: Int, choosing chooser: (any TransitionChooser<Screen>)? = nil
  ) throws(Refusal) -> Step {
    try make(.selectTab(index), chooser)
  }

  /// Puts a screen in the place of the topmost one of the stack; it looks like a push.
  ///
  /// - Throws: `Refusal` if a presented screen is in front.
  public mutating func replace(
    _ screen: Screen, choosing chooser: (any TransitionChooser<Screen>)? = nil
  ) throws(Refusal) -> Step {
    try make(.replace(screen), chooser)
  }

  /// Takes screens off the stack until one is on top: the nearest of that name below the present one.
  ///
  /// - Throws: `Refusal` if it is not on the stack below its top, or a presented screen is in front.
  public mutating func popTo(
    _ screen: Screen, choosing chooser: (any TransitionChooser<Screen>)? = nil
  ) throws(Refusal) -> Step {
    try make(.popTo(screen), chooser)
  }

  /// Takes all screens but the first off the stack.
  ///
  /// - Throws: `Refusal` if there is one only, or a presented screen is in front.
  public mutating func popToRoot(
    choosing chooser: (any TransitionChooser<Screen>)? = nil
  ) throws(Refusal) -> Step {
    try make(.popToRoot, chooser)
  }

  /// Goes back to the nearest screen of that name beneath the present one, as UIKit's unwind segue does.
  ///
  /// Presented screens over it are dismissed, and screens of the stack over it are popped. It looks like a dismiss where
  /// a presented screen goes, else like a pop. Other tabs do not lie beneath.
  ///
  /// - Throws: `Refusal` if it is not beneath.
  public mutating func unwind(
    _ screen: Screen, choosing chooser: (any TransitionChooser<Screen>)? = nil
  ) throws(Refusal) -> Step {
    try make(.unwind(screen), chooser)
  }

  /// Puts other screens in the place of the whole stack; the last is shown.
  ///
  /// As with UIKit's `setViewControllers`, it looks like a pop where the last screen lay on the stack below the top, and
  /// else like a push.
  ///
  /// - Returns: The step, or nil where the last screen was on top before: then nothing is to be seen.
  /// - Throws: `Refusal` if there is no screen, or a presented screen is in front.
  public mutating func setStack(
    _ screens: [Screen], choosing chooser: (any TransitionChooser<Screen>)? = nil
  ) throws(Refusal) -> Step? {
    let plan = try plan(.setStack(screens), choosing: chooser)
    make(plan)
    return plan.isSeen ? plan.step : nil
  }

  /// Says what a request would change, and changes nothing.
  package func plan(
    _ request: Request, choosing chooser: (any TransitionChooser<Screen>)? = nil
  ) throws(Refusal) -> Plan {
    switch request {
    case .present, .dismiss, .unwind: break
    default: guard presented.isEmpty else { throw .presentedScreenInFront }
    }
    switch request {
    case .push(let screen): return planned(.push, chooser) { $0.pushed = [screen] }
    case .pop:
      guard depth > 1 else { throw .nothingToPop }
      return planned(.pop, chooser) { $0.kept -= 1 }
    case .present(let screen): return planned(.present, chooser) { $0.presented = [screen] }
    case .dismiss:
      guard !presented.isEmpty else { throw .nothingToDismiss }
      return planned(.dismiss, chooser) { $0.keptPresented -= 1 }
    case .selectTab(let index):
      guard tabs.indices.contains(index) else { throw .noSuchTab(index, count: tabs.count) }
      return planned(.selectTab, chooser) { ($0.tab, $0.kept) = (index, tabs[index].count) }
    case .replace(let screen):
      return planned(.push, chooser) {
        $0.kept -= 1
        $0.pushed = [screen]
      }
    case .popTo(let screen):
      guard let place = stack.place(of: screen, below: depth - 1) else {
        throw .notOnStack(screen, stack: stack.screens)
      }
      return planned(.pop, chooser) { $0.kept = place + 1 }
    case .popToRoot:
      guard depth > 1 else { throw .nothingToPop }
      return planned(.pop, chooser) { $0.kept = 1 }
    case .unwind(let screen):
      if let place = presented.place(of: screen, below: presented.count - 1) {
        return planned(.dismiss, chooser) { $0.keptPresented = place + 1 }
      }
      let isCovered = !presented.isEmpty
      guard let place = stack.place(of: screen, below: isCovered ? depth : depth - 1) else {
        throw .notBeneath(screen, shown: stack.screens + presented.screens)
      }
      return planned(isCovered ? .dismiss : .pop, chooser) { ($0.keptPresented, $0.kept) = (0, place + 1) }
    case .setStack(let screens):
      guard let last = screens.last else { throw .emptyStack }
      let isBack = stack.place(of: last, below: depth - 1) != nil
      return planned(isBack ? .pop : .push, isSeen: last != top, chooser) {
        ($0.kept, $0.pushed) = (0, screens)
      }
    }
  }

  /// Makes a change that was planned of these screens.
  package mutating func make(_ plan: Plan) {
    let edit = plan.edit
    selected = edit.tab
    tabs[selected].keep(edit.kept)
    for screen in edit.pushed { tabs[selected].append(screen) }
    presented.keep(edit.keptPresented)
    for screen in edit.presented { presented.append(screen) }
  }

  private mutating func make(
    _ request: Request, _ chooser: (any TransitionChooser<Screen>)?
  ) throws(Refusal) -> Step {
    let plan = try plan(request, choosing: chooser)
    make(plan)
    return plan.step
  }

  private func planned(
    _ change: ScreenChange, isSeen: Bool = true, _ chooser: (any TransitionChooser<Screen>)?,
    _ make: (inout Edit) -> Void
  ) -> Plan {
    var edit = Edit(tab: selected, kept: depth, keptPresented: presented.count)
    make(&edit)
    let to =
      edit.presented.last ?? presented.screens[..<edit.keptPresented].last ?? edit.pushed.last
      ?? tabs[edit.tab].screens[edit.kept - 1]
    let chosen = isSeen ? chooser?.transition(change, from: top, to: to) : nil
    let step = Step(change: change, from: top, to: to, transition: chosen ?? change.systemTransition)
    return Plan(step: step, isSeen: isSeen, edit: edit)
  }
}

/// Screens over one another, the topmost last.
private struct Pile<Screen: Sendable & Hashable>: Sendable {
  private(set) var screens: [Screen] = []
  /// Where each screen lies, from the bottom: a search would cost as much as there are screens.
  private var places: [Screen: [Int]] = [:]

  init(_ screens: [Screen]) {
    for screen in screens { append(screen) }
  }

  var count: Int { screens.count }
  var isEmpty: Bool { screens.isEmpty }

  mutating func append(_ screen: Screen) {
    places[screen, default: []].append(screens.count)
    screens.append(screen)
  }

  /// Takes away all but the lowest.
  mutating func keep(_ count: Int) {
    while screens.count > count { places[screens.removeLast()]?.removeLast() }
  }

  /// The topmost place of a screen below another place.
  func place(of screen: Screen, below limit: Int) -> Int? { places[screen]?.last { $0 < limit } }
}
