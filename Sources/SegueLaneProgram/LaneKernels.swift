package import CSegueKernels
package import SeguePixels

extension Kernels {
  /// The table of lane kernels, indexed by operation, for this SIMD level; the reference kernels if the build
  /// lacks the level.
  package var laneKernels: UnsafePointer<segue_lanes_kernel?> {
    guard let table = segue_lanes_at(level.cLevel) ?? segue_lanes_at(SIMDLevel.reference.cLevel) else {
      preconditionFailure("the reference kernels are always there")
    }
    return table
  }
}
