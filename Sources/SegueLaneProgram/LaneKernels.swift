package import CSegueKernels
package import SeguePixels

extension Kernels {
  /// The kernels of lane programs at this level; the reference if the build lacks the level.
  package var laneKernels: UnsafePointer<segue_lanes_kernel?> {
    guard let table = segue_lanes_at(level.cLevel) ?? segue_lanes_at(SIMDLevel.reference.cLevel) else {
      preconditionFailure("the reference kernels are always there")
    }
    return table
  }
}
