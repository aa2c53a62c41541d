import SegueStudio
import Testing

/// One limit for the memory of all pages.
@Suite struct MemoryBudgetTests {
  @Test func theLeastRecentlyUsedIsDropped() {
    let budget = MemoryBudget(limit: 100)
    let kept = ["a", "b", "c"].map { budget.keep($0, bytes: 30) }
    #expect(kept.map(\.current) == ["a", "b", "c"] && budget.used == 90)
    _ = kept[0].current
    let next = budget.keep("d", bytes: 30)
    #expect(kept.map(\.current) == ["a", nil, "c"] && next.current == "d" && budget.used == 90)
    // An entry above the limit is not kept, and drops all others.
    let large = budget.keep("e", bytes: 101)
    #expect(large.current == nil && kept.allSatisfy { $0.current == nil } && budget.used == 0)
  }

  @Test func releasedEntriesUseNoBudget() throws {
    let budget = MemoryBudget(limit: 100)
    do {
      let kept = budget.keep("a", bytes: 30)
      let held = try budget.hold(40)
      #expect(kept.current == "a" && budget.used == 70)
      withExtendedLifetime((kept, held)) {}
    }
    #expect(budget.used == 0)
  }

  @Test func holdsBeyondTheBudgetAreRefused() throws {
    let budget = MemoryBudget(limit: 100)
    let kept = budget.keep("a", bytes: 60)
    let uploads = try budget.hold(30, isWork: false)
    #expect(kept.current == "a")
    // A single task gets all the memory that it needs, at the expense of cached entries.
    let work = try budget.hold(90)
    #expect(kept.current == nil && budget.used == 120)
    #expect(throws: Refused.self) { try budget.hold(1) }
    #expect(throws: Refused.self) { try budget.hold(1, isWork: false) }
    withExtendedLifetime((uploads, work)) {}
  }

  @Test func uploadsAreRefusedBeyondTheLimit() throws {
    let budget = MemoryBudget(limit: 100)
    let first = try budget.hold(100, isWork: false)
    #expect(throws: Refused.self) { try budget.hold(1, isWork: false) }
    withExtendedLifetime(first) {}
  }
}
