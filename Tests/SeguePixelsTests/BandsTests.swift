import SeguePixels
import Synchronization
import Testing

@Suite struct BandsTests {
  private struct Broken: Error, Equatable { let at: Int }

  /// One band's error is the error of all.
  @Test(arguments: [1, 2, 7]) func anErrorOfAnyBandIsThrown(threads: Int) {
    for at in 0..<7 {
      #expect(throws: Broken(at: at)) {
        try inBands(of: 7, threads: threads) { band throws(Broken) in
          if band.contains(at) { throw Broken(at: at) }
        }
      }
    }
  }

  /// Shaders are compiled there, whose blocks may be as deep as a stack of 8 MB is not.
  @Test func aLargeStackIsLarge() {
    func depth(_ left: Int) -> Int {
      withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { memory in
        memory.initializeMemory(as: UInt8.self, repeating: UInt8(left & 255))
        return left == 0 ? 0 : depth(left - 1) + (memory[4095] == left & 255 ? 1 : 0)
      }
    }
    #expect(onLargeStack { depth(8000) } == 8000)
  }

  @Test func bandsCoverEverythingOnce() {
    for count in [1, 2, 7, 100] {
      for threads in [1, 2, 3, 8, 200] {
        let seen = SeenRows(count)
        inBands(of: count, threads: threads) { seen.add($0) }
        #expect(seen.areOneEach)
      }
    }
  }
}

private final class SeenRows: Sendable {
  private let counts: Mutex<[Int]>
  init(_ count: Int) { counts = Mutex(Array(repeating: 0, count: count)) }
  func add(_ rows: Range<Int>) { counts.withLock { for row in rows { $0[row] += 1 } } }
  var areOneEach: Bool { counts.withLock { $0.allSatisfy { $0 == 1 } } }
}
