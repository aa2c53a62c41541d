import CSegueKernels
import SeguePixels
import Testing

@Suite struct SIMDLevelTests {
  @Test("The reference is always available, and the best level is the last available one")
  func order() {
    #expect(SIMDLevel.available.first == .reference && SIMDLevel.available.last == SIMDLevel.best)
    #expect(SIMDLevel.available.contains(.preferred))
    #expect(Set(SIMDLevel.allCases.map(\.cLevel.rawValue)).count == SIMDLevel.allCases.count)
  }

  @Test("The preferred level replaces an unavailable one", arguments: SIMDLevel.allCases, Light.allCases)
  func kernels(level: SIMDLevel, light: Light) {
    let kernels = Kernels(level, light)
    #expect(kernels.level == (SIMDLevel.available.contains(level) ? level : .preferred))
    #expect(kernels.light == light)
    for other in Light.allCases {
      #expect(kernels.mixing(in: other).light == other && kernels.mixing(in: other).level == kernels.level)
    }
  }
}
